/* SPDX-License-Identifier: GPL-3.0-or-later */
/* PDF files of cairo, written to a stream, the same bytes every time. */
#ifndef LIB_FIGURE_PDF_H
#define LIB_FIGURE_PDF_H

#include <stdio.h>

#include <cairo.h>

#include "lib/base/error.h"

#define FIGURE_POINTS 0.75 /* in a unit of figures */

/* sizes in points; title may be NULL */
cairo_surface_t *figure_pdf_begin(FILE *out, double width, double height, const char *title);

/* the surface is gone either way */
enum error_code figure_pdf_end(cairo_surface_t *surface, struct error *err);

/* cairo's way to a FILE, and its words for what went wrong */
cairo_status_t figure_pdf_bytes(void *file, const unsigned char *bytes, unsigned int n);
enum error_code figure_pdf_status(cairo_status_t status, struct error *err);

#endif
