/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "calib/pendulum.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_randist.h>

#include "tests/calib/fixture.h"
#include "tests/test.h"

enum { N = 20000 };
static const double rate = 1000;
static double values[N];
static struct measure_channels input;
static struct calib_output output;
static struct error err;

static const struct calib_pendulum_settings zhao = {.mass = {0.12, 0.0005},
                                                    .length = {0.21, 0.0003},
                                                    .gravity = {9.8, NAN},
                                                    .centre = {NAN, NAN},
                                                    .radius = NAN};

/* amplitude in rad, damping ratio, of the rig of Zhao 2008 at 4.6 Hz */
static void swing(double amplitude, double ratio, double noise)
{
    const double omega0 = 2 * M_PI * 4.6, alpha = ratio * omega0;
    const double omega = omega0 * sqrt(1 - ratio * ratio);
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    for (size_t i = 0; i < N; i++) {
        const double t = (double)i / rate;
        values[i] = amplitude * exp(-alpha * t) * cos(omega * t + 0.3) +
                    (noise > 0 ? gsl_ran_gaussian(rng, noise) : 0);
    }
    gsl_rng_free(rng);
}

static enum error_code find(const char *path, const struct calib_pendulum_settings *settings,
                            struct calib_pendulum *pendulum)
{
    test_open(path, &input, &output);
    return calib_pendulum_find(&input, settings, pendulum, &output, &err);
}

/* fails the test unless it is refused, with a message that has the fragment and no result */
static void refused(const char *path, const struct calib_pendulum_settings *settings,
                    enum error_code wanted, const char *fragment)
{
    struct calib_pendulum pendulum;
    const enum error_code code = find(path, settings, &pendulum);
    if (code != wanted || !strstr(err.message, fragment))
        fail_msg("code %d: %s", (int)code, code ? err.message : "no error");
    assert_int_equal(output.n, 0);
    measure_channels_free(&input);
}

/* Zhao 2008: f = 4.6 Hz, m 0.12 kg, l 0.21 m, g 9.8 m/s2 -> k = 1.350 N.m/rad */
static void test_stiffness_of_paper_2(void **state)
{
    (void)state;
    swing(0.05, 0.004, 1e-4);
    const struct test_run run = test_one("angle", "rad", 0.1, rate, values, N);
    struct calib_pendulum pendulum;
    assert_int_equal(find(test_record("zhao", &run), &zhao, &pendulum), ERROR_OK);
    assert_true(fabs(test_result(&output, "frequency") - 4.6) < 1e-4);
    assert_true(fabs(test_result(&output, "stiffness") - 1.350) < 0.0005);
    assert_true(fabs(test_result(&output, "damping_ratio") - 0.004) < 2e-5);
    const double inertia = 0.12 * 0.21 * 0.21 / 3, alpha = 0.004 * 2 * M_PI * 4.6;
    assert_true(fabs(test_result(&output, "damping") / (2 * alpha * inertia) - 1) < 0.005);
    assert_int_equal(pendulum.decay.best, CALIB_VISCOUS);
    /* by hand: dk/dm = k/m, dk/dl = 2 m l w^2 / 3 - m g / 2, and the fit's own part is small */
    const double w = 2 * M_PI * 4.6;
    const double by_mass = 1.35 / 0.12 * 0.0005;
    const double by_length = (2 * 0.12 * 0.21 * w * w / 3 - 0.12 * 9.8 / 2) * 0.0003;
    const double u = test_uncertainty(&output, "stiffness");
    assert_true(fabs(u / hypot(by_mass, by_length) - 1) < 0.01);
    calib_pendulum_free(&pendulum);
    measure_channels_free(&input);
}

