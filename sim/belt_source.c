/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/belt_source.h"

#include <stdint.h>
#include <stdlib.h>

#include "lib/run/run.h"

static enum sim_belt_way way_of(const struct rig_belt *source)
{
    return source->interpolation == RIG_INTERPOLATION_LINEAR ? SIM_BELT_LINEAR : SIM_BELT_MONOTONE;
}

/* the rail channel of a recorded run as a belt; times from the run's start */
static enum error_code belt_from_run(const struct rig_belt *source, struct sim_belt **belt,
                                     struct error *err)
{
    struct run *run;
    enum error_code code = run_open(source->path, &run, err);
    if (code)
        return code;
    const int64_t channel = run_find_channel(&run->info, source->channel);
    const size_t frames = (size_t)run->frames;
    double *t = malloc(frames * sizeof *t), *v = malloc(frames * sizeof *v);
    if (channel < 0)
        code = error_set(err, ERROR_INPUT, "%s: has no channel %s to drive the belt with",
                         source->path, source->channel);
    else if (!t || !v)
        code = error_memory(err);
    else
        code = run_read_channel(run, (size_t)channel, 0, run->frames, v, err);
    for (size_t i = 0; !code && i < frames; i++)
        t[i] = (double)i * run_period(&run->info) +
               1e-9 * (double)run->info.channels[channel].skew_ns;
    if (!code && frames > 0 && t[0] > 0)
        t[0] = 0; /* the skew of the first sample: the motion starts at 0 */
    if (!code)
        code = sim_belt_create(way_of(source), t, v, frames, belt, err);
    free(t);
    free(v);
    run_close(run);
    return code;
}

static enum error_code check_length(const struct rig_belt *source, const struct sim_belt *belt,
                                    double until, struct error *err)
{
    if (sim_belt_first(belt) > 0 || sim_belt_last(belt) < until)
        return error_set(err, ERROR_INPUT,
                         "%s: the belt's speed is known from %.9g s to %.9g s only; the "
                         "motion goes from 0 s to %.9g s; give a shorter --duration or a "
                         "longer table",
                         source->path, sim_belt_first(belt), sim_belt_last(belt), until);
    return ERROR_OK;
}

enum error_code sim_belt_source_read(const struct rig_belt *source, double until,
                                     struct sim_belt **belt, struct error *err)
{
    *belt = NULL;
    if (source->kind == RIG_BELT_CONSTANT)
        return ERROR_OK;
    enum error_code code = source->kind == RIG_BELT_TABLE
                               ? sim_belt_read_table(source->path, way_of(source), belt, err)
                               : belt_from_run(source, belt, err);
    if (!code)
        code = check_length(source, *belt, until, err);
    if (code) {
        sim_belt_free(*belt);
        *belt = NULL;
    }
    return code;
}
