/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Figures of a fit that have a row for each value, and what fit.json says of it. */
#ifndef REPORT_FIT_ROWS_H
#define REPORT_FIT_ROWS_H

#include "report/document.h"
#include "report/fitted.h"

/* parameters of the mechanism that all runs share, in rows from below */
struct report_fit_rows {
    const struct report_parameter *of[FIGURE_ROWS_MAX];
    size_t n;
};

struct report_fit_rows report_fit_rows(const struct report_fitted *fitted);

/* empty but for the names of its rows, each of them as high as `row` */
struct report_figure report_fit_figure(const struct report_fit_rows *rows, int row, const char *id,
                                       const char *title);

/* what "fit" has under the key; NULL: nothing */
const json_t *report_fit_part(const struct report_fitted *fitted, const char *key);

/* the object of the list that has this name; NULL: none */
const json_t *report_fit_named(const json_t *list, const char *name);

#endif
