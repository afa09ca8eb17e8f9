/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Do the intervals of the calibrations hold the truth? Data are closed forms with an offset and
 * coloured noise, AR(1) with 0.5. Of 40 intervals of 95 % at least 34 hold it, which a right one
 * fails once in 2000 times; SKITTER_LONG_TESTS=1 takes 200, of which 180 must. */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <gsl/gsl_randist.h>
#include <gsl/gsl_sf_ellint.h>
#include <gsl/gsl_sf_elljac.h>

#include "calib/bounce.h"
#include "calib/pendulum.h"
#include "calib/rail.h"
#include "calib/slide.h"
#include "tests/calib/fixture.h"
#include "tests/test.h"

enum { N = 20000 };
static const double rate = 5000, g = 9.81;
static double values[N];
static struct measure_channels input;
static struct calib_output output;
static struct error err;

static void spoil(unsigned long seed, double noise)
{
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    assert_non_null(rng);
    gsl_rng_set(rng, seed + 1);
    const double colour = 0.5, offset = gsl_ran_flat(rng, -0.02, 0.02);
    double r = gsl_ran_gaussian(rng, noise);
    for (size_t i = 0; i < N; i++) {
        values[i] += offset + r;
        r = colour * r + gsl_ran_gaussian(rng, noise * sqrt(1 - colour * colour));
    }
    gsl_rng_free(rng);
}

static void open_as(const char *role, const char *unit, double full)
{
    char name[32];
    static int number;
    const struct test_run run = test_one(role, unit, full, rate, values, N);
    snprintf(name, sizeof name, "run-%d", number++);
    test_open(test_record(name, &run), &input, &output);
}

static bool holds(const char *name, double truth)
{
    return fabs(test_result(&output, name) - truth) < 1.96 * test_uncertainty(&output, name);
}

static int repeats(void) { return getenv("SKITTER_LONG_TESTS") ? 200 : 40; }

static void enough(const char *what, int held)
{
    const int n = repeats();
    print_message("# %s: %d of %d intervals of 95 %% hold the truth\n", what, held, n);
    assert_true(held >= (n == 40 ? 34 : 180));
}

/* at rest, pushed to 0.7 m/s, carried on at that for 1 s, which is as quiet as rest and longer,
 * then slowed by mu g with mu = 0.3 */
static void slide_after_a_steady_motion(void **state)
{
    (void)state;
    int held = 0;
    for (int k = 0; k < repeats(); k++) {
        for (size_t i = 0; i < N; i++) {
            const double t = (double)i / rate;
            const double rise = fmin(fmax((t - 0.5) / 0.1, 0), 1) * 0.7;
            values[i] = fmax(0, rise - fmax(0, t - 1.6) * 0.3 * g);
        }
        spoil((unsigned long)k, 0.004);
        open_as("velocity", "m/s", 5);
        struct calib_slide slide;
        const struct calib_slide_settings settings = {.gravity = {g, 0}, .incline = {0, 0}};
        if (calib_slide_find(&input, &settings, &slide, &output, &err))
            fail_msg("%s", err.message);
        held += holds("friction", 0.3);
        assert_true(fabs(test_result(&output, "friction") - 0.3) < 0.01);
        calib_slide_free(&slide);
        measure_channels_free(&input);
    }
    enough("slide", held);
}

/* a ball that bounces with e = 0.5 down to impacts that noise hides */
static void bounce_down_to_noise(void **state)
{
    (void)state;
    int held = 0;
    for (int k = 0; k < repeats(); k++) {
        double start = 0.1, up = 0, end = start + sqrt(2 * (0.2 + 1e-3 * k) / g);
        for (size_t i = 0; i < N; i++) {
            const double t = (double)i / rate;
            while (t >= end && up < 1e9) {
                up = 0.5 * (g * (end - start) - up);
                start = end;
                end = up > 0.01 ? start + 2 * up / g : INFINITY;
                up = up > 0.01 ? up : INFINITY;
            }
            values[i] = t < 0.1 || up > 1e9 ? 0 : up - g * (t - start);
        }
        spoil((unsigned long)k, 0.004);
        open_as("tip_n", "m/s", 5);
        struct calib_bounce bounce;
        if (calib_bounce_find(&input, NULL, &bounce, &output, &err))
            fail_msg("%s", err.message);
        held += holds("restitution", 0.5);
        assert_true(fabs(test_result(&output, "restitution") - 0.5) < 0.05);
        calib_bounce_free(&bounce);
        measure_channels_free(&input);
    }
    enough("bounce", held);
}

/* theta = 2 asin(k sn(w t + K, k)), k = sin(4.9 deg / 2): 5 deg are not small */
static void pendulum_of_almost_five_degrees(void **state)
{
    (void)state;
    const double mass = 0.12, centre = 0.105, w = 7.5, inertia = mass * g * centre / (w * w);
    const struct calib_pendulum_settings settings = {.mass = {mass, 0},
                                                     .length = {NAN, NAN},
                                                     .gravity = {g, 0},
                                                     .centre = {centre, 0},
                                                     .radius = NAN,
                                                     .no_spring = true};
    const double k = sin(0.5 * 4.9 * M_PI / 180);
    const double quarter = gsl_sf_ellint_Kcomp(k, GSL_PREC_DOUBLE);
    int held = 0;
    for (int run = 0; run < repeats(); run++) {
        for (size_t i = 0; i < N; i++) {
            double sn, cn, dn;
            gsl_sf_elljac_e(w * (double)i / rate + quarter, k * k, &sn, &cn, &dn);
            values[i] = 2 * asin(k * sn);
        }
        spoil((unsigned long)run, 2e-4);
        open_as("angle", "rad", 0.2);
        struct calib_pendulum pendulum;
        if (calib_pendulum_find(&input, &settings, &pendulum, &output, &err))
            fail_msg("%s", err.message);
        held += holds("inertia", inertia);
        calib_pendulum_free(&pendulum);
        measure_channels_free(&input);
    }
    enough("pendulum", held);
}

/* 0.5 s of rest, then -0.3 m/s: what the channel shows at rest is no speed */
static void rail_with_a_rest(void **state)
{
    (void)state;
    int held = 0;
    for (int k = 0; k < repeats(); k++) {
        for (size_t i = 0; i < N; i++)
            values[i] = (double)i / rate < 0.5 ? 0 : -0.3;
        spoil((unsigned long)k, 0.001);
        open_as("rail", "m/s", 1);
        struct calib_rail rail;
        if (calib_rail_find(&input, NULL, 50, &rail, &output, &err))
            fail_msg("%s", err.message);
        held += holds("belt_speed", -0.3);
        calib_rail_free(&rail);
        measure_channels_free(&input);
    }
    enough("rail", held);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(slide_after_a_steady_motion), cmocka_unit_test(bounce_down_to_noise),
        cmocka_unit_test(pendulum_of_almost_five_degrees), cmocka_unit_test(rail_with_a_rest)};
    test_begin(NULL);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
