/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Samples of any density by an ensemble of walkers: the stretch move of Goodman and Weare (2010),
 * which is the same for all densities that a linear map makes of each other, so that
 * correlations and units do not matter. */
#ifndef FIT_SAMPLER_H
#define FIT_SAMPLER_H

#include <stdbool.h>
#include <stddef.h>

#include "lib/base/error.h"

struct fit_sampler {
    /* logarithm of the density, up to a constant; -INFINITY: not possible. Called by threads */
    double (*log_density)(const void *context, const double *p);
    const void *context;
    size_t n;       /* dimensions */
    size_t walkers; /* even, 2 n at the least */
    size_t steps;
    unsigned long seed;
    bool (*stop)(void); /* NULL: never */
};

/* start: walkers rows of n. chain: steps rows of walkers rows of n. The same for any number of
 * threads. done: steps that were made. */
enum error_code fit_sampler_run(const struct fit_sampler *sampler, const double *start,
                                double *chain, size_t *done, double *acceptance, struct error *err);

/* How many steps of the mean of all walkers are worth one, of dimension i of a chain of so many
 * steps (their formula 12, cut where the sum has settled). */
double fit_sampler_memory(const struct fit_sampler *sampler, const double *chain, size_t steps,
                          size_t i);

#endif
