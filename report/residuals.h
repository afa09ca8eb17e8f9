/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the residuals of a run tell: whether they are noise, where in the motion they are not, and
 * which samples weigh most. */
#ifndef REPORT_RESIDUALS_H
#define REPORT_RESIDUALS_H

#include "report/compare.h"
#include "report/document.h"

void report_residual_figures(const struct report_run *run, const char *id,
                             struct report_document *document);

/* The mean of e[i] e[i + k] over that of e[i] squared, for k below n_lags; samples that are NaN
 * are left out. Returns how many samples there are. */
size_t report_autocorrelation(const double *e, size_t n, double *r, size_t n_lags);

/* share of the sum of squares that has come by the end of each of `parts` equal parts of e */
void report_shares(const double *e, size_t n, double *shares, size_t parts);

#endif
