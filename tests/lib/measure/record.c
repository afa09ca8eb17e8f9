/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs to velocities: one grid, bridges over what was not seen, and what is refused. */
#include "config.h"

#include "lib/measure/record.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>

#include "tests/lib/measure/fixture.h"
#include "tests/test.h"

enum { N = 2000 };
static const char *const roles[MEASURE_CHANNELS] = {"tip_t", "tip_n", "rail"};
static double values[MEASURE_CHANNELS][N];
static struct measure_record m;
static struct error err;

/* channel c shows (1 + c) m/s2 * t and is taken c * skew after the first */
static struct test_run make(const char *unit, size_t first, size_t n, int64_t skew)
{
    struct test_run run = {.rate = 1e4, .n = N, .n_channels = n};
    for (size_t c = 0; c < n; c++) {
        const int64_t late = (int64_t)c * skew;
        for (size_t i = 0; i < N; i++)
            values[c][i] = (double)(1 + c) * (1e-4 * (double)i + 1e-9 * (double)late);
        run.channels[c] = (struct test_channel){roles[first + c], unit, 1, values[c], late};
    }
    return run;
}

static enum error_code record(const char *name, const struct test_run *run)
{
    return measure_record_read(test_record(name, run), &m, &err);
}

static void skew_is_taken_out(void **state)
{
    (void)state;
    const struct test_run run = make("m/s", 0, 3, 20000);
    assert_int_equal(record("skew", &run), ERROR_OK);
    assert_int_equal(m.n, N);
    assert_int_equal(m.whole, N);
    assert_true(fabs(m.period - 1e-4) < 1e-15);
    assert_string_equal(m.name, scratch_path("skew"));
    assert_int_equal(strlen(m.sha256), 64);
    assert_int_equal(m.n_lost, 0);
    for (size_t i = 1; i < N; i++)
        for (int c = 0; c < MEASURE_CHANNELS; c++)
            assert_true(fabs(m.v[c][i] - (1 + c) * 1e-4 * (double)i) < 2e-7);
    measure_record_free(&m);
}

/* a ramp that is clipped for 20 samples and lost for 10 is a ramp again, and marked */
static void bridges(void **state)
{
    (void)state;
    const struct test_run run = make("m/s", 0, 3, 0);
    for (size_t i = 500; i < 520; i++)
        values[0][i] = 4;
    for (size_t i = 900; i < 910; i++)
        values[1][i] = -0.5;
    values[2][700] = -4; /* of the rail: it says nothing of the tip */
    assert_int_equal(record("bridges", &run), ERROR_OK);
    assert_int_equal(m.n_lost, 30);
    for (size_t i = 0; i < N; i++) {
        assert_int_equal(m.lost[i], (i >= 499 && i <= 520) || (i >= 899 && i <= 910));
        assert_int_equal(m.flags[MEASURE_RAIL][i], i == 700 ? MEASURE_CLIPPED : MEASURE_GOOD);
        for (int c = 0; c < MEASURE_CHANNELS; c++)
            assert_true(fabs(m.v[c][i] - (1 + c) * 1e-4 * (double)i) < 2e-7);
    }
    assert_int_equal(m.channels.list[0].n_clipped, 20);
    measure_record_free(&m);
}

/* times after a gap are not known: what is before it is the record */
static void ends_at_a_gap(void **state)
{
    (void)state;
    struct test_run run = make("m/s", 0, 3, 0);
    struct run *whole;
    run.gap = 200;
    assert_int_equal(record("gap", &run), ERROR_OK);
    assert_true(m.n == 200 && m.whole == 200 && fabs(m.cut_at - 0.02) < 1e-12);
    measure_record_free(&m);
    assert_int_equal(run_open(scratch_path("gap"), &whole, &err), ERROR_OK);
    assert_int_equal(measure_record_take(whole, &m, &err), ERROR_INPUT);
    assert_non_null(strstr(err.message, "samples are missing at 0.02 s (frame 200, overflow)"));
}

static void what_is_refused(void **state)
{
    (void)state;
    struct test_run run = make("m/s", 2, 1, 0);
    assert_int_equal(record("rail", &run), ERROR_INPUT);
    assert_non_null(strstr(err.message, "tip_t or tip_n"));
    run = make("V", 0, 2, 0);
    assert_int_equal(record("volts", &run), ERROR_INPUT);
    assert_non_null(strstr(err.message, "m/s"));
    run = make("m/s", 0, 2, 0);
    run.n = 63;
    assert_int_equal(record("short", &run), ERROR_INPUT);
    assert_non_null(strstr(err.message, "63 samples are too few"));
    assert_int_not_equal(measure_record_read(scratch_path("none"), &m, &err), ERROR_OK);
}

/* half of it may be clipped, no more; from a sample on likewise */
static void clipped_too_much(void **state)
{
    (void)state;
    const struct test_run run = make("m/s", 0, 3, 0);
    for (size_t i = 1000; i < N; i++)
        values[2][i] = 4;
    assert_int_equal(record("half", &run), ERROR_OK);
    assert_int_equal(measure_record_usable(&m, 0, &err), ERROR_OK);
    assert_int_equal(measure_record_usable(&m, 800, &err), ERROR_INPUT);
    assert_non_null(strstr(err.message, "channel rail: 1000 of 2000 samples are clipped at the "
                                        "converter's range, 83 % of those from 0.08 s on"));
    measure_record_free(&m);
    values[2][999] = 4;
    assert_int_equal(record("more", &run), ERROR_INPUT);
    assert_non_null(strstr(err.message, "channel rail: 1001 of 2000 samples are clipped at the "
                                        "converter's range"));
}

static void mean_and_its_uncertainty(void **state)
{
    (void)state;
    enum { LONG = 10000 };
    double *v = malloc(LONG * sizeof *v), uncertainty;
    m = (struct measure_record){.n = LONG, .period = 1e-4, .v = {[MEASURE_RAIL] = v}};
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    assert_true(v && rng);
    for (int i = 0; i < LONG; i++)
        v[i] = i < 1000 ? 7 : -0.5 + gsl_ran_gaussian(rng, 0.01);
    const double mean = measure_record_mean(&m, MEASURE_RAIL, 1000, &uncertainty);
    assert_true(fabs(mean + 0.5) < 5 * 0.01 / sqrt(9000));
    assert_true(fabs(uncertainty / (0.01 / sqrt(9000)) - 1) < 0.5);
    for (int i = 0; i < LONG; i++) /* uneven by 2 %: the mean is less sure */
        v[i] += 0.01 * sin(2 * M_PI * 3 * 1e-4 * i);
    measure_record_mean(&m, MEASURE_RAIL, 1000, &uncertainty);
    assert_true(uncertainty > 5e-4);
    gsl_rng_free(rng);
    free(v);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(skew_is_taken_out), cmocka_unit_test(bridges),
        cmocka_unit_test(ends_at_a_gap),     cmocka_unit_test(what_is_refused),
        cmocka_unit_test(clipped_too_much),  cmocka_unit_test(mean_and_its_uncertainty)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
