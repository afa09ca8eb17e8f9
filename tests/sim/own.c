/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The papers' mechanisms, described in rig files (tests/sim/mechanisms), against those that are
 * written in C by hand: terms, derivatives, motions and events. */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/file.h"
#include "sim/evaluate.h"
#include "sim/registry.h"
#include "sim/terms_slopes.h"
#include "tests/scratch.h"
#include "tests/sim/chance.h"
#include "tests/sim/recording.h"
#include "tests/test.h"

static const struct {
    const char *mechanism, *data;
    bool touches;
    const char *settings; /* of the motion */
} pairs[] = {
    {"two-link", "zhao-2008", true, ""},
    {"two-link", "liu-2007-case5", true, ""},
    {"rod", "painleve-rod", true, ""},
    {"box", "painleve-box", true, "phi=25deg phi_dot=1rad/s"},
    {"simple-oscillator", "leine-2002-simple", true, ""},
    {"oscillator", "leine-2002", true, ""},
    {"ipos", "or-2012", true, ""},
    {"chain", "chain", true, ""},
    {"pendulum", "zhao-2008-pendulum", false, ""},
};
enum { PAIRS = sizeof pairs / sizeof *pairs };

static char *read_source(const char *directory, const char *name)
{
    char path[1024], *text;
    size_t size;
    struct error err;
    const char *top = getenv("TOP_SRCDIR");
    snprintf(path, sizeof path, "%s/%s/%s.yaml", top ? top : ".", directory, name);
    if (file_read_whole(path, 1 << 20, &text, &size, &err))
        fail_msg("%s", err.message);
    return text;
}

/* the rig of data/ with the description in place of its model */
static struct rig *described(size_t pair)
{
    char *data = read_source("data", pairs[pair].data);
    char *mechanism = read_source("tests/sim/mechanisms", pairs[pair].mechanism);
    char *text = calloc(1, strlen(data) + strlen(mechanism) + 2), *rest;
    assert_non_null(text);
    for (char *line = strtok_r(data, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest))
        if (strncmp(line, "model:", 6) != 0 && strncmp(line, "  links:", 8) != 0)
            strcat(strcat(text, line), "\n");
    strcat(text, mechanism);
    struct rig *rig;
    struct error err;
    if (rig_read(scratch_write("rig.yaml", text), sim_registry, &rig, &err))
        fail_msg("%s", err.message);
    free(data);
    free(mechanism);
    free(text);
    return rig;
}

static void set_all(struct rig *rig, const char *settings)
{
    char text[128], *rest;
    struct error err;
    snprintf(text, sizeof text, "%s", settings);
    for (char *word = strtok_r(text, " ", &rest); word; word = strtok_r(NULL, " ", &rest))
        if (rig_set(rig, word, &err))
            fail_msg("%s", err.message);
}

/* both, set up in the same way; parameter i of the described one is place[i] of the other */
struct twins {
    struct sim_setup *hand, *own;
    size_t place[SIM_MAX_PARAMETERS];
    size_t n, n_parameters;
    bool touches;
};

static struct twins make_twins(size_t pair, double duration, double rtol)
{
    struct rig *rig = described(pair);
    set_all(rig, pairs[pair].settings);
    struct twins twins = {
        .hand = recording_setup_of(pairs[pair].data, pairs[pair].settings, duration, rtol),
        .own = recording_setup(rig, duration, rtol),
        .n_parameters = rig->model->n_parameters,
        .touches = pairs[pair].touches,
    };
    const struct mechanism *hand = &twins.hand->model->table;
    twins.n = twins.own->problem.inputs.n;
    assert_int_equal(twins.n, twins.hand->problem.inputs.n);
    for (size_t i = 0; i < 2 * twins.n; i++) /* the same coordinates in the same order */
        assert_string_equal(sim_setup_state(twins.own, i), sim_setup_state(twins.hand, i));
    for (size_t i = 0; i < twins.n_parameters; i++) {
        twins.place[i] = quantity_find(hand->parameters, hand->n_parameters,
                                       rig->model->parameters[i].name);
        assert_true(twins.place[i] < hand->n_parameters);
    }
    rig_free(rig); /* the set-up keeps the model */
    return twins;
}

static void free_twins(struct twins *twins)
{
    sim_setup_free(twins->hand);
    sim_setup_free(twins->own);
}