/* the speed of the tip, and the values of the rig instead of options */
static void test_velocity_and_rig_values(void **state)
{
    (void)state;
    const double omega = 2 * M_PI * 4.6, alpha = 0.003 * omega;
    for (size_t i = 0; i < N; i++) {
        const double t = (double)i / rate;
        values[i] = 0.21 * 0.03 * omega * exp(-alpha * t) *
                    cos(omega * sqrt(1 - 0.003 * 0.003) * t);
    }
    struct test_run run = test_one("tip_t", "m/s", 1, rate, values, N);
    run.rig = json_pack("{s:{s:{s:f}, s:{s:f, s:f}, s:{s:f}}}", "parameters", "mass", "value", 0.12,
                        "length", "value", 0.21, "uncertainty", 0.001, "gravity", "value", 9.8);
    const struct calib_pendulum_settings none = {.mass = {NAN, NAN},
                                                 .length = {NAN, NAN},
                                                 .gravity = {NAN, NAN},
                                                 .centre = {NAN, NAN},
                                                 .radius = NAN};
    struct calib_pendulum pendulum;
    assert_int_equal(find(test_record("velocity", &run), &none, &pendulum), ERROR_OK);
    json_decref(run.rig);
    assert_true(fabs(test_result(&output, "stiffness") - 1.350) < 0.0005);
    assert_true(fabs(pendulum.decay.amplitude - 0.03) < 0.0005);
    assert_true(test_uncertainty(&output, "stiffness") > 0.01); /* 1 mm of the length */
    calib_pendulum_free(&pendulum);
    measure_channels_free(&input);
}

/* half a cycle of dry friction is a cosine about a shifted centre */
static void test_coulomb_is_recognised(void **state)
{
    (void)state;
    const double omega = 2 * M_PI * 4.6, shift = 0.0001;
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    for (size_t i = 0; i < N; i++) {
        const double t = (double)i / rate, half = floor(t * omega / M_PI);
        const double side = fmod(half, 2) == 0 ? 1 : -1, start = 0.06 - 2 * shift * half;
        values[i] = start > shift ? side * (shift + (start - shift) * cos(omega * t - half * M_PI))
                                  : 0;
        values[i] += gsl_ran_gaussian(rng, 2e-5);
    }
    gsl_rng_free(rng);
    const struct test_run run = test_one("angle", "rad", 0.1, rate, values, N);
    struct calib_pendulum pendulum;
    assert_int_equal(find(test_record("coulomb", &run), &zhao, &pendulum), ERROR_OK);
    assert_int_equal(pendulum.decay.best, CALIB_COULOMB);
    assert_true(fabs(test_result(&output, "coulomb_deceleration") / (shift * omega * omega) - 1) <
                0.002);
    assert_true(fabs(test_result(&output, "frequency") - 4.6) < 1e-4);
    assert_null(test_find(&output, "damping_ratio")); /* there is none */
    assert_non_null(test_find(&output, "friction_torque"));
    calib_pendulum_free(&pendulum);
    measure_channels_free(&input);
}

/* a pendulum that is held for 3 s and then let go */
static void test_held_at_first(void **state)
{
    (void)state;
    swing(0.05, 0.004, 1e-4);
    memmove(values + 3000, values, (N - 3000) * sizeof *values);
    for (size_t i = 0; i < 3000; i++)
        values[i] = values[3000] * (i > 200);
    const struct test_run run = test_one("angle", "rad", 0.1, rate, values, N);
    struct calib_pendulum pendulum;
    assert_int_equal(find(test_record("held", &run), &zhao, &pendulum), ERROR_OK);
    assert_true(pendulum.decay.skipped >= 2900 && pendulum.decay.skipped < 3700);
    assert_true(fabs(test_result(&output, "frequency") - 4.6) < 1e-3);
    calib_pendulum_free(&pendulum);
    measure_channels_free(&input);
}

/* ---- what must be refused */

