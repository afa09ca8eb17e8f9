/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "lib/figure/pdf.h"

#include <cairo-pdf.h>
#include <glib.h>

#include "lib/figure/font.h"

cairo_status_t figure_pdf_bytes(void *file, const unsigned char *bytes, unsigned int n)
{
    return fwrite(bytes, 1, n, file) == n ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_WRITE_ERROR;
}

enum error_code figure_pdf_status(cairo_status_t status, struct error *err)
{
    if (status == CAIRO_STATUS_SUCCESS)
        return ERROR_OK;
    if (status == CAIRO_STATUS_NO_MEMORY)
        return error_memory(err);
    return error_set(err, ERROR_IO, "the figure cannot be drawn: %s%s",
                     cairo_status_to_string(status),
                     status == CAIRO_STATUS_WRITE_ERROR ? "; is the disk full?" : "");
}

cairo_surface_t *figure_pdf_begin(FILE *out, double width, double height, const char *title)
{
    cairo_surface_t *surface = cairo_pdf_surface_create_for_stream(figure_pdf_bytes, out, width,
                                                                   height);
    /* the day it was made would differ from run to run */
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATE_DATE, "");
    char *valid = title ? g_utf8_make_valid(title, -1) : NULL;
    if (valid)
        cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE, valid);
    g_free(valid);
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATOR, "Skitter");
    return surface;
}

enum error_code figure_pdf_end(cairo_surface_t *surface, struct error *err)
{
    cairo_surface_finish(surface);
    const cairo_status_t status = cairo_surface_status(surface);
    cairo_surface_destroy(surface);
    if (!status && !figure_font_readable())
        return error_set(err, ERROR_IO, "the files of the font cannot be read any more");
    return figure_pdf_status(status, err);
}
