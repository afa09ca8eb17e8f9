/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What each run does to the result: where the minimum would be without it, and how much less would
 * be known, to first order (Belsley, Kuh and Welsch 1980, chapter 2, of a run in place of a row).
 */
#ifndef FIT_LEVERAGE_H
#define FIT_LEVERAGE_H

#include "fit/residuals.h"

struct fit_leverage {
    size_t n_runs, n;    /* 0 runs: there was only one */
    double *shift;       /* of each run and parameter: without it less with it; NaN: see below */
    double *uncertainty; /* standard, without it; INFINITY: no other run tells */
    double *whole;       /* of each parameter: standard, with all runs, by the same reckoning */
};

/* r and jacobian as fit_rows_evaluate gives them at the minimum */
enum error_code fit_leverage_make(const struct fit_rows *rows, const double *r,
                                  const double *jacobian, struct fit_leverage *leverage,
                                  struct error *err);
void fit_leverage_free(struct fit_leverage *leverage);

/* By how many of its standard deviations a run moves a parameter: what it adds scatters by the root
 * of the difference of both variances (Hausman 1978). 0 where that cannot be said. */
double fit_leverage_apart(const struct fit_leverage *leverage, size_t run, size_t parameter);

#endif
