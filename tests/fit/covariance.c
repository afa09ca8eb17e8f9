/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Covariances of straight lines, where they have closed forms. */
#include "fit/covariance.h"

#include <math.h>
#include <stdlib.h>

#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>

#include "tests/test.h"

enum { N = 2000 };
static double r[N], j[N * 3];
static struct fit_covariance c;
static struct error err;
static const enum fit_scaling coloured[] = {FIT_SCALE_COLOURED}, none[] = {FIT_SCALE_NONE},
                              up[] = {FIT_SCALE_UP};

static void make(size_t n, const enum fit_scaling *scaling)
{
    const struct fit_stretch all = {0, N, 0};
    const struct fit_jacobian jacobian = {.r = r,
                                          .j = j,
                                          .rows = N,
                                          .n = n,
                                          .stretches = &all,
                                          .n_stretches = 1,
                                          .scaling = scaling,
                                          .n_groups = 1};
    if (fit_covariance_make(&jacobian, &c, &err))
        fail_msg("%s", err.message);
}

/* residuals a + b x with x from -1 to 1: var a = 1/N, var b = 1/sum x^2 */
static void line(double rms, unsigned long seed, double memory)
{
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    gsl_rng_set(rng, seed);
    double last = gsl_ran_gaussian(rng, rms);
    for (int i = 0; i < N; i++) {
        last = memory * last + sqrt(1 - memory * memory) * gsl_ran_gaussian(rng, rms);
        r[i] = last;
        j[2 * i] = 1;
        j[2 * i + 1] = 2.0 * i / (N - 1) - 1;
    }
    gsl_rng_free(rng);
}

static double sum_of_squares(void)
{
    double sum = 0;
    for (int i = 0; i < N; i++)
        sum += j[2 * i + 1] * j[2 * i + 1];
    return sum;
}

static void of_a_line(void **state)
{
    (void)state;
    line(1, 1, 0);
    make(2, none);
    assert_true(fabs(c.matrix[0] - 1.0 / N) < 1e-12);
    assert_true(fabs(c.matrix[3] - 1 / sum_of_squares()) < 1e-12);
    assert_true(fabs(fit_covariance_correlation(&c, 0, 1)) < 1e-12);
    assert_true(fabs(fit_covariance_correlation(&c, 1, 1) - 1) < 1e-12);
    assert_true(fabs(c.condition - 1) < 1e-9);
    fit_covariance_free(&c);
}

/* residuals three times as large as was assumed: uncertainties three times as large */
static void scaled_by_the_residuals(void **state)
{
    (void)state;
    line(3, 2, 0);
    make(2, coloured);
    assert_true(fabs(c.variance[0] / 9 - 1) < 5 * sqrt(2.0 / N));
    assert_true(c.colour[0] < 1.2);
    assert_true(fabs(c.uncertainty[0] / (3 / sqrt(N)) - 1) < 0.15);
    fit_covariance_free(&c);
    line(0.1, 2, 0); /* few residuals that happen to be small prove nothing */
    make(2, up);
    assert_true(fabs(c.uncertainty[0] * sqrt(N) - 1) < 1e-9);
    fit_covariance_free(&c);
}

/* AR(1) of 0.8: (1 + 0.8) / (1 - 0.8) = 9 samples are worth one */
static void corrected_for_colour(void **state)
{
    (void)state;
    double sum = 0, white = 0;
    for (unsigned long seed = 0; seed < 20; seed++) {
        line(1, seed, 0.8);
        make(2, coloured);
        sum += c.colour[0];
        fit_covariance_free(&c);
        line(1, seed, 0);
        make(2, coloured);
        white += c.colour[0];
        fit_covariance_free(&c);
    }
    assert_true(fabs(sum / 20 - 9) < 1.5);
    assert_true(white / 20 >= 1 && white / 20 < 1.05);
}

/* two columns that are one: the sum is determined, neither of them is */
static void what_is_not_determined(void **state)
{
    (void)state;
    for (int i = 0; i < N; i++) {
        r[i] = sin(i);
        j[3 * i] = 1;
        j[3 * i + 1] = 2;
        j[3 * i + 2] = i % 2;
    }
    make(3, none);
    assert_false(c.determined[0]);
    assert_false(c.determined[1]);
    assert_true(c.determined[2]);
    assert_true(isinf(c.uncertainty[0]) && isinf(c.uncertainty[1]));
    assert_true(isfinite(c.uncertainty[2]));
    assert_true(c.condition > 1e6);
    fit_covariance_free(&c);
}

static void no_influence_at_all(void **state)
{
    (void)state;
    line(1, 1, 0);
    for (int i = 0; i < N; i++)
        j[2 * i + 1] = 0;
    make(2, none);
    assert_true(c.determined[0]);
    assert_false(c.determined[1]);
    assert_true(fabs(c.uncertainty[0] * sqrt(N) - 1) < 1e-9);
    fit_covariance_free(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(of_a_line), cmocka_unit_test(scaled_by_the_residuals),
        cmocka_unit_test(corrected_for_colour), cmocka_unit_test(what_is_not_determined),
        cmocka_unit_test(no_influence_at_all)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
