/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The simulator against the closed form of a bouncing ball that rubs: order of
 * convergence through impacts, accumulation of bounces, and what happens at
 * the rims: grazes, starts on an event, e = 0 and 1, mu = 0. */
#include "sim/problem.h"

#include <complex.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/sim/ball.h"
#include "tests/sim/graphs.h"
#include "tests/sim/recording.h"
#include "tests/test.h"

static const double g = 10;

/* dropped from h with speed u: state at t, after the bounces until then (the
 * slip does not stop meanwhile); xyuv */
static void bounced(const struct ball *ball, double t, double *xyuv)
{
    double x = ball->x, u = ball->u, v = sqrt(2 * g * ball->y);
    double from = 0, next = v / g;
    while (next <= t) {
        x += u * (next - from);
        u -= ball->friction * (1 + ball->restitution) * v;
        v *= ball->restitution;
        from = next;
        next += 2 * v / g;
    }
    const double rest = t - from;
    xyuv[0] = x + u * rest;
    xyuv[1] = from > 0 ? v * rest - 0.5 * g * rest * rest : ball->y - 0.5 * g * rest * rest;
    xyuv[2] = u;
    xyuv[3] = from > 0 ? v - g * rest : -g * rest;
}

static double error_of(const struct ball *ball, double t, double rtol, long *steps)
{
    struct sim_problem problem;
    ball_problem(ball, t, rtol, &problem);
    struct recording *r = recording_run(&problem);
    double want[4], got[4], worst = 0;
    bounced(ball, t, want);
    ball_cartesian(recording_event(r, SIM_EVENT_END, 0)->x, got);
    for (int i = 0; i < 4; i++)
        worst = fmax(worst, fabs(got[i] - want[i]));
    *steps = r->statistics.steps;
    assert_int_equal(recording_count(r, SIM_EVENT_IMPACT), 4);
    recording_free(r);
    return worst;
}

/* slope of y over x through points, by least squares */
static double fitted_slope(const double *x, const double *y, int n)
{
    double mx = 0, my = 0, xx = 0, xy = 0;
    for (int i = 0; i < n; i++) {
        mx += x[i] / n;
        my += y[i] / n;
    }
    for (int i = 0; i < n; i++) {
        xx += (x[i] - mx) * (x[i] - mx);
        xy += (x[i] - mx) * (y[i] - my);
    }
    return xy / xx;
}

static const struct ball thrown = {.friction = 0.1, .restitution = 0.8, .x = -2, .y = 0.5, .u = 4};

/* The error goes with the tolerance through four impacts, and work with the digits alone, since
 * the order of the series does: a first-order flaw in an event or a reset would stop both */
static void test_convergence_through_impacts(void **state)
{
    (void)state;
    enum { N = 15 };
    double tolerance[N], error[N];
    long first = 0;
    for (int i = 0; i < N; i++) {
        const double rtol = 1e-5 * pow(10, -0.5 * i);
        long steps;
        double e = error_of(&thrown, 1.6, rtol, &steps);
        print_message("# rtol %.1e error %.2e steps %ld\n", rtol, e, steps);
        assert_true(e < 100 * rtol);
        tolerance[i] = log(rtol);
        error[i] = log(e + 1e-16);
        first = i ? first : steps;
        assert_true(steps <= 2 * first);
    }
    assert_near(fitted_slope(tolerance, error, N), 1, 0.2);
}

/* T = v/g (1+e)/(1-e); the friction takes mu g T of the speed until then, as
 * if the ball had slid all the time; then it slides to rest */
static void test_bounces_accumulate_then_slide_then_stick(void **state)
{
    (void)state;
    for (double e = 0.2; e < 0.85; e += 0.2) {
        struct ball ball = thrown;
        ball.restitution = e;
        const double v = sqrt(2 * g * ball.y), settled = v / g * (1 + e) / (1 - e);
        const double at_rest = ball.u / (ball.friction * g);
        struct sim_problem problem;
        ball_problem(&ball, at_rest + 1, 1e-13, &problem);
        struct recording *r = recording_run(&problem);
        const struct recorded_event *settle = recording_event(r, SIM_EVENT_SETTLE, 0);
        /* at the last bounces, of 1e-6 m/s, rounding of r sin(phi) by 1e-16 shows
         * as g 1e-16 / v in the velocity */
        assert_near(settle->t, settled, 1e-8);
        assert_near(settle->slip_after, ball.u - ball.friction * g * settled, 1e-8);
        assert_int_equal(settle->to, SIM_SLIP_PLUS);
        assert_near(recording_event(r, SIM_EVENT_STICK, 0)->t, at_rest, 1e-8);
        assert_int_equal(recording_count(r, SIM_EVENT_SETTLE), 1);
        /* how far: flights at the speed after each bounce, then the slide */
        double x = ball.x, u = ball.u, speed = v, t = v / g;
        x += u * t;
        for (int k = 0; k < 400; k++) {
            u -= ball.friction * (1 + e) * speed;
            speed *= e;
            x += u * 2 * speed / g;
        }
        x += u * u / (2 * ball.friction * g);
        double end[4];
        ball_cartesian(recording_event(r, SIM_EVENT_END, 0)->x, end);
        assert_near(end[0], x, 1e-8);
        recording_free(r);
    }
}

