/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The numbers of the papers (docs/physics.md, "Numbers to reproduce") that a
 * simulation gives, from the rig files, to the digits given. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tests/sim/recording.h"
#include "tests/test.h"

/* an event as expected: time to `digits` decimals (-1: not looked at) */
struct expected {
    enum sim_event_kind kind;
    enum sim_mode from, to;
    double t;
    int digits;
};

static void assert_events(const struct recording *r, const struct expected *expected, size_t n)
{
    assert_int_equal(r->n_events, n);
    for (size_t i = 0; i < n; i++) {
        assert_int_equal(r->events[i].kind, expected[i].kind);
        assert_int_equal(r->events[i].from, expected[i].from);
        assert_int_equal(r->events[i].to, expected[i].to);
        if (expected[i].digits >= 0)
            assert_near(r->events[i].t, expected[i].t, 0.5000001 * pow(10, -expected[i].digits));
    }
}
#define ASSERT_EVENTS(r, expected) \
    assert_events((r), (expected), sizeof(expected) / sizeof *(expected))

static void test_case_5_slips_sticks_and_bounces_twice(void **state)
{
    (void)state;
    static const struct expected expected[] = {
        {SIM_EVENT_START, SIM_SLIP_MINUS, SIM_SLIP_MINUS, 0, 15},
        {SIM_EVENT_STICK, SIM_SLIP_MINUS, SIM_STICK, 0.0292, 4},
        {SIM_EVENT_SLIP, SIM_STICK, SIM_SLIP_MINUS, 0.4386, 4},
        {SIM_EVENT_TAKEOFF, SIM_SLIP_MINUS, SIM_FLIGHT, 0.5423, 4},
        {SIM_EVENT_IMPACT, SIM_FLIGHT, SIM_SLIP_MINUS, 0.6959, 4},
        {SIM_EVENT_TAKEOFF, SIM_SLIP_MINUS, SIM_FLIGHT, 1.2424, 4},
        {SIM_EVENT_IMPACT, SIM_FLIGHT, SIM_SLIP_MINUS, 1.3157, 4},
        {SIM_EVENT_END, SIM_SLIP_MINUS, SIM_SLIP_MINUS, 2, 15},
    };
    struct recording *r = recording_of("liu-2007-case5", "", 2, 1e-11);
    ASSERT_EVENTS(r, expected);
    recording_free(r);
}

/* B = -2.914 and A = -0.0167 where case 4 is set down */
static void test_case_4_starts_in_the_paradox(void **state)
{
    (void)state;
    struct sim_setup *setup = recording_setup_of("liu-2007-case4", "", 0.1, 1e-9);
    struct sim_motion m;
    sim_motion_at(&setup->problem.inputs, SIM_SLIP_PLUS, 0, setup->problem.x, &m);
    assert_near(m.a, -0.0167, 5.1e-5);
    assert_near(m.b, -2.914, 5.1e-4);
    struct recording *r = recording_run(&setup->problem);
    const struct recorded_event *hit = recording_event(r, SIM_EVENT_TANGENTIAL_IMPACT, 0);
    assert_true(hit->t == 0 && hit->to == SIM_FLIGHT);
    assert_near(hit->slip_after, 0, 1e-12);
    recording_free(r);
    sim_setup_free(setup);
}

/* in M4: v_n = (Q_nn - Q_tn^2/Q_tt) e P_c, v_r = 0, with Poisson's e */
static void test_tangential_impact_leaves_as_the_closed_form_says(void **state)
{
    (void)state;
    struct sim_setup *setup = recording_setup_of("zhao-2008", "", 0.01, 1e-9);
    struct sim_motion m;
    sim_motion_at(&setup->problem.inputs, SIM_STICK, 0, setup->problem.x, &m);
    const struct sim_contact *c = &m.contact;
    const double mu = 0.6, e = 0.1, slip = 0.5;
    const double p_slip = -slip / (c->q_tn - mu * c->q_tt);
    const double v_slip = (c->q_nn - mu * c->q_tn) * p_slip;
    const double stuck = c->q_nn - c->q_tn * c->q_tn / c->q_tt;
    const double p_c = p_slip - v_slip / stuck;
    struct recording *r = recording_run(&setup->problem);
    const struct recorded_event *hit = recording_event(r, SIM_EVENT_TANGENTIAL_IMPACT, 0);
    assert_near(hit->normal_after, stuck * e * p_c, 1e-14);
    assert_near(hit->impulse_n, (1 + e) * p_c, 1e-14);
    recording_free(r);
    sim_setup_free(setup);
}

