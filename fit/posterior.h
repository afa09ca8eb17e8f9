/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The posterior of all parameters, sampled (fit/sampler.h): what intervals are where the cost is
 * no parabola. Its density is exp(-cost) within the bounds, the cost being that of the last
 * stage, with its weights, loss and priors. */
#ifndef FIT_POSTERIOR_H
#define FIT_POSTERIOR_H

#include "fit/covariance.h"
#include "fit/stages.h"

/* Density of a parameter's values, counted in bins of equal width from low to high; the furthest
 * few of a thousand are beyond. n is 0: all values are one. */
enum { FIT_MARGINAL_MOST = 40 };
struct fit_marginal {
    double low, high;
    size_t n;
    double density[FIT_MARGINAL_MOST];
};

struct fit_spread {
    double mean, deviation, median, low, high; /* low to high: 95 % */
    struct fit_marginal marginal;
};

struct fit_posterior {
    size_t walkers, steps; /* steps that count, of each walker */
    double acceptance;
    double effective; /* independent samples that those of the worst asked parameter are worth; no
                         more than walkers where the steps are too few to tell */
    struct fit_spread *of; /* of each parameter */
    size_t n;
};

struct fit_posterior_wish {
    const struct fit_stage *stage;
    const double *p; /* the minimum */
    const struct fit_covariance *covariance;
    size_t steps; /* the first quarter does not count */
    bool (*stop)(void);
};

enum error_code fit_posterior_make(const struct fit_problem *problem,
                                   const struct fit_posterior_wish *wish,
                                   const struct fit_control *control,
                                   struct fit_posterior *posterior, struct error *err);
void fit_posterior_free(struct fit_posterior *posterior);

/* of n values, which are sorted */
struct fit_spread fit_spread_of(double *values, size_t n);

#endif
