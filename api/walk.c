/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <stdlib.h>

#include "api/private.h"
#include "sim/simulate.h"

struct skitter_walk {
    struct sim_setup *setup;
    struct sim_walk *walk;
    struct skitter_options options;
};

static enum error_code take_event(void *context, const struct sim_event *event, struct error *err)
{
    const struct skitter_walk *walk = context;
    return api_tell_event(&walk->options, walk->setup, event, err);
}

static bool stop(void *context)
{
    const struct skitter_walk *walk = context;
    return walk->options.stop(walk->options.context) != 0;
}

int skitter_walk_open(const skitter_rig *rig, const struct skitter_options *options,
                      skitter_walk **made, struct skitter_error *err)
{
    struct error inner;
    struct sim_setup *setup;
    *made = NULL;
    int answer = api_setup(rig, options, &setup, err);
    if (answer)
        return answer;
    struct skitter_walk *walk = calloc(1, sizeof *walk);
    if (!walk) {
        sim_setup_free(setup);
        return api_answer(error_memory(&inner), &inner, err);
    }
    *walk = (struct skitter_walk){.setup = setup, .options = *options};
    const struct sim_sink sink = {
        .context = walk, .event = take_event, .stop = options->stop ? stop : NULL};
    const enum error_code code = sim_walk_open(&setup->problem, &sink, &walk->walk, &inner);
    if (code)
        skitter_walk_close(walk);
    else
        *made = walk;
    return api_answer(code, &inner, err);
}

int skitter_walk_to(skitter_walk *walk, double t, struct skitter_place *place,
                    struct skitter_error *err)
{
    struct error inner;
    const enum error_code code = sim_walk_to(walk->walk, t, &inner);
    const struct sim_walk_place at = sim_walk_place(walk->walk);
    *place = (struct skitter_place){.t = at.t,
                                    .mode = (int)at.mode,
                                    .over = at.over,
                                    .x = at.x,
                                    .slopes = at.slopes,
                                    .n = 2 * walk->setup->problem.inputs.n};
    return api_answer(code, &inner, err);
}

void skitter_walk_close(skitter_walk *walk)
{
    if (walk) {
        sim_walk_close(walk->walk);
        sim_setup_free(walk->setup);
    }
    free(walk);
}
