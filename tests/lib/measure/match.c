/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lib/measure/match.h"

#include <math.h>
#include <string.h>

#include "tests/test.h"

enum { MOST = 16 };
static const double start = 0.25;

static size_t partner[MOST];
static int spurious[MOST];

static void match(const double *seen, size_t n_seen, const double *simulated, size_t n_simulated,
                  double size)
{
    struct measure_event a[MOST], b[MOST];
    double scale[MOST];
    struct measure_match out;
    struct error err;
    for (size_t i = 0; i < n_seen; i++) {
        a[i] = (struct measure_event){MEASURE_EVENT_JUMP, seen[i], 0, 100};
        scale[i] = 1e-3;
    }
    for (size_t i = 0; i < n_simulated; i++)
        b[i] = (struct measure_event){MEASURE_EVENT_JUMP, simulated[i], 0, size};
    const struct measure_events of_a = {.list = a, .n = n_seen},
                                of_b = {.list = b, .n = n_simulated};
    /* the clocks of the two differ by `start` */
    for (size_t i = 0; i < n_seen; i++)
        a[i].t += start;
    const struct measure_match_rule rule = {.start = start, .scale = scale, .limit = 8};
    memset(spurious, -1, sizeof spurious);
    assert_int_equal(measure_match_events(&of_a, &of_b, &rule, &out, &err), ERROR_OK);
    memcpy(partner, out.partner, n_seen * sizeof *partner);
    memcpy(spurious, out.spurious, n_simulated * sizeof *spurious);
    measure_match_free(&out);
}

static void in_order(void **state)
{
    (void)state;
    match((double[]){0.1, 0.2, 0.3}, 3, (double[]){0.103, 0.198, 0.301}, 3, 100);
    for (size_t i = 0; i < 3; i++) {
        assert_int_equal(partner[i], i);
        assert_int_equal(spurious[i], 0);
    }
}

/* pairs never cross, even where the nearest one would be another */
static void never_crossed(void **state)
{
    (void)state;
    match((double[]){0.100, 0.102}, 2, (double[]){0.1015, 0.1035}, 2, 100);
    assert_int_equal(partner[0], 0);
    assert_int_equal(partner[1], 1);
}

static void one_missed(void **state)
{
    (void)state;
    match((double[]){0.1, 0.2, 0.3}, 3, (double[]){0.1, 0.3}, 2, 100);
    assert_int_equal(partner[0], 0);
    assert_true(partner[1] == MEASURE_NO_PARTNER);
    assert_int_equal(partner[2], 1);
}

static void one_too_many(void **state)
{
    (void)state;
    match((double[]){0.1, 0.3}, 2, (double[]){0.1, 0.2, 0.3}, 3, 100);
    assert_int_equal(partner[0], 0);
    assert_int_equal(partner[1], 2);
    assert_int_equal(spurious[0], 0);
    assert_int_equal(spurious[1], 1);
    /* one so small that a record may not show it is no fault */
    match((double[]){0.1, 0.3}, 2, (double[]){0.1, 0.2, 0.3}, 3, 11);
    assert_int_equal(spurious[1], 0);
}

static void nothing_against_nothing(void **state)
{
    (void)state;
    match(NULL, 0, NULL, 0, 100);
    match((double[]){0.1}, 1, NULL, 0, 100);
    assert_true(partner[0] == MEASURE_NO_PARTNER);
    match(NULL, 0, (double[]){0.1}, 1, 100);
    assert_int_equal(spurious[0], 1);
}

static void kinds_do_not_mix(void **state)
{
    (void)state;
    struct measure_event a = {MEASURE_EVENT_STICK, 0.1, 0, 0},
                         b = {MEASURE_EVENT_JUMP, 0.1, 0, 100};
    const struct measure_events of_a = {.list = &a, .n = 1}, of_b = {.list = &b, .n = 1};
    const struct measure_match_rule rule = {.same_scale = 1e-3, .limit = 8};
    struct measure_match out;
    struct error err = {0};
    assert_int_equal(measure_match_events(&of_a, &of_b, &rule, &out, &err), ERROR_OK);
    assert_true(out.partner[0] == MEASURE_NO_PARTNER);
    assert_int_equal(out.spurious[0], 1);
    measure_match_free(&out);
}

static void saturation(void **state)
{
    (void)state;
    double slope, unused;
    assert_true(fabs(measure_match_saturate(0.01, 8, &slope) - 0.01) < 1e-7);
    assert_true(fabs(slope - 1) < 1e-5);
    assert_true(measure_match_saturate(1e9, 8, &slope) <= 8);
    assert_true(fabs(measure_match_saturate(1e9, 8, &slope) - 8) < 1e-6);
    for (double d = -30; d < 30; d += 1.7) {
        measure_match_saturate(d, 8, &slope);
        const double differenced = (measure_match_saturate(d + 1e-5, 8, &unused) -
                                    measure_match_saturate(d - 1e-5, 8, &unused)) /
                                   2e-5;
        assert_true(fabs(slope - differenced) < 1e-8);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(in_order),
                                       cmocka_unit_test(never_crossed),
                                       cmocka_unit_test(one_missed),
                                       cmocka_unit_test(one_too_many),
                                       cmocka_unit_test(nothing_against_nothing),
                                       cmocka_unit_test(kinds_do_not_mix),
                                       cmocka_unit_test(saturation)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
