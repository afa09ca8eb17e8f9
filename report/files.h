/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Each figure alone, in files: as SVG and PDF, and its data as CSV for those who draw by
 * themselves. */
#ifndef REPORT_FILES_H
#define REPORT_FILES_H

#include "report/document.h"

/* make the directory unless it is there */
enum error_code report_files_directory(const char *dir, struct error *err);

/* all figures of a document, as dir/ID.svg, .pdf and .csv, and its tables, as
 * dir/SECTION-tableK.tex */
enum error_code report_files_write(const struct report_document *document, const char *dir,
                                   bool force, struct error *err);

#endif
