/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Events that chance does not meet: many, hardly ones, at one time with something else, or at
 * the start; and belts that turn. Each has a closed form. */
#include <float.h>
#include <math.h>

#include <gsl/gsl_math.h>

#include "sim/belt.h"
#include "tests/sim/corner.h"
#include "tests/sim/linear.h"
#include "tests/test.h"

/* A mass on a spring, pressed by 1 N on a belt of 0.1 m/s. It sticks till the spring pulls
 * with mu_s = mu = 0.5, then swings about that: x = 0.5 + 0.1 sin(t - 5). Once in each
 * period the slip comes back to zero and turns away without having changed its sign. */
static void assert_swings(double t_start, double x, double t_end)
{
    struct sim_problem *p = corner_contact(1, 0, 1, 0, -1);
    corner_laws(p, 0.5, 0.5, 0);
    p->p[LINEAR_STIFFNESS] = 1;
    p->p[SIM_BELT_SPEED] = 0.1;
    corner_start(p, x, 0, 0.1, 0);
    p->t_start = t_start;
    p->t_end = t_end;
    p->rate = 10;
    struct recording *r = corner_run(p);
    for (size_t i = 0; i < r->n_samples; i++) {
        const double t = r->samples[i].t;
        const double want = t < 5 ? 0.1 * t : 0.5 + 0.1 * sin(t - 5);
        assert_near(r->samples[i].x[X], want, 1e-7);
    }
    recording_free(r);
}

static void test_static_friction_is_friction(void **state)
{
    (void)state;
    assert_swings(0, 0, 25);
}

/* ---- belts */

/* a mass that friction can hold goes with the belt, wherever it turns */
static void test_reversing_belt_carries(void **state)
{
    (void)state;
    const struct sim_belt_wave wave = {0.1, 0.5, 0}; /* 0.31 m/s2 at the most */
    struct sim_belt *belt;
    struct error err;
    assert_int_equal(sim_belt_create_waves(0, 0, &wave, 1, &belt, &err), 0);
    struct sim_problem *p = corner_contact(1, 0, 1, 0, -1);
    corner_laws(p, 0.5, 0.5, 0);
    p->inputs.belt = belt;
    p->t_end = 4;
    struct recording *r = corner_run(p);
    corner_assert_kinds(r, "start end");
    assert_near(corner_last(r)->x[X], 0, 1e-9);
    recording_free(r);
    sim_belt_free(belt);
}

/* a mass that it cannot hold is passed twice in each period, however long a step is */
static void assert_passed(struct sim_belt *belt, size_t times)
{
    struct sim_problem *p = corner_contact(1, 0, 1, 0, -1);
    corner_laws(p, 1e-6, 1e-6, 0);
    corner_start(p, 0, 0, 0.05, 0);
    p->inputs.belt = belt;
    p->t_end = 0.2;
    struct recording *r = corner_run(p);
    assert_int_equal(recording_count(r, SIM_EVENT_REVERSE), times);
    recording_free(r);
    sim_belt_free(belt);
}

static void test_reversing_belt_passes(void **state)
{
    (void)state;
    struct sim_belt *belt;
    struct error err;
    const struct sim_belt_wave wave = {0.1, 500, 0.1};
    assert_int_equal(sim_belt_create_waves(0, 0, &wave, 1, &belt, &err), 0);
    assert_passed(belt, 200);
    enum { POINTS = 4001 };
    double t[POINTS], v[POINTS];
    for (int i = 0; i < POINTS; i++) {
        t[i] = 0.25 * i / (POINTS - 1);
        v[i] = 0.1 * sin(2 * M_PI * 500 * t[i] + 0.1);
    }
    assert_int_equal(sim_belt_create(SIM_BELT_SPLINE, t, v, POINTS, &belt, &err), 0);
    assert_passed(belt, 200);
}

/* ---- many events, and events that are hardly ones */

