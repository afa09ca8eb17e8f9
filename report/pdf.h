/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Documents as pages of a PDF file, by gnuplot. */
#ifndef REPORT_PDF_H
#define REPORT_PDF_H

#include "lib/figure/gnuplot.h"
#include "report/document.h"

/* the script of a new file; documents follow, then gnuplot_commit */
enum error_code report_pdf_open(const char *path, bool force, const char *title, bool simulated,
                                struct gnuplot **plot, struct error *err);

/* pages of one document: each section begins a new one. title: of the whole
 * report, on its first page; NULL elsewhere */
enum error_code report_pdf_document(const struct report_document *document, const char *title,
                                    FILE *script, struct error *err);

#endif
