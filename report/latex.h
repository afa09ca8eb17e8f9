/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables as LaTeX, with the rules of booktabs, to be put into a paper. */
#ifndef REPORT_LATEX_H
#define REPORT_LATEX_H

#include <stdio.h>

#include "report/document.h"

/* a tabular environment; needs \usepackage{booktabs} */
void report_latex_table(FILE *out, const struct report_table *table);

/* text as LaTeX shows it: no character of it is a command */
void report_latex_text(FILE *out, const char *text);

#endif
