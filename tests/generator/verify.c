/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Is the second generator right? Closed forms of a block, a ball and a pendulum, energy, its own
 * order, and the events of the simulator, which shares no line with it. */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <gsl/gsl_sf_ellint.h>

#include "lib/measure/channels.h"
#include "sim/registry.h"
#include "sim/setup.h"
#include "sim/simulate.h"
#include "tests/generator/record.h"
#include "tests/scratch.h"
#include "tests/test.h"

static struct error err;
static const double g = 9.81;

#define good(call)                                  \
    do {                                            \
        if ((call) != ERROR_OK)                     \
            fail_msg("%s: %s", #call, err.message); \
    } while (0)

enum { MOST = 64 };
struct seen {
    struct generator_event events[MOST];
    size_t n;
    struct generator_piece last;
    double upward; /* time of the last turn of q[0] from falling to rising */
    double friction_work;
};

static void note_event(void *context, const struct generator_event *event)
{
    struct seen *seen = context;
    if (seen->n < MOST)
        seen->events[seen->n++] = *event;
}

static void note_piece(void *context, const struct generator_piece *piece)
{
    struct seen *seen = context;
    seen->last = *piece;
    if (piece->v[0][0] < 0 && piece->v[1][0] >= 0)
        seen->upward = piece->t[0] + (piece->t[1] - piece->t[0]) * piece->v[0][0] /
                                         (piece->v[0][0] - piece->v[1][0]);
}

/* a block, or a ball that does not turn: x along the rail, y over it */
static void block_terms(const void *parameters, const double q[2], const double v[2],
                        struct generator_terms *out)
{
    (void)v;
    const double mass = *(const double *)parameters;
    *out = (struct generator_terms){.mass = {{mass, 0}, {0, mass}},
                                    .h = {0, -mass * g},
                                    .w_t = {1, 0},
                                    .w_n = {0, 1},
                                    .gap = q[1]};
}

static struct seen follow(const struct generator_mechanism *mechanism, double duration, double step)
{
    struct seen seen = {0};
    assert_true(generator_follow(mechanism, duration, step, note_piece, note_event, &seen));
    return seen;
}

/* v0 = 0.7 m/s on a resting rail with mu = 0.3 stops after v0/(mu g), and stays */
static void block_slides_to_rest(void **state)
{
    (void)state;
    static const double mass = 0.4;
    const struct generator_mechanism block = {
        .terms = block_terms, .parameters = &mass, .friction = 0.3, .v = {0.7, 0}};
    const struct seen seen = follow(&block, 0.5, 1e-3);
    assert_int_equal(seen.n, 1);
    assert_int_equal(seen.events[0].kind, GENERATOR_STICK);
    assert_true(fabs(seen.events[0].t - 0.7 / (0.3 * g)) < 1e-12);
    assert_true(fabs(seen.last.q[1][0] - 0.7 * 0.7 / (2 * 0.3 * g)) < 1e-12);
    assert_true(fabs(seen.last.v[1][0]) < 1e-12);
}

/* carried by a rail that shakes, it slips when the rail's acceleration passes mu g */
static void block_slips_on_a_shaken_rail(void **state)
{
    (void)state;
    static const double mass = 0.4;
    const double w = 2 * M_PI * 5, amplitude = 0.3 * g / w / 0.8;
    const struct generator_mechanism block = {
        .terms = block_terms,
        .parameters = &mass,
        .friction = 0.3,
        .rail = {.speed = 1, .waves = {{amplitude, 5, M_PI / 2}}},
        .v = {1 + amplitude, 0}};
    const struct seen seen = follow(&block, 0.1, 1e-4);
    /* |rail'| = w amplitude sin(w t) passes 0.3 g where sin = 0.8 */
    assert_int_equal(seen.events[0].kind, GENERATOR_SLIP);
    assert_true(fabs(seen.events[0].t - asin(0.8) / w) < 1e-9);
}

/* dropped from 0.1 m, e = 0.5: impacts at t0, t0 + 2 e t0, ..., at rest after t0 (1 + e)/(1 - e) */
static void ball_bounces(void **state)
{
    (void)state;
    static const double mass = 0.4;
    const struct generator_mechanism ball = {
        .terms = block_terms, .parameters = &mass, .restitution = 0.5, .q = {0, 0.1}};
    const struct seen seen = follow(&ball, 1, 1e-3);
    const double fall = sqrt(2 * 0.1 / g);
    double t = fall, e = 1;
    for (int i = 0; i < 10; i++) {
        assert_int_equal(seen.events[i].kind, GENERATOR_IMPACT);
        assert_true(fabs(seen.events[i].t - t) < 1e-10);
        e *= 0.5;
        t += 2 * e * fall;
    }
    assert_true(fabs(seen.events[seen.n - 1].t - 3 * fall) < 1e-6);
    assert_true(seen.last.q[1][1] == 0 || fabs(seen.last.q[1][1]) < 1e-15);
}

/* a lower bar that weighs nothing leaves one pendulum: its period at 1 rad is an elliptic
 * integral, T = 4 K(sin(1/2)) sqrt(2 l / (3 g)) */
static void pendulum_has_its_period(void **state)
{
    (void)state;
    struct generator_two_link rig = generator_two_link_of_paper();
    rig.mass[1] = 1e-12;
    rig.stiffness = rig.damping[0] = rig.damping[1] = 0;
    rig.theta1 = 1;
    rig.rest_angle = 0;
    struct generator_mechanism pendulum = generator_mechanism_two_link(&rig);
    rig.height = 10; /* nothing is touched */
    pendulum.q[1] = 0.3;
    const double period = 4 * gsl_sf_ellint_Kcomp(sin(0.5), GSL_PREC_DOUBLE) *
                          sqrt(2 * 0.21 / (3 * 9.8));
    /* from rest at the top it falls first, so that it turns upward after T/2 */
    struct seen seen = follow(&pendulum, 4.7 * period, 2e-5);
    assert_true(fabs(seen.upward - 4.5 * period) < 1e-9);
}

static double energy(const struct generator_two_link *r, const double q[2], const double v[2])
{
    double x = 0, y = 0, vx = 0, vy = 0, sum = 0;
    for (int b = 0; b < 2; b++) {
        const double l = r->length[b], m = r->mass[b];
        const double hx = 0.5 * l * cos(q[b]) * v[b], hy = 0.5 * l * sin(q[b]) * v[b];
        sum += 0.5 * m * (pow(vx + hx, 2) + pow(vy + hy, 2)) + m * l * l / 24 * v[b] * v[b];
        sum += m * r->gravity * (y - 0.5 * l * cos(q[b]));
        x += l * sin(q[b]);
        y -= l * cos(q[b]);
        vx += 2 * hx;
        vy += 2 * hy;
    }
    (void)x;
    return sum + 0.5 * r->stiffness * pow(q[0] - q[1] - r->rest_angle, 2);
}

/* two bars of different mass and length, a spring, no loss: the energy stays to the order four */
static void energy_stays(void **state)
{
    (void)state;
    double off[2];
    for (int i = 0; i < 2; i++) {
        struct generator_two_link rig = generator_two_link_of_paper();
        rig.mass[1] = 0.2;
        rig.length[1] = 0.3;
        rig.damping[0] = rig.damping[1] = 0;
        struct generator_mechanism free = generator_mechanism_two_link(&rig);
        rig.height = 10;
        free.v[0] = 7;
        free.v[1] = -4;
        const double before = energy(&rig, free.q, free.v);
        const struct seen seen = follow(&free, 1, i ? 1e-3 : 2e-3);
        off[i] = energy(&rig, seen.last.q[1], seen.last.v[1]) - before;
    }
    assert_true(fabs(off[1]) < 1e-6);
    const double order = log2(fabs(off[0] / off[1]));
    assert_true(order > 3.5 && order < 5.5); /* the energy's error is often of one order more */
}

/* ---- against the simulator */

struct simulated {
    double t[MOST];
    size_t n;
};

static enum error_code note_impact(void *context, const struct sim_event *event, struct error *e)
{
    (void)e;
    struct simulated *simulated = context;
    const bool jump = event->kind == SIM_EVENT_IMPACT || event->kind == SIM_EVENT_TANGENTIAL_IMPACT;
    const double size = fabs(event->normal_after - event->normal_before) +
                        fabs(event->slip_after - event->slip_before);
    if ((jump && size > 1e-3) || event->kind == SIM_EVENT_TAKEOFF ||
        (event->to == SIM_STICK && event->from != SIM_STICK))
        if (simulated->n < MOST)
            simulated->t[simulated->n++] = event->t;
    return ERROR_OK;
}

static void take_laws(const struct generator_surface *surface, struct rig *rig)
{
    const struct {
        const char *name;
        double value;
    } values[] = {{"static_friction", surface->static_friction},
                  {"stribeck_speed", surface->stribeck_speed},
                  {"viscous_friction", surface->viscous},
                  {"ageing", surface->ageing},
                  {"ageing_time", surface->ageing_time},
                  {"restitution_power", surface->restitution_power},
                  {"restitution_speed", surface->restitution_speed}};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        if (values[i].value != 0)
            good(rig_set_value(rig, values[i].name, values[i].value, &err));
    if (surface->stribeck_speed > 0)
        rig->surface.friction = RIG_FRICTION_STRIBECK;
    if (surface->ageing > 0)
        rig->surface.rest = RIG_STATIC_AGEING;
    if (surface->restitution_power != 0)
        rig->surface.restitution = RIG_RESTITUTION_POWER;
}

static struct simulated simulate(const struct generator_two_link *truth, double duration)
{
    char path[4096];
    struct rig *rig;
    struct sim_setup *setup;
    struct sim_statistics statistics;
    struct simulated simulated = {.n = 0};
    const char *source = getenv("TOP_SRCDIR");
    snprintf(path, sizeof path, "%s/data/zhao-2008.yaml", source ? source : ".");
    good(rig_read(path, sim_registry, &rig, &err));
    good(rig_set_value(rig, "theta1", truth->theta1, &err));
    good(rig_set_value(rig, "belt_speed", truth->rail.speed, &err));
    take_laws(&truth->surface, rig);
    good(sim_setup_create(rig, duration, 1e-11, NULL, 0, &setup, &err));
    const struct sim_sink sink = {.context = &simulated, .event = note_impact};
    good(sim_simulate(&setup->problem, &sink, &statistics, &err));
    sim_setup_free(setup);
    rig_free(rig);
    return simulated;
}

/* every impact, stick and take-off at the same time; how many there were */
static size_t compare_events(const double set_up[2], const struct generator_surface *surface)
{
    struct generator_two_link rig = generator_two_link_of_paper();
    rig.theta1 = set_up[0] * M_PI / 180;
    rig.rail.speed = set_up[1];
    rig.surface = *surface;
    const struct generator_mechanism mechanism = generator_mechanism_two_link(&rig);
    const struct seen seen = follow(&mechanism, 0.6, 2e-5);
    const struct simulated simulated = simulate(&rig, 0.6);
    size_t n = 0;
    for (size_t i = 0; i < seen.n; i++) {
        const struct generator_event *event = &seen.events[i];
        const double size = fabs(event->tip_n[1] - event->tip_n[0]) +
                            fabs(event->tip_t[1] - event->tip_t[0]);
        const bool jump = event->kind <= GENERATOR_TANGENTIAL;
        if ((jump && size < 1e-3) || event->kind == GENERATOR_SLIP)
            continue;
        /* ever shorter flights end a little early here, see motion.c */
        const double most = event->kind == GENERATOR_STICK ? 1e-7 : 1e-8;
        if (n >= simulated.n || !(fabs(event->t - simulated.t[n]) < most))
            fail_msg("%g deg, %g m/s, event %zu: %.12g and %.12g s", set_up[0], set_up[1], n,
                     event->t, n < simulated.n ? simulated.t[n] : NAN);
        n++;
    }
    assert_int_equal(n, simulated.n);
    return n;
}

/* bouncing, bouncing, sticking, sliding */
static void events_are_the_simulators(void **state)
{
    (void)state;
    static const double cases[][2] = {{32, -0.5}, {30.5, -0.2}, {32, -0.075},
                                      {21, -0.2}, {15, -0.3},   {32, -0.24}};
    const struct generator_surface plain = {0};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
        compare_events(cases[k], &plain);
}

/* the same of friction that falls, and rises again, with slip, of contacts that age, and
 * of restitution that falls with the speed of approach */
static void laws_are_the_simulators(void **state)
{
    (void)state;
    static const double cases[][2] = {{30.5, -0.2}, {15, -0.2}, {32, -0.075}};
    static const struct generator_surface laws[] = {
        {.stribeck_speed = 0.1, .static_friction = 0.7},
        {.stribeck_speed = 0.05, .static_friction = 0.65, .viscous = 0.3},
        {.stribeck_speed = 0.1, .static_friction = 0.62, .ageing = 0.02, .ageing_time = 0.01},
        {.restitution_power = 0.25, .restitution_speed = 0.1}};
    size_t n = 0;
    for (size_t k = 0; k < 3; k++)
        for (size_t i = 0; i < sizeof laws / sizeof *laws; i++)
            n += compare_events(cases[k], &laws[i]);
    assert_true(n > 16); /* there was something to compare */
}

/* ---- the instrument */

/* a rail at rest: what the record shows is what the instrument adds, rms, colour, hum and all */
static void spoiled_as_asked(void **state)
{
    (void)state;
    enum { N = 200000 };
    static double values[N];
    struct generator_instrument instrument = generator_instrument_clean(10e3);
    instrument.channels[GENERATOR_TIP_T] = (struct generator_channel){
        .gain = 1, .offset = 0.01, .noise = 1e-3, .colour = 0.5, .full = 5};
    generator_spoil(&instrument, GENERATOR_TIP_T, values, N, 1);
    double mean = 0, square = 0, product = 0;
    for (size_t i = 0; i < N; i++)
        mean += values[i] / N;
    for (size_t i = 0; i + 1 < N; i++) {
        square += pow(values[i] - mean, 2) / N;
        product += (values[i] - mean) * (values[i + 1] - mean) / N;
    }
    /* the mean of AR(1) is known to noise sqrt((1 + a)/(1 - a)/N); 5 of these */
    assert_true(fabs(mean - 0.01) < 5 * 1e-3 * sqrt(3.0 / N));
    assert_true(fabs(sqrt(square) - 1e-3) < 2e-5);
    assert_true(fabs(product / square - 0.5) < 0.02);
    double sine[2] = {0, 0};
    instrument.channels[GENERATOR_TIP_T].hum = 1e-3;
    for (size_t i = 0; i < N; i++)
        values[i] = 0;
    generator_spoil(&instrument, GENERATOR_TIP_T, values, N, 1);
    for (size_t i = 0; i < N; i++) {
        sine[0] += 2 * values[i] * sin(2 * M_PI * 50e-4 * (double)i) / N;
        sine[1] += 2 * values[i] * cos(2 * M_PI * 50e-4 * (double)i) / N;
    }
    assert_true(fabs(hypot(sine[0], sine[1]) - 1e-3) < 2e-5);
}

/* a low-pass of 200 Hz: after the start's impact the tip's jump comes as 1 - exp(-w t); with a
 * clock that is 1 % slow, events come 1 % early in the record's time */
static void run_as_asked(void **state)
{
    (void)state;
    struct generator_two_link rig = generator_two_link_of_paper();
    struct generator_instrument instrument = generator_instrument_clean(20e3);
    struct measure_channels channels;
    instrument.rest = 0.1;
    instrument.clock_error = 0.01;
    instrument.channels[GENERATOR_TIP_T].bandwidth = 200;
    instrument.channels[GENERATOR_RAIL].gain = 1.02;
    struct generator_recording recording = generator_record(scratch_path("run"), &rig, &instrument,
                                                            NULL, 1);
    assert_true(fabs(recording.start - 0.1 / 1.01) < 1e-12);
    assert_int_equal(recording.events[0].kind, GENERATOR_TANGENTIAL);
    assert_true(fabs(recording.events[0].t - 0.1 / 1.01) < 1e-12);
    /* Zhao 2008, figure 5: the next collision 0.09 s after it; its equations give 0.086 s */
    assert_int_equal(recording.events[1].kind, GENERATOR_IMPACT);
    assert_true(fabs(recording.events[1].t - 0.186 / 1.01) < 1e-3);
    good(measure_channels_read(recording.path, NAN, NAN, &channels, &err));
    const struct measure_channel *tip = measure_channels_find(&channels, "tip_t"),
                                 *rail = measure_channels_find(&channels, "rail");
    const double jump = recording.events[0].tip_t[1];
    assert_true(fabs(jump - -0.5) < 1e-9); /* it sticks at the end of the tangential impact */
    for (size_t i = 1975; i < 1990; i++) {
        const double age = (double)i * 50e-6 * 1.01 - 0.1;
        const double wanted = age < 0 ? 0 : jump * (1 - exp(-2 * M_PI * 200 * age));
        assert_true(fabs(tip->values[i] - wanted) < 4e-3 * fabs(jump) + 2e-6);
        assert_true(fabs(rail->values[i] - (age < 0 ? 0 : -0.51)) < 2e-6);
    }
    measure_channels_free(&channels);
    generator_recording_free(&recording);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(block_slides_to_rest),
                                       cmocka_unit_test(block_slips_on_a_shaken_rail),
                                       cmocka_unit_test(ball_bounces),
                                       cmocka_unit_test(pendulum_has_its_period),
                                       cmocka_unit_test(energy_stays),
                                       cmocka_unit_test(events_are_the_simulators),
                                       cmocka_unit_test(laws_are_the_simulators),
                                       cmocka_unit_test(spoiled_as_asked),
                                       cmocka_unit_test(run_as_asked)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
