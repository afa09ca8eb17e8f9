/* SPDX-License-Identifier: GPL-3.0-or-later */
/* No part of a body passes the surface: what lies on a face slides on it, and what meets the
 * surface beside its contact ends the motion there. Closed forms. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tests/sim/outline.h"
#include "tests/sim/recording.h"
#include "tests/test.h"

static const double g = 9.81;
static const double degree = 0.017453292519943295;

static const struct recorded_event *last_of(const struct recording *r)
{
    return &r->events[r->n_events - 1];
}

/* Leine 2002, appendix A: for mu < r/l (here 1/2) the box slides flat down the slope */
static void test_box_slides_flat(void **state)
{
    (void)state;
    static const char *const by[] = {"friction", "slope"};
    struct rig *rig = recording_rig("painleve-box", "friction=0.3");
    struct sim_setup *setup;
    struct error err;
    assert_int_equal(sim_setup_create(rig, 2, 1e-10, by, 2, &setup, &err), ERROR_OK);
    setup->problem.rate = 100;
    struct recording *r = recording_run(&setup->problem);
    const double slope = 30 * degree;
    char *kinds = recording_kinds(r);
    assert_string_equal(kinds, "start end");
    for (size_t i = 0; i < r->n_samples; i++) {
        const double *x = r->samples[i].x, t = r->samples[i].t;
        assert_near(x[2], 0, 0);
        assert_near(x[3], 1 + g * (sin(slope) - 0.3 * cos(slope)) * t, 1e-10);
        assert_near(r->samples[i].motion.force_n, g * cos(slope), 1e-10);
        assert_near(outline_lowest(&setup->problem, x), 0, 1e-12);
    }
    const struct recorded_event *end = last_of(r);
    assert_near(end->state_slopes[3], -2 * g * cos(slope), 1e-9);
    assert_near(end->state_slopes[6 + 3], 2 * g * (cos(slope) + 0.3 * sin(slope)), 1e-9);
    free(kinds);
    recording_free(r);
    sim_setup_free(setup);
    rig_free(rig);
}

/* mu above tan(slope) but below r/l: it comes to rest flat and stays */
static void test_box_stops_flat(void **state)
{
    (void)state;
    struct recording *r = recording_of("painleve-box", "friction=0.45 slope=20deg", 2, 1e-10);
    char *kinds = recording_kinds(r);
    assert_string_equal(kinds, "start stick end");
    const double braking = g * (0.45 * cos(20 * degree) - sin(20 * degree));
    assert_near(r->events[1].t, 1 / braking, 1e-10);
    assert_near(last_of(r)->x[0], 0.5 / braking, 1e-10);
    assert_near(last_of(r)->x[2], 0, 1e-14);
    free(kinds);
    recording_free(r);
}

/* r/l is the border between flat and turning over the leading edge */
static void test_box_turns_above_r_over_l(void **state)
{
    (void)state;
    struct recording *below = recording_of("painleve-box", "friction=0.499999", 0.2, 1e-10);
    struct recording *above = recording_of("painleve-box", "friction=0.500001", 0.2, 1e-10);
    assert_near(last_of(below)->x[2], 0, 0);
    assert_true(last_of(above)->x[2] > 1e-9);
    recording_free(below);
    recording_free(above);
}

/* set down on its edge at 5 deg, it falls back on its base: that is where it ends */
static void test_box_falls_on_its_base(void **state)
{
    (void)state;
    struct recording *r = recording_of("painleve-box", "friction=0.3 phi=5deg", 1, 1e-10);
    const struct recorded_event *floor = recording_event(r, SIM_EVENT_FLOOR, 0);
    assert_near(floor->x[2], 0, 1e-12);
    assert_true(floor->x[5] < -0.1);
    assert_string_equal(r->statistics.floor, "the trailing edge of the base");
    assert_near(last_of(r)->t, floor->t, 0);
    recording_free(r);
}