/* thrown up at 0.5 m/s, each bounce half as fast: at rest after 2 (0.5 + 0.25 + ...) = 2 s */
static void test_chatter(void **state)
{
    (void)state;
    static const double frictions[] = {0, 0.1, 10};
    for (int i = 0; i < 3; i++) {
        struct sim_problem *p = corner_contact(1, 0, 1, 0, -1);
        corner_laws(p, frictions[i], frictions[i], 0.5);
        corner_start(p, 0, 0, 0, -1);
        p->t_end = 3;
        struct recording *r = corner_run(p);
        assert_near(recording_event(r, SIM_EVENT_SETTLE, 0)->t, 2, 1e-9);
        assert_near(corner_last(r)->x[Y], 0, 1e-12);
        recording_free(r);
    }
}

/* Reverse chatter (Nordmark, Dankowicz, Champneys 2011): stick would hold (F = 1.6, -1.2 N), but a
 * bounce at v comes down with the slip u = 0.4 2 v, which friction stops after the impulse
 * P = u / 0.5 of compression, while v_n rises by 0.5 a unit of impulse and then, in stick, by 0.75.
 * Restitution gives back e 0.75 P_c = 0.9 (v + 0.25 P) = 1.26 v: each bounce is higher, from a
 * thousandth of a nanometre on */
static void test_reverse_chatter(void **state)
{
    (void)state;
    enum { BOUNCES = 60 };
    const double growth = 1.26, first = 1e-6;
    struct sim_problem *p = corner_contact(1, 0.5, 1, 0.4, -1);
    corner_laws(p, 1, 1, 0.9);
    corner_start(p, 0, 0, 0, first);
    p->t_end = 20;
    struct recording *r = corner_run(p);
    double speed = first, t = 0;
    for (size_t k = 0; k < BOUNCES; k++) {
        const struct recorded_event *e = recording_event(r, SIM_EVENT_IMPACT, k);
        t += 2 * speed;
        assert_near(-e->normal_before / speed, 1, 1e-6);
        assert_near(e->t / t, 1, 1e-6);
        speed *= growth;
    }
    recording_free(r);
}

/* y = (t - 1)^2 / 2 + offset */
static void test_graze(void **state)
{
    (void)state;
    for (int i = -4; i <= 4; i++) {
        struct sim_problem *p = corner_contact(1, 0, 1, 0, 1);
        corner_laws(p, 0.5, 0.5, 0.5);
        corner_start(p, 0, 0.5 + i * DBL_EPSILON, 1, -1);
        p->t_end = 2;
        struct recording *r = corner_run(p);
        assert_near(corner_last(r)->x[Y], 0.5, 1e-7); /* at most sqrt(2 eps) m/s are lost */
        assert_near(corner_last(r)->x[X], 2, 1e-7);
        recording_free(r);
    }
}

/* y = 1/8 - t^2/2 comes down at 0.5 s, give or take a few ulp, where a sample is due: every
 * sample is there once, in order, and none of them below the surface */
static void test_event_at_a_sample(void **state)
{
    (void)state;
    for (int i = -8; i <= 8; i++) {
        struct sim_problem *p = corner_contact(1, 0, 1, 0, -1);
        corner_laws(p, 0.1, 0.1, 1);
        corner_start(p, 0, 0.125 + i * DBL_EPSILON / 16, 1, 0);
        p->t_end = 0.75;
        p->rate = 8;
        struct recording *r = corner_run(p);
        assert_int_equal(r->n_samples, 7);
        for (size_t k = 0; k < 7; k++) {
            assert_near(r->samples[k].t, 0.125 * (double)k, 0);
            assert_true(r->samples[k].x[Y] >= -1e-15);
        }
        assert_near(recording_event(r, SIM_EVENT_IMPACT, 0)->t, 0.5, 1e-12);
        recording_free(r);
    }
}

/* ---- starts that are events */

static void test_start_on_the_rim(void **state)
{
    (void)state;
    assert_swings(5, 0.5, 25);
}