/* the same formula where some thousand bounces shrink by little each: none of them is left out */
static void test_slow_accumulation_is_not_cut_off(void **state)
{
    (void)state;
    static const double restitution[] = {0.99, 0.995, 0.999};
    for (size_t i = 0; i < 3; i++) {
        const double e = restitution[i];
        struct ball ball = {.friction = 0, .restitution = e, .y = 0.05};
        const double settled = sqrt(2 * ball.y / g) * (1 + e) / (1 - e);
        struct sim_problem problem;
        ball_problem(&ball, settled + 1, 1e-13, &problem);
        struct recording *r = recording_run(&problem);
        const struct recorded_event *settle = recording_event(r, SIM_EVENT_SETTLE, 0);
        assert_near(settle->t, settled, 1e-6 * settled);
        assert_int_equal(recording_count(r, SIM_EVENT_SETTLE), 1);
        recording_free(r);
    }
}

/* e = 0.5 and friction that stops the slip at the first bounce: it settles into stick */
static void test_bounces_accumulate_into_stick(void **state)
{
    (void)state;
    struct ball ball = {.friction = 1, .restitution = 0.5, .belt = 0.3, .x = 0.2, .y = 0.5, .u = 1};
    struct sim_problem problem;
    ball_problem(&ball, 2, 1e-12, &problem);
    struct recording *r = recording_run(&problem);
    const double v = sqrt(2 * g * ball.y);
    const struct recorded_event *settle = recording_event(r, SIM_EVENT_SETTLE, 0);
    assert_near(settle->t, 3 * v / g, 1e-9); /* rounding, as above, at some 2e-6 m/s */
    assert_int_equal(settle->to, SIM_STICK);
    double end[4];
    ball_cartesian(recording_event(r, SIM_EVENT_END, 0)->x, end);
    assert_near(end[0], 0.2 + v / g * 1 + (2 - v / g) * 0.3, 1e-9);
    recording_free(r);
}

static void test_without_restitution_it_stays_down(void **state)
{
    (void)state;
    struct ball ball = thrown;
    ball.restitution = 0;
    struct sim_problem problem;
    ball_problem(&ball, 1, 1e-12, &problem);
    struct recording *r = recording_run(&problem);
    const double v = sqrt(2 * g * ball.y);
    char *kinds = recording_kinds(r);
    assert_string_equal(kinds, "start impact end");
    assert_int_equal(r->events[1].to, SIM_SLIP_PLUS);
    assert_near(r->events[1].slip_after, ball.u - ball.friction * v, 1e-11);
    double end[4];
    ball_cartesian(r->events[2].x, end);
    assert_near(end[2], ball.u - ball.friction * g, 1e-11);
    free(kinds);
    recording_free(r);
}

static void test_with_full_restitution_it_bounces_for_ever(void **state)
{
    (void)state;
    struct ball ball = {.friction = 0, .restitution = 1, .x = -0.5, .y = 0.05, .u = 0.05};
    struct sim_problem problem;
    ball_problem(&ball, 20, 1e-13, &problem);
    struct recording *r = recording_run(&problem);
    /* impacts at 0.1, 0.3, ... 19.9 */
    assert_int_equal(recording_count(r, SIM_EVENT_IMPACT), 100);
    assert_int_equal(r->n_events, 102);
    for (size_t i = 0; i < 100; i++) {
        const struct recorded_event *hit = recording_event(r, SIM_EVENT_IMPACT, i);
        assert_near(hit->t, 0.1 + 0.2 * (double)i, 1e-9);
        assert_near(hit->impulse_t, 0, 1e-14);
    }
    double end[4];
    ball_cartesian(r->events[101].x, end);
    assert_near(end[0], 0.5, 1e-9); /* mu = 0: nothing slows it */
    assert_near(end[2], 0.05, 1e-9);
    recording_free(r);
}

