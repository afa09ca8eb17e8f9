/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Documents as pages of a PDF file. The pages of runs are drawn in parallel and kept; the file
 * is written at the end, since the first page tells of all runs. */
#ifndef REPORT_PDF_H
#define REPORT_PDF_H

#include "report/document.h"

struct report_page; /* as cairo has recorded it */

struct report_pages {
    struct report_page *list;
    size_t n, room;
};

/* append the pages of a document: each section begins a new one. title: of the whole report,
 * on its first page; NULL elsewhere. single: a section fits its page, smaller if it must be, with
 * the first rows of long tables */
enum error_code report_pdf_document(const struct report_document *document, const char *title,
                                    bool single, struct report_pages *pages, struct error *err);

/* append pages to others, which have them then; the source is empty. No memory: false */
bool report_pages_move(struct report_pages *from, struct report_pages *to);
void report_pages_free(struct report_pages *pages);

/* the first pages and all others as a file, numbered, with an outline of the sections;
 * `title` is in the footer */
enum error_code report_pdf_write(const char *path, bool force, const char *title, bool simulated,
                                 const struct report_pages *first, const struct report_pages *rest,
                                 struct error *err);

#endif