static void test_rig_bounces_from_the_fast_rail(void **state)
{
    (void)state;
    struct recording *r = recording_of("zhao-2008", "", 0.1, 1e-11);
    static const struct expected expected[] = {
        {SIM_EVENT_START, SIM_SLIP_PLUS, SIM_SLIP_PLUS, 0, 15},
        {SIM_EVENT_TANGENTIAL_IMPACT, SIM_SLIP_PLUS, SIM_FLIGHT, 0, 15},
        {SIM_EVENT_IMPACT, SIM_FLIGHT, SIM_FLIGHT, 0.086, 3},
        {SIM_EVENT_END, SIM_FLIGHT, SIM_FLIGHT, 0.1, 15},
    };
    ASSERT_EVENTS(r, expected);
    recording_free(r);
}

static void test_rig_sticks_to_the_slow_rail(void **state)
{
    (void)state;
    struct recording *r = recording_of("zhao-2008", "belt_speed=-0.075m/s", 1, 1e-10);
    assert_int_equal(r->events[r->n_events - 1].to, SIM_STICK);
    assert_int_equal(r->events[r->n_events - 2].to, SIM_STICK);
    assert_true(r->events[r->n_events - 2].t < 0.5);
    recording_free(r);
}

static void test_rig_bounces_at_30_5_degrees(void **state)
{
    (void)state;
    struct recording *r = recording_of("zhao-2008", "theta1=30.5deg belt_speed=-0.2m/s", 0.1,
                                       1e-11);
    assert_int_equal(r->events[1].kind, SIM_EVENT_TANGENTIAL_IMPACT);
    assert_near(recording_event(r, SIM_EVENT_IMPACT, 0)->t, 0.077, 5.1e-4);
    recording_free(r);
}

static void test_rig_slides_at_21_degrees(void **state)
{
    (void)state;
    struct recording *r = recording_of("zhao-2008", "theta1=21deg", 0.1, 1e-11);
    char *kinds = recording_kinds(r);
    assert_null(strstr(kinds, "impact"));
    assert_int_equal(r->events[0].to, SIM_SLIP_PLUS);
    free(kinds);
    recording_free(r);
}

/* ---- periodic motions of Leine 2002 */

struct orbit {
    const char *rig, *settings;
    enum sim_event_kind kinds[4]; /* of one period, from its impact */
    size_t n;
    double period, period_digits, speed;
};

/* the greatest |velocity| of the first coordinate over the last period */
static double top_speed(const struct sim_setup *setup, const struct recorded_event *from,
                        double period)
{
    struct sim_problem problem;
    recording_restart(&setup->problem, from->t, from->x, &problem);
    problem.t_end = from->t + period;
    problem.rate = 1e5;
    struct recording *r = recording_run(&problem);
    double top = 0;
    for (size_t i = 0; i < r->n_samples; i++)
        top = fmax(top, fabs(r->samples[i].x[2]));
    recording_free(r);
    return top;
}

/* settled: the last two periods are the same */
static void assert_settled(const struct orbit *orbit, const struct sim_setup *setup,
                           const struct recording *r)
{
    const size_t hits = recording_count(r, SIM_EVENT_IMPACT);
    assert_true(hits > 20);
    const struct recorded_event *last = recording_event(r, SIM_EVENT_IMPACT, hits - 1);
    const struct recorded_event *one = recording_event(r, SIM_EVENT_IMPACT, hits - 2);
    const struct recorded_event *two = recording_event(r, SIM_EVENT_IMPACT, hits - 3);
    const double period = last->t - one->t;
    assert_near(period, one->t - two->t, 0.01 * orbit->period_digits);
    assert_near(period, orbit->period, 0.50001 * orbit->period_digits);
    assert_int_equal(last - one, orbit->n);
    for (size_t i = 0; i < orbit->n; i++)
        assert_int_equal(one[i].kind, orbit->kinds[i]);
    assert_near(top_speed(setup, one, period), orbit->speed, 0.50001e-4);
}

