/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "tests/fit/laboratory.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/fit/fixture.h"
#include "tests/generator/record.h"
#include "tests/test.h"

static struct error err;
#define good(call)                                  \
    do {                                            \
        if ((call) != ERROR_OK)                     \
            fail_msg("%s: %s", #call, err.message); \
    } while (0)

/* start angle (deg) and rail */
static const double set_ups[LABORATORY_RUNS][2] = {{32, -0.24}, {21, -0.2}};

void laboratory_record(struct laboratory *laboratory)
{
    struct laboratory *lab = laboratory;
    static const double truth[LABORATORY_ASKED] = {1.34, 0.59, 0.12};
    memcpy(lab->truth, truth, sizeof truth);
    lab->directory = scratch_directory();
    struct generator_two_link rig = generator_two_link_of_paper();
    rig.stiffness = truth[0];
    rig.friction = truth[1];
    rig.restitution = truth[2];
    struct generator_instrument instrument = generator_instrument_clean(10e3);
    instrument.duration = 0.4;
    for (int c = 0; c < GENERATOR_CHANNELS; c++) {
        instrument.channels[c].noise = lab->noise;
        instrument.channels[c].bandwidth = lab->bandwidth;
    }
    const struct fixture_truth start = {1.35, 0.005, 0.6, 0.1};
    for (int i = 0; i < LABORATORY_RUNS; i++) {
        char path[4096];
        snprintf(path, sizeof path, "%s/run-%d", lab->directory, i + 1);
        struct rig *believed = fixture_rig(&start);
        rig.theta1 = set_ups[i][0] * M_PI / 180;
        rig.rail.speed = set_ups[i][1];
        rig.rest_angle = NAN;
        good(rig_set_value(believed, "theta1", rig.theta1, &err));
        good(rig_set_value(believed, "belt_speed", rig.rail.speed, &err));
        json_t *json = rig_to_json(believed);
        struct generator_recording recording = generator_record(path, &rig, &instrument, json,
                                                                10 * lab->seed + (unsigned long)i);
        lab->runs[i] = strdup(path);
        generator_recording_free(&recording);
        json_decref(json);
        rig_free(believed);
    }
    lab->rig = fixture_rig(&start);
}

void laboratory_fit(struct laboratory *laboratory)
{
    struct laboratory *lab = laboratory;
    const struct option_list all = {lab->runs, LABORATORY_RUNS}, last = {lab->runs + 1, 1};
    const struct option_list runs = lab->slide ? last : all;
    const struct fit_control control = {.loss = {FIT_LOSS_HUBER, 3}};
    struct fit_starts starts;
    lab->request.free = lab->slide ? "friction,stiffness" : LABORATORY_FREE;
    good(fit_setup(lab->rig, &runs, &lab->request, &lab->problem, &err));
    good(fit_plan_make(&lab->problem, NULL, FIT_MASK, &lab->plan, &err));
    good(fit_multistart(&lab->problem, &lab->plan, &control, 2, &starts, &err));
    const struct fit_start *best = &starts.list[starts.by_cost[0]];
    lab->p = malloc(lab->problem.n * sizeof *lab->p);
    assert_non_null(lab->p);
    memcpy(lab->p, best->to, lab->problem.n * sizeof *lab->p);
    const struct fit_verdict_case of = {&lab->plan.stages[lab->plan.n - 1], 0.1, best->path.lost};
    good(fit_verdict_reach(&lab->problem, &of, &control, lab->p, &lab->verdict, &err));
    fit_starts_free(&starts);
}

void laboratory_unfit(struct laboratory *laboratory)
{
    fit_verdict_free(&laboratory->verdict);
    fit_problem_free(&laboratory->problem);
    free(laboratory->p);
}

void laboratory_free(struct laboratory *laboratory)
{
    for (int i = 0; i < LABORATORY_RUNS; i++)
        free((char *)(uintptr_t)laboratory->runs[i]);
    scratch_remove(laboratory->directory);
    free(laboratory->directory);
    rig_free(laboratory->rig);
}
