/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The library as a caller sees it: answers for bad input, motions in memory against those step by
 * step, many at once, closed forms of an impact. */
#include "config.h"

#include "api/skitter.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/test.h"

static const char *rig_path(void)
{
    static char path[4096];
    snprintf(path, sizeof path, "%s/data/zhao-2008.yaml", getenv("TOP_SRCDIR"));
    return path;
}

static skitter_rig *read_rig(void)
{
    skitter_rig *rig;
    struct skitter_error err;
    if (skitter_rig_read(rig_path(), &rig, &err))
        fail_msg("%s", err.message);
    return rig;
}

static skitter_motion *simulate(const skitter_rig *rig, double duration, double rate)
{
    const struct skitter_options options = {.duration = duration, .rate = rate};
    struct skitter_error err;
    skitter_motion *motion;
    if (skitter_simulate(rig, &options, &motion, &err))
        fail_msg("%s", err.message);
    return motion;
}

/* ---- bad input is an answer */

static void expect(int code, int expected, const struct skitter_error *err, const char *fragment)
{
    if (code != expected || err->code != expected || !strstr(err->message, fragment))
        fail_msg("%d (%d): %s", code, err->code, err->message);
}

static void test_bad_input_is_answered(void **state)
{
    (void)state;
    struct skitter_error err;
    skitter_rig *rig;
    expect(skitter_rig_read("/nowhere.yaml", &rig, &err), SKITTER_INPUT, &err, "/nowhere.yaml");
    assert_null(rig);
    rig = read_rig();
    expect(skitter_rig_set(rig, "frictoin=0.5", &err), SKITTER_INPUT, &err,
           "did you mean friction");
    expect(skitter_rig_set(rig, "friction=-1", &err), SKITTER_INPUT, &err, "friction");
    expect(skitter_rig_set_value(rig, "friction", NAN, &err), SKITTER_INPUT, &err, "friction");

    static const char *const names[] = {"no_such"};
    const struct {
        struct skitter_options options;
        int code;
        const char *fragment;
    } wrong[] = {
        {{.duration = 0}, SKITTER_USAGE, "duration"},
        {{.duration = NAN}, SKITTER_USAGE, "duration"},
        {{.duration = 1, .rtol = 1}, SKITTER_USAGE, "tolerance"},
        {{.duration = 1, .directions = names, .n_directions = 1}, SKITTER_INPUT, "no_such"}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        skitter_motion *motion;
        skitter_walk *walk;
        expect(skitter_simulate(rig, &wrong[i].options, &motion, &err), wrong[i].code, &err,
               wrong[i].fragment);
        assert_null(motion);
        expect(skitter_walk_open(rig, &wrong[i].options, &walk, &err), wrong[i].code, &err,
               wrong[i].fragment);
        assert_null(walk);
    }
    struct skitter_contact contact;
    const double x[4] = {0.5, 0.3, 0, 0};
    expect(skitter_contact_at(rig, 0, x, 3, 0, &contact, &err), SKITTER_USAGE, &err, "4 numbers");
    expect(skitter_contact_at(rig, 0, x, 4, 9, &contact, &err), SKITTER_USAGE, &err, "no mode");
    skitter_run *run;
    expect(skitter_run_open("/nowhere", &run, &err), SKITTER_INPUT, &err, "/nowhere");
    skitter_results *results;
    expect(skitter_results_read("/nowhere", &results, &err), SKITTER_INPUT, &err, "/nowhere");
    assert_int_equal(skitter_rig_set(rig, "nonsense", NULL), SKITTER_USAGE);
    skitter_rig_free(rig);
    skitter_rig_free(NULL);
    skitter_motion_free(NULL);
    skitter_walk_close(NULL);
    skitter_run_close(NULL);
    skitter_results_free(NULL);
}

/* ---- motions */

