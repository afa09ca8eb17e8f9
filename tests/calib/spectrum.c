/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "calib/spectrum.h"

#include <math.h>
#include <stdlib.h>

#include <gsl/gsl_randist.h>

#include "tests/test.h"

enum { N = 4000 };

static double samples[N];

/* the interpolator has no bias: frequencies anywhere between two bins */
static void test_exact_for_a_decaying_cosine(void **state)
{
    (void)state;
    for (int k = 0; k < 10; k++) {
        const double f = (40.0 + 0.1 * k) / N, d = 0.5 / N;
        for (size_t i = 0; i < N; i++)
            samples[i] = 2.5 + 0.7 * exp(-d * (double)i) * cos(2 * M_PI * f * (double)i + 0.4);
        struct calib_line line;
        struct error err;
        assert_int_equal(calib_spectrum_line(samples, N, &line, &err), ERROR_OK);
        assert_true(fabs(line.frequency - f) < 1e-7 / N);
        assert_true(fabs(line.decay - d) < 1e-6 / N);
        assert_true(fabs(line.amplitude - 0.7) < 1e-6);
        assert_true(fabs(line.phase - 0.4) < 1e-6);
        assert_true(fabs(line.level - 2.5) < 1e-6);
        assert_true(line.strength > 1e6);
    }
}

/* a decay that is over after a tenth of the record is looked at where it is */
static void test_short_decay_in_a_long_record(void **state)
{
    (void)state;
    for (size_t i = 0; i < N; i++)
        samples[i] = exp(-0.01 * (double)i) * cos(2 * M_PI * 0.05 * (double)i);
    struct calib_line line;
    struct error err;
    assert_int_equal(calib_spectrum_line(samples, N, &line, &err), ERROR_OK);
    assert_true(line.length < N / 4);
    assert_true(fabs(line.frequency - 0.05) < 1e-8);
    assert_true(fabs(line.decay - 0.01) < 1e-7);
}

static void test_noise_has_no_line(void **state)
{
    (void)state;
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    for (int k = 0; k < 300; k++) {
        double last = 0;
        for (size_t i = 0; i < N; i++) {
            last = (k % 2 ? 0.9 : 0) * last + gsl_ran_gaussian(rng, 1);
            samples[i] = last;
        }
        struct calib_line line;
        struct error err;
        assert_int_equal(calib_spectrum_line(samples, N, &line, &err), ERROR_OK);
        assert_true(line.strength < CALIB_SPECTRUM_STRENGTH);
    }
    gsl_rng_free(rng);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_exact_for_a_decaying_cosine),
        cmocka_unit_test(test_short_decay_in_a_long_record),
        cmocka_unit_test(test_noise_has_no_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
