/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A ball that lies on a moving belt: the belt's spline, and what a change of its
 * speed does to stick and slip. */
#include "sim/belt.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_math.h>

#include "tests/sim/ball.h"
#include "tests/sim/recording.h"
#include "tests/test.h"

enum { POINTS = 4001 };

static const double g = 10;

static struct sim_belt *belt_of(double (*speed)(double), double until)
{
    static double t[POINTS], v[POINTS];
    struct sim_belt *belt;
    struct error err;
    for (size_t i = 0; i < POINTS; i++) {
        t[i] = until * (double)i / (POINTS - 1);
        v[i] = speed(t[i]);
    }
    assert_int_equal(sim_belt_create(SIM_BELT_SPLINE, t, v, POINTS, &belt, &err), ERROR_OK);
    return belt;
}

static double steady(double t)
{
    (void)t;
    return 0.4;
}

static double swinging(double t) { return 0.5 * sin(4 * t); }

static double ever_faster(double t) { return 2 * t * t; }

static void test_spline_follows_speed_and_derivatives(void **state)
{
    (void)state;
    struct sim_belt *belt = belt_of(swinging, 2);
    for (double t = 0.1; t < 1.9; t += 0.0317) {
        double v[3];
        sim_belt_at(belt, t, v);
        assert_near(v[0], 0.5 * sin(4 * t), 1e-12);
        assert_near(v[1], 2 * cos(4 * t), 1e-8);
        assert_near(v[2], -8 * sin(4 * t), 1e-4);
    }
    assert_near(sim_belt_first(belt), 0, 0);
    assert_near(sim_belt_last(belt), 2, 0);
    sim_belt_free(belt);
}

static void run_with_belt(const struct ball *ball, double static_friction, struct sim_belt *belt,
                          double duration, struct recording **r)
{
    struct sim_problem problem;
    ball_problem(ball, duration, 1e-11, &problem);
    problem.p[SIM_STATIC_FRICTION] = static_friction;
    problem.inputs.belt = belt;
    *r = recording_run(&problem);
}

/* a table of one speed and the parameter are the same to the last event */
static void test_steady_table_is_a_steady_belt(void **state)
{
    (void)state;
    struct ball ball = {.friction = 0.2, .restitution = 0.3, .y = 0.1, .u = -0.5, .belt = 0.4};
    struct sim_belt *belt = belt_of(steady, 2);
    struct recording *table, *constant;
    run_with_belt(&ball, 0.2, NULL, 1, &constant);
    ball.belt = 123; /* not looked at */
    run_with_belt(&ball, 0.2, belt, 1, &table);
    assert_int_equal(table->n_events, constant->n_events);
    for (size_t i = 0; i < table->n_events; i++) {
        assert_int_equal(table->events[i].kind, constant->events[i].kind);
        assert_near(table->events[i].t, constant->events[i].t, 1e-10);
    }
    recording_free(table);
    recording_free(constant);
    sim_belt_free(belt);
}

/* belt 2 t^2: it sticks until 4 t = mu_s g, then slides at mu g and never catches up */
static void test_sticks_as_long_as_static_friction_holds(void **state)
{
    (void)state;
    struct ball ball = {.friction = 0.1, .x = 0.1};
    struct sim_belt *belt = belt_of(ever_faster, 2);
    struct recording *r;
    run_with_belt(&ball, 0.2, belt, 1, &r);
    char *kinds = recording_kinds(r);
    assert_string_equal(kinds, "start slip end");
    assert_int_equal(r->events[0].to, SIM_STICK);
    assert_int_equal(r->events[1].to, SIM_SLIP_MINUS);
    assert_near(r->events[1].t, 0.2 * g / 4, 1e-8);
    double end[4];
    ball_cartesian(r->events[2].x, end);
    assert_near(end[2], 2 * 0.25 + 0.1 * g * 0.5, 1e-8);
    free(kinds);
    recording_free(r);
    sim_belt_free(belt);
}

/* the first time from `from` on at which the ball, at speed u and speeding up by
 * a, has the belt's speed again */
