/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A slider pulled by a spring, by small steps in time: mu_s is drawn anew at each slip and
 * remembers the last one. What is recorded has coarse steps, spikes, coloured noise and hum. */
#include "config.h"

#include "calib/stick_slip.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_randist.h>

#include "tests/calib/fixture.h"
#include "tests/test.h"

enum { N = 40000 };
static const double rate = 2000, g = 9.81, mass = 0.03, stiffness = 170, speed = 1e-3;
static const double mu_d = 0.3, mu_s = 0.335, scatter = 0.006, memory = 0.6;
static double force[N];

static const struct calib_puller puller = {
    .mass = {0.03, NAN}, .stiffness = {170, NAN}, .speed = {1e-3, NAN}, .gravity = {9.81, NAN}};

/* the spring's force, friction being mu_d + by_speed v in slip; leapfrog, 50 steps for each sample
 */
static void pull(gsl_rng *rng, double pulled, double rel_scatter, double by_speed)
{
    const int steps = 50;
    const double dt = 1 / (rate * steps);
    double stretch = mu_d * mass * g / stiffness, v = 0, deviation = 0, strength = mu_s;
    bool sticks = true;
    for (size_t i = 0; i < N; i++) {
        for (int k = 0; k < steps; k++) {
            const double f = stiffness * stretch;
            if (sticks && f > strength * mass * g) {
                sticks = false;
                v = 0;
            }
            if (!sticks) {
                v += dt * (f / mass - (mu_d + by_speed * v) * g);
                if (v < 0) {
                    sticks = true;
                    v = 0;
                    deviation = memory * deviation +
                                gsl_ran_gaussian(rng, rel_scatter * sqrt(1 - memory * memory));
                    strength = mu_s + deviation;
                }
            }
            stretch += dt * (pulled - v);
        }
        force[i] = stiffness * stretch;
    }
}

static void spoil(gsl_rng *rng)
{
    const double step = 2e-4; /* of the converter, N */
    double coloured = 0;
    for (size_t i = 0; i < N; i++) {
        coloured = 0.7 * coloured + gsl_ran_gaussian(rng, 1.5e-4);
        const double spike = gsl_rng_uniform(rng) < 1e-3 ? gsl_ran_gaussian(rng, 5e-3) : 0;
        const double hum = 2e-4 * sin(2 * M_PI * 50 * (double)i / rate);
        force[i] = step * round((force[i] + coloured + spike + hum) / step);
    }
}

static struct measure_channels input;
static struct calib_output output;
static struct error err;

/* hum comes and goes as slips do, and makes friction over speed known worse */
static void spoil_evenly(gsl_rng *rng)
{
    for (size_t i = 0; i < N; i++)
        force[i] += gsl_ran_gaussian(rng, 1e-4);
}

static void record(double pulled, unsigned long seed, double rel_scatter, double by_speed,
                   const char *name)
{
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    gsl_rng_set(rng, seed);
    pull(rng, pulled, rel_scatter, by_speed);
    (by_speed == 0 ? spoil : spoil_evenly)(rng);
    gsl_rng_free(rng);
    const struct test_run run = test_one("force", "N", 0.3, rate, force, N);
    test_open(test_record(name, &run), &input, &output);
}

static void test_friction_is_found(void **state)
{
    (void)state;
    for (unsigned long seed = 1; seed <= 3; seed++) {
        struct calib_stick_slip found;
        char name[16];
        snprintf(name, sizeof name, "pulled%lu", seed);
        record(speed, seed, scatter, 0, name);
        if (calib_stick_slip_find(&input, NULL, &puller, &found, &output, &err))
            fail_msg("%s", err.message);
        print_message("# mu_d %.5f(%.5f), mu_s %.5f(%.5f), scatter %.5f(%.5f), memory %.2f(%.2f), "
                      "slope %.4f(%.4f) for %.4f, w %.2f(%.2f) for %.2f, misfit %.4f\n",
                      found.sliding.value, found.sliding.uncertainty, found.strength.value,
                      found.strength.uncertainty, found.strength_scatter.value,
                      found.strength_scatter.uncertainty, found.memory.value,
                      found.memory.uncertainty, found.loading.value, found.loading.uncertainty,
                      stiffness * speed / (mass * g), found.quickness.value,
                      found.quickness.uncertainty, sqrt(stiffness / mass), found.misfit);
        assert_true(fabs(found.sliding.value - mu_d) < 3.5 * found.sliding.uncertainty);
        assert_true(fabs(found.strength.value - mu_s) < 3.5 * found.strength.uncertainty);
        assert_true(found.strength.uncertainty < 0.005);
        assert_true(fabs(found.strength_scatter.value - scatter) <
                    4 * found.strength_scatter.uncertainty);
        assert_true(fabs(found.memory.value - memory) < 4 * found.memory.uncertainty);
        assert_true(fabs(found.loading.value / (stiffness * speed / (mass * g)) - 1) < 0.01);
        assert_true(found.misfit < 0.02);
        assert_false(found.by_speed.varies);
        calib_stick_slip_free(&found);
        measure_channels_free(&input);
    }
}

/* Of 30 records the 95 % intervals of mu_s and of its scatter should hold the truth in 28; in less
 * than 24 by a chance of 1 in 500. That a slip remembers the last one, and that period and drop
 * scatter together, was overlooked once: 15. */
