/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "lib/measure/noise.h"

#include <math.h>

#include <gsl/gsl_errno.h>
#include <gsl/gsl_randist.h>

#include "tests/test.h"

enum { N = 20000 };
static double x[N], ones[N];
static struct error err;

static void make(double memory)
{
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    double last = gsl_ran_gaussian(rng, 1 / sqrt(1 - memory * memory));
    for (size_t i = 0; i < N; i++) {
        x[i] = last;
        last = memory * last + gsl_ran_gaussian(rng, 1);
        ones[i] = 1;
    }
    gsl_rng_free(rng);
}

/* AR(1): coefficient, innovation 1, variance 1 / (1 - a^2); the mean of n has the
 * variance 1 / (n (1 - a)^2), which is (1 + a) / (1 - a) times the naive one */
static void test_first_order(void **state)
{
    (void)state;
    const double memories[] = {0, 0.5, 0.9};
    for (size_t i = 0; i < 3; i++) {
        const double a = memories[i];
        make(a);
        struct measure_noise noise;
        assert_int_equal(measure_noise_fit(x, N, 1, &noise, &err), ERROR_OK);
        if (a > 0)
            assert_true(fabs(noise.a[0] - a) < 0.03);
        assert_true(fabs(noise.innovation - 1) < 0.04);
        assert_true(fabs(noise.variance * (1 - a * a) - 1) < 0.1);
        double *const columns[] = {ones};
        double covariance, naive;
        assert_int_equal(measure_noise_covariance(&noise, columns, 1, N, &covariance, &naive, &err),
                         ERROR_OK);
        assert_true(fabs(covariance * N * (1 - a) * (1 - a) - 1) < 0.25);
        assert_true(fabs(covariance / naive * (1 - a) / (1 + a) - 1) < 0.25);
    }
}

static void test_columns_that_depend_on_each_other(void **state)
{
    (void)state;
    gsl_set_error_handler_off();
    make(0);
    struct measure_noise noise;
    assert_int_equal(measure_noise_fit(x, N, 1, &noise, &err), ERROR_OK);
    static double zeros[N];
    double *const columns[] = {ones, zeros};
    double covariance[4], naive[4];
    assert_int_equal(measure_noise_covariance(&noise, columns, 2, N, covariance, naive, &err),
                     ERROR_NUMERIC);
}

static void test_too_few(void **state)
{
    (void)state;
    struct measure_noise noise;
    assert_int_equal(measure_noise_fit(x, 5, 5, &noise, &err), ERROR_NUMERIC);
}

/* rms 0.01 on a wave with steps in it and samples that are worth nothing, within 5 % */
static void test_white_noise_of_a_signal_with_jumps(void **state)
{
    (void)state;
    static unsigned char flags[N];
    double noise;
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    for (size_t i = 0; i < N; i++) {
        flags[i] = i > N / 3;
        x[i] = flags[i]
                   ? 0
                   : sin(0.006 * (double)i) + (double)(i / 500 % 2) + gsl_ran_gaussian(rng, 0.01);
    }
    gsl_rng_free(rng);
    assert_int_equal(measure_noise_white(x, flags, N, &noise, &err), ERROR_OK);
    assert_true(fabs(noise / 0.01 - 1) < 0.05);
    for (size_t i = 0; i < N; i++)
        x[i] = 3;
    assert_int_equal(measure_noise_white(x, NULL, N, &noise, &err), ERROR_OK);
    assert_true(noise == 0);
}

/* a converter whose step is a tenth to a half of the noise: within 4 % of both together, which
 * add as squares (Sheppard), wherever the noise is between two steps */
static void test_white_noise_in_steps(void **state)
{
    (void)state;
    double noise;
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    for (double step = 0.1; step < 0.5; step += 0.02) {
        for (size_t i = 0; i < N; i++)
            x[i] = step * round(gsl_ran_gaussian(rng, 1) / step);
        assert_int_equal(measure_noise_white(x, NULL, N, &noise, &err), ERROR_OK);
        assert_true(fabs(noise / hypot(1, step / sqrt(12)) - 1) < 0.04);
    }
    gsl_rng_free(rng);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_white_noise_of_a_signal_with_jumps),
        cmocka_unit_test(test_white_noise_in_steps),
        cmocka_unit_test(test_first_order),
        cmocka_unit_test(test_columns_that_depend_on_each_other),
        cmocka_unit_test(test_too_few),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