static double met_after(double from, double u, double a)
{
    double low = from + 1e-3, high = low;
    double sign = copysign(1, u + a * (low - from) - swinging(low));
    while (sign * (u + a * (high - from) - swinging(high)) > 0)
        high += 1e-3;
    for (int i = 0; i < 60; i++) {
        double middle = 0.5 * (low + high);
        if (sign * (u + a * (middle - from) - swinging(middle)) > 0)
            low = middle;
        else
            high = middle;
    }
    return high;
}

/* belt 0.5 sin 4t reverses; mu g = 1 holds the ball while |2 cos 4t| < 1 */
static void test_reversing_belt(void **state)
{
    (void)state;
    struct ball ball = {.friction = 0.1, .x = 0.1};
    struct sim_belt *belt = belt_of(swinging, 4);
    struct recording *r;
    run_with_belt(&ball, 0.1, belt, 2, &r);
    const double pi = acos(-1);
    /* dragged along from 0, caught up, held, lost where 2 cos 4t = -1 */
    double caught = met_after(0, 0, 1), lost = 2 * pi / 3 / 4;
    assert_int_equal(r->events[0].to, SIM_SLIP_MINUS);
    const struct recorded_event *next = &r->events[1];
    assert_near(next->t, caught, 1e-8);
    if (fabs(2 * cos(4 * caught)) <= 1) {
        assert_int_equal(next->kind, SIM_EVENT_STICK);
        next++;
        assert_int_equal(next->kind, SIM_EVENT_SLIP);
        assert_near(next->t, lost, 1e-7);
    } else {
        assert_int_equal(next->kind, SIM_EVENT_REVERSE);
        lost = caught;
    }
    assert_int_equal(next->to, SIM_SLIP_PLUS);
    caught = met_after(lost, swinging(lost), -1);
    assert_near(next[1].t, caught, 1e-7);
    recording_free(r);
    sim_belt_free(belt);
}

static void test_tables_that_are_none(void **state)
{
    (void)state;
    struct error err;
    struct sim_belt *belt;
    const double v[] = {1, 1, 1}, down[] = {0, 2, 1}, wild[] = {0, 1, NAN};
    assert_int_equal(sim_belt_create(SIM_BELT_MONOTONE, down, v, 3, &belt, &err), ERROR_INPUT);
    assert_non_null(strstr(err.message, "point 3"));
    assert_int_equal(sim_belt_create(SIM_BELT_MONOTONE, wild, v, 3, &belt, &err), ERROR_INPUT);
    assert_int_equal(sim_belt_create(SIM_BELT_LINEAR, v, v, 2, &belt, &err), ERROR_INPUT);
    assert_null(belt);
    assert_int_equal(sim_belt_read_table("/nowhere/belt.csv", SIM_BELT_LINEAR, &belt, &err),
                     ERROR_INPUT);
    assert_non_null(strstr(err.message, "/nowhere/belt.csv"));
}

/* the waves of an uneven rail: value, and derivatives by differences */
static void test_waves(void **state)
{
    (void)state;
    const struct sim_belt_wave waves[] = {{0.02, 5, 0.3}, {0.01, 1.7, 2}};
    struct sim_belt *belt;
    assert_int_equal(sim_belt_create_waves(-0.5, 0.1, waves, 2, &belt, NULL), ERROR_OK);
    assert_true(isinf(sim_belt_last(belt)));
    for (double t = 0; t < 3; t += 0.0173) {
        double at[3], plus[3], minus[3];
        const double h = 1e-5;
        sim_belt_at(belt, t, at);
        sim_belt_at(belt, t + h, plus);
        sim_belt_at(belt, t - h, minus);
        const double value = -0.5 + 0.1 * t + 0.02 * sin(10 * M_PI * t + 0.3) +
                             0.01 * sin(3.4 * M_PI * t + 2);
        assert_true(fabs(at[0] - value) < 1e-15);
        assert_true(fabs(at[1] - (plus[0] - minus[0]) / (2 * h)) < 1e-7);
        assert_true(fabs(at[2] - (plus[1] - minus[1]) / (2 * h)) < 1e-5);
    }
    sim_belt_free(belt);
}

/* the table of the issue: a natural spline through it runs from -4.74 to 0.885 m/s */
static const double step_t[] = {0, 0.1, 0.11, 0.6, 1}, step_v[] = {0, 0, -0.5, -0.5, -0.5};