static void test_without_friction_it_slides_on(void **state)
{
    (void)state;
    struct ball ball = {.x = -0.5, .u = 0.5, .belt = 0.5};
    struct sim_problem problem;
    for (int moving = 0; moving < 2; moving++) {
        ball.belt = moving ? 0.5 : 0; /* with the belt: no slip at all, nor any force */
        ball_problem(&ball, 2, 1e-12, &problem);
        problem.rate = 10;
        struct recording *r = recording_run(&problem);
        for (size_t i = 0; i < r->n_samples; i++) {
            assert_near(r->samples[i].motion.force_t, 0, 1e-10);
            assert_near(r->samples[i].motion.force_n, 20, 1e-9);
        }
        double end[4];
        ball_cartesian(r->events[r->n_events - 1].x, end);
        assert_near(end[0], 0.5, 1e-10);
        recording_free(r);
    }
}

/* starts on the surface: going down is an impact at once, going up a flight,
 * neither a contact */
static void test_starts_on_the_surface(void **state)
{
    (void)state;
    struct {
        double v, u;
        const char *kinds;
        enum sim_mode to;
    } cases[] = {
        {-1, 1, "start impact end", SIM_SLIP_PLUS},
        {-1, 0.05, "start impact end", SIM_STICK},
        {0, 1, "start end", SIM_SLIP_PLUS},
        {0, -1, "start end", SIM_SLIP_MINUS},
        {0, 0, "start end", SIM_STICK},
        {1, 0, "start end", SIM_FLIGHT},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct ball ball = {.friction = 0.1, .u = cases[i].u, .v = cases[i].v, .x = 0.3};
        struct sim_problem problem;
        ball_problem(&ball, 0.1, 1e-10, &problem);
        struct recording *r = recording_run(&problem);
        char *kinds = recording_kinds(r);
        assert_string_equal(kinds, cases[i].kinds);
        assert_int_equal(r->events[r->n_events - 1].to, cases[i].to);
        free(kinds);
        recording_free(r);
    }
}

/* a motion may end anywhere near an event, and start again there */
static void test_ends_close_to_an_event(void **state)
{
    (void)state;
    const double hit = sqrt(2 * 0.5 / g);
    for (int k = 0; k < 2; k++) {
        for (double rest = 1e-3; rest > 1e-17; rest *= 0.1) {
            struct ball ball = thrown;
            ball.restitution = k ? 0.5 : 0;
            struct sim_problem problem;
            ball_problem(&ball, hit + rest, 1e-12, &problem);
            struct recording *r = recording_run(&problem);
            assert_near(r->events[r->n_events - 1].t, hit + rest, 0);
            assert_true(r->n_events <= 3);
            recording_free(r);
        }
    }
}

/* pulled upward by 10 m/s2 and thrown down at 1 m/s from 0.05 m: it just touches
 * after 0.1 s; from higher it does not, from lower it strikes */
static void test_grazes(void **state)
{
    (void)state;
    static const struct {
        double height;
        const char *kinds;
    } cases[] = {{5e-11, "start graze end"}, {1e-8, "start end"}, {-1e-9, "start impact end"}};
    for (size_t i = 0; i < 3; i++) {
        struct ball ball = {.y = 0.05 + cases[i].height, .v = -1, .u = 0.3, .restitution = 0.5};
        struct sim_problem problem;
        struct sim_direction direction = {.p = {[BALL_MASS] = 1}};
        ball_problem(&ball, 0.2, 1e-12, &problem);
        problem.p[SIM_GRAVITY] = -10;
        problem.n_directions = 1;
        problem.directions = &direction;
        struct recording *r = recording_run(&problem);
        char *kinds = recording_kinds(r);
        assert_string_equal(kinds, cases[i].kinds);
        if (i != 1)
            assert_near(r->events[1].t, 0.1, i ? 2e-5 : 1e-6);
        if (i == 0) { /* no impulse, and no derivative from there on */
            assert_true(r->events[1].impulse_n == 0);
            assert_non_null(r->statistics.slopes_why);
            assert_non_null(strstr(r->statistics.slopes_why, "graze"));
            assert_near(r->statistics.slopes_end, 0.1, 1e-6);
            assert_true(isnan(r->events[2].state_slopes[0]));
        } else {
            assert_null(r->statistics.slopes_why);
        }
        free(kinds);
        recording_free(r);
    }
}