/* Without friction a rod falls on its side with energy alone: at phi = 0, where its other end
 * arrives, (1/2 + 1/6) m l^2 phi'^2 = m g l sin(phi_0) */
static void test_rod_falls_on_its_side(void **state)
{
    (void)state;
    static const char *const by[] = {"phi"};
    struct rig *rig = recording_rig("painleve-rod", "friction=0 x_dot=0m/s phi=50deg");
    struct sim_setup *setup;
    struct error err;
    assert_int_equal(sim_setup_create(rig, 2, 1e-12, by, 1, &setup, &err), ERROR_OK);
    struct recording *r = recording_run(&setup->problem);
    const struct recorded_event *floor = recording_event(r, SIM_EVENT_FLOOR, 0);
    const double l = rig_value(rig, "half_length")->value, start = 50 * degree;
    const double gravity = rig_value(rig, "gravity")->value;
    const double spin = -sqrt(1.5 * gravity * sin(start) / l);
    assert_near(floor->x[2], 0, 1e-11);
    assert_near(floor->x[5], spin, 1e-9);
    /* the event moves with the start: phi there stays 0, phi' follows the energy */
    double rate[SIM_MAX_STATES];
    recording_rate(&setup->problem, floor->from, floor->t, floor->x, rate);
    assert_near(floor->state_slopes[2] + floor->x[5] * floor->time_slopes[0], 0, 1e-8);
    assert_near(floor->state_slopes[5] + rate[5] * floor->time_slopes[0], 0.5 * spin / tan(start),
                1e-7);
    recording_free(r);
    sim_setup_free(setup);
    rig_free(rig);
}

/* the rod on the slider ends where it meets the slope, beyond 90 deg since its hinge is over it */
static void test_rod_of_the_slider_meets_the_slope(void **state)
{
    (void)state;
    struct recording *r = recording_of("or-2012", "friction=0.1 slope=5deg", 2, 1e-10);
    const struct recorded_event *floor = recording_event(r, SIM_EVENT_FLOOR, 0);
    assert_near(cos(floor->x[2]), -(5e-3 + 12e-3) / 0.4, 1e-11);
    assert_near(last_of(r)->t, floor->t, 0);
    recording_free(r);
}

/* an elbow that hangs low over the belt falls on it */
static void test_elbow_meets_the_belt(void **state)
{
    (void)state;
    const char *start = "height=0.19m theta1=60deg friction=0.1 stiffness=0N.m/rad";
    struct recording *r = recording_of("zhao-2008", start, 2, 1e-10);
    const struct recorded_event *floor = recording_event(r, SIM_EVENT_FLOOR, 0);
    assert_near(0.19 - 0.21 * cos(floor->x[0]), 0, 1e-11);
    assert_true(sin(floor->x[0]) * floor->x[2] < 0); /* on its way down */
    assert_string_equal(r->statistics.floor, "the joint between the links");
    recording_free(r);
}

static void test_start_below_is_refused(void **state)
{
    (void)state;
    struct sim_setup *setup = recording_setup_of(
        "zhao-2008", "height=0.19m theta1=20deg theta2=120deg", 1, 1e-9);
    struct recording *r = recording_try(&setup->problem);
    assert_int_equal(r->code, ERROR_INPUT);
    assert_non_null(strstr(r->err.message, "the joint between the links 0.00733545 m below"));
    recording_free(r);
    sim_setup_free(setup);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_box_slides_flat),
        cmocka_unit_test(test_box_stops_flat),
        cmocka_unit_test(test_box_turns_above_r_over_l),
        cmocka_unit_test(test_box_falls_on_its_base),
        cmocka_unit_test(test_rod_falls_on_its_side),
        cmocka_unit_test(test_rod_of_the_slider_meets_the_slope),
        cmocka_unit_test(test_elbow_meets_the_belt),
        cmocka_unit_test(test_start_below_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