static struct sim_belt *table_of(enum sim_belt_way way, const double *t, const double *v, size_t n)
{
    struct sim_belt *belt;
    struct error err;
    assert_int_equal(sim_belt_create(way, t, v, n, &belt, &err), ERROR_OK);
    return belt;
}

/* between two points the speed goes one way and stays between theirs; the bounds are those of
 * the points; the derivatives are those of the speed */
static void check_monotone(enum sim_belt_way way, const double *t, const double *v, size_t n)
{
    struct sim_belt *belt = table_of(way, t, v, n);
    for (size_t i = 0; i + 1 < n; i++) {
        double last = v[i], low, high;
        const double h = t[i + 1] - t[i], up = v[i + 1] - v[i], tiny = 1e-14 * (1 + fabs(up));
        for (int k = 0; k <= 100; k++) {
            double at[3], near[3];
            sim_belt_at(belt, fmin(t[i] + h * k / 100, t[i + 1]), at);
            assert_true((at[0] - last) * up >= -tiny * fabs(up));
            assert_true(at[0] >= fmin(v[i], v[i + 1]) - tiny &&
                        at[0] <= fmax(v[i], v[i + 1]) + tiny);
            last = at[0];
            if (k == 0 || k >= 99)
                continue;
            const double d = 1e-4 * h;
            sim_belt_at(belt, t[i] + h * k / 100 + d, near);
            const double size = (fabs(up) / h + fabs(at[1])) / h; /* of the third term */
            assert_near(near[0], at[0] + d * at[1] + 0.5 * d * d * at[2],
                        1e-13 + 20 * size * d * d * 1e-4);
            assert_near(near[1], at[1] + d * at[2], 1e-12 / h + 60 * size * d * 1e-4);
        }
        sim_belt_range(belt, t[i] + 0.25 * h, t[i] + 0.75 * h, &low, &high);
        assert_near(low, fmin(v[i], v[i + 1]), 0);
        assert_near(high, fmax(v[i], v[i + 1]), 0);
    }
    sim_belt_free(belt);
}

static void test_tables_are_never_outside_the_data(void **state)
{
    (void)state;
    unsigned long seed = 1;
    check_monotone(SIM_BELT_MONOTONE, step_t, step_v, 5);
    check_monotone(SIM_BELT_LINEAR, step_t, step_v, 5);
    for (int table = 0; table < 200; table++) {
        double t[8] = {0}, v[8] = {0};
        for (size_t i = 0; i < 8; i++) { /* spacings and speeds over four decades */
            seed = (seed * 1103515245 + 12345) % 2147483648ul;
            const double u = (double)seed / 2147483648.0;
            t[i] = (i ? t[i - 1] : 0) + pow(10, -4 * u);
            seed = (seed * 1103515245 + 12345) % 2147483648ul;
            v[i] = (double)seed / 1073741824.0 - 1;
            if (i && seed % 5 == 0)
                v[i] = v[i - 1];
        }
        check_monotone(SIM_BELT_MONOTONE, t, v, 8);
        check_monotone(SIM_BELT_LINEAR, t, v, 8);
    }
}

/* the spline overshoots, and says by how much at the most */
static void test_bounds_of_a_spline_hold(void **state)
{
    (void)state;
    struct sim_belt *belt = table_of(SIM_BELT_SPLINE, step_t, step_v, 5);
    double low, high, least = 0;
    sim_belt_range(belt, 0, 1, &low, &high);
    for (int i = 0; i <= 100000; i++) {
        double at[3];
        sim_belt_at(belt, i * 1e-5, at);
        assert_true(at[0] >= low && at[0] <= high);
        least = fmin(least, at[0]);
    }
    assert_near(least, -4.74, 0.01); /* the number */
    sim_belt_free(belt);
}

/* 0.5 t, then 0.5 + 2 (t - 1): mu g = 1 holds the ball just until the point of the table, at
 * any friction from 0.05 to 0.2, so that time has no derivative but zero */
