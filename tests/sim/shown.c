/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Outputs of described mechanisms and their derivatives, against closed forms. */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/registry.h"
#include "sim/shown.h"
#include "sim/simulate.h"
#include "tests/scratch.h"
#include "tests/sim/recording.h"
#include "tests/test.h"

static struct sim_setup *setup_of(const char *text, double t_end, const char *const *directions,
                                  size_t n)
{
    struct rig *rig;
    struct sim_setup *setup = NULL;
    struct error err;
    if (rig_read(scratch_write("rig.yaml", text), sim_registry, &rig, &err) ||
        sim_setup_create(rig, t_end, 1e-12, directions, n, &setup, &err))
        fail_msg("%s", err.message);
    rig_free(rig);
    return setup;
}

/* what is expected at a time: values, and slopes by each direction */
struct expected {
    double value[SIM_MAX_SHOWN], slopes[SIM_MAX_SHOWN][4];
};

struct watch {
    const struct sim_problem *problem;
    struct expected (*expect)(double t);
    size_t n_seen;
    double worst;
};

static enum error_code take_tip(void *context, const struct sim_tip *tip, struct error *err)
{
    (void)err;
    struct watch *watch = context;
    const struct expected e = watch->expect(tip->t);
    const size_t directions = watch->problem->n_directions;
    for (size_t k = 0; k < watch->problem->n_shown; k++) {
        watch->worst = fmax(watch->worst, fabs(tip->shown[k] - e.value[k]));
        for (size_t d = 0; d < directions; d++)
            watch->worst = fmax(watch->worst,
                                fabs(tip->shown_slopes[k * directions + d] - e.slopes[k][d]));
    }
    watch->n_seen++;
    return ERROR_OK;
}

/* all samples at a rate, few or many in a step, are as expected */
static void follow(struct sim_setup *setup, const size_t *shown, size_t n, double rate,
                   struct expected (*expect)(double t))
{
    struct sim_statistics statistics;
    struct error err;
    struct watch watch = {.problem = &setup->problem, .expect = expect};
    const struct sim_sink sink = {.context = &watch, .tip = take_tip};
    setup->problem.shown = shown;
    setup->problem.n_shown = n;
    setup->problem.rate = rate;
    if (sim_simulate(&setup->problem, &sink, &statistics, &err))
        fail_msg("%s", err.message);
    print_message("# %zu samples, worst %.1e\n", watch.n_seen, watch.worst);
    assert_true((double)watch.n_seen > rate * setup->problem.t_end);
    assert_true(watch.worst < 1e-8);
}

/* ---- a mass on a spring, x = x0 cos(w t): by stiffness, mass and start */

static const double mass = 0.5, stiffness = 8, amplitude = 0.3;

static struct expected spring_expected(double t)
{
    const double w = sqrt(stiffness / mass), s = sin(w * t), c = cos(w * t);
    /* w by stiffness and by mass */
    const double w_by[2] = {0.5 / sqrt(stiffness * mass), -0.5 * w / mass};
    struct expected e = {.value = {stiffness * amplitude * c, -w * w * amplitude * c,
                                   amplitude * c + 2, -w * amplitude * s}};
    for (int d = 0; d < 2; d++) {
        const double turn = t * w_by[d];
        e.slopes[0][d] = (d == 0 ? amplitude * c : 0) - stiffness * amplitude * s * turn;
        e.slopes[1][d] = -2 * w * w_by[d] * amplitude * c + w * w * amplitude * s * turn;
        e.slopes[2][d] = -amplitude * s * turn;
        e.slopes[3][d] = -w_by[d] * amplitude * s - w * amplitude * c * turn;
    }
    e.slopes[0][2] = stiffness * c;
    e.slopes[1][2] = -w * w * c;
    e.slopes[2][2] = c;
    e.slopes[3][2] = -w * s;
    return e;
}