/* other parameters and another state, the same for both */
static void draw(gsl_rng *rng, const struct twins *twins, double *p_hand, double *p_own, double *x)
{
    memcpy(p_hand, twins->hand->problem.p, sizeof twins->hand->problem.p);
    for (size_t i = 0; i < twins->n_parameters; i++) {
        p_hand[twins->place[i]] *= uniform(rng, 0.5, 1.5);
        p_own[i] = p_hand[twins->place[i]];
    }
    if (strcmp(twins->hand->model->table.name, "box") == 0) { /* its own radius of gyration */
        const double r = 0.5 * p_hand[SIM_OWN_PARAMETERS + 1],
                     l = 0.5 * p_hand[SIM_OWN_PARAMETERS + 2];
        p_hand[SIM_OWN_PARAMETERS + 3] = sqrt((r * r + l * l) / 3);
    }
    for (size_t i = 0; i < twins->n; i++) {
        x[i] = uniform(rng, -3, 3);
        x[twins->n + i] = uniform(rng, -5, 5);
    }
}

static void compare(double own, double hand, double scale, double tolerance, const char *what)
{
    if (!(fabs(own - hand) <= tolerance * (scale + fabs(hand))))
        fail_msg("%s: %.17g, by hand %.17g", what, own, hand);
}

static void compare_terms(const struct twins *twins, const struct sim_terms *own,
                          const struct sim_terms *hand, double tolerance)
{
    double scale = 0;
    for (size_t i = 0; i < twins->n; i++)
        scale = fmax(scale, fmax(fabs(hand->h[i]), fabs(hand->mass[i][i])));
    for (size_t i = 0; i < twins->n; i++) {
        for (size_t j = 0; j < twins->n; j++)
            compare(own->mass[i][j], hand->mass[i][j], scale, tolerance, "mass");
        compare(own->h[i], hand->h[i], scale, tolerance, "h");
        if (!twins->touches)
            continue;
        compare(own->w_t[i], hand->w_t[i], 1, tolerance, "w_t");
        compare(own->w_n[i], hand->w_n[i], 1, tolerance, "w_n");
    }
    if (!twins->touches)
        return;
    compare(own->s_t, hand->s_t, 10, tolerance, "s_t");
    compare(own->s_n, hand->s_n, 10, tolerance, "s_n");
    compare(own->gap, hand->gap, 1, tolerance, "gap");
}

static void test_terms_are_those_by_hand(void **state)
{
    for (size_t k = 0; k < PAIRS; k++) {
        struct twins twins = make_twins(k, 1, 1e-10);
        print_message("# %s\n", pairs[k].data);
        for (int trial = 0; trial < 200; trial++) {
            double p_hand[SIM_MAX_PARAMETERS], p_own[SIM_MAX_PARAMETERS], x[SIM_MAX_STATES];
            struct sim_terms own, hand;
            draw(*state, &twins, p_hand, p_own, x);
            sim_terms_at(twins.own->model, p_own, twins.n, x, x + twins.n, &own);
            sim_terms_at(twins.hand->model, p_hand, twins.n, x, x + twins.n, &hand);
            compare_terms(&twins, &own, &hand, 1e-12);
            if (twins.hand->model->line_contact) {
                assert_true(twins.own->model->line_contact);
                compare(own.line_low, hand.line_low, 1, 1e-14, "line_low");
                compare(own.line_high, hand.line_high, 1, 1e-14, "line_high");
                for (size_t i = 0; i < twins.n; i++)
                    compare(own.w_l[i], hand.w_l[i], 1, 0, "w_l");
            }
        }
        free_twins(&twins);
    }
}

static void test_derivatives_are_those_by_hand(void **state)
{
    for (size_t k = 0; k < PAIRS; k++) {
        struct twins twins = make_twins(k, 1, 1e-10);
        enum { COUNT = 6 };
        for (int trial = 0; trial < 50; trial++) {
            double p_hand[SIM_MAX_PARAMETERS], p_own[SIM_MAX_PARAMETERS], x[SIM_MAX_STATES];
            double dp_hand[COUNT][SIM_MAX_PARAMETERS] = {{0}};
            double dp_own[COUNT][SIM_MAX_PARAMETERS] = {{0}}, dx[COUNT][SIM_MAX_STATES];
            struct sim_move move_hand[COUNT], move_own[COUNT];
            struct sim_terms own[COUNT], hand[COUNT];
            draw(*state, &twins, p_hand, p_own, x);
            for (int d = 0; d < COUNT; d++) {
                for (size_t i = 0; i < twins.n_parameters && strcmp(pairs[k].mechanism, "box") != 0;
                     i++)
                    dp_own[d][i] = dp_hand[d][twins.place[i]] = uniform(*state, -1, 1);
                for (size_t i = 0; i < 2 * twins.n; i++)
                    dx[d][i] = uniform(*state, -1, 1);
                /* every second moves the state alone */
                move_hand[d] = (struct sim_move){d % 2 ? dp_hand[d] : NULL, dx[d]};
                move_own[d] = (struct sim_move){d % 2 ? dp_own[d] : NULL, dx[d]};
            }
            sim_terms_slopes(twins.own->model, p_own, twins.n, x, COUNT, move_own, own);
            sim_terms_slopes_by_step(twins.hand->model, p_hand, twins.n, x, COUNT, move_hand, hand);
            for (int d = 0; d < COUNT; d++)
                compare_terms(&twins, &own[d], &hand[d], 1e-12);
        }
        free_twins(&twins);
    }
}