static void test_orbits_of_paper_3(void **state)
{
    (void)state;
    static const struct orbit orbits[] = {
        {"leine-2002-simple",
         "", /* slip, stick, slip, flight */
         {SIM_EVENT_IMPACT, SIM_EVENT_STICK, SIM_EVENT_SLIP, SIM_EVENT_TAKEOFF},
         4,
         0.17019,
         1e-5,
         1.3061},
        {"leine-2002-simple",
         "friction=1",
         {SIM_EVENT_IMPACT, SIM_EVENT_TAKEOFF},
         2,
         0.28745,
         1e-5,
         3.6200},
        {"leine-2002",
         "", /* the impact ends in stick */
         {SIM_EVENT_IMPACT, SIM_EVENT_SLIP, SIM_EVENT_TAKEOFF},
         3,
         0.194993,
         1e-6,
         1.1166},
        {"leine-2002",
         "friction=1",
         {SIM_EVENT_IMPACT, SIM_EVENT_TAKEOFF},
         2,
         0.207993,
         1e-6,
         1.8515},
        /* an impact to rest with immediate detachment, whatever the friction */
        {"leine-2002-simple",
         "damping1=10N.s/m friction=0.67",
         {SIM_EVENT_IMPACT},
         1,
         0.06305,
         1e-5,
         1.0824},
        {"leine-2002-simple",
         "damping1=10N.s/m friction=0.8",
         {SIM_EVENT_IMPACT},
         1,
         0.06305,
         1e-5,
         1.0824},
        {"leine-2002-simple",
         "damping1=10N.s/m friction=1",
         {SIM_EVENT_IMPACT},
         1,
         0.06305,
         1e-5,
         1.0824},
    };
    for (size_t i = 0; i < sizeof orbits / sizeof *orbits; i++) {
        print_message("# %s %s\n", orbits[i].rig, orbits[i].settings);
        struct sim_setup *setup = recording_setup_of(orbits[i].rig, orbits[i].settings, 40, 1e-10);
        struct recording *r = recording_run(&setup->problem);
        assert_settled(&orbits[i], setup, r);
        recording_free(r);
        sim_setup_free(setup);
    }
}

/* below mu_cgamma the orbit lives beside a stable sliding equilibrium, so that
 * it is carried there from a friction where it is alone (figure 6.5); below the
 * fold at 0.55 there is none */
static struct recording *carried_to(double friction, struct sim_setup **setup)
{
    *setup = recording_setup_of("leine-2002-simple", "damping1=10N.s/m friction=0.8", 10, 1e-10);
    struct recording *r = recording_run(&(*setup)->problem);
    const struct recorded_event *hit = recording_event(r, SIM_EVENT_IMPACT,
                                                       recording_count(r, SIM_EVENT_IMPACT) - 1);
    struct sim_problem *problem = &(*setup)->problem;
    memcpy(problem->x, hit->x, sizeof problem->x);
    problem->p[SIM_FRICTION] = problem->p[SIM_STATIC_FRICTION] = friction;
    recording_free(r);
    return recording_run(problem);
}

static void test_an_orbit_beside_a_stable_equilibrium(void **state)
{
    (void)state;
    static const struct orbit orbit = {
        "leine-2002-simple", "", {SIM_EVENT_IMPACT}, 1, 0.06305, 1e-5, 1.0824};
    struct sim_setup *setup;
    struct recording *r = carried_to(0.5773, &setup);
    assert_settled(&orbit, setup, r);
    recording_free(r);
    sim_setup_free(setup);
    r = carried_to(0.54, &setup);
    const struct recorded_event *last = recording_event(r, SIM_EVENT_IMPACT,
                                                        recording_count(r, SIM_EVENT_IMPACT) - 1);
    assert_true(last->t < 5 && r->events[r->n_events - 1].to == SIM_SLIP_PLUS);
    recording_free(r);
    sim_setup_free(setup);
}