static void test_step_by_step_is_the_same_motion(void **state)
{
    (void)state;
    enum { STEPS = 500 };
    skitter_rig *rig = read_rig();
    skitter_motion *motion = simulate(rig, 2, STEPS / 2.0);
    const uint8_t *modes = skitter_motion_modes(motion);
    const double *theta1 = skitter_motion_column(motion, "theta1");
    const double *theta2_dot = skitter_motion_column(motion, "theta2_dot");
    const struct skitter_options options = {.duration = 2};
    struct skitter_error err;
    struct skitter_place place;
    skitter_walk *walk;
    assert_int_equal(skitter_motion_samples(motion), STEPS + 1);
    assert_int_equal(skitter_walk_open(rig, &options, &walk, &err), SKITTER_OK);
    for (int i = 1; i <= STEPS; i++) {
        if (skitter_walk_to(walk, i / (STEPS / 2.0), &place, &err))
            fail_msg("%s", err.message);
        assert_int_equal(place.mode, modes[i]);
        assert_int_equal(place.n, 4);
        /* two integrations to 1e-9 with other steps, through a dozen impacts */
        if (fabs(place.x[0] - theta1[i]) > 1e-6 || fabs(place.x[3] - theta2_dot[i]) > 1e-4)
            fail_msg("at %g s: %.12g, %.12g rad", place.t, place.x[0], theta1[i]);
    }
    /* no way back, and no further than its end */
    assert_int_equal(skitter_walk_to(walk, 1, &place, &err), SKITTER_OK);
    assert_true(place.t == 2);
    assert_int_equal(skitter_walk_to(walk, 9, &place, &err), SKITTER_OK);
    assert_true(place.t == 2);
    skitter_walk_close(walk);
    skitter_motion_free(motion);
    skitter_rig_free(rig);
}

static void test_derivatives_against_differences(void **state)
{
    (void)state;
    static const char *const names[] = {"stiffness"};
    skitter_rig *rig = read_rig();
    const struct skitter_options options = {
        .duration = 0.5, .rtol = 1e-12, .rate = 100, .directions = names, .n_directions = 1};
    struct skitter_error err;
    skitter_motion *middle, *side[2];
    assert_int_equal(skitter_simulate(rig, &options, &middle, &err), SKITTER_OK);
    const struct skitter_options plain = {.duration = 0.5, .rtol = 1e-12, .rate = 100};
    struct skitter_quantity q;
    for (size_t i = 0; !skitter_rig_quantity(rig, i, &q) && strcmp(q.name, "stiffness") != 0; i++)
        continue;
    const double h = 1e-5 * q.value, k = q.value;
    for (int s = 0; s < 2; s++) {
        assert_int_equal(skitter_rig_set_value(rig, "stiffness", s ? k + h : k - h, &err), 0);
        assert_int_equal(skitter_simulate(rig, &plain, &side[s], &err), SKITTER_OK);
    }
    const size_t last = skitter_motion_samples(middle) - 1;
    const double slope = skitter_motion_column(middle, "d(theta1)/d(stiffness)")[last];
    const double difference = (skitter_motion_column(side[1], "theta1")[last] -
                               skitter_motion_column(side[0], "theta1")[last]) /
                              (2 * h);
    assert_true(fabs(slope - difference) < 1e-5 * fabs(slope));
    const size_t end = skitter_motion_events(middle) - 2; /* the one before the end */
    const double early = skitter_motion_event(side[0], end)->t;
    const double late = skitter_motion_event(side[1], end)->t;
    const double *times = skitter_motion_event_slopes(middle, end);
    assert_true(fabs(times[0] - (late - early) / (2 * h)) < 1e-5 * fabs(times[0]) + 1e-9);
    assert_null(skitter_motion_event_slopes(side[0], end));
    skitter_motion_free(middle);
    skitter_motion_free(side[0]);
    skitter_motion_free(side[1]);
    skitter_rig_free(rig);
}

static int stop_at_third(void *context)
{
    int *asked = context;
    return ++*asked > 3;
}

static void test_what_was_computed_is_kept(void **state)
{
    (void)state;
    skitter_rig *rig = read_rig();
    int asked = 0;
    const struct skitter_options options = {
        .duration = 2, .rate = 1e4, .stop = stop_at_third, .context = &asked};
    struct skitter_error err;
    skitter_motion *motion;
    expect(skitter_simulate(rig, &options, &motion, &err), SKITTER_INTERRUPTED, &err,
           "interrupted");
    assert_non_null(motion);
    const size_t n = skitter_motion_samples(motion);
    assert_true(n > 0 && n < 20001);
    skitter_motion *whole = simulate(rig, 2, 1e4);
    assert_memory_equal(skitter_motion_column(motion, "tip_n"),
                        skitter_motion_column(whole, "tip_n"), n * sizeof(double));
    skitter_motion_free(motion);
    skitter_motion_free(whole);
    skitter_rig_free(rig);
}