static void test_start_within_an_ulp_of_the_rim(void **state)
{
    (void)state;
    assert_swings(5, 0.5 + DBL_EPSILON, 25);
    assert_swings(5, 0.5 - DBL_EPSILON, 25);
}

/* touching down at the start: the impact is at once */
static void test_start_on_a_touchdown(void **state)
{
    (void)state;
    for (int i = -1; i <= 1; i++) {
        struct sim_problem *p = corner_contact(1, 0, 1, 0, -1);
        corner_laws(p, 0, 0, 0.5);
        corner_start(p, 0, i * 1e-17, 0, -1);
        p->t_end = 0.5;
        struct recording *r = corner_run(p);
        assert_near(recording_event(r, SIM_EVENT_IMPACT, 0)->t, 0, 1e-15);
        assert_near(corner_last(r)->x[Y], 0.5 * 0.5 - 0.5 * 0.25, 1e-12);
        recording_free(r);
    }
}

/* on a spring, with a gap of nothing and thrown back soon: y' = -0.3 + 100 t would be over the
 * surface again before the first step ends. Undamped, the spring gives back what it gets */
static void test_start_on_a_spring(void **state)
{
    (void)state;
    for (int i = -1; i <= 1; i++) {
        struct sim_problem *p = corner_contact(1, 0, 1, 0, 100);
        corner_laws(p, 0, 0, 0);
        p->inputs.law = RIG_LAW_COMPLIANT;
        p->p[SIM_CONTACT_STIFFNESS] = 1e5;
        corner_start(p, 0, i * 1e-17, 0, -0.3);
        p->t_end = 0.02;
        struct recording *r = corner_run(p);
        const struct recorded_event *off = recording_event(r, SIM_EVENT_TAKEOFF, 0);
        assert_near(off->normal_after, 0.3, 1e-9);
        recording_free(r);
    }
}

/* at rest on a spring that nothing presses but the rounding of forces in balance: it sticks,
 * and does not stick and slip by turns */
static void test_rest_on_a_spring_without_force(void **state)
{
    (void)state;
    for (int i = -1; i <= 1; i++)
        for (int k = 0; k <= 1; k++) {
            struct sim_problem *p = corner_contact(2, 1.5, 3, i * 1e-16, k * -1e-16);
            corner_laws(p, 0.3, 0.3, 0);
            p->inputs.law = RIG_LAW_COMPLIANT;
            p->p[SIM_CONTACT_STIFFNESS] = 1e3;
            struct recording *r = corner_run(p);
            corner_assert_kinds(r, "start end");
            assert_int_equal(corner_last(r)->to, SIM_STICK);
            recording_free(r);
        }
}

/* where the slip has just come down to zero, and friction holds or does not */
static void test_start_where_slip_ends(void **state)
{
    (void)state;
    for (int i = -2; i <= 2; i++) {
        struct sim_problem *p = corner_contact(1, 0, 1, -2, -1);
        corner_laws(p, 1, 1, 0);
        corner_start(p, 0, 0, i * DBL_EPSILON, 0);
        struct recording *r = corner_run(p); /* (2 - mu) t^2 / 2 backward */
        assert_near(corner_last(r)->x[X], -0.5, 1e-12);
        recording_free(r);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_static_friction_is_friction),
        cmocka_unit_test(test_reversing_belt_carries),
        cmocka_unit_test(test_reversing_belt_passes),
        cmocka_unit_test(test_chatter),
        cmocka_unit_test(test_reverse_chatter),
        cmocka_unit_test(test_graze),
        cmocka_unit_test(test_event_at_a_sample),
        cmocka_unit_test(test_start_on_the_rim),
        cmocka_unit_test(test_start_within_an_ulp_of_the_rim),
        cmocka_unit_test(test_start_on_a_touchdown),
        cmocka_unit_test(test_start_on_a_spring),
        cmocka_unit_test(test_rest_on_a_spring_without_force),
        cmocka_unit_test(test_start_where_slip_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