static void test_slope_slider_tips_over(void **state)
{
    (void)state;
    struct recording *r = recording_of("or-2012", "", 1, 1e-11);
    static const struct expected expected[] = {
        {SIM_EVENT_START, SIM_SLIP_PLUS, SIM_SLIP_PLUS, 0, 15},
        {SIM_EVENT_TIP_OVER, SIM_SLIP_PLUS, SIM_SLIP_PLUS, 0.126611, 6},
        {SIM_EVENT_END, SIM_SLIP_PLUS, SIM_SLIP_PLUS, 0.126611, 6},
    };
    ASSERT_EVENTS(r, expected);
    recording_free(r);
}

/* the paper's A is F_n: where it vanishes the centre of pressure runs off any
 * slider, however long, so that its time is the limit of the tip-over's */
static void test_long_slope_slider_tips_over_where_it_would_take_off(void **state)
{
    (void)state;
    struct sim_setup *setup = recording_setup_of("or-2012", "slider_length=1e6m", 1, 1e-11);
    struct recording *r = recording_run(&setup->problem);
    const struct recorded_event *tip = &r->events[1];
    assert_int_equal(tip->kind, SIM_EVENT_TIP_OVER);
    assert_near(tip->t, 0.126613, 0.50001e-6);
    struct sim_motion m;
    sim_motion_at(&setup->problem.inputs, SIM_SLIP_PLUS, tip->t, tip->x, &m);
    assert_true(m.force_n > 0 && m.force_n < 1e-5);
    recording_free(r);
    sim_setup_free(setup);
}

/* section 6, second run: above mu_c the slider jams, at theta_c1 = -21.561 deg */
static void test_slope_slider_jams(void **state)
{
    (void)state;
    struct recording *r = recording_of("or-2012", "friction=0.53 theta=-27.8deg", 1, 1e-11);
    const struct recorded_event *jam = recording_event(r, SIM_EVENT_JAM, 0);
    assert_near(jam->x[2] * 45 / atan(1), -21.561, 0.5001e-3);
    assert_true(jam->slip_before > 0);
    recording_free(r);
}

static void test_rod_leaves_the_tangential_impact(void **state)
{
    (void)state;
    struct recording *r = recording_of("painleve-rod", "", 0.1, 1e-11);
    assert_near(recording_event(r, SIM_EVENT_TANGENTIAL_IMPACT, 0)->normal_after, 0.1811,
                0.50001e-4);
    recording_free(r);
    struct rig *rig = recording_rig("painleve-rod", "");
    rig->impact = RIG_IMPACT_POISSON;
    struct sim_setup *setup = recording_setup(rig, 0.1, 1e-11);
    r = recording_run(&setup->problem);
    assert_near(recording_event(r, SIM_EVENT_TANGENTIAL_IMPACT, 0)->normal_after, 0.3242,
                0.50001e-4);
    recording_free(r);
    sim_setup_free(setup);
    rig_free(rig);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_case_5_slips_sticks_and_bounces_twice),
        cmocka_unit_test(test_case_4_starts_in_the_paradox),
        cmocka_unit_test(test_tangential_impact_leaves_as_the_closed_form_says),
        cmocka_unit_test(test_rig_bounces_from_the_fast_rail),
        cmocka_unit_test(test_rig_sticks_to_the_slow_rail),
        cmocka_unit_test(test_rig_bounces_at_30_5_degrees),
        cmocka_unit_test(test_rig_slides_at_21_degrees),
        cmocka_unit_test(test_orbits_of_paper_3),
        cmocka_unit_test(test_an_orbit_beside_a_stable_equilibrium),
        cmocka_unit_test(test_slope_slider_tips_over),
        cmocka_unit_test(test_long_slope_slider_tips_over_where_it_would_take_off),
        cmocka_unit_test(test_slope_slider_jams),
        cmocka_unit_test(test_rod_leaves_the_tangential_impact),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