static void test_many_at_once_are_each_as_alone(void **state)
{
    (void)state;
    enum { ROWS = 12 };
    static const char *const names[] = {"friction", "theta1"};
    skitter_rig *rig = read_rig();
    double values[ROWS][2];
    for (int i = 0; i < ROWS; i++) {
        values[i][0] = i == 5 ? -1 : 0.4 + 0.02 * i; /* the sixth cannot be */
        values[i][1] = 0.5 + 0.01 * i;
    }
    const struct skitter_options options = {.duration = 0.5, .rate = 1e3};
    skitter_motion *motions[ROWS];
    struct skitter_error err, errors[ROWS];
    const struct skitter_table table = {names, 2, &values[0][0], ROWS};
    assert_int_equal(skitter_simulate_all(rig, &options, &table, motions, errors, &err),
                     SKITTER_OK);
    for (int i = 0; i < ROWS; i++) {
        if (i == 5) {
            expect(errors[i].code, SKITTER_INPUT, &errors[i], "friction");
            assert_null(motions[i]);
            continue;
        }
        assert_int_equal(errors[i].code, SKITTER_OK);
        for (int k = 0; k < 2; k++)
            assert_int_equal(skitter_rig_set_value(rig, names[k], values[i][k], &err), SKITTER_OK);
        skitter_motion *alone = simulate(rig, 0.5, 1e3);
        assert_memory_equal(skitter_motion_column(alone, "theta2"),
                            skitter_motion_column(motions[i], "theta2"),
                            skitter_motion_samples(alone) * sizeof(double));
        skitter_motion_free(alone);
        skitter_motion_free(motions[i]);
    }
    static const char *const wrong[] = {"frictoin"};
    const struct skitter_table bad = {wrong, 1, &values[0][0], ROWS};
    expect(skitter_simulate_all(rig, &options, &bad, motions, errors, &err), SKITTER_INPUT, &err,
           "did you mean friction");
    skitter_rig_free(rig);
}

/* ---- told while it is computed */

struct listener {
    const skitter_motion *motion; /* the same, in memory */
    size_t samples, events, enough;
};

static int hear_sample(void *context, const struct skitter_sample *sample)
{
    struct listener *listener = context;
    const size_t at = listener->samples++;
    assert_true(sample->t == skitter_motion_column(listener->motion, "t")[at]);
    assert_true(sample->x[1] == skitter_motion_column(listener->motion, "theta2")[at]);
    assert_true(sample->tip_n == skitter_motion_column(listener->motion, "tip_n")[at]);
    assert_true(sample->slopes[2] ==
                skitter_motion_column(listener->motion, "d(theta1_dot)/d(friction)")[at]);
    assert_int_equal(sample->mode, skitter_motion_modes(listener->motion)[at]);
    return listener->samples == listener->enough;
}

static int hear_event(void *context, const struct skitter_event *event, const double *x, size_t n)
{
    struct listener *listener = context;
    const size_t at = listener->events++;
    size_t width;
    const double *state = skitter_motion_event_state(listener->motion, at, &width);
    assert_true(event->t == skitter_motion_event(listener->motion, at)->t);
    assert_int_equal(n, width);
    assert_memory_equal(x, state, n * sizeof *x);
    return listener->events == listener->enough;
}

static void test_told_is_what_is_kept(void **state)
{
    (void)state;
    static const char *const by[] = {"friction"};
    struct listener listener = {.enough = SIZE_MAX};
    struct skitter_options options = {
        .duration = 1, .rate = 1e3, .directions = by, .n_directions = 1, .context = &listener};
    struct skitter_error err;
    skitter_rig *rig = read_rig();
    skitter_motion *motion;
    skitter_walk *walk;
    struct skitter_place place;
    assert_int_equal(skitter_simulate(rig, &options, &motion, &err), SKITTER_OK);
    listener.motion = motion;
    options.sample = hear_sample;
    options.event = hear_event;
    assert_int_equal(skitter_simulate(rig, &options, NULL, &err), SKITTER_OK);
    assert_int_equal(listener.samples, 1001);
    assert_int_equal(listener.events, skitter_motion_events(motion));

    listener = (struct listener){.motion = motion, .enough = 7};
    expect(skitter_simulate(rig, &options, NULL, &err), SKITTER_INTERRUPTED, &err, "ended at t =");
    assert_int_equal(listener.samples > listener.events ? listener.samples : listener.events, 7);

    /* a walk tells its events too, but no end, after which it may go on; and has the derivatives */
    const size_t last = skitter_motion_events(motion) - 1;
    assert_string_equal(skitter_motion_event(motion, last)->word, "end");
    listener = (struct listener){.motion = motion, .enough = SIZE_MAX};
    assert_int_equal(skitter_walk_open(rig, &options, &walk, &err), SKITTER_OK);
    assert_int_equal(skitter_walk_to(walk, 1, &place, &err), SKITTER_OK);
    assert_int_equal(listener.events, last);
    assert_true(place.slopes[2] ==
                skitter_motion_column(motion, "d(theta1_dot)/d(friction)")[1000]);
    skitter_walk_close(walk);
    skitter_motion_free(motion);
    skitter_rig_free(rig);
}

