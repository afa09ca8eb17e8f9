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

/* stages of a step between two exact ends, of a mass that swings by 0.3 m: the true gap goes
 * down to -0.6 mm between the second and the third, which are wrong by a millimetre */
static void test_inexact_points_near_zero_ask_for_a_search(void **state)
{
    (void)state;
    static const struct sim_search_point points[] = {
        {.t = 0, .value = {4.923e-3}, .rate = {-63.7}},
        {.t = 7.75e-5, .value = {1.155e-3}, .rate = {-33.5}},
        {.t = 1.86e-4, .value = {1.436e-3}, .rate = {9.18}},
        {.t = 2.66e-4, .value = {8.890e-3}, .rate = {40.5}},
        {.t = 3.10e-4, .value = {1.407e-2}, .rate = {57.7}}};
    struct sim_search s = {.n = 1, .noise = 1e-15};
    assert_false(sim_search_quiet(&s, points, 5));
}

/* fills five points of a line from a to b with a bulge in the middle */
static void line(double a, double b, double bulge, struct sim_search_point points[5])
{
    for (int i = 0; i < 5; i++)
        points[i] = (struct sim_search_point){
            .t = i, .value = {a + (b - a) * i / 4 + bulge * i * (4 - i) / 4}, .rate = {NAN}};
}

static void test_guards_far_from_zero_or_monotone_are_quiet(void **state)
{
    (void)state;
    struct sim_search_point points[5];
    struct sim_search s = {.n = 1, .noise = 1e-15};
    line(1, 1.5, -0.2, points); /* dips, but far above zero */
    assert_true(sim_search_quiet(&s, points, 5));
    line(1, 1e-6, 0, points); /* falls to just above zero */
    assert_true(sim_search_quiet(&s, points, 5));
    points[4].rate[0] = 1; /* and turns before the end */
    assert_false(sim_search_quiet(&s, points, 5));
    line(1, -1e-6, 0, points);
    assert_false(sim_search_quiet(&s, points, 5));
    s.fresh[0] = true; /* rises from zero */
    line(0, 1, 0, points);
    assert_true(sim_search_quiet(&s, points, 5));
    assert_false(s.fresh[0]);
    s.fresh[0] = true; /* stays there */
    line(0, 0, 0, points);
    assert_false(sim_search_quiet(&s, points, 5));
    assert_true(s.fresh[0]);
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
        cmocka_unit_test(test_inexact_points_near_zero_ask_for_a_search),
        cmocka_unit_test(test_guards_far_from_zero_or_monotone_are_quiet),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
