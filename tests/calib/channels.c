/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "calib/channels.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include <gsl/gsl_randist.h>

#include "tests/calib/fixture.h"
#include "tests/test.h"

enum { N = 60000 };
static const double rate = 10000;
static double first[N], second[N];
static struct measure_channels input;
static struct calib_output output;
static struct calib_channels channels;
static struct error err;

/* band-limited motion: many sines of fixed random phase, after 0.5 s of rest */
static double motion(double t)
{
    double sum = 0;
    for (int k = 1; k <= 40; k++)
        sum += sin(2 * M_PI * 7.3 * k * t + k * k * 1.7) / k;
    return t < 0.5 ? 0 : 0.1 * sum * fmin(1, (t - 0.5) / 0.1);
}

/* offsets 0.03 and -0.01 m/s; the second channel sees all 0.23 ms later and is
 * converted 50 us after the first */
static struct test_run make(void)
{
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    for (size_t i = 0; i < N; i++) {
        const double t = (double)i / rate;
        first[i] = motion(t) + 0.03 + gsl_ran_gaussian(rng, 0.001);
        second[i] = -motion(t + 50e-6 - 230e-6) - 0.01 + gsl_ran_gaussian(rng, 0.002);
    }
    gsl_rng_free(rng);
    struct test_run run = test_one("rail", "m/s", 2, rate, first, N);
    run.n_channels = 2;
    run.channels[1] = (struct test_channel){"tip_t", "m/s", 5, second, 50000};
    return run;
}

static enum error_code find(const char *path, double rest)
{
    test_open(path, &input, &output);
    return calib_channels_find(&input, rest, &channels, &output, &err);
}

static void test_offset_noise_and_delay(void **state)
{
    (void)state;
    const struct test_run run = make();
    const double rests[] = {0.45, NAN}; /* said, and found */
    for (size_t i = 0; i < 2; i++) {
        assert_int_equal(find(i ? scratch_path("plain") : test_record("plain", &run), rests[i]),
                         ERROR_OK);
        /* full scale is 10 V: 0.2 and 0.5 m/s per volt */
        assert_true(fabs(test_result(&output, "rail_offset") - 0.15) < 0.001);
        assert_true(fabs(test_result(&output, "tip_t_offset") + 0.02) < 0.001);
        assert_true(fabs(test_result(&output, "rail_noise") - 0.001) < 1e-4);
        assert_true(fabs(test_result(&output, "tip_t_noise") - 0.002) < 2e-4);
        assert_true(fabs(test_result(&output, "tip_t_delay") - 230e-6) < 2e-6);
        assert_true(test_uncertainty(&output, "tip_t_delay") < 2e-6);
        assert_int_equal(channels.list[0].measured->n_lost + channels.list[1].measured->n_lost, 0);
        calib_channels_free(&channels);
        measure_channels_free(&input);
    }
}

static void test_no_delay_between_strangers(void **state)
{
    (void)state;
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    struct test_run run = make();
    for (size_t i = 0; i < N; i++)
        second[i] = gsl_ran_gaussian(rng, 0.1);
    gsl_rng_free(rng);
    assert_int_equal(find(test_record("strangers", &run), 0.4), ERROR_OK);
    assert_null(test_find(&output, "tip_t_delay"));
    calib_channels_free(&channels);
    measure_channels_free(&input);
}

/* one that falls to a constant for 4 ms, a spike of one sample, one that is held,
 * a clipped stretch; and an impact, which is none of these */
static void test_dropouts_are_flagged(void **state)
{
    (void)state;
    struct test_run run = make();
    for (size_t i = 0; i < 40; i++) {
        first[20000 + i] = i % 2 ? -1.5 : -1.499;
        first[40000 + i] = first[40000];
    }
    first[30000] += 0.5;
    for (size_t i = 50000; i < 50020; i++)
        first[i] = 9;
    for (size_t i = 25000; i < N; i++)
        second[i] += 1; /* a jump that stays */
    assert_int_equal(find(test_record("dropouts", &run), 0.45), ERROR_OK);
    const struct measure_channel *rail = channels.list[0].measured;
    assert_int_equal(rail->n_dropouts, 3);
    assert_int_equal(rail->n_lost, 40 + 40 + 1);
    assert_int_equal(rail->n_clipped, 20);
    assert_true(rail->flags[20000] && rail->flags[20039] && !rail->flags[20040]);
    assert_true(rail->flags[30000] && !rail->flags[29999] && !rail->flags[30001]);
    assert_int_equal(channels.list[1].measured->n_lost, 0);

    char path[600], line[256];
    snprintf(path, sizeof path, "%s", scratch_path("values.csv"));
    assert_int_equal(calib_channels_write(&channels, path, false, &err), ERROR_OK);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    assert_non_null(fgets(line, sizeof line, file));
    assert_string_equal(line, "t,rail,rail_flag,tip_t,tip_t_flag\n");
    for (size_t i = 0; i <= 30000; i++)
        assert_non_null(fgets(line, sizeof line, file));
    assert_true(strncmp(line, "3,,2,", 5) == 0); /* no value where there was a dropout */
    fclose(file);
    calib_channels_free(&channels);
    measure_channels_free(&input);
}

/* the rig says sign -1 and a beam at 60 deg; the run was converted without */
static void test_conversion_is_compared_with_the_rig(void **state)
{
    (void)state;
    struct test_run run = make();
    run.rig = json_pack("{s:[{s:s, s:f, s:{s:{s:f}, s:{s:f}}}]}", "channels", "role", "rail",
                        "sensitivity", 0.2, "values", "sign", "value", -1.0, "beam_angle", "value",
                        M_PI / 3);
    assert_int_equal(find(test_record("rig", &run), 0.45), ERROR_OK);
    json_decref(run.rig);
    assert_int_equal(output.n_remarks, 1);
    assert_non_null(strstr(output.remarks[0], "-0.4"));
    calib_channels_free(&channels);
    measure_channels_free(&input);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_offset_noise_and_delay),
        cmocka_unit_test(test_no_delay_between_strangers),
        cmocka_unit_test(test_dropouts_are_flagged),
        cmocka_unit_test(test_conversion_is_compared_with_the_rig),
    };
    test_begin(NULL);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
