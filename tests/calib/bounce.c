/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "calib/bounce.h"

#include <math.h>
#include <string.h>

#include <gsl/gsl_randist.h>

#include "tests/calib/fixture.h"
#include "tests/test.h"

enum { N = 11000 }; /* ends before the ball is at rest */
static const double rate = 10000, g = 9.81;
static double values[N];
static struct measure_channels input;
static struct calib_output output;
static struct calib_bounce bounce;
static struct error err;

/* a ball let go from 0.2 m at t = 0.1 s; e = e0 + slope * speed at each impact */
static size_t drop(double e0, double slope, double noise, double sign)
{
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    double start = 0.1, up = 0; /* of the flight, and the speed it begins with */
    double end = start + sqrt(2 * 0.2 / g);
    size_t impacts = 0;
    for (size_t i = 0; i < N; i++) {
        const double t = (double)i / rate;
        while (t >= end && up < 1e9) {
            const double down = g * (end - start) - up;
            up = (e0 + slope * down) * down;
            start = end;
            end = up > 0.05 ? start + 2 * up / g : INFINITY;
            up = up > 0.05 ? up : INFINITY; /* too small: it rests */
            impacts += up < 1e9;
        }
        const double v = t < 0.1 || up > 1e9 ? 0 : up - g * (t - start);
        values[i] = sign * v + gsl_ran_gaussian(rng, noise);
    }
    gsl_rng_free(rng);
    return impacts;
}

static enum error_code find(const char *path)
{
    test_open(path, &input, &output);
    return calib_bounce_find(&input, NULL, &bounce, &output, &err);
}

static void test_each_impact(void **state)
{
    (void)state;
    const size_t impacts = drop(0.7, 0, 0.002, 1);
    const struct test_run run = test_one("tip_n", "m/s", 5, rate, values, N);
    assert_int_equal(find(test_record("ball", &run)), ERROR_OK);
    assert_true(impacts >= 6);
    assert_true(bounce.n == impacts || bounce.n + 1 == impacts); /* the end may cut its flight */
    double speed = sqrt(2 * g * 0.2);
    for (size_t i = 0; i < bounce.n; i++) {
        const struct calib_impact *impact = &bounce.impacts[i];
        assert_true(fabs(impact->speed - speed) < 0.004);
        assert_true(fabs(impact->restitution - 0.7) < 4 * impact->uncertainty);
        speed *= 0.7;
    }
    assert_true(fabs(bounce.impacts[0].time - 0.1 - sqrt(0.4 / g)) < 2e-4);
    assert_true(fabs(test_result(&output, "restitution") - 0.7) < 0.003);
    assert_true(test_uncertainty(&output, "restitution") < 0.003);
    calib_bounce_free(&bounce);
    measure_channels_free(&input);
}

/* restitution that falls with the speed, and a sensor that looks from below */
static void test_against_speed(void **state)
{
    (void)state;
    drop(0.8, -0.1, 0.002, -1);
    const struct test_run run = test_one("velocity", "m/s", 5, rate, values, N);
    assert_int_equal(find(test_record("speed", &run)), ERROR_OK);
    for (size_t i = 0; i < 5; i++) {
        const struct calib_impact *impact = &bounce.impacts[i];
        assert_true(fabs(impact->restitution - 0.8 + 0.1 * impact->speed) < 0.005);
    }
    assert_true(test_result(&output, "restitution_spread") > 0.01);
    calib_bounce_free(&bounce);
    measure_channels_free(&input);
}

static void test_no_impact(void **state)
{
    (void)state;
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    for (size_t i = 0; i < N; i++)
        values[i] = sin((double)i / 500) + gsl_ran_gaussian(rng, 0.002);
    gsl_rng_free(rng);
    const struct test_run run = test_one("tip_n", "m/s", 5, rate, values, N);
    assert_int_equal(find(test_record("none", &run)), ERROR_NUMERIC);
    assert_non_null(strstr(err.message, "no impact"));
    assert_int_equal(output.n, 0);
    measure_channels_free(&input);
}

/* an impact that tells nothing of its coefficient is no reason to press the others flat */
static void test_picture(void **state)
{
    (void)state;
    struct calib_impact impacts[] = {
        {0.1, 1e-4, 600, 4000}, {0.2, 0.3, 0.5, 0.1}, {0.3, 0.2, 0.4, 0.2}};
    double velocity[4] = {0};
    const struct calib_bounce seen = {
        .impacts = impacts, .n = 3, .velocity = velocity, .n_samples = 4, .period = 1e-3};
    struct figure figure = {0};
    calib_bounce_draw(&seen, &figure);
    const struct figure_panel *panel = &figure.panels[figure.n_panels - 1];
    assert_true(panel->axes[1].fixed);
    assert_true(panel->axes[1].low < 0.2 && panel->axes[1].low > 0);
    assert_true(panel->axes[1].high > 0.6 && panel->axes[1].high < 1);
    assert_non_null(strstr(panel->series[panel->n_series - 1].name, "1 outside"));
    figure_free(&figure);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_impact),
        cmocka_unit_test(test_against_speed),
        cmocka_unit_test(test_no_impact),
        cmocka_unit_test(test_picture),
    };
    test_begin(NULL);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
