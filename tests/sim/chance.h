/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Chance for tests that draw their cases: the same in every run. */
#ifndef TESTS_SIM_CHANCE_H
#define TESTS_SIM_CHANCE_H

#include <math.h>

#include <gsl/gsl_rng.h>

static inline double uniform(gsl_rng *rng, double low, double high)
{
    return low + (high - low) * gsl_rng_uniform(rng);
}

/* even in the logarithm */
static inline double decades(gsl_rng *rng, double low, double high)
{
    return exp(uniform(rng, log(low), log(high)));
}

/* setup and teardown of a test whose state is the generator */
static inline int chance_make(void **state)
{
    *state = gsl_rng_alloc(gsl_rng_mt19937);
    return *state ? 0 : 1;
}

static inline int chance_drop(void **state)
{
    gsl_rng_free(*state);
    return 0;
}

#endif
