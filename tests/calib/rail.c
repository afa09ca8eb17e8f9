/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "calib/rail.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include <gsl/gsl_randist.h>
#include <gsl/gsl_spline.h>

#include "tests/calib/fixture.h"
#include "tests/test.h"

enum { N = 40000 };
static const double rate = 10000;
static double values[N], clean[N];
static struct measure_channels input;
static struct calib_output output;
static struct calib_rail rail;
static struct error err;

/* pulled by hand: at rest for 0.5 s, then -0.5 m/s, growing by 2 % a second, with
 * 3 % of ripple at 5 Hz and 1 % at 17 Hz, and at rest again from 3.5 s on */
static double speed(double t)
{
    const double begin = 0.5 * (1 + tanh((t - 0.5) / 0.02));
    const double end = 0.5 * (1 - tanh((t - 3.5) / 0.02));
    return -0.5 * begin * end *
           (1 + 0.02 * (t - 2) + 0.03 * sin(2 * M_PI * 5 * t) + 0.01 * sin(2 * M_PI * 17 * t));
}

static void make(void)
{
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    for (size_t i = 0; i < N; i++) {
        clean[i] = speed((double)i / rate);
        values[i] = clean[i] + gsl_ran_gaussian(rng, 0.002);
    }
    gsl_rng_free(rng);
}

static void test_speed_drift_and_ripple(void **state)
{
    (void)state;
    make();
    const struct test_run run = test_one("rail", "m/s", 1, rate, values, N);
    test_open(test_record("rail", &run), &input, &output);
    assert_int_equal(calib_rail_find(&input, NULL, 50, &rail, &output, &err), ERROR_OK);
    assert_true(fabs(test_result(&output, "belt_speed") + 0.5) < 0.001);
    assert_true(fabs(test_result(&output, "rail_drift") - 0.02) < 0.003);
    assert_true(rail.n_lines >= 2);
    assert_true(fabs(rail.lines[0].frequency - 5) < 0.1);
    assert_true(fabs(rail.lines[0].amplitude - 0.015) < 0.001);
    assert_true(fabs(rail.lines[1].frequency - 17) < 0.1);
    assert_true(fabs(rail.lines[1].amplitude - 0.005) < 0.0005);
    assert_true(fabs(rail.ripple - 0.5 * sqrt((9e-4 + 1e-4) / 2 + 16e-6)) < 0.0003);
    calib_rail_free(&rail);
    measure_channels_free(&input);
}

/* through the file that the simulator reads: the natural cubic spline through it
 * is the speed without the noise */
static void test_spline(void **state)
{
    (void)state;
    make();
    const struct test_run run = test_one("rail", "m/s", 1, rate, values, N);
    test_open(test_record("spline", &run), &input, &output);
    assert_int_equal(calib_rail_find(&input, NULL, 50, &rail, &output, &err), ERROR_OK);
    char path[600], line[256];
    snprintf(path, sizeof path, "%s", scratch_path("spline.csv"));
    assert_int_equal(calib_rail_write(&rail, path, false, &err), ERROR_OK);
    assert_int_equal(calib_rail_write(&rail, path, false, &err), ERROR_EXISTS);
    static double t[5000], v[5000];
    size_t n = 0;
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    assert_non_null(fgets(line, sizeof line, file));
    assert_string_equal(line, "t,v\n");
    while (n < 5000 && fgets(line, sizeof line, file))
        n += sscanf(line, "%lf,%lf", &t[n], &v[n]) == 2;
    fclose(file);
    assert_true(n > 100 && n < 1000);
    assert_true(t[0] == 0 && fabs(t[n - 1] - (N - 1) / rate) < 1e-9);
    gsl_spline *spline = gsl_spline_alloc(gsl_interp_cspline, n);
    gsl_spline_init(spline, t, v, n);
    double square = 0;
    for (size_t i = 7000; i < 33000; i++)
        square += pow(gsl_spline_eval(spline, (double)i / rate, NULL) - clean[i], 2) / 26000;
    gsl_spline_free(spline);
    assert_true(sqrt(square) < 0.0004); /* a fifth of the noise */
    calib_rail_free(&rail);
    measure_channels_free(&input);
}

static void test_rest_is_refused(void **state)
{
    (void)state;
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    for (size_t i = 0; i < N; i++)
        values[i] = gsl_ran_gaussian(rng, 0.002);
    gsl_rng_free(rng);
    const struct test_run run = test_one("rail", "m/s", 1, rate, values, N);
    test_open(test_record("still", &run), &input, &output);
    assert_int_equal(calib_rail_find(&input, NULL, 50, &rail, &output, &err), ERROR_NUMERIC);
    assert_non_null(strstr(err.message, "does not move steadily"));
    assert_int_equal(output.n, 0);
    measure_channels_free(&input);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_speed_drift_and_ripple),
        cmocka_unit_test(test_spline),
        cmocka_unit_test(test_rest_is_refused),
    };
    test_begin(NULL);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