static void test_no_oscillation(void **state)
{
    (void)state;
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    for (size_t i = 0; i < N; i++)
        values[i] = 0.01 + gsl_ran_gaussian(rng, 0.001);
    gsl_rng_free(rng);
    struct test_run run = test_one("angle", "rad", 0.1, rate, values, N);
    refused(test_record("noise", &run), &zhao, ERROR_NUMERIC, "no oscillation");
    for (size_t i = 0; i < N; i++)
        values[i] = 0.01;
    refused(test_record("constant", &run), &zhao, ERROR_NUMERIC, "no oscillation");
    for (size_t i = 0; i < N; i++)
        values[i] = 0.08 * exp(-(double)i / 3000);
    refused(test_record("creep", &run), &zhao, ERROR_NUMERIC, "no oscillation");
}

static void test_two_lines(void **state)
{
    (void)state;
    swing(0.03, 0.003, 1e-5);
    for (size_t i = 0; i < N; i++)
        values[i] += 0.02 * exp(-0.05 * (double)i / rate) * cos(2 * M_PI * 6.1 * (double)i / rate);
    const struct test_run run = test_one("angle", "rad", 0.1, rate, values, N);
    refused(test_record("two", &run), &zhao, ERROR_NUMERIC, "6.1");
    assert_non_null(strstr(err.message, "more than one oscillation"));
}

static void test_clipping_gap_and_role(void **state)
{
    (void)state;
    swing(0.05, 0.004, 1e-4);
    struct test_run run = test_one("angle", "rad", 0.045, rate, values, N);
    refused(test_record("clipped", &run), &zhao, ERROR_INPUT, "clipped");
    run.channels[0].full = 0.1;
    run.gap = 7000;
    refused(test_record("gap", &run), &zhao, ERROR_INPUT, "missing at 7 s");
    run.gap = 0;
    run.channels[0].role = "rail";
    run.channels[0].unit = "m/s";
    const char *path = test_record("role", &run);
    refused(path, &zhao, ERROR_INPUT, "no channel has the role angle");
    struct calib_pendulum_settings other = zhao;
    other.channel = "tip_n";
    refused(path, &other, ERROR_INPUT, "the run has rail");
    run.channels[0].role = "velocity";
    run.channels[0].unit = "N";
    refused(test_record("unit", &run), &zhao, ERROR_INPUT, "is in N");
}

/* A swing that is slower the smaller it is, f = 4.6 Hz (1 + 1e-3 (A/A0)^2): its phase is the
 * integral of that over a decay of A^2. The parts tell it, and one that is not is not told so. */
static void test_frequency_by_amplitude(void **state)
{
    (void)state;
    const double alpha = 0.004 * 2 * M_PI * 4.6, share = 1e-3;
    swing(0.05, 0.004, 1e-4);
    struct calib_pendulum pendulum;
    for (int curved = 0; curved < 2; curved++) {
        for (size_t i = 0; curved && i < N; i++) {
            const double t = (double)i / rate, gone = 1 - exp(-2 * alpha * t);
            const double phase = 2 * M_PI * 4.6 * (t + share * gone / (2 * alpha));
            values[i] = 0.05 * exp(-alpha * t) * cos(phase);
        }
        const struct test_run run = test_one("angle", "rad", 0.1, rate, values, N);
        assert_int_equal(find(test_record(curved ? "curved" : "straight", &run), &zhao, &pendulum),
                         ERROR_OK);
        const struct calib_amplitudes *parts = &pendulum.amplitudes;
        assert_int_equal(parts->vary, curved);
        assert_true(!curved || parts->n >= 4);
        for (size_t i = 0; i < parts->n; i++) {
            const double gone = exp(-2 * alpha * parts->list[i].time);
            assert_true(fabs(parts->list[i].frequency / 4.6 - 1 - share * gone) < 0.1 * share);
        }
        /* what small swings have is inside what is told of the whole, which is not that sure of it
         */
        const double u = test_uncertainty(&output, "frequency");
        assert_true(!curved || fabs(test_result(&output, "frequency") - 4.6) < 2.5 * u);
        calib_pendulum_free(&pendulum);
        measure_channels_free(&input);
    }
}

