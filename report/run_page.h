/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The page of one run. */
#ifndef REPORT_RUN_PAGE_H
#define REPORT_RUN_PAGE_H

#include "report/compare.h"
#include "report/document.h"

/* index: counted from 1, for names. The run must live as long as the document. */
enum error_code report_run_page(const struct report_run *run, size_t index,
                                struct report_document *document, struct error *err);

/* "run-3-name" with only letters, digits, - and _ */
void report_run_id(const struct report_run *run, size_t index, char id[REPORT_ID_SIZE]);

/* "theta1 = 32°" and what else of the start was given */
void report_run_start(const struct report_run *run, char *text, size_t size);

/* the rig's parameter of that name, NaN when it has none */
double report_run_height(const struct report_run *run);

#endif