static void test_oscillator(void **state)
{
    (void)state;
    static const char *const by[] = {"stiffness", "mass", "x"};
    struct sim_setup *setup = setup_of(
        "mechanism:\n"
        "  coordinates: {x: m}\n"
        "  bodies: [{name: cart, joint: slider, at: [0 m, 2 m], along: up, distance: x, "
        "mass: mass}]\n"
        "  springs: [{name: leash, on: x, stiffness: stiffness}]\n"
        "  outputs:\n"
        "    - {name: pull, force: leash}\n"
        "    - {name: shake, acceleration: cart, along: up}\n"
        "    - {name: height, displacement: cart, along: up}\n"
        "    - {name: climb, velocity: cart, along: up}\n"
        "  contact: none\n"
        "parameters: {gravity: 0 m/s2, mass: 0.5 kg, stiffness: 8 N/m}\n"
        "start: {x: 0.3 m}\n",
        2, by, 3);
    size_t shown[4];
    for (size_t i = 0; i < 4; i++)
        shown[i] = sim_shown_output(setup->model, i);
    follow(setup, shown, 4, 10, spring_expected);
    follow(setup, shown, 4, 5000, spring_expected);
    sim_setup_free(setup);
}

/* ---- a block that is dragged by a belt: its contact forces, and what an accelerometer that lies
 * turned on it feels */

static struct expected block_expected(double t)
{
    (void)t;
    const double g = 9.81, mu = 0.25, m = 2, c = cos(0.3);
    return (struct expected){.value = {mu * m * g, m * g, mu * g, mu * g * c},
                             .slopes = {{m * g, mu * g}, {0, g}, {g, 0}, {g * c, 0}}};
}

static void test_block_on_belt(void **state)
{
    (void)state;
    static const char *const by[] = {"friction", "mass"};
    struct sim_setup *setup = setup_of(
        "mechanism:\n"
        "  coordinates: {x: m, y: m}\n"
        "  bodies: [{name: block, joint: free, at: [x, y], angle: 0.3 rad, mass: mass}]\n"
        "  outputs:\n"
        "    - {name: skewed, acceleration: block, along: right, axes: body}\n"
        "  contact: {body: block, point: origin, rests_by: y}\n"
        "parameters: {mass: 2 kg, friction: 0.25, belt_speed: 10 m/s}\n"
        "start: {x: 0 m}\n",
        1, by, 2);
    const size_t shown[4] = {SIM_SHOWN_FORCE_T, SIM_SHOWN_FORCE_N, SIM_SHOWN_ACCELERATION_T,
                             sim_shown_output(setup->model, 0)};
    follow(setup, shown, 4, 1000, block_expected);
    sim_setup_free(setup);
}

/* ---- a conical turn by hand: a bar on a hinge at one state, in axes that turn with it */

static void test_bar_at_a_state(void **state)
{
    (void)state;
    struct sim_setup *setup = setup_of(
        "mechanism:\n"
        "  coordinates: {a: rad, b: rad}\n"
        "  bodies:\n"
        "    - {name: upper, joint: hinge, at: [0 m, 0 m], angle: a, length: 2 m, mass: 1 kg}\n"
        "    - {name: lower, parent: upper, joint: hinge, at: end, angle: b, length: 1 m, "
        "mass: 1 kg}\n"
        "  springs: [{name: elbow, between: [upper, lower], stiffness: 3 N.m/rad, "
        "damping: 0.5 N.m.s/rad, preload: 0.25 N.m}]\n"
        "  outputs:\n"
        "    - {name: out, acceleration: upper, point: end, along: down, axes: body}\n"
        "    - {name: along, acceleration: upper, point: end, along: right, axes: body}\n"
        "    - {name: turn, angle: lower}\n"
        "    - {name: rate, spin: lower}\n"
        "    - {name: torque, force: elbow}\n"
        "  contact: none\n"
        "start: {a: 0.4 rad, b: 0.3 rad, a_dot: 2 rad/s, b_dot: -0.5 rad/s}\n",
        1, NULL, 0);
    const struct sim_problem *problem = &setup->problem;
    struct sim_motion m;
    size_t which[5];
    double values[5];
    sim_motion_at(&problem->inputs, SIM_FLIGHT, 0, problem->x, &m);
    for (size_t i = 0; i < 5; i++)
        which[i] = sim_shown_output(setup->model, i);
    sim_shown_at(&problem->inputs, 0, problem->x, &m, which, 5, values);
    assert_near(values[0], -2 * 2 * 2, 1e-12);            /* towards the hinge */
    assert_near(values[1], 2 * m.acceleration[0], 1e-12); /* along the arc */
    assert_near(values[2], 0.7, 1e-15);                   /* the sum of relative angles */
    assert_near(values[3], 1.5, 1e-15);
    assert_near(values[4], -3 * 0.3 + 0.5 * 0.5 + 0.25, 1e-14);
    sim_setup_free(setup);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_oscillator),
        cmocka_unit_test(test_block_on_belt),
        cmocka_unit_test(test_bar_at_a_state),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
