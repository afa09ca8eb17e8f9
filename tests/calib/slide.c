/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "calib/slide.h"

#include <math.h>
#include <string.h>

#include <gsl/gsl_randist.h>

#include "tests/calib/fixture.h"
#include "tests/test.h"

enum { N = 30000 };
static const double rate = 10000;
static double values[N], angles[N];
static struct measure_channels input;
static struct calib_output output;
static struct calib_slide slide;
static struct error err;

static void add_noise(double *x, double sigma)
{
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    for (size_t i = 0; i < N; i++)
        x[i] += gsl_ran_gaussian(rng, sigma);
    gsl_rng_free(rng);
}

static enum error_code find(const char *path, double incline, double incline_u)
{
    const struct calib_slide_settings settings = {.gravity = {9.81, 0.01},
                                                  .incline = {incline, incline_u}};
    test_open(path, &input, &output);
    return calib_slide_find(&input, &settings, &slide, &output, &err);
}

/* pushed to 1.5 m/s in 0.1 s, then slowed by mu g = 0.6 * 9.81; the sensor looks
 * the other way and has an offset */
static void test_sliding_to_rest(void **state)
{
    (void)state;
    for (size_t i = 0; i < N; i++) {
        const double t = (double)i / rate;
        const double rise = fmin(fmax((t - 0.5) / 0.1, 0), 1) * 1.5;
        values[i] = -fmax(0, rise - fmax(0, t - 0.6) * 0.6 * 9.81) + 0.02;
    }
    add_noise(values, 0.005);
    const struct test_run run = test_one("velocity", "m/s", 5, rate, values, N);
    assert_int_equal(find(test_record("rest", &run), NAN, NAN), ERROR_OK);
    const double u = test_uncertainty(&output, "friction");
    assert_true(fabs(test_result(&output, "friction") - 0.6) < 4 * u);
    assert_true(fabs(test_result(&output, "friction") - 0.6) < 0.002);
    assert_true(u > 0.0005 && u < 0.002); /* gravity's 0.1 % alone is 0.0006 */
    assert_null(test_find(&output, "static_friction"));
    assert_false(slide.by_speed.varies);
    assert_true(fabs(test_result(&output, "friction_slope")) <
                3.5 * test_uncertainty(&output, "friction_slope"));
    calib_slide_free(&slide);
    measure_channels_free(&input);
}

/* an incline raised by 2 deg/s from 28 deg until it lets go at atan(0.6), then
 * sliding with 0.45, about 31 deg: the speed is the integral of g (sin - mu cos) */
static void test_incline_gives_both(void **state)
{
    (void)state;
    double speed = 0;
    bool slides = false;
    for (size_t i = 0; i < N; i++) {
        const double t = (double)i / rate, deg = M_PI / 180;
        angles[i] = slides ? angles[i - 1] : (28 + 2 * t) * deg;
        slides = slides || tan(angles[i]) >= 0.6;
        if (slides && speed < 1.2)
            speed += 9.81 * (sin(angles[i]) - 0.45 * cos(angles[i])) / rate;
        else if (speed >= 1.2)
            speed = 1.2; /* it leaves the incline for a level belt of that speed */
        values[i] = speed;
    }
    for (size_t i = N - 2000; i < N; i++)
        values[i] = 0;
    add_noise(values, 0.003);
    add_noise(angles, 1e-4);
    struct test_run run = test_one("velocity", "m/s", 5, rate, values, N);
    run.n_channels = 2;
    run.channels[1] = (struct test_channel){"angle", "rad", 1, angles, 0};
    assert_int_equal(find(test_record("incline", &run), NAN, NAN), ERROR_OK);
    assert_true(fabs(test_result(&output, "static_friction") - 0.6) < 0.003);
    calib_slide_free(&slide);
    measure_channels_free(&input);
}