static void test_velocity_without_radius(void **state)
{
    (void)state;
    swing(0.05, 0.004, 1e-4);
    const struct test_run run = test_one("velocity", "m/s", 0.1, rate, values, N);
    struct calib_pendulum_settings none = zhao;
    none.length = (struct calib_given){NAN, NAN};
    refused(test_record("radius", &run), &none, ERROR_INPUT, "--radius");
}

/* ---- a long run */

/* 10 minutes of three channels at 10 kHz; how long it takes is for the benchmarks */
static void test_ten_minutes(void **state)
{
    (void)state;
    enum { LONG = 6000000 };
    double *tall = malloc(LONG * sizeof *tall);
    assert_non_null(tall);
    const double omega = 2 * M_PI * 4.6;
    for (size_t i = 0; i < LONG; i++) {
        const double t = (double)i / 10000;
        tall[i] = 0.001 * exp(-0.01 * t) * cos(omega * t); /* so small that sin x is x */
    }
    struct test_run run = {.rate = 10000,
                           .n = LONG,
                           .n_channels = 3,
                           .channels = {{"rail", "m/s", 0.002, tall, 0},
                                        {"angle", "rad", 0.002, tall, 0},
                                        {"tip_n", "m/s", 0.002, tall, 0}}};
    const char *path = test_record("long", &run);
    free(tall);
    struct calib_pendulum pendulum;
    assert_int_equal(find(path, &zhao, &pendulum), ERROR_OK);
    const double undamped = sqrt(omega * omega + 1e-4) / (2 * M_PI);
    assert_true(fabs(test_result(&output, "frequency") - undamped) < 1e-6);
    calib_pendulum_free(&pendulum);
    measure_channels_free(&input);
}

/* 0.02 rad at 4.6 Hz without damping, and noise of 1e-4 rad: the spectrum's top is there and as
 * high, and what is left has nothing above 1e-5 rad beside it */
static void test_figure_has_the_line(void **state)
{
    (void)state;
    swing(0.02, 0, 1e-4);
    const struct test_run run = test_one("angle", "rad", 0.1, rate, values, N);
    struct calib_pendulum pendulum;
    assert_int_equal(find(test_record("line", &run), &zhao, &pendulum), ERROR_OK);
    struct figure figure = {0};
    calib_pendulum_draw(&pendulum, &figure);
    assert_int_equal(figure.n_panels, 3);
    const struct figure_series *s = figure.panels[2].series;
    size_t top[2] = {0, 0};
    for (int k = 0; k < 2; k++)
        for (size_t i = 0; i < s[k].n; i++)
            top[k] = s[k].y[i] > s[k].y[top[k]] ? i : top[k];
    assert_true(fabs(figure_series_x(&s[0], top[0]) - 4.6) <= s[0].step);
    assert_true(fabs(s[0].y[top[0]] / 0.02 - 1) < 0.03); /* between two frequencies it is less */
    assert_true(s[1].y[top[1]] < 1e-5);
    assert_true(fabs(s[2].x[0] - 4.6) < 1e-4); /* the upright line */
    figure_free(&figure);
    calib_pendulum_free(&pendulum);
    measure_channels_free(&input);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_stiffness_of_paper_2),
        cmocka_unit_test(test_velocity_and_rig_values),
        cmocka_unit_test(test_coulomb_is_recognised),
        cmocka_unit_test(test_held_at_first),
        cmocka_unit_test(test_no_oscillation),
        cmocka_unit_test(test_two_lines),
        cmocka_unit_test(test_clipping_gap_and_role),
        cmocka_unit_test(test_frequency_by_amplitude),
        cmocka_unit_test(test_velocity_without_radius),
        cmocka_unit_test(test_ten_minutes),
        cmocka_unit_test(test_figure_has_the_line),
    };
    test_begin(NULL);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