/* T = v/g (1+e)/(1-e): how the accumulation moves with e and with g */
static void test_slopes_of_the_accumulation(void **state)
{
    (void)state;
    struct sim_direction directions[2] = {{.p = {[SIM_RESTITUTION] = 1}},
                                          {.p = {[SIM_GRAVITY] = 1}}};
    struct ball ball = thrown;
    const double e = ball.restitution = 0.5;
    struct sim_problem problem;
    ball_problem(&ball, 3, 1e-12, &problem);
    problem.n_directions = 2;
    problem.directions = directions;
    struct recording *r = recording_run(&problem);
    const struct recorded_event *settle = recording_event(r, SIM_EVENT_SETTLE, 0);
    const double fall = sqrt(2 * ball.y / g), settled = fall * (1 + e) / (1 - e);
    assert_near(settle->time_slopes[0], fall * 2 / ((1 - e) * (1 - e)), 1e-4);
    assert_near(settle->time_slopes[1], -0.5 * settled / g, 1e-5);
    /* u = u0 - mu g t, whatever e, once it has settled */
    const struct recorded_event *end = recording_event(r, SIM_EVENT_END, 0);
    for (int d = 0; d < 2; d++) {
        double x[4], s[4], moved[4], h = 1e-7;
        ball_cartesian(end->x, x);
        for (int i = 0; i < 4; i++)
            s[i] = end->x[i] + h * end->state_slopes[4 * d + i];
        ball_cartesian(s, moved);
        assert_near((moved[2] - x[2]) / h, d ? -ball.friction * 3 : 0, 1e-5);
    }
    recording_free(r);
}

static void test_penetrating_start_is_refused(void **state)
{
    (void)state;
    struct ball ball = {.y = -0.01};
    struct sim_problem problem;
    ball_problem(&ball, 1, 1e-9, &problem);
    struct recording *r = recording_try(&problem);
    assert_int_equal(r->code, ERROR_INPUT);
    assert_non_null(strstr(r->err.message, "penetrates the surface by 0.01 m"));
    assert_int_equal(r->n_events, 0);
    recording_free(r);
}

/* A ball that is pulled by c / sqrt(r - 1.2): there is no force below 1.2, and what came before is
 * kept */
static const double lost_pull = 1;

static void lost_terms(const double *p, size_t n, const double *q, const double *v,
                       struct sim_terms *out)
{
    ball_model.terms(p, n, q, v, out);
    out->h[0] -= lost_pull * p[BALL_MASS] / sqrt(q[0] - 1.2);
}

static void lost_graph(struct sim_graph *graph, size_t n, const sim_node *q, const sim_node *v,
                       struct sim_assembled *out)
{
    ball_graph(graph, n, q, v, out);
    const sim_node over = sim_graph_difference(graph, q[0], sim_graph_constant(graph, 1.2));
    const sim_node pull = sim_graph_quotient(graph, sim_graph_constant(graph, -lost_pull),
                                             sim_graph_root(graph, over));
    out->h[0] = graphs_plus(graph, out->h[0], sim_graph_input(graph, BALL_MASS), pull);
}

static const struct sim_series *const *lost_series(size_t n)
{
    return graphs_series(lost_graph, BALL_PARAMETERS, n);
}

/* From rest at r = 1.5 by v^2 = 2 g (1.5 - r) + 4 c (sqrt(0.3) - sqrt(r - 1.2)): dt = dr / v, by
 * the midpoint rule in u, r = 1.5 - 0.3 sin^2 u, where it is smooth */
static double time_to_be_lost(void)
{
    enum { PLACES = 1000 };
    double sum = 0;
    for (int i = 0; i < PLACES; i++) {
        const double du = 0.5 * acos(-1) / PLACES, u = (i + 0.5) * du, si = sin(u), co = cos(u);
        const double pulled = 4 * lost_pull * sqrt(0.3) * (1 - co);
        sum += 0.6 * si * co * du / sqrt(0.6 * g * si * si + pulled);
    }
    return sum;
}

