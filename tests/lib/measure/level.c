/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Means of noise whose true mean is known: they lie where their uncertainty says. */
#include "config.h"

#include "lib/measure/level.h"

#include <math.h>

#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>

#include "tests/test.h"

enum { N = 10000, SEEDS = 300 };
static const double period = 1e-4;
static double v[N];
static unsigned char flags[N];

/* AR(1) of scatter 1 about 3; memory 0: white */
static void make(gsl_rng *rng, double memory)
{
    double x = gsl_ran_gaussian(rng, 1);
    for (size_t i = 0; i < N; i++) {
        v[i] = 3 + x;
        x = memory * x + sqrt(1 - memory * memory) * gsl_ran_gaussian(rng, 1);
    }
}

/* The error of the mean in units of its uncertainty has rms 1. For a memory of 0.9 the mean
 * of n samples is sqrt((1 + 0.9) / (1 - 0.9)) = 4.36 times less sure than sigma / sqrt(n). */
static void uncertainty_of_the_mean(void **state)
{
    (void)state;
    const double memories[] = {0, 0.9};
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    for (size_t m = 0; m < 2; m++) {
        double squares = 0, uncertainty = 0;
        for (int seed = 0; seed < SEEDS; seed++) {
            make(rng, memories[m]);
            const struct measure_level level = measure_level_of(v, NULL, 0, N, period);
            squares += pow((level.mean - 3) / level.uncertainty, 2) / SEEDS;
            uncertainty += level.uncertainty / SEEDS;
            assert_true(fabs(level.sigma - 1) < 0.15);
        }
        const double exact = sqrt((1 + memories[m]) / (1 - memories[m]) / N);
        assert_true(fabs(uncertainty / exact - 1) < 0.1);
        assert_true(fabs(sqrt(squares) - 1) < 0.12); /* 300 of them: 4 % */
    }
    gsl_rng_free(rng);
}

static void flags_do_not_count(void **state)
{
    (void)state;
    for (size_t i = 0; i < N; i++) {
        flags[i] = i % 3 == 0;
        v[i] = flags[i] ? 1e6 : i % 3 == 1 ? 1 : 2;
    }
    const struct measure_level level = measure_level_of(v, flags, 300, 600, period);
    assert_true(fabs(level.mean - 1.5) < 1e-12);
    assert_true(fabs(level.sigma - 0.5) < 1e-3);
    assert_int_equal(level.first, 300);
    assert_int_equal(level.n, 600);
    for (size_t i = 0; i < N; i++)
        flags[i] = 1;
    assert_int_equal(measure_level_of(v, flags, 0, N, period).n, 0);
}

/* a stretch of scatter 0.1 from 4000 to 7000 in noise of scatter 1, half of it flagged */
static void the_quietest_stretch(void **state)
{
    (void)state;
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    make(rng, 0);
    gsl_rng_free(rng);
    for (size_t i = 0; i < N; i++) {
        flags[i] = i == 4700;
        if (i >= 4000 && i < 7000)
            v[i] = 5 + 0.1 * (v[i] - 3);
    }
    const struct measure_level rest = measure_level_quietest(v, flags, N, 2000, period);
    assert_int_equal(rest.n, 2000);
    assert_int_equal(rest.first, 5000);
    assert_true(fabs(rest.mean - 5) < 0.01);
    assert_int_equal(measure_level_quietest(v, NULL, 10, 20, period).n, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(uncertainty_of_the_mean),
                                       cmocka_unit_test(flags_do_not_count),
                                       cmocka_unit_test(the_quietest_stretch)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
