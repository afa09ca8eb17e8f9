/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The uncertainty budget (GUM, table H.1): which source adds how much to which result. */
#ifndef FIT_BUDGET_H
#define FIT_BUDGET_H

#include "fit/covariance.h"
#include "fit/residuals.h"

struct fit_budget_source {
    char name[64]; /* "tip_t", "events", "rail", or what was known before: "mass", "theta1" */
    double *u;     /* what it adds to the standard uncertainty of each parameter */
};

struct fit_budget {
    struct fit_budget_source *sources;
    size_t n;
};

/* The estimate is linear in its data near the minimum, C J^T r: the rows of each source give its
 * part of the variance, and the parts add up to it. jacobian: at the minimum.
 * Values that each run has of its own count as one source. */
enum error_code fit_budget_make(const struct fit_rows *rows, const double *jacobian,
                                const struct fit_covariance *covariance, struct fit_budget *budget,
                                struct error *err);
void fit_budget_free(struct fit_budget *budget);

#endif
