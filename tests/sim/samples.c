/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tip's velocities alone, interpolated where a step has many samples, are those of the
 * whole samples to within the tolerance of the motion; and the derivatives are as exact as
 * the motion lets expect. */
#include "sim/simulate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sim/slopes.h"
#include "tests/sim/recording.h"
#include "tests/test.h"

enum { DIRECTIONS = 2, ROOM = 20002 };

/* velocity, rate and slopes of tip_t and tip_n at each sample */
struct tips {
    const struct sim_problem *problem;
    size_t n;
    double t[ROOM];
    double velocity[2][ROOM], rate[2][ROOM], slopes[2][DIRECTIONS][ROOM];
};

static enum error_code take_tip(void *context, const struct sim_tip *tip, struct error *err)
{
    (void)err;
    struct tips *tips = context;
    assert_true(tips->n < ROOM);
    tips->t[tips->n] = tip->t;
    for (int c = 0; c < 2; c++) {
        tips->velocity[c][tips->n] = tip->velocity[c];
        tips->rate[c][tips->n] = tip->rate[c];
        for (int d = 0; d < DIRECTIONS && tip->slopes[c]; d++)
            tips->slopes[c][d][tips->n] = tip->slopes[c][d];
    }
    tips->n++;
    return ERROR_OK;
}

/* from the state and the motion; the belt's speed is constant */
static enum error_code take_whole(void *context, const struct sim_sample *s, struct error *err)
{
    const struct tips *tips = context;
    double t[DIRECTIONS], n[DIRECTIONS], velocity[2];
    sim_slopes_tip(tips->problem, s->x, s->slopes, velocity, t, n);
    const struct sim_tip tip = {.t = s->t,
                                .velocity = {s->motion->tip_t, s->motion->tip_n},
                                .rate = {s->motion->slip_rate, s->motion->gap_rate2},
                                .slopes = {t, n}};
    return take_tip(context, &tip, err);
}

static struct tips *follow_to(const struct sim_problem *problem, struct sim_sink sink)
{
    struct tips *tips = calloc(1, sizeof *tips);
    assert_non_null(tips);
    tips->problem = problem;
    struct sim_statistics statistics;
    struct error err;
    sink.context = tips;
    if (sim_simulate(problem, &sink, &statistics, &err))
        fail_msg("%s", err.message);
    return tips;
}

static struct tips *follow(const struct sim_problem *problem, bool whole)
{
    const struct sim_sink sink = {.sample = whole ? take_whole : NULL,
                                  .tip = whole ? NULL : take_tip};
    return follow_to(problem, sink);
}

static struct tips *follow_velocities(const struct sim_problem *problem)
{
    return follow_to(problem, (struct sim_sink){.tip = take_tip, .velocities_alone = true});
}

static double largest(const double *values, size_t n)
{
    double most = 0;
    for (size_t i = 0; i < n; i++)
        most = fmax(most, fabs(values[i]));
    return most;
}

static void assert_close(const char *what, const struct tips *tips, const double *got,
                         const double *want, double floor, double share)
{
    const double allowed = share * (largest(want, tips->n) + floor);
    for (size_t i = 0; i < tips->n; i++)
        if (!(fabs(got[i] - want[i]) <= allowed))
            fail_msg("%s at t = %.9g s: %.15g, not %.15g (allowed %.1e)", what, tips->t[i], got[i],
                     want[i], allowed);
}

static const struct {
    const char *rig, *settings, *directions[DIRECTIONS];
} cases[] = {
    {"zhao-2008", "", {"stiffness", "theta1"}},                           /* bounces */
    {"zhao-2008", "height=0.314m theta1=55deg", {"friction", "damping"}}, /* sticks, slips */
    {"zhao-2008", "friction=0.45 belt_speed=-0.2m/s", {"friction", "restitution"}},
    {"zhao-2008", "friction=0.45 belt_speed=0.2m/s", {"friction", "restitution"}}, /* slip- */
    {"leine-2002", "", {"friction", "mass1"}},
    {"leine-2002-simple", "", {"friction", "belt_speed"}},
    {"chain", "", {"friction", "gravity"}},
};
enum { CASES = sizeof cases / sizeof *cases };

