/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs to velocities: noise level, skew, and what is refused. */
#include "config.h"

#include "lib/measure/record.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>

#include "lib/run/write.h"
#include "tests/fit/fixture.h"
#include "tests/test.h"

static struct error err;
static char *directory;

#define good(call)                                  \
    do {                                            \
        if ((call) != ERROR_OK)                     \
            fail_msg("%s: %s", #call, err.message); \
    } while (0)

/* rms 0.01 on a wave with steps in it, within 5 % */
static void noise_of_a_signal_with_jumps(void **state)
{
    (void)state;
    enum { N = 5000 };
    double v[N];
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    for (int i = 0; i < N; i++)
        v[i] = sin(0.006 * i) + (i / 500 % 2) + gsl_ran_gaussian(rng, 0.01);
    gsl_rng_free(rng);
    assert_true(fabs(measure_record_noise(v, N, 1e-6) / 0.01 - 1) < 0.05);
    for (int i = 0; i < N; i++)
        v[i] = 3;
    assert_true(measure_record_noise(v, N, 1e-6) == 1e-6);
}

/* a run whose channel c shows (1 + c) m/s2 * t, taken `skew` ns after the first */
static void write_run(const char *path, const char *const *roles, const char *unit, size_t n,
                      int64_t skew, bool gap)
{
    struct run_channel channels[3];
    for (size_t c = 0; c < n; c++)
        channels[c] = (struct run_channel){.role = roles[c],
                                           .unit = unit,
                                           .sensitivity = 1,
                                           .coefficients = {0, 1e-6},
                                           .n_coefficients = 2,
                                           .count_min = -8388608,
                                           .count_max = 8388607,
                                           .skew_ns = (int64_t)c * skew};
    const struct run_info info = {
        .period_ns = 100000, .bits = 24, .channels = channels, .n_channels = n};
    struct run_writer *writer;
    good(run_create(path, &info, RUN_FORMAT_WAV, &writer, &err));
    int32_t samples[3 * 200];
    for (size_t i = 0; i < 200; i++)
        for (size_t c = 0; c < n; c++)
            samples[i * n + c] = (int32_t)lround(1e6 * (double)(1 + c) * 1e-9 *
                                                 (double)((int64_t)i * 100000 + (int64_t)c * skew));
    good(run_write_frames(writer, samples, 200, &err));
    if (gap)
        good(run_write_gap(writer, 7, "overflow", &err));
    if (gap)
        good(run_write_frames(writer, samples, 200, &err));
    good(run_finish(writer, RUN_COMPLETE, NULL, &err));
}

static const char *path_of(const char *name)
{
    static char path[4096];
    snprintf(path, sizeof path, "%s/%s", directory, name);
    return path;
}

static const char *const roles[3] = {"tip_t", "tip_n", "rail"};

static void skew_is_taken_out(void **state)
{
    (void)state;
    struct measure_record m;
    write_run(path_of("skew"), roles, "m/s", 3, 20000, false);
    good(measure_record_read(path_of("skew"), &m, &err));
    assert_int_equal(m.n, 200);
    assert_true(fabs(m.period - 1e-4) < 1e-15);
    for (size_t i = 1; i < 200; i++)
        for (int c = 0; c < MEASURE_CHANNELS; c++)
            assert_true(fabs(m.v[c][i] - (1 + c) * 1e-4 * (double)i) < 2e-6);
    measure_record_free(&m);
}

static void what_is_refused(void **state)
{
    (void)state;
    struct measure_record m;
    write_run(path_of("gap"), roles, "m/s", 3, 0, true);
    assert_int_equal(measure_record_read(path_of("gap"), &m, &err), ERROR_INPUT);
    assert_non_null(strstr(err.message, "missing at frame 200"));
    write_run(path_of("rail"), roles + 2, "m/s", 1, 0, false);
    assert_int_equal(measure_record_read(path_of("rail"), &m, &err), ERROR_INPUT);
    assert_non_null(strstr(err.message, "tip_t or tip_n"));
    write_run(path_of("volts"), roles, "V", 2, 0, false);
    assert_int_equal(measure_record_read(path_of("volts"), &m, &err), ERROR_INPUT);
    assert_non_null(strstr(err.message, "m/s"));
    assert_int_not_equal(measure_record_read(path_of("none"), &m, &err), ERROR_OK);
}

/* 12 samples without light in a wave, and a wave that just passes through rest */
static void dropouts(void **state)
{
    (void)state;
    enum { N = 2000 };
    double v[N], clean[N];
    unsigned char lost[N] = {0};
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    for (int i = 0; i < N; i++)
        v[i] = clean[i] = 0.004 + 0.5 * sin(0.01 * i) + gsl_ran_gaussian(rng, 1e-3);
    assert_int_equal(measure_record_dropouts(v, N, 0.004, 1e-3, 30, lost), 0);
    assert_memory_equal(v, clean, sizeof v);
    for (int i = 100; i < 112; i++)
        v[i] = 0.004 + gsl_ran_gaussian(rng, 1e-3);
    assert_int_equal(measure_record_dropouts(v, N, 0.004, 1e-3, 30, lost), 12);
    for (int i = 0; i < N; i++)
        assert_int_equal(lost[i], i >= 99 && i < 113);
    for (int i = 100; i < 112; i++)
        assert_true(fabs(v[i] - clean[i]) < 0.02);
    /* an impact that ends in rest, and then the tip is pushed on: no dropout */
    for (int i = 0; i < N; i++)
        v[i] = gsl_ran_gaussian(rng, 1e-3) + (i < 500 ? -0.3 : i < 520 ? 0 : 0.001 * (i - 520));
    assert_int_equal(measure_record_dropouts(v, N, 0, 1e-3, 30, lost), 0);
    gsl_rng_free(rng);
}

static void mean_and_its_uncertainty(void **state)
{
    (void)state;
    enum { N = 10000 };
    double *v = malloc(N * sizeof *v), uncertainty;
    struct measure_record m = {
        .n = N, .period = 1e-4, .noise = {[MEASURE_RAIL] = 0.01}, .v = {[MEASURE_RAIL] = v}};
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    assert_true(v && rng);
    for (int i = 0; i < N; i++)
        v[i] = i < 1000 ? 7 : -0.5 + gsl_ran_gaussian(rng, 0.01);
    const double mean = measure_record_mean(&m, MEASURE_RAIL, 1000, &uncertainty);
    assert_true(fabs(mean + 0.5) < 5 * 0.01 / sqrt(9000));
    assert_true(fabs(uncertainty / (0.01 / sqrt(9000)) - 1) < 0.5);
    for (int i = 0; i < N; i++) /* uneven by 2 %: the mean is less sure */
        v[i] += 0.01 * sin(2 * 3.14159265358979 * 3 * 1e-4 * i);
    measure_record_mean(&m, MEASURE_RAIL, 1000, &uncertainty);
    assert_true(uncertainty > 5e-4);
    gsl_rng_free(rng);
    free(v);
}

static int setup(void **state)
{
    (void)state;
    directory = fixture_directory();
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    fixture_remove(directory);
    free(directory);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(noise_of_a_signal_with_jumps), cmocka_unit_test(skew_is_taken_out),
        cmocka_unit_test(what_is_refused), cmocka_unit_test(dropouts),
        cmocka_unit_test(mean_and_its_uncertainty)};
    return cmocka_run_group_tests(tests, setup, teardown);
}
