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
static const double soft_set_ups[LABORATORY_RUNS][2] = {{21, -0.9}, {15, -0.8}};

/* the truth of a campaign, and the rig that is believed */
static struct generator_two_link true_rig(struct laboratory *lab)
{
    static const double rigid[LABORATORY_ASKED] = {1.34, 0.59, 0.12}, soft[] = {3000, 2, 0.35};
    struct generator_two_link rig = generator_two_link_of_paper();
    memcpy(lab->truth, lab->soft ? soft : rigid, sizeof rigid);
    rig.stiffness = lab->soft ? 1.35 : rigid[0];
    rig.friction = lab->soft ? soft[2] : rigid[1];
    rig.restitution = rigid[2];
    rig.contact_stiffness = lab->soft ? soft[0] : 0;
    rig.contact_damping = lab->soft ? soft[1] : 0;
    if (lab->surface)
        rig.surface = *lab->surface;
    return rig;
}

static struct rig *believed_rig(const struct laboratory *lab)
{
    const struct fixture_truth start = {1.35, 0.005, lab->soft ? 0.4 : 0.6, 0.1};
    struct rig *rig = fixture_rig(&start);
    if (!lab->soft)
        return rig;
    rig->law = RIG_LAW_COMPLIANT;
    good(rig_set(rig, "contact_stiffness=2500 N/m", &err));
    good(rig_set(rig, "contact_damping=1 N.s/m", &err));
    return rig;
}

void laboratory_record(struct laboratory *laboratory)
{
    struct laboratory *lab = laboratory;
    const double(*usual)[2] = lab->soft ? soft_set_ups : set_ups;
    const double(*of)[2] = lab->set_ups ? lab->set_ups : usual;
    lab->directory = scratch_directory();
    struct generator_two_link rig = true_rig(lab);
    struct generator_instrument instrument = generator_instrument_clean(10e3);
    instrument.duration = lab->soft ? 0.12 : 0.4;
    for (int c = 0; c < GENERATOR_CHANNELS; c++) {
        instrument.channels[c].noise = lab->noise;
        instrument.channels[c].bandwidth = lab->bandwidth;
    }
    for (int i = 0; i < LABORATORY_RUNS; i++) {
        char path[4096];
        snprintf(path, sizeof path, "%s/run-%d", lab->directory, i + 1);
        struct rig *believed = believed_rig(lab);
        rig.theta1 = of[i][0] * M_PI / 180;
        rig.rail.speed = of[i][1];
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
    lab->rig = believed_rig(lab);
}

void laboratory_fit(struct laboratory *laboratory)
{
    struct laboratory *lab = laboratory;
    const struct option_list all = {lab->runs, LABORATORY_RUNS}, last = {lab->runs + 1, 1};
    const struct option_list runs = lab->slide ? last : all;
    const struct fit_control control = {.loss = {FIT_LOSS_HUBER, 3}};
    struct fit_starts starts;
    lab->request.free = lab->slide  ? "friction,stiffness"
                        : lab->soft ? LABORATORY_FREE_SOFT
                                    : LABORATORY_FREE;
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
