/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A law of impact fitted to a table. Both velocities are measured, with noise of the same size in
 * the norm of the energy: what a prediction misses has the covariance s^2 (I + J J'), J being the
 * derivative of the velocity after by that before (total least squares to first order). J is that
 * of the plain law of Stronge for all laws: one that changed with the law would make likelihoods of
 * different laws incomparable, and a law could lose to one that it contains. Student's
 * distribution with four degrees of freedom in place of the normal one lets wild impacts pass
 * (Lange, Little and Taylor 1989). */
#ifndef CALIB_IMPACT_FIT_H
#define CALIB_IMPACT_FIT_H

#include "calib/impact_law.h"

struct calib_impact_fit {
    struct calib_impact_law law;
    struct calib_impact_values values;
    double uncertainty[CALIB_IMPACT_PARAMETERS]; /* NaN: not free, or not determined */
    double spread;                               /* s, m/s */
    double likelihood, aicc;
    /* by leaving out one part of the impacts after the other: each impact's log-likelihood */
    double *left_out;
    double median, rms; /* of the relative errors of impacts that were left out */
    bool converged;
};

struct calib_impact_choice {
    bool flagged; /* impacts that were flagged are used too */
    size_t folds;
};

/* Cholesky's, of I + J J' */
struct calib_impact_factor {
    double l[CALIB_VELOCITIES][CALIB_VELOCITIES];
};

/* those of all rows */
enum error_code calib_impact_weigh(const struct calib_impact_table *table,
                                   const struct calib_impact_choice *choice,
                                   struct calib_impact_factor *factors, struct error *err);

/* `fit` has its law; left_out gets a number for each row, NaN for those not used */
enum error_code calib_impact_fit(const struct calib_impact_table *table,
                                 const struct calib_impact_choice *choice,
                                 struct calib_impact_factor *factors, struct calib_impact_fit *fit,
                                 struct error *err);
void calib_impact_fit_free(struct calib_impact_fit *fit);

/* |predicted - measured| after over |before|, for one impact; infinite without a prediction */
double calib_impact_error(const struct calib_impact_fit *fit, const struct calib_impact_row *row,
                          double gyration);

/* how much better the first predicts impacts that it was not fitted to, and its uncertainty */
struct calib_impact_lead {
    double lead, uncertainty;
};
struct calib_impact_lead calib_impact_compare(const struct calib_impact_fit *a,
                                              const struct calib_impact_fit *b, size_t n);

#endif
