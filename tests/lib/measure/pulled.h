/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A record of a rail that was pulled by hand, for the tests of what is made of it. */
#ifndef TESTS_LIB_MEASURE_PULLED_H
#define TESTS_LIB_MEASURE_PULLED_H

#include <math.h>
#include <stdlib.h>

#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>

#include "lib/measure/record.h"
#include "tests/test.h"

enum { N = 6000, FROM = 1000 };
static const double pi = 3.14159265358979;

/* rest, then -0.5 m/s with `ripple` of it at 4 Hz and noise of 1 mm/s */
static inline struct measure_record pulled_rail(double ripple)
{
    struct measure_record m = {
        .name = "made", .n = N, .whole = N, .period = 1e-4, .noise = {[MEASURE_RAIL] = 1e-3}};
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    m.v[MEASURE_RAIL] = malloc(N * sizeof(double));
    assert_true(rng && m.v[MEASURE_RAIL]);
    for (int i = 0; i < N; i++)
        m.v[MEASURE_RAIL][i] = gsl_ran_gaussian(rng, 1e-3) +
                               (i < FROM ? 0 : -0.5 * (1 + ripple * sin(2 * pi * 4 * 1e-4 * i)));
    gsl_rng_free(rng);
    return m;
}

#endif