/* down a known incline of 35 deg with mu 0.5: a = g (sin b - mu cos b) */
static void test_known_incline(void **state)
{
    (void)state;
    const double b = 35 * M_PI / 180, a = 9.81 * (sin(b) - 0.5 * cos(b));
    for (size_t i = 0; i < N; i++) {
        const double t = (double)i / rate - 0.5;
        values[i] = t < 0 || t > 1.5 ? 0 : a * t;
    }
    add_noise(values, 0.005);
    const struct test_run run = test_one("tip_t", "m/s", 5, rate, values, N);
    assert_int_equal(find(test_record("known", &run), b, 0.01), ERROR_OK);
    assert_true(fabs(test_result(&output, "friction") - 0.5) < 0.001);
    /* d mu / d b = 1 / cos^2 b - a tan b / (g cos b) */
    const double by_angle = 1 / (cos(b) * cos(b)) - a * tan(b) / (9.81 * cos(b));
    assert_true(fabs(test_uncertainty(&output, "friction") / (0.01 * by_angle) - 1) < 0.02);
    calib_slide_free(&slide);
    measure_channels_free(&input);
}

/* slowed by mu(v) = 0.4 + c v: v' = -g mu(v), so v + 0.4/c = (1.5 + 0.4/c) exp(-g c t). Each part
 * has its own friction, which is told, drawn, and printed as the table of a rig file */
static void test_friction_over_speed(void **state)
{
    (void)state;
    static const double slopes[] = {0.1, -0.15};
    for (size_t k = 0; k < 2; k++) {
        const double c = slopes[k];
        for (size_t i = 0; i < N; i++) {
            const double t = (double)i / rate - 0.5;
            const double v = (1.5 + 0.4 / c) * exp(-9.81 * c * t) - 0.4 / c;
            values[i] = t < 0 ? 0 : fmax(0, v);
        }
        add_noise(values, 0.001);
        const struct test_run run = test_one("velocity", "m/s", 5, rate, values, N);
        assert_int_equal(find(test_record(k ? "falls" : "rises", &run), NAN, NAN), ERROR_OK);
        const struct calib_friction_speed *points = &slide.by_speed;
        assert_int_equal(points->n, 12);
        assert_true(points->varies);
        for (size_t i = 0; i < points->n; i++) {
            assert_true(fabs(points->friction[i] - (0.4 + c * points->speed[i])) <
                        4 * points->uncertainty[i]);
            assert_true(points->uncertainty[i] > 0 && points->uncertainty[i] < 0.02);
        }
        assert_true(points->speed[0] < 0.3 && points->speed[11] > 1.2);
        const double u = test_uncertainty(&output, "friction_slope");
        assert_true(fabs(test_result(&output, "friction_slope") - c) < 3.5 * u && u < 0.01);
        struct figure figure = {0};
        calib_slide_draw(&slide, &figure);
        assert_int_equal(figure.n_panels, 3);
        assert_ptr_equal(figure.panels[2].series[0].y, points->friction);
        figure_free(&figure);
        calib_slide_free(&slide);
        measure_channels_free(&input);
    }
}

static void test_refusals(void **state)
{
    (void)state;
    memset(values, 0, sizeof values);
    add_noise(values, 0.005);
    struct test_run run = test_one("velocity", "m/s", 5, rate, values, N);
    assert_int_equal(find(test_record("still", &run), NAN, NAN), ERROR_NUMERIC);
    assert_non_null(strstr(err.message, "nothing slides"));
    assert_int_equal(output.n, 0);
    measure_channels_free(&input);
    for (size_t i = 0; i < N; i++) /* faster than free fall on the level */
        values[i] = i < 5000 || i > 25000 ? 0 : 12e-4 * (double)(i - 5000);
    run.channels[0].full = 50;
    assert_int_equal(find(test_record("uphill", &run), NAN, NAN), ERROR_NUMERIC);
    assert_non_null(strstr(err.message, "needs no friction"));
    assert_int_equal(output.n, 0);
    measure_channels_free(&input);
    run.channels[0].role = "rail";
    assert_int_equal(find(test_record("rail", &run), NAN, NAN), ERROR_INPUT);
    measure_channels_free(&input);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sliding_to_rest), cmocka_unit_test(test_incline_gives_both),
        cmocka_unit_test(test_known_incline),   cmocka_unit_test(test_friction_over_speed),
        cmocka_unit_test(test_refusals),
    };
    test_begin(NULL);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
