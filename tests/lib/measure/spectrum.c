/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "lib/measure/spectrum.h"

#include <math.h>
#include <stdlib.h>

#include <gsl/gsl_randist.h>

#include "tests/test.h"

enum { N = 4000 };

static double samples[N];

static void test_power_of_white_noise_is_its_variance(void **state)
{
    (void)state;
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    for (size_t i = 0; i < N; i++)
        samples[i] = gsl_ran_gaussian(rng, 3);
    gsl_rng_free(rng);
    double *power, sum = 0;
    size_t bins;
    struct error err;
    assert_int_equal(measure_spectrum_power(samples, N, &power, &bins, &err), ERROR_OK);
    for (size_t k = 0; k < bins; k++)
        sum += power[k] / (double)bins;
    free(power);
    assert_true(fabs(sum / 9 - 1) < 0.1);
}

/* a line's largest bin is its amplitude, to what a Hann window loses between two bins of a
 * transform twice as long as the signal: at most 1 - W(1/4) / W(0) = 4 % */
static void test_line_has_its_amplitude(void **state)
{
    (void)state;
    for (int k = 0; k < 10; k++) {
        const double f = (40.0 + 0.1 * k) / N;
        for (size_t i = 0; i < N; i++)
            samples[i] = 2.5 + 0.7 * cos(2 * M_PI * f * (double)i + 0.4);
        double *power;
        size_t bins, largest = 1;
        struct error err;
        assert_int_equal(measure_spectrum_power(samples, N, &power, &bins, &err), ERROR_OK);
        for (size_t i = 1; i < bins; i++)
            largest = power[i] > power[largest] ? i : largest;
        const double amplitude = measure_spectrum_amplitude(power[largest], N);
        const double frequency = (double)largest / (2 * (double)(bins - 1));
        free(power);
        assert_true(fabs(frequency - f) <= 0.5 / (2 * (double)(bins - 1)) + 1e-12);
        assert_true(amplitude < 0.7 * 1.0001 && amplitude > 0.7 * 0.96);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_power_of_white_noise_is_its_variance),
        cmocka_unit_test(test_line_has_its_amplitude),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
