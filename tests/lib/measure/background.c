/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Level, drift and hum that are put together here; noise whose sums have closed forms. */
#include "config.h"

#include "lib/measure/background.h"

#include <math.h>

#include <gsl/gsl_errno.h>
#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>

#include "tests/test.h"

enum { N = 3000 };
static const double period = 1e-4;
static double values[N];
static struct error err;

/* AR(1) of rms `noise` on a level, with a drift (1/s) and a hum of 50 Hz with its third */
static void make(unsigned long seed, double noise, double colour, double drift, double hum)
{
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    assert_non_null(rng);
    gsl_rng_set(rng, seed);
    double r = gsl_ran_gaussian(rng, noise);
    for (size_t i = 0; i < N; i++) {
        const double t = (double)i * period;
        values[i] = 0.02 + drift * (t - 0.5 * (N - 1) * period) + r +
                    hum * (sin(2 * M_PI * 50 * t + 1) + 0.3 * sin(2 * M_PI * 150 * t));
        r = colour * r + gsl_ran_gaussian(rng, noise * sqrt(1 - colour * colour));
    }
    gsl_rng_free(rng);
}

static struct measure_background find_in(size_t n)
{
    struct measure_background background;
    if (measure_background_find(values, NULL, n, period, &background, &err))
        fail_msg("%s", err.message);
    return background;
}

static struct measure_background find(void) { return find_in(N); }

/* y = a y + e: a mean over many has the variance s^2 (1 + a)/(1 - a)/n, and a difference of
 * neighbours 2 s^2 (1 - a) */
static void sums_of_coloured_noise(void **state)
{
    (void)state;
    const double a = 0.5, s = 2e-3;
    const struct measure_noise noise = {
        .order = 1, .a = {a}, .innovation = s * s * (1 - a * a), .variance = s * s};
    const double pair[] = {1, -1};
    assert_true(fabs(measure_noise_slow(&noise) / (s * sqrt((1 + a) / (1 - a))) - 1) < 1e-12);
    assert_true(fabs(measure_noise_of_sum(&noise, pair, 2) / (s * sqrt(2 * (1 - a))) - 1) < 1e-12);
    const struct measure_noise white = {.innovation = s * s, .variance = s * s};
    assert_true(fabs(measure_noise_of_sum(&white, pair, 2) / (s * sqrt(2)) - 1) < 1e-12);
}

/* level, drift and hum within their uncertainties, in coloured noise; the interval of the level
 * covers as it should: rms of 40 pulls is 1 within 3.5 of its own 0.11 */
static void all_of_it(void **state)
{
    (void)state;
    double level = 0, drift = 0;
    for (unsigned long seed = 0; seed < 40; seed++) {
        make(seed, 1e-3, 0.5, 5e-3, 1e-3);
        const struct measure_background b = find();
        assert_true(b.mains == 50);
        assert_true(fabs(b.hum - 1e-3) < 2e-4);
        level += pow((b.rest.mean - 0.02) / b.rest.uncertainty, 2) / 40;
        drift += pow((b.drift - 5e-3) / b.drift_u, 2) / 40;
        assert_true(fabs(sqrt(b.noise.variance) - 1e-3) < 1e-4);
        double square = 0;
        for (size_t i = 0; i < N; i++)
            square += pow(values[i] - measure_background_at(&b, period, i), 2) / N;
        assert_true(fabs(sqrt(square) - 1e-3) < 1e-4);
    }
    assert_true(sqrt(level) > 0.6 && sqrt(level) < 1.4);
    assert_true(sqrt(drift) > 0.6 && sqrt(drift) < 1.4);
}

/* noise alone has neither hum nor much of a drift, and where one is believed it is small */
static void nothing_but_noise(void **state)
{
    (void)state;
    int hums = 0;
    for (unsigned long seed = 100; seed < 1100; seed++) {
        make(seed, 1e-3, 0.5, 0, 0);
        const struct measure_background b = find_in(900);
        hums += b.mains > 0;
        assert_true(fabs(b.drift) < 5 * (b.drift_u + 1e-12));
    }
    print_message("# a hum in %d of 1000 records of noise\n", hums);
    assert_true(hums <= 6); /* one of a thousand, for each of 50 and 60 Hz: 2 */
}

/* a motion that never rests: what is left of it is its noise */
static void noise_of_a_motion(void **state)
{
    (void)state;
    struct measure_noise noise;
    make(7, 1e-3, 0, 0, 0);
    for (size_t i = 0; i < N; i++)
        values[i] += 0.3 * sin(60 * (double)i * period) + (i > 1234 ? 0.4 : 0);
    if (measure_background_of_motion(values, NULL, N, period, &noise, &err))
        fail_msg("%s", err.message);
    assert_true(fabs(sqrt(noise.variance) - 1e-3) < 3e-4);
}

static int no_aborts(void **state)
{
    (void)state;
    gsl_set_error_handler_off();
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sums_of_coloured_noise), cmocka_unit_test(all_of_it),
        cmocka_unit_test(nothing_but_noise), cmocka_unit_test(noise_of_a_motion)};
    return cmocka_run_group_tests(tests, no_aborts, NULL);
}
