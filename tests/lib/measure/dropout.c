/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Dropouts that were put in are found to the sample; what only looks like one is left. */
#include "config.h"

#include "lib/measure/dropout.h"

#include <math.h>
#include <string.h>

#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>

#include "lib/measure/flag.h"
#include "tests/test.h"

enum { N = 4000 };
static const double period = 1e-4, noise = 1e-3, step = 1e-5;
static double v[N];
static unsigned char flags[N];
static gsl_rng *rng;

static double motion(size_t i) { return 0.004 + 0.5 * sin(0.01 * (double)i); }

static void make(void)
{
    memset(flags, 0, sizeof flags);
    for (size_t i = 0; i < N; i++)
        v[i] = motion(i) + gsl_ran_gaussian(rng, noise);
}

static size_t find(void) { return measure_dropout_find(v, N, period, noise, step, flags); }

static void lost_from(size_t first, size_t n)
{
    for (size_t i = 0; i < N; i++)
        if (flags[i] != (i >= first && i < first + n ? MEASURE_LOST : MEASURE_GOOD))
            fail_msg("sample %zu has the flag %d", i, flags[i]);
}

/* to what it shows at rest, to a level of its own, one sample, and held */
static void what_was_put_in(void **state)
{
    (void)state;
    const struct {
        size_t first, n;
        double level;
    } rows[] = {{100, 12, 0.004}, {800, 48, -1.5}, {900, 1, 0.9}, {1700, 3, 0.004}};
    for (size_t row = 0; row < sizeof rows / sizeof *rows; row++) {
        make();
        for (size_t i = 0; i < rows[row].n; i++)
            v[rows[row].first + i] = rows[row].level + gsl_ran_gaussian(rng, noise);
        assert_int_equal(find(), 1);
        lost_from(rows[row].first, rows[row].n);
    }
    make();
    for (size_t i = 2001; i < 2200; i++) /* held: however long */
        v[i] = v[2000];
    assert_int_equal(find(), 1);
    lost_from(2000, 200);
}

/* the same motion, jumps of impacts, fast peaks without noise, and a level for 6 ms */
static void what_is_none(void **state)
{
    (void)state;
    make();
    assert_int_equal(find(), 0);
    for (size_t i = 0; i < N; i++) /* an impact ends in rest, then the tip is pushed on */
        v[i] = gsl_ran_gaussian(rng, noise) + (i < 500   ? -0.3
                                               : i < 520 ? 0
                                                         : 0.001 * ((double)i - 520));
    assert_int_equal(find(), 0);
    for (size_t i = 0; i < N; i++) /* two impacts 3 ms apart that take back each other's jump */
        v[i] = gsl_ran_gaussian(rng, noise) +
               (i < 500 || i >= 530 ? 0.2 : 8e-3 * ((double)i - 515));
    assert_int_equal(find(), 0);
    make();
    for (size_t i = 800; i < 860; i++)
        v[i] = 0.004 + gsl_ran_gaussian(rng, noise);
    assert_int_equal(find(), 0); /* it may be stick */
    for (size_t i = 0; i < N; i++)
        v[i] = sin(0.9 * (double)i);
    assert_int_equal(measure_dropout_find(v, N, period, 1e-6, 1e-5, flags), 0);
    lost_from(0, 0);
}

/* what has a flag keeps it */
static void clipped_stays_clipped(void **state)
{
    (void)state;
    make();
    for (size_t i = 150; i < 180; i++) {
        v[i] = 0.6;
        flags[i] = MEASURE_CLIPPED;
    }
    assert_int_equal(find(), 0);
    assert_int_equal(measure_flag_count(flags, N, MEASURE_CLIPPED), 30);
}

int main(void)
{
    rng = gsl_rng_alloc(gsl_rng_mt19937);
    const struct CMUnitTest tests[] = {cmocka_unit_test(what_was_put_in),
                                       cmocka_unit_test(what_is_none),
                                       cmocka_unit_test(clipped_stays_clipped)};
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    gsl_rng_free(rng);
    return failed;
}
