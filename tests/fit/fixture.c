/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "tests/fit/fixture.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>

#include "lib/run/write.h"
#include "sim/setup.h"
#include "sim/registry.h"
#include "sim/simulate.h"
#include "tests/test.h"

static struct error err;

#define good(call)                                  \
    do {                                            \
        if ((call) != ERROR_OK)                     \
            fail_msg("%s: %s", #call, err.message); \
    } while (0)

struct rig *fixture_rig(const struct fixture_truth *truth)
{
    char path[4096];
    const char *source = getenv("TOP_SRCDIR");
    struct rig *rig;
    snprintf(path, sizeof path, "%s/data/zhao-2008.yaml", source ? source : ".");
    good(rig_read(path, sim_registry, &rig, &err));
    good(rig_set_value(rig, "stiffness", truth->stiffness, &err));
    good(rig_set_value(rig, "damping", truth->damping, &err));
    good(rig_set_value(rig, "friction", truth->friction, &err));
    good(rig_set_value(rig, "restitution", truth->restitution, &err));
    return rig;
}

enum { CHANNELS = 3, COUNTS = 1 << 23 };
static const double full_scale = 10; /* m/s at the converter's end */

struct recorder {
    double *samples; /* interleaved */
    size_t n, room;
};

static enum error_code take_sample(void *context, const struct sim_sample *sample, struct error *e)
{
    (void)e;
    struct recorder *recorder = context;
    if (recorder->n < recorder->room) {
        double *out = recorder->samples + CHANNELS * recorder->n++;
        out[0] = sample->motion->tip_t - sample->motion->slip;
        out[1] = sample->motion->tip_t;
        out[2] = sample->motion->tip_n;
    }
    return ERROR_OK;
}

/* rest, then the motion of the truth */
static struct recorder play(const struct rig *rig, const struct fixture_run *run, double period)
{
    struct sim_setup *setup;
    const size_t rest = (size_t)ceil(run->rest / period);
    const size_t n = rest + (size_t)(run->duration / period);
    struct recorder recorder = {
        .samples = calloc(CHANNELS * n, sizeof(double)), .n = rest, .room = n};
    assert_non_null(recorder.samples);
    for (size_t i = 0; i < rest; i++)
        recorder.samples[CHANNELS * i] = run->rail;
    good(sim_setup_create(rig, run->duration + 0.01, 1e-10, NULL, 0, &setup, &err));
    setup->problem.rate = 1 / period;
    setup->problem.phase = (double)rest * period - run->rest;
    const struct sim_sink sink = {.context = &recorder, .sample = take_sample};
    struct sim_statistics statistics;
    good(sim_simulate(&setup->problem, &sink, &statistics, &err));
    sim_setup_free(setup);
    assert_int_equal(recorder.n, recorder.room);
    return recorder;
}

static int32_t *convert(const struct recorder *recorder, double noise, unsigned long seed)
{
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    int32_t *counts = malloc(CHANNELS * recorder->n * sizeof *counts);
    assert_non_null(rng);
    assert_non_null(counts);
    gsl_rng_set(rng, seed);
    for (size_t i = 0; i < CHANNELS * recorder->n; i++)
        counts[i] = (int32_t)lround((recorder->samples[i] + gsl_ran_gaussian(rng, noise)) /
                                    full_scale * COUNTS);
    gsl_rng_free(rng);
    return counts;
}

static void write_run(const char *path, const struct rig *believed, const int32_t *counts, size_t n)
{
    static const char *const roles[CHANNELS] = {"rail", "tip_t", "tip_n"};
    struct run_channel channels[CHANNELS];
    for (size_t i = 0; i < CHANNELS; i++)
        channels[i] = (struct run_channel){.role = roles[i],
                                           .unit = "m/s",
                                           .sensitivity = 1,
                                           .origin = COUNTS,
                                           .coefficients = {0, full_scale / COUNTS},
                                           .n_coefficients = 2,
                                           .count_min = 0,
                                           .count_max = 2 * COUNTS - 1};
    json_t *rig = rig_to_json(believed);
    const struct run_info info = {.program = "fixture",
                                  .rig = rig,
                                  .period = {1, 10000},
                                  .bits = 24,
                                  .count_offset = COUNTS,
                                  .channels = channels,
                                  .n_channels = CHANNELS};
    struct run_writer *writer;
    good(run_create(path, &info, RUN_FORMAT_WAV, &writer, &err));
    good(run_write_frames(writer, counts, n, &err));
    good(run_finish(writer, RUN_COMPLETE, NULL, &err));
    json_decref(rig);
}

char *fixture_record(const char *directory, int number, const struct fixture_truth *truth,
                     const struct fixture_run *run, double noise, unsigned long seed)
{
    const double degree = 3.14159265358979323846 / 180;
    struct rig *rig = fixture_rig(truth);
    good(rig_set_value(rig, "theta1", run->theta1_deg * degree, &err));
    good(rig_set_value(rig, "belt_speed", run->rail, &err));
    struct recorder recorder = play(rig, run, 1e-4);
    int32_t *counts = convert(&recorder, noise, seed);
    char path[4096];
    snprintf(path, sizeof path, "%s/run-%d", directory, number);
    good(rig_set_value(rig, "theta1", run->believed_theta1_deg * degree, &err));
    write_run(path, rig, counts, recorder.n);
    rig_free(rig);
    free(recorder.samples);
    free(counts);
    return strdup(path);
}

/* start angle (deg) and rail speed: bounces, bounces, sticks, slides, bounces, slides */
static const double configurations[FIXTURE_RUNS][2] = {{32, -0.5}, {30.5, -0.2},  {32, -0.075},
                                                       {21, -0.2}, {30.5, -0.35}, {15, -0.3}};

static void record_all(struct fixture_campaign *campaign, gsl_rng *rng, unsigned long seed)
{
    for (int i = 0; i < FIXTURE_RUNS; i++) {
        const double theta1 = configurations[i][0] + gsl_ran_flat(rng, -0.3, 0.3);
        const struct fixture_run run = {.theta1_deg = theta1,
                                        .rail = configurations[i][1] * gsl_ran_flat(rng, 0.9, 1.1),
                                        .believed_theta1_deg = theta1 + gsl_ran_gaussian(rng, 0.1),
                                        .duration = 0.5,
                                        .rest = 0.05 + gsl_ran_flat(rng, 0, 1e-3)};
        campaign->runs[i] = fixture_record(campaign->directory, i + 1, &campaign->truth, &run, 1e-3,
                                           100 * seed + (unsigned long)i);
    }
}

struct fixture_campaign fixture_campaign(unsigned long seed, const char *directory)
{
    static const char *const names[FIXTURE_SHARED] = {"stiffness", "friction", "restitution"};
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    assert_non_null(rng);
    gsl_rng_set(rng, seed + 1000);
    struct fixture_campaign campaign = {.truth = {.stiffness = 1.35 * gsl_ran_flat(rng, 0.9, 1.1),
                                                  .damping = 0.005,
                                                  .friction = gsl_ran_flat(rng, 0.57, 0.65),
                                                  .restitution = gsl_ran_flat(rng, 0.06, 0.2)},
                                        .directory = directory ? strdup(directory)
                                                               : scratch_directory()};
    campaign.shared[0] = campaign.truth.stiffness;
    campaign.shared[1] = campaign.truth.friction;
    campaign.shared[2] = campaign.truth.restitution;
    record_all(&campaign, rng, seed);
    campaign.rig = fixture_rig(&campaign.truth);
    for (int i = 0; i < FIXTURE_SHARED; i++)
        good(rig_set_value(campaign.rig, names[i], campaign.shared[i] * gsl_ran_flat(rng, 0.7, 1.3),
                           &err));
    gsl_rng_free(rng);
    return campaign;
}

void fixture_campaign_free(struct fixture_campaign *campaign)
{
    scratch_remove(campaign->directory);
    fixture_campaign_forget(campaign);
}

void fixture_campaign_forget(struct fixture_campaign *campaign)
{
    for (int i = 0; i < FIXTURE_RUNS; i++)
        free((char *)(uintptr_t)campaign->runs[i]);
    free(campaign->directory);
    rig_free(campaign->rig);
}