static void test_linear_table_lets_go_at_its_point(void **state)
{
    (void)state;
    const double t[] = {0, 1, 3}, v[] = {0, 0.5, 4.5};
    struct ball ball = {.friction = 0.1, .x = 0.1};
    struct sim_belt *belt = table_of(SIM_BELT_LINEAR, t, v, 3);
    struct sim_problem problem;
    struct sim_direction direction = {.p = {[SIM_FRICTION] = 1, [SIM_STATIC_FRICTION] = 1}};
    ball_problem(&ball, 1.5, 1e-11, &problem);
    problem.p[SIM_STATIC_FRICTION] = 0.1;
    problem.inputs.belt = belt;
    problem.directions = &direction;
    problem.n_directions = 1;
    struct recording *r = recording_run(&problem);
    char *kinds = recording_kinds(r);
    assert_string_equal(kinds, "start slip end");
    assert_int_equal(r->events[0].to, SIM_STICK);
    assert_int_equal(r->events[1].to, SIM_SLIP_MINUS);
    assert_near(r->events[1].t, 1, 1e-11);
    assert_near(r->events[1].time_slopes[0], 0, 0);
    double end[4], moved[SIM_MAX_STATES], near[4];
    ball_cartesian(r->events[2].x, end);
    assert_near(end[0], 0.1 + 0.25 + 0.5 * 0.5 + 0.5 * 0.25, 1e-9);
    assert_near(end[2], 0.5 + 0.5, 1e-9);
    for (int i = 0; i < 4; i++) /* of the speed by mu: g (t - 1) */
        moved[i] = r->events[2].x[i] + 1e-6 * r->events[2].state_slopes[i];
    ball_cartesian(moved, near);
    assert_near((near[2] - end[2]) / 1e-6, g * 0.5, 1e-5);
    free(kinds);
    recording_free(r);
    sim_belt_free(belt);
}

/* a spike of the belt, 2 ms wide, overtakes the ball by 0.5 mm/s at its point and at no other */
static void test_spike_of_a_table_is_not_missed(void **state)
{
    (void)state;
    const double t[] = {0, 0.499, 0.5, 0.501, 2}, v[] = {0, 0, 0.9505, 0, 0};
    struct ball ball = {.friction = 0.01, .x = 0.1, .u = 1};
    for (enum sim_belt_way way = SIM_BELT_MONOTONE; way <= SIM_BELT_LINEAR; way++) {
        struct sim_belt *belt = table_of(way, t, v, 5);
        struct recording *r;
        run_with_belt(&ball, 0.01, belt, 1, &r);
        char *kinds = recording_kinds(r);
        assert_string_equal(kinds, "start reverse reverse end");
        assert_true(r->events[1].t < 0.5 && r->events[2].t > 0.5);
        double speed[3], at[4];
        sim_belt_at(belt, r->events[1].t, speed);
        ball_cartesian(r->events[1].x, at);
        assert_near(speed[0], at[2], 1e-8);
        assert_near(at[2], 1 - 0.1 * r->events[1].t, 1e-9);
        free(kinds);
        recording_free(r);
        sim_belt_free(belt);
    }
}

/* stick follows a monotone table to the tolerance, and its derivative by the start of the ball
 * is that of a body that moves with the belt: one to one */
static void test_stick_follows_a_monotone_table(void **state)
{
    (void)state;
    const double t[] = {0, 0.2, 0.5, 0.6, 1}, v[] = {0, 0.1, 0.1, 0.2, -0.1};
    struct ball ball = {.friction = 2, .x = 0.1};
    struct sim_belt *belt = table_of(SIM_BELT_MONOTONE, t, v, 5);
    struct recording *r;
    run_with_belt(&ball, 2, belt, 1, &r);
    double way = 0, end[4], at[3];
    for (int i = 0; i < 4; i++) /* a cubic a piece: Simpson is exact */
        for (int k = 0; k < 3; k++) {
            sim_belt_at(belt, t[i] + (t[i + 1] - t[i]) * k / 2, at);
            way += (t[i + 1] - t[i]) * at[0] * (k == 1 ? 4 : 1) / 6;
        }
    ball_cartesian(r->events[r->n_events - 1].x, end);
    assert_near(end[0], 0.1 + way, 1e-11);
    assert_near(end[2], -0.1, 1e-12);
    assert_true(r->statistics.steps < 30); /* none is spent on the kinks */
    recording_free(r);
    sim_belt_free(belt);
}