/* ---- one impact */

static void test_impacts_in_closed_form(void **state)
{
    (void)state;
    struct skitter_error err;
    /* Q diagonal: P_n = (1 + e) |v_n| / Q_nn; slip goes on by mu P_n Q_tt, or stops */
    struct skitter_impact slips = {.q_tt = 2,
                                   .q_nn = 4,
                                   .friction = 0.25,
                                   .static_friction = 0.25,
                                   .restitution = 0.5,
                                   .slip = 3,
                                   .normal = -2};
    struct skitter_impact stops = slips, wrong = slips;
    stops.slip = 0.1;
    assert_int_equal(skitter_impact_solve("poisson", &slips, &err), SKITTER_OK);
    assert_float_equal(slips.impulse_n, 0.75, 1e-15);
    assert_float_equal(slips.impulse_t, -0.1875, 1e-15);
    assert_float_equal(slips.slip, 3 - 0.375, 1e-15);
    assert_float_equal(slips.normal, 1, 1e-15);
    assert_int_equal(skitter_impact_solve("newton", &stops, &err), SKITTER_OK);
    assert_float_equal(stops.slip, 0, 1e-15);
    assert_float_equal(stops.impulse_t, -0.05, 1e-15);
    expect(skitter_impact_solve("hertz", &wrong, &err), SKITTER_INPUT, &err, "hertz");
    wrong.normal = 1;
    expect(skitter_impact_solve("stronge", &wrong, &err), SKITTER_INPUT, &err, "negative");
    wrong.q_tn = 100;
    expect(skitter_impact_solve("stronge", &wrong, &err), SKITTER_INPUT, &err, "positive definite");
}

/* ---- files */

static void test_runs_are_read(void **state)
{
    (void)state;
    char path[4096];
    snprintf(path, sizeof path, "%s/data/campaign/runs/h0.25_theta69.4_v-0.2",
             getenv("TOP_SRCDIR"));
    struct skitter_error err;
    struct skitter_channel channel;
    skitter_run *run;
    if (skitter_run_open(path, &run, &err))
        fail_msg("%s", err.message);
    assert_int_equal(skitter_run_frames(run), 20000);
    assert_int_equal(skitter_run_channel(run, 0, &channel), SKITTER_OK);
    assert_string_equal(channel.unit, "m/s");
    assert_int_equal(skitter_run_channel(run, 99, &channel), SKITTER_USAGE);
    double values[10];
    int64_t frame, lost;
    assert_int_equal(skitter_run_read(run, 0, 19990, 10, values, &err), SKITTER_OK);
    expect(skitter_run_read(run, 0, 19991, 10, values, &err), SKITTER_USAGE, &err, "19999");
    expect(skitter_run_read(run, 0, -1, 10, values, &err), SKITTER_USAGE, &err, "19999");
    expect(skitter_run_read(run, 77, 0, 10, values, &err), SKITTER_USAGE, &err, "channels");
    assert_int_equal(skitter_run_gap(run, 0, &frame, &lost), SKITTER_USAGE);
    skitter_run_close(run);
}

/* ---- fits: that they find what they should is tested in tests/fit; that the library's is the
 * program's, in installed.sh */

static void test_a_fit_of_nothing_is_answered(void **state)
{
    (void)state;
    static const char *const nowhere[] = {"/nowhere"};
    struct skitter_error err;
    skitter_results *results;
    skitter_rig *rig = read_rig();
    struct skitter_fit_request request = {.free = "friction"};
    expect(skitter_fit(rig, &request, &results, &err), SKITTER_USAGE, &err, "no run");
    request.runs = nowhere;
    request.n_runs = 1;
    expect(skitter_fit(rig, &request, &results, &err), SKITTER_INPUT, &err, "/nowhere");
    request.until = NAN;
    expect(skitter_fit(rig, &request, &results, &err), SKITTER_USAGE, &err, "until");
    assert_null(results);
    skitter_rig_free(rig);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_told_is_what_is_kept),
        cmocka_unit_test(test_a_fit_of_nothing_is_answered),
        cmocka_unit_test(test_bad_input_is_answered),
        cmocka_unit_test(test_step_by_step_is_the_same_motion),
        cmocka_unit_test(test_derivatives_against_differences),
        cmocka_unit_test(test_what_was_computed_is_kept),
        cmocka_unit_test(test_many_at_once_are_each_as_alone),
        cmocka_unit_test(test_impacts_in_closed_form),
        cmocka_unit_test(test_runs_are_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
