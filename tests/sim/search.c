/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/search.h"

#include <math.h>

#include "tests/test.h"

typedef double guard_fn(double t);

struct guards {
    size_t n;
    guard_fn *value[SIM_SEARCH_MAX];
    guard_fn *rate[SIM_SEARCH_MAX]; /* NULL: not told */
};

static void evaluate(void *context, struct sim_search_point *point)
{
    const struct guards *guards = context;
    for (size_t i = 0; i < guards->n; i++) {
        point->value[i] = guards->value[i](point->t);
        point->rate[i] = guards->rate[i] ? guards->rate[i](point->t) : NAN;
    }
}

static enum sim_search_result search(struct guards *guards, double a, double b, bool fresh,
                                     struct sim_search_found *found)
{
    struct sim_search s = {.n = guards->n,
                           .evaluate = evaluate,
                           .context = guards,
                           .time_tolerance = 1e-13,
                           .fresh = {fresh},
                           .graze = {1e-10, -1, -1}};
    struct sim_search_point from = {.t = a}, to = {.t = b};
    evaluate(guards, &from);
    evaluate(guards, &to);
    return sim_search_first(&s, &from, &to, found);
}

static double falling(double t) { return cos(t); }
static double later(double t) { return cos(t) + 0.1; }
static double dip(double t) { return (t - 0.613) * (t - 0.613) - 1e-6; }
static double dip_rate(double t) { return 2 * (t - 0.613); }
static double touch(double t) { return (t - 0.613) * (t - 0.613) + 1e-11; }
static double miss(double t) { return (t - 0.613) * (t - 0.613) + 1e-3; }
static double hump(double t) { return t * (1e-5 - t); }
static double sinks(double t) { return -t * t; }
static double rises(double t) { return t * t * t; }

static void test_a_change_of_sign_is_located(void **state)
{
    (void)state;
    struct guards guards = {.n = 1, .value = {falling}};
    struct sim_search_found found;
    assert_int_equal(search(&guards, 1, 2, false, &found), SIM_SEARCH_ZERO);
    assert_true(fabs(found.t - acos(0)) <= 1e-12 && falling(found.t) <= 0);
    assert_int_equal(search(&guards, 0, 1, false, &found), SIM_SEARCH_NONE);
}

static void test_the_earliest_of_several_wins(void **state)
{
    (void)state;
    struct guards guards = {.n = 2, .value = {later, falling}};
    struct sim_search_found found;
    assert_int_equal(search(&guards, 1, 2, false, &found), SIM_SEARCH_ZERO);
    assert_int_equal(found.guard, 1);
    assert_false(found.together[0]);
}

static void test_together_the_lower_index_wins_and_both_are_told(void **state)
{
    (void)state;
    struct guards guards = {.n = 2, .value = {falling, falling}};
    struct sim_search_found found;
    assert_int_equal(search(&guards, 1, 2, false, &found), SIM_SEARCH_ZERO);
    assert_int_equal(found.guard, 0);
    assert_true(found.together[1]);
}

static void test_a_dip_below_zero_between_positive_ends_is_found(void **state)
{
    (void)state;
    struct guards guards = {.n = 1, .value = {dip}};
    struct sim_search_found found;
    for (int with_rate = 0; with_rate < 2; with_rate++) {
        guards.rate[0] = with_rate ? dip_rate : NULL;
        assert_int_equal(search(&guards, 0, 1, false, &found), SIM_SEARCH_ZERO);
        assert_true(fabs(found.t - 0.612) < 1e-9);
    }
}

static void test_a_touch_is_a_graze_and_a_miss_is_not(void **state)
{
    (void)state;
    struct guards guards = {.n = 1, .value = {touch}, .rate = {dip_rate}};
    struct sim_search_found found;
    assert_int_equal(search(&guards, 0, 1, false, &found), SIM_SEARCH_GRAZE);
    assert_true(fabs(found.t - 0.613) < 1e-5);
    guards.value[0] = miss;
    assert_int_equal(search(&guards, 0, 1, false, &found), SIM_SEARCH_NONE);
}

static void test_a_guard_that_starts_at_zero(void **state)
{
    (void)state;
    struct guards guards = {.n = 1, .value = {hump}};
    struct sim_search_found found;
    /* up and down again within a hundred-thousandth of the interval */
    assert_int_equal(search(&guards, 0, 1, true, &found), SIM_SEARCH_ZERO);
    assert_true(fabs(found.t - 1e-5) < 1e-12 && !found.at_start);
    guards.value[0] = rises;
    assert_int_equal(search(&guards, 0, 1, true, &found), SIM_SEARCH_NONE);
    guards.value[0] = sinks;
    assert_int_equal(search(&guards, 0, 1, true, &found), SIM_SEARCH_ZERO);
    assert_true(found.at_start && found.t == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_change_of_sign_is_located),
        cmocka_unit_test(test_the_earliest_of_several_wins),
        cmocka_unit_test(test_together_the_lower_index_wins_and_both_are_told),
        cmocka_unit_test(test_a_dip_below_zero_between_positive_ends_is_found),
        cmocka_unit_test(test_a_touch_is_a_graze_and_a_miss_is_not),
        cmocka_unit_test(test_a_guard_that_starts_at_zero),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