/* a block on the level, which has series (the ball has none) */
static void run_block(const char *settings, struct sim_belt *belt, struct recording **r)
{
    struct sim_setup *setup = recording_setup_of("example-slope", settings, 1, 1e-11);
    setup->problem.inputs.belt = belt;
    *r = recording_run(&setup->problem);
    sim_setup_free(setup);
}

/* the same spike in one step of slip, in both directions */
static void test_spike_within_a_step(void **state)
{
    (void)state;
    for (int sign = 1; sign >= -1; sign -= 2) {
        const double t[] = {0, 0.3, 0.499, 0.5, 0.501, 2},
                     v[] = {0, 0.1 * sign, 0, 0.9505 * sign, 0, 0};
        struct sim_belt *belt = table_of(SIM_BELT_MONOTONE, t, v, 6);
        struct recording *r;
        run_block(sign > 0 ? "slope=0deg gravity=10m/s2 friction=0.01 x_dot=1m/s"
                           : "slope=0deg gravity=10m/s2 friction=0.01 x_dot=-1m/s",
                  belt, &r);
        char *kinds = recording_kinds(r);
        assert_string_equal(kinds, "start reverse reverse end");
        double speed[3];
        for (int i = 1; i <= 2; i++) {
            sim_belt_at(belt, r->events[i].t, speed);
            assert_near(speed[0], r->events[i].x[2], 1e-8);
        }
        assert_true(r->events[1].t < 0.5 && r->events[2].t > 0.5);
        assert_near(r->events[1].x[2], sign * (1 - 0.1 * r->events[1].t), 1e-9);
        assert_true(r->statistics.steps < 12);
        free(kinds);
        recording_free(r);
        sim_belt_free(belt);
    }
}

/* The same by series, on a belt that is at rest before it starts: 0, 0.5 (t - 0.5), then 0.25 + 2
 * (t - 1). At its points the derivatives by the belt's clock jump: with s = t - 1, the block has x
 * = 0.0625 + 0.25 s + mu g s^2/2,   which by the clock is its speed, and this mu g */
static void check_block_on_a_linear_table(bool spring)
{
    const double t[] = {0, 0.5, 1, 3}, v[] = {0, 0, 0.25, 4.25};
    struct sim_belt *belt = table_of(SIM_BELT_LINEAR, t, v, 4);
    struct sim_setup *setup = recording_setup_of(
        "example-slope", "slope=0deg gravity=10m/s2 friction=0.1 x_dot=0m/s", 1.5, 1e-11);
    const struct sim_direction directions[2] = {
        {.p = {[SIM_FRICTION] = 1, [SIM_STATIC_FRICTION] = 1}}, {.belt_shift = 1}};
    struct sim_problem *problem = &setup->problem;
    if (spring) { /* in balance, so that it presses as much */
        problem->inputs.law = RIG_LAW_COMPLIANT;
        problem->p[SIM_CONTACT_STIFFNESS] = 1e4;
        problem->p[SIM_CONTACT_DAMPING] = 100;
        problem->x[1] -= 10 * problem->p[SIM_OWN_PARAMETERS] / 1e4;
    }
    problem->inputs.belt = belt;
    problem->directions = directions;
    problem->n_directions = 2;
    struct recording *r = recording_run(problem);
    char *kinds = recording_kinds(r);
    assert_string_equal(kinds, "start slip end");
    const struct recorded_event *slip = &r->events[1], *end = &r->events[2];
    assert_near(slip->t, 1, 1e-14);
    assert_near(slip->time_slopes[0], 0, 0);
    assert_near(slip->time_slopes[1], -1, 0);
    assert_near(end->x[0], 0.0625 + 0.25 * 0.5 + 0.5 * 0.25, 1e-11);
    assert_near(end->x[2], 0.25 + 0.5, 1e-11);
    const double wanted[2][2] = {{10 * 0.125, 10 * 0.5}, {0.25 + 0.5, 1}};
    for (int d = 0; d < 2; d++)
        for (size_t i = 0; i < 2; i++)
            assert_near(end->state_slopes[4 * (size_t)d + 2 * i], wanted[d][i], 1e-9);
    free(kinds);
    recording_free(r);
    sim_setup_free(setup);
    sim_belt_free(belt);
}