static void test_intervals_cover(void **state)
{
    (void)state;
    int inside[2] = {0, 0};
    for (unsigned long seed = 1; seed <= 30; seed++) {
        struct calib_stick_slip found;
        char name[32];
        snprintf(name, sizeof name, "cover%lu", seed);
        record(speed, 100 + seed, scatter, 0, name);
        if (calib_stick_slip_find(&input, NULL, &puller, &found, &output, &err))
            fail_msg("%s", err.message);
        inside[0] += fabs(found.strength.value - mu_s) < 1.96 * found.strength.uncertainty;
        inside[1] += fabs(found.strength_scatter.value - scatter) <
                     1.96 * found.strength_scatter.uncertainty;
        calib_stick_slip_free(&found);
        measure_channels_free(&input);
    }
    print_message("# of 30: mu_s inside %d, its scatter %d\n", inside[0], inside[1]);
    assert_true(inside[0] >= 24 && inside[1] >= 24);
}

/* the closed form against steps in time, without noise */
static void test_closed_form(void **state)
{
    (void)state;
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    for (int fast = 0; fast < 2; fast++) {
        struct calib_puller there = puller;
        there.speed.value = fast ? 5e-3 : 1e-3;
        pull(rng, there.speed.value, 0, 0);
        double high = 0, low = 1, last = NAN, first = NAN;
        int cycles = 0;
        for (size_t i = N / 4; i < N; i++) { /* passes mu_d upwards once a cycle */
            const double a = force[i - 1] / (mass * g), b = force[i] / (mass * g);
            high = fmax(high, b);
            low = fmin(low, b);
            if (a < mu_d && b >= mu_d) {
                last = ((double)i - (b - mu_d) / (b - a)) / rate;
                first = isnan(first) ? last : first;
                cycles++;
            }
        }
        const struct calib_stick_slip_cycle cycle = calib_stick_slip_predict(&there, mu_d, mu_s);
        assert_true(fabs(cycle.drop / (high - low) - 1) < 2e-3);
        assert_true(fabs(cycle.period / ((last - first) / (cycles - 1)) - 1) < 1e-3);
    }
    gsl_rng_free(rng);
}

static bool remarked(const char *words)
{
    for (size_t i = 0; i < output.n_remarks; i++)
        if (strstr(output.remarks[i], words))
            return true;
    return false;
}

/* a spring that is stiffer than was said loads faster, a softer one slower; a right one neither */
static void test_wrong_spring_is_told(void **state)
{
    (void)state;
    struct calib_puller wrong = puller;
    static const double said[] = {170, 150, 190};
    for (int i = 0; i < 3; i++) {
        struct calib_stick_slip found;
        wrong.stiffness.value = said[i];
        record(speed, 5, scatter, 0, i ? i == 1 ? "stiff" : "soft" : "right");
        if (calib_stick_slip_find(&input, NULL, &wrong, &found, &output, &err))
            fail_msg("%s", err.message);
        assert_int_equal(remarked("spring is stiffer"), i == 1);
        assert_int_equal(remarked("spring is softer"), i == 2);
        assert_true(remarked("ageing of static friction cannot be told"));
        calib_stick_slip_free(&found);
        measure_channels_free(&input);
    }
}

/* Friction that rises and falls with speed. In the last k is 20 % more than is said: speeds come
 * out too large by that, and what friction changes by, too. */
static void test_friction_over_speed(void **state)
{
    (void)state;
    static const double slopes[] = {1.5, -1.5, -1.5};
    for (size_t k = 0; k < 3; k++) {
        struct calib_puller said = puller;
        struct calib_stick_slip found;
        char name[16];
        snprintf(name, sizeof name, "slope%zu", k);
        said.stiffness.value /= k == 2 ? 1.2 : 1;
        record(speed, 11 + k, scatter, slopes[k], name);
        if (calib_stick_slip_find(&input, NULL, &said, &found, &output, &err))
            fail_msg("%s", err.message);
        const struct calib_friction_speed *points = &found.by_speed;
        print_message("# slope %.3f(%.3f) of %.1f, %zu points to %.2g m/s\n", points->slope.value,
                      points->slope.uncertainty, slopes[k], points->n,
                      points->speed[points->n - 1]);
        assert_true(points->n >= 6);
        assert_true(points->varies);
        const double u = points->slope.uncertainty;
        assert_true(fabs(points->slope.value - slopes[k]) < 3.5 * u);
        assert_true(u < 0.3); /* a fifth of it */
        calib_stick_slip_free(&found);
        measure_channels_free(&input);
    }
}

static void test_bad_records(void **state)
{
    (void)state;
    struct calib_stick_slip found;
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    for (size_t i = 0; i < N; i++)
        force[i] = mu_d * mass * g; /* slides steadily */
    spoil(rng);
    gsl_rng_free(rng);
    const struct test_run run = test_one("force", "N", 0.3, rate, force, N);
    test_open(test_record("steady", &run), &input, &output);
    assert_int_equal(calib_stick_slip_find(&input, NULL, &puller, &found, &output, &err),
                     ERROR_NUMERIC);
    assert_non_null(strstr(err.message, "does it slide steadily"));
    struct calib_puller unknown = puller;
    unknown.speed.value = NAN;
    assert_int_equal(calib_stick_slip_find(&input, NULL, &unknown, &found, &output, &err),
                     ERROR_INPUT);
    assert_non_null(strstr(err.message, "give --pull"));
    measure_channels_free(&input);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_closed_form),         cmocka_unit_test(test_friction_is_found),
        cmocka_unit_test(test_intervals_cover),     cmocka_unit_test(test_wrong_spring_is_told),
        cmocka_unit_test(test_friction_over_speed), cmocka_unit_test(test_bad_records),
    };
    test_begin(NULL);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
