/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Regimes of signals whose stick, slip and flight are known. */
#include "config.h"

#include "lib/measure/regime.h"

#include <math.h>
#include <string.h>

#include "tests/test.h"

enum { N = 3000 };
static const double period = 1e-4, belt = -0.2;

/* from 500 on: slip for 500 samples, stick for 1000, flight for 800 (up and down), slip */
static void make(double *tip_t, double *tip_n, double *rail)
{
    for (int i = 0; i < N; i++) {
        rail[i] = belt;
        tip_t[i] = i < 500 ? 0 : i < 1000 ? -0.1 : i < 2000 ? belt : 0.3;
        tip_n[i] = i >= 2000 && i < 2800 ? 0.4 * (1 - (i - 2000) / 400.0) : 0;
    }
}

/* all but `slack` samples at each end are of that regime */
static void assert_stretch(const unsigned char *regime, int from, int to, int which)
{
    enum { SLACK = 12 };
    for (int i = from + SLACK; i < to - SLACK; i++)
        if (regime[i] != which)
            fail_msg("sample %d is %s", i, measure_regime_word((enum measure_regime)regime[i]));
}

static void seen(void **state)
{
    (void)state;
    static double tip_t[N], tip_n[N], rail[N];
    static unsigned char regime[N];
    make(tip_t, tip_n, rail);
    const struct measure_record m = {
        .n = N, .period = period, .v = {tip_t, tip_n, rail}, .noise = {1e-4, 1e-4, 1e-4}};
    const double rest[2] = {0, 0};
    measure_regime_seen(&m, rest, NAN, 500, regime);
    for (int i = 0; i < 500; i++)
        assert_int_equal(regime[i], MEASURE_NONE);
    assert_stretch(regime, 500, 1000, MEASURE_SLIP);
    assert_stretch(regime, 1000, 2000, MEASURE_STICK);
    assert_stretch(regime, 2000, 2800, MEASURE_FLIGHT); /* its turning point included */
    assert_stretch(regime, 2800, N, MEASURE_SLIP);
}

/* rest values are taken off, the belt stands in for a rail that was not recorded,
 * and without tip_n nothing flies */
static void missing_channels(void **state)
{
    (void)state;
    static double tip_t[N], tip_n[N], rail[N];
    static unsigned char regime[N];
    make(tip_t, tip_n, rail);
    for (int i = 0; i < N; i++)
        tip_t[i] += 0.05;
    const struct measure_record m = {
        .n = N, .period = period, .v = {tip_t, NULL, NULL}, .noise = {1e-4, 0, 0}};
    const double rest[2] = {0.05, 0};
    measure_regime_seen(&m, rest, belt, 500, regime);
    assert_stretch(regime, 1000, 2000, MEASURE_STICK);
    assert_stretch(regime, 2000, N, MEASURE_SLIP);
}

static void short_ones_go(void **state)
{
    (void)state;
    unsigned char regime[200];
    memset(regime, MEASURE_SLIP, sizeof regime);
    memset(regime + 50, MEASURE_FLIGHT, 49); /* 4.9 ms */
    memset(regime + 120, MEASURE_STICK, 50); /* 5 ms */
    measure_regime_smooth(regime, sizeof regime, period);
    assert_int_equal(regime[60], MEASURE_SLIP);
    assert_int_equal(regime[140], MEASURE_STICK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(seen),
        cmocka_unit_test(missing_channels),
        cmocka_unit_test(short_ones_go),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
