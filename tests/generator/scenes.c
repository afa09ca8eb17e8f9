/* SPDX-License-Identifier: GPL-3.0-or-later */
/* scenes SCENE SEED DIRECTORY: three runs of the two-link rig by the second generator, with one
 * thing that is wrong in a laboratory, and DIRECTORY/rig.yaml, what is believed of it; for
 * docs/validation/defects.sh. The truth is stiffness 1.34 N.m/rad, friction 0.59, restitution 0.12.
 */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "lib/rig/rig.h"
#include "sim/registry.h"
#include "tests/generator/record.h"
#include "tests/test.h"

/* what differs from a clean record of 10 kHz, 16 bits and white noise of 1 mm/s; what is off of
 * the truth is off by one stated standard uncertainty, or stated as exact */
struct scene {
    const char *name;
    double offset, drift, noise, colour, hum, bandwidth, rate; /* m/s, m/s2, Hz; 0: as usual */
    bool uneven;
    double mass, clock, height, angle; /* off by, in kg, 1, m, rad */
    bool exact;
};

static const struct scene scenes[] = {
    {.name = "clean"},
    {.name = "quiet", .noise = 1e-4},
    {.name = "offset", .offset = 20e-3},
    {.name = "uneven", .offset = 10e-3, .uneven = true},
    {.name = "mass", .mass = 2e-4},
    {.name = "wrong", .mass = 6e-3, .exact = true},
    {.name = "clock", .clock = 2e-4},
    {.name = "height", .height = 2e-3},
    {.name = "angle", .angle = 2e-3},
    {.name = "coloured", .colour = 0.5},
    {.name = "hum", .hum = 1e-3},
    {.name = "slow", .rate = 1e3},
    {.name = "slowish", .rate = 2e3},
    {.name = "narrow", .bandwidth = 1e3},
    {.name = "narrowish", .bandwidth = 2e3},
    {.name = "all", .offset = 15e-3, .drift = 3e-3, .colour = 0.5, .hum = 5e-4, .uneven = true},
};

/* a bounce, a bounce on a fast rail, a slide */
enum { RUNS = 3 };
static const double set_ups[RUNS][2] = {{32, -0.24}, {30.5, -0.2}, {21, -0.2}};
static const double degree = M_PI / 180;

static struct error err;

static void need(enum error_code code)
{
    if (code) {
        fprintf(stderr, "scenes: %s\n", err.message);
        exit(1);
    }
}

static struct rig *believed_rig(const struct scene *scene)
{
    char path[4096];
    struct rig *rig;
    snprintf(path, sizeof path, "%s/data/zhao-2008.yaml", getenv("TOP_SRCDIR"));
    need(rig_read(path, sim_registry, &rig, &err));
    if (scene->exact)
        return rig;
    if (scene->mass != 0)
        need(rig_set_uncertain(rig, "mass", 0.12, scene->mass, &err));
    if (scene->height != 0)
        need(rig_set_uncertain(rig, "height", 0.3775, scene->height, &err));
    for (size_t c = 0; c < rig->n_channels; c++) {
        if (scene->angle != 0 && rig->channels[c].role != RIG_ROLE_RAIL)
            rig->channels[c].values.values[RIG_CHANNEL_BEAM_ANGLE] = (struct rig_value){
                0, scene->angle, RIG_SET, 0};
        if (scene->bandwidth > 0)
            rig->channels[c].values.values[RIG_CHANNEL_BANDWIDTH] = (struct rig_value){
                scene->bandwidth, NAN, RIG_SET, 0};
    }
    rig->sampling.values[0].uncertainty = scene->clock * rig->sampling.values[0].value;
    return rig;
}

static struct generator_two_link true_rig(const struct scene *scene)
{
    struct generator_two_link truth = generator_two_link_of_paper();
    truth.stiffness = 1.34;
    truth.friction = 0.59;
    truth.restitution = 0.12;
    truth.mass[0] = truth.mass[1] = 0.12 + scene->mass;
    truth.height += scene->height;
    return truth;
}

static struct generator_instrument instruments(const struct scene *scene)
{
    struct generator_instrument instrument = generator_instrument_clean(
        scene->rate > 0 ? scene->rate : 10e3);
    instrument.bits = 16;
    instrument.duration = 0.4;
    instrument.clock_error = scene->clock;
    for (int c = 0; c < GENERATOR_CHANNELS; c++) {
        struct generator_channel *channel = &instrument.channels[c];
        channel->noise = scene->noise > 0 ? scene->noise : 1e-3;
        channel->colour = scene->colour;
        channel->hum = scene->hum;
        channel->drift = scene->drift;
        channel->bandwidth = scene->bandwidth;
        channel->offset = (c - 0.5) * scene->offset;
        channel->beam_angle = c == GENERATOR_RAIL ? 0 : scene->angle;
    }
    return instrument;
}

static void record(const struct scene *scene, unsigned long seed, const char *directory,
                   struct rig *rig)
{
    struct generator_two_link truth = true_rig(scene);
    const struct generator_instrument instrument = instruments(scene);
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    gsl_rng_set(rng, seed);
    for (int i = 0; i < RUNS; i++) {
        char path[4096];
        truth.theta1 = set_ups[i][0] * degree;
        truth.rail = (struct generator_rail){.speed = set_ups[i][1]};
        if (scene->uneven)
            truth.rail = generator_rail_draw(rng, set_ups[i][1]);
        truth.rest_angle = NAN;
        need(rig_set_value(rig, "theta1", truth.theta1, &err));
        need(rig_set_value(rig, "belt_speed", set_ups[i][1], &err));
        json_t *believed = rig_to_json(rig);
        snprintf(path, sizeof path, "%s/run-%d", directory, i + 1);
        struct generator_recording recording = generator_record(path, &truth, &instrument, believed,
                                                                gsl_rng_get(rng));
        generator_recording_free(&recording);
        json_decref(believed);
    }
    gsl_rng_free(rng);
}

static int write_rig(const struct rig *rig, const char *directory)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/rig.yaml", directory);
    FILE *file = fopen(path, "w");
    if (!file)
        return 1;
    const int failed = rig_print(rig, file, &err) != ERROR_OK;
    return fclose(file) != 0 || failed;
}

int main(int argc, char **argv)
{
    const struct scene *scene = NULL;
    for (size_t i = 0; argc == 4 && i < sizeof scenes / sizeof *scenes; i++)
        if (strcmp(scenes[i].name, argv[1]) == 0)
            scene = &scenes[i];
    if (!scene || mkdir(argv[3], 0777) != 0)
        return 2;
    struct rig *rig = believed_rig(scene);
    record(scene, strtoul(argv[2], NULL, 10), argv[3], rig);
    const int failed = write_rig(rig, argv[3]);
    rig_free(rig);
    return failed;
}
