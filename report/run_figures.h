/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The figures of one run. */
#ifndef REPORT_RUN_FIGURES_H
#define REPORT_RUN_FIGURES_H

#include "report/compare.h"
#include "report/document.h"

/* id: of the run's page; figures are called id-tangential and so on */
void report_run_figures(const struct report_run *run, const char *id,
                        struct report_document *document);

#endif