static void test_block_on_a_linear_table(void **state)
{
    (void)state;
    check_block_on_a_linear_table(false);
    check_block_on_a_linear_table(true);
}

/* stick by series: a step for each piece of the table, and the belt's own way at the end */
static void test_block_rides_on_a_table(void **state)
{
    (void)state;
    const double t[] = {0, 0.2, 0.5, 0.6, 1}, v[] = {0, 0.1, 0.1, 0.2, -0.1};
    struct sim_belt *belt = table_of(SIM_BELT_MONOTONE, t, v, 5);
    struct recording *r;
    run_block("slope=0deg gravity=10m/s2 friction=2 x_dot=0m/s", belt, &r);
    double way = 0, at[3];
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 3; k++) {
            sim_belt_at(belt, t[i] + (t[i + 1] - t[i]) * k / 2, at);
            way += (t[i + 1] - t[i]) * at[0] * (k == 1 ? 4 : 1) / 6;
        }
    const struct recorded_event *end = &r->events[r->n_events - 1];
    assert_near(end->x[0], way, 1e-14);
    assert_near(end->x[2], -0.1, 1e-14);
    assert_int_equal(r->statistics.steps, 4);
    recording_free(r);
    sim_belt_free(belt);
}

/* the power series of a belt is the belt, to the end of the piece */
static void test_series_of_a_belt(void **state)
{
    (void)state;
    enum { ORDER = 20 };
    const double t[] = {0, 0.2, 0.5, 0.6, 1}, v[] = {0, 0.1, 0.1, 0.2, -0.1};
    const struct sim_belt_wave waves[] = {{0.2, 3, 0.5}, {-0.1, 1.7, 2}};
    struct sim_belt *belts[4];
    struct error err;
    for (int way = 0; way < 3; way++)
        belts[way] = table_of((enum sim_belt_way)way, t, v, 5);
    assert_int_equal(sim_belt_create_waves(0.3, -0.2, waves, 2, &belts[3], &err), ERROR_OK);
    for (int i = 0; i < 4; i++) {
        for (double at = 0; at < 1; at = sim_belt_piece_end(belts[i], at)) {
            /* a time that rounding has left before the point is in the piece behind it */
            const double from = at > 0 ? at * (1 - 2 * DBL_EPSILON) : 0.03;
            const double end = fmin(1, sim_belt_piece_end(belts[i], from));
            assert_true(end > at);
            double c[ORDER + 1], speed[3];
            sim_belt_series(belts[i], from, ORDER, c);
            for (double share = 0; share < 1; share += 0.125) {
                const double after = share * (end - from);
                double sum = 0;
                for (int k = ORDER; k >= 0; k--)
                    sum = sum * after + c[k];
                sim_belt_at(belts[i], from + after, speed);
                assert_near(sum, speed[0], 1e-13);
            }
        }
        sim_belt_free(belts[i]);
    }
}

static void test_too_many_waves(void **state)
{
    (void)state;
    const struct sim_belt_wave waves[SIM_BELT_WAVES_MAX + 1] = {{0}};
    struct sim_belt *belt;
    struct error err;
    assert_int_equal(sim_belt_create_waves(1, 0, waves, SIM_BELT_WAVES_MAX + 1, &belt, &err),
                     ERROR_INPUT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_spline_follows_speed_and_derivatives),
        cmocka_unit_test(test_steady_table_is_a_steady_belt),
        cmocka_unit_test(test_sticks_as_long_as_static_friction_holds),
        cmocka_unit_test(test_reversing_belt),
        cmocka_unit_test(test_tables_that_are_none),
        cmocka_unit_test(test_waves),
        cmocka_unit_test(test_spike_within_a_step),
        cmocka_unit_test(test_block_rides_on_a_table),
        cmocka_unit_test(test_series_of_a_belt),
        cmocka_unit_test(test_too_many_waves),
        cmocka_unit_test(test_tables_are_never_outside_the_data),
        cmocka_unit_test(test_bounds_of_a_spline_hold),
        cmocka_unit_test(test_linear_table_lets_go_at_its_point),
        cmocka_unit_test(test_block_on_a_linear_table),
        cmocka_unit_test(test_spike_of_a_table_is_not_missed),
        cmocka_unit_test(test_stick_follows_a_monotone_table),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