static struct sim_setup *setup_of(int i, double rtol)
{
    struct rig *rig = recording_rig(cases[i].rig, cases[i].settings);
    struct sim_setup *setup;
    struct error err;
    if (sim_setup_create(rig, 0.6, rtol, cases[i].directions, DIRECTIONS, &setup, &err))
        fail_msg("%s", err.message);
    rig_free(rig);
    setup->problem.rate = 2e4;
    setup->problem.phase = 1.7e-5;
    return setup;
}

static void test_interpolation_adds_less_than_the_tolerance(void **state)
{
    (void)state;
    for (int i = 0; i < CASES; i++)
        for (double rtol = 1e-5; rtol > 1e-12; rtol *= 1e-3) {
            struct sim_setup *setup = setup_of(i, rtol);
            struct tips *whole = follow(&setup->problem, true);
            struct tips *alone = follow(&setup->problem, false);
            assert_int_equal(whole->n, alone->n);
            assert_memory_equal(whole->t, alone->t, whole->n * sizeof(double));
            const double speed = fmax(largest(whole->velocity[0], whole->n),
                                      largest(whole->velocity[1], whole->n));
            for (int c = 0; c < 2; c++) {
                assert_close("velocity", whole, alone->velocity[c], whole->velocity[c], speed,
                             rtol);
                /* Markov: the derivative of what is off by rtol v may be off by 49 rtol v
                 * over half a step, some hundred times rtol of the largest rate; the tip of a
                 * sticking contact has a velocity and no rate */
                assert_close("rate", whole, alone->rate[c], whole->rate[c], speed, 1e3 * rtol);
                for (int d = 0; d < DIRECTIONS; d++)
                    assert_close("slope", whole, alone->slopes[c][d], whole->slopes[c][d], speed,
                                 100 * rtol);
            }
            free(whole);
            free(alone);
            sim_setup_free(setup);
        }
}

/* the same without derivatives, where the series of a step are the samples */
static void test_series_are_the_samples(void **state)
{
    (void)state;
    for (int i = 0; i < CASES; i++)
        for (double rtol = 1e-5; rtol > 1e-14; rtol *= 1e-4) {
            struct sim_setup *setup = setup_of(i, rtol);
            struct tips *whole = follow(&setup->problem, true);
            setup->problem.n_directions = 0;
            struct tips *alone = follow(&setup->problem, false);
            struct tips *least = follow_velocities(&setup->problem);
            assert_int_equal(whole->n, alone->n);
            assert_memory_equal(whole->t, alone->t, whole->n * sizeof(double));
            const double speed = fmax(largest(whole->velocity[0], whole->n),
                                      largest(whole->velocity[1], whole->n));
            for (int c = 0; c < 2; c++) {
                assert_close("velocity alone", whole, least->velocity[c], alone->velocity[c], speed,
                             1e-15);
                assert_close("velocity", whole, alone->velocity[c], whole->velocity[c], speed,
                             fmax(rtol, 1e-11));
                assert_close("rate", whole, alone->rate[c], whole->rate[c], speed,
                             fmax(100 * rtol, 1e-9));
            }
            free(least);
            free(whole);
            free(alone);
            sim_setup_free(setup);
        }
}

/* against a motion that is followed a thousand times closer, until the first jam */
static void test_slopes_follow_the_tolerance(void **state)
{
    (void)state;
    for (int i = 0; i < CASES; i++)
        for (double rtol = 1e-6; rtol > 1e-11; rtol *= 1e-2) {
            struct sim_setup *setup = setup_of(i, rtol), *fine = setup_of(i, 1e-3 * rtol);
            struct tips *got = follow(&setup->problem, false);
            struct tips *want = follow(&fine->problem, false);
            for (int c = 0; c < 2; c++)
                for (int d = 0; d < DIRECTIONS; d++)
                    assert_close(cases[i].directions[d], want, got->slopes[c][d],
                                 want->slopes[c][d], 1e-3, 1e4 * rtol);
            free(got);
            free(want);
            sim_setup_free(setup);
            sim_setup_free(fine);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_interpolation_adds_less_than_the_tolerance),
        cmocka_unit_test(test_series_are_the_samples),
        cmocka_unit_test(test_slopes_follow_the_tolerance),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