static void test_failure_midway_keeps_what_was(void **state)
{
    (void)state;
    struct sim_model model = ball_model;
    model.terms = lost_terms;
    model.series = lost_series;
    struct ball ball = {.y = 0.5};
    struct sim_problem problem;
    ball_problem(&ball, 1, 1e-9, &problem);
    problem.inputs.model = &model;
    problem.rate = 1000;
    struct recording *r = recording_try(&problem);
    const double lost = time_to_be_lost();
    assert_int_equal(r->code, ERROR_NUMERIC);
    double told = 0;
    const char *at = strstr(r->err.message, "at t = ");
    assert_non_null(at);
    assert_int_equal(sscanf(at, "at t = %lf", &told), 1);
    assert_near(told, lost, 1e-6);
    assert_int_equal(r->n_events, 1);
    assert_in_range(r->n_samples, (int)(1000 * lost), (int)(1000 * lost) + 2);
    recording_free(r);
}

/* gravity that fades as x grows: on a belt the weight is gone at x = 1, and both
 * rims of the friction cone are met at once */
static void fading_terms(const double *p, size_t n, const double *q, const double *v,
                         struct sim_terms *out)
{
    double faded[BALL_PARAMETERS];
    memcpy(faded, p, sizeof faded);
    faded[SIM_GRAVITY] *= 1 - q[0] * cos(q[1]);
    ball_model.terms(faded, n, q, v, out);
}

static void fading_terms_c(const double complex *p, size_t n, const double complex *q,
                           const double complex *v, struct sim_terms_c *out)
{
    double complex faded[BALL_PARAMETERS];
    memcpy(faded, p, sizeof faded);
    faded[SIM_GRAVITY] *= 1 - q[0] * ccos(q[1]);
    ball_model.terms_c(faded, n, q, v, out);
}

static void fading_graph(struct sim_graph *graph, size_t n, const sim_node *q, const sim_node *v,
                         struct sim_assembled *out)
{
    ball_graph(graph, n, q, v, out); /* and less weight */
    const sim_node x = sim_graph_product(graph, q[0], sim_graph_cosine(graph, q[1]));
    const sim_node less = sim_graph_product(graph, x, sim_graph_input(graph, SIM_GRAVITY));
    const sim_node weight = sim_graph_product(graph, less, sim_graph_input(graph, BALL_MASS));
    out->h[0] = graphs_plus(graph, out->h[0], weight, sim_graph_sine(graph, q[1]));
    out->h[1] = graphs_plus(graph, out->h[1], weight, x);
}

static const struct sim_series *const *fading_series(size_t n)
{
    return graphs_series(fading_graph, BALL_PARAMETERS, n);
}

static void test_two_events_at_one_time(void **state)
{
    (void)state;
    struct sim_model model = ball_model;
    model.terms = fading_terms;
    model.terms_c = fading_terms_c;
    model.series = fading_series;
    struct ball ball = {.friction = 0.3, .belt = 0.5, .u = 0.5};
    struct sim_direction direction = {.p = {[SIM_BELT_SPEED] = 1}};
    struct sim_problem problem;
    ball_problem(&ball, 3, 1e-11, &problem);
    problem.inputs.model = &model;
    problem.n_directions = 1;
    problem.directions = &direction;
    struct recording *r = recording_run(&problem);
    const struct recorded_event *off = recording_event(r, SIM_EVENT_TAKEOFF, 0);
    assert_near(off->t, 2, 1e-8);
    assert_int_equal(off->to, SIM_FLIGHT);
    assert_int_equal(r->events[r->n_events - 1].to, SIM_FLIGHT);
    assert_non_null(r->statistics.slopes_why);
    assert_non_null(strstr(r->statistics.slopes_why, "two events"));
    assert_near(r->statistics.slopes_end, 2, 1e-8);
    recording_free(r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_convergence_through_impacts),
        cmocka_unit_test(test_bounces_accumulate_then_slide_then_stick),
        cmocka_unit_test(test_slow_accumulation_is_not_cut_off),
        cmocka_unit_test(test_bounces_accumulate_into_stick),
        cmocka_unit_test(test_without_restitution_it_stays_down),
        cmocka_unit_test(test_with_full_restitution_it_bounces_for_ever),
        cmocka_unit_test(test_without_friction_it_slides_on),
        cmocka_unit_test(test_starts_on_the_surface),
        cmocka_unit_test(test_ends_close_to_an_event),
        cmocka_unit_test(test_grazes),
        cmocka_unit_test(test_slopes_of_the_accumulation),
        cmocka_unit_test(test_penetrating_start_is_refused),
        cmocka_unit_test(test_failure_midway_keeps_what_was),
        cmocka_unit_test(test_two_events_at_one_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