static void test_motions_are_those_by_hand(void **state)
{
    (void)state;
    for (size_t k = 0; k < PAIRS; k++) {
        /* the box by hand can lie flat, the described one cannot: it is watched before */
        const bool box = strcmp(pairs[k].mechanism, "box") == 0;
        struct twins twins = make_twins(k, box ? 0.1 : 1, 1e-11);
        struct recording *own = recording_run(&twins.own->problem);
        struct recording *hand = recording_run(&twins.hand->problem);
        print_message("# %s: %zu events\n", pairs[k].data, hand->n_events);
        assert_int_equal(own->n_events, hand->n_events);
        for (size_t i = 0; i < hand->n_events; i++) {
            assert_int_equal(own->events[i].kind, hand->events[i].kind);
            assert_near(own->events[i].t, hand->events[i].t, 1e-10);
            for (size_t j = 0; j < 2 * twins.n; j++)
                assert_near(own->events[i].x[j], hand->events[i].x[j],
                            1e-10 * (1 + fabs(hand->events[i].x[j])));
        }
        recording_free(own);
        recording_free(hand);
        free_twins(&twins);
    }
}

/* through events, by a parameter and by the start, what is found at the start included */
static void test_sensitivities_are_those_by_hand(void **state)
{
    (void)state;
    static const char *const names[] = {"mass", "height", "stiffness", "friction", "theta1"};
    enum { N = sizeof names / sizeof *names };
    struct rig *rigs[2] = {recording_rig("zhao-2008", ""), described(0)};
    struct recording *r[2];
    for (int i = 0; i < 2; i++) {
        struct sim_setup *setup;
        struct error err;
        if (sim_setup_create(rigs[i], 0.45, 1e-11, names, N, &setup, &err))
            fail_msg("%s", err.message);
        setup->problem.rate = 0;
        r[i] = recording_run(&setup->problem);
        sim_setup_free(setup);
        rig_free(rigs[i]);
    }
    assert_int_equal(r[0]->n_events, r[1]->n_events);
    const struct recorded_event *a = &r[0]->events[r[0]->n_events - 1],
                                *b = &r[1]->events[r[1]->n_events - 1];
    assert_true(r[0]->n_events >= 4);
    for (int d = 0; d < N; d++)
        for (int i = 0; i < 4; i++)
            assert_near(b->state_slopes[4 * d + i], a->state_slopes[4 * d + i],
                        1e-9 * (1 + fabs(a->state_slopes[4 * d + i])));
    recording_free(r[0]);
    recording_free(r[1]);
}

static void test_energy_and_dissipation_are_those_by_hand(void **state)
{
    for (size_t k = 0; k < PAIRS; k++) {
        struct twins twins = make_twins(k, 1, 1e-10);
        for (int trial = 0; trial < 50; trial++) {
            double p_hand[SIM_MAX_PARAMETERS], p_own[SIM_MAX_PARAMETERS], x[SIM_MAX_STATES];
            const size_t n = twins.n;
            draw(*state, &twins, p_hand, p_own, x);
            const double *v = x + n;
            double rest[SIM_MAX_STATES] = {0};
            /* the zero of the potential is free */
            const double energy = sim_own_energy(twins.own->model->own, p_own, n, x, v) -
                                  sim_own_energy(twins.own->model->own, p_own, n, rest, rest);
            const double hand = twins.hand->model->energy(p_hand, n, x, v) -
                                twins.hand->model->energy(p_hand, n, rest, rest);
            const double lost = twins.hand->model->dissipation(p_hand, n, x, v);
            compare(energy, hand, 10, 1e-12, "energy");
            compare(sim_own_dissipation(twins.own->model->own, p_own, n, x, v), lost, 1e-3, 1e-12,
                    "dissipation");
        }
        free_twins(&twins);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_terms_are_those_by_hand, chance_make, chance_drop),
        cmocka_unit_test_setup_teardown(test_derivatives_are_those_by_hand, chance_make,
                                        chance_drop),
        cmocka_unit_test(test_motions_are_those_by_hand),
        cmocka_unit_test(test_sensitivities_are_those_by_hand),
        cmocka_unit_test_setup_teardown(test_energy_and_dissipation_are_those_by_hand, chance_make,
                                        chance_drop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
