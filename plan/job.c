/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "plan/job.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/list.h"
#include "lib/cli/progress.h"
#include "lib/figure/file.h"
#include "sim/compiled.h"
#include "sim/registry.h"

/* points of an axis that does not say, by the number of axes */
static const size_t points[MAP_MAX_AXES + 1] = {0, 60, 24, 10, 6};
/* more points than this are a mistake in typing */
enum { MOST_POINTS = 1000000 };

/* ---- what is varied */

/* "-0.5:-0.05m/s" is "-0.5m/s:-0.05m/s:": a number without a unit has that of the other end */
static void complete(const char *text, char *out, size_t size)
{
    const char *equals = strchr(text, '='), *colon = equals ? strchr(equals, ':') : NULL;
    char *end;
    snprintf(out, size, "%s", text);
    if (!colon)
        return;
    strtod(equals + 1, &end);
    const char *unit = colon + 1;
    char *after;
    strtod(unit, &after);
    const size_t length = strcspn(after, ":");
    if (end == colon && after != unit && length > 0)
        snprintf(out, size, "%.*s%.*s%s", (int)(colon - text), text, (int)length, after, colon);
}

static enum error_code read_axis(struct plan_job *job, const char *text, struct error *err)
{
    struct map_axis *axis = &job->axes[job->n_axes];
    char whole[512];
    complete(text, whole, sizeof whole);
    enum error_code code = map_axis_read(sim_registry_of(job->rig->model),
                                         rig_coordinates(job->rig), whole, axis, err);
    if (code) {
        error_prefix(err, "--vary");
        return code;
    }
    if (!axis->ranged)
        return error_set(err, ERROR_USAGE,
                         "--vary %s: needs a range, as %s=LOW:HIGH or "
                         "%s=LOW:HIGH:POINTS",
                         text, axis->quantity->name, axis->quantity->name);
    for (size_t k = 0; k < job->n_axes; k++)
        if (job->axes[k].row == axis->row)
            return error_set(err, ERROR_USAGE, "--vary %s: is varied already", text);
    job->n_axes++;
    return ERROR_OK;
}

static enum error_code read_axes(struct plan_job *job, struct error *err)
{
    const struct option_list *list = &job->settings->vary;
    enum error_code code = ERROR_OK;
    if (list->n == 0)
        return error_set(err, ERROR_USAGE,
                         "nothing can be varied: say what, with --vary NAME=LOW:HIGH");
    if (list->n > MAP_MAX_AXES)
        return error_set(err, ERROR_USAGE, "--vary: at most %d quantities can be varied",
                         MAP_MAX_AXES);
    for (size_t i = 0; !code && i < list->n; i++)
        code = read_axis(job, list->items[i], err);
    size_t all = 1;
    for (size_t k = 0; !code && k < job->n_axes; k++) {
        if (job->axes[k].n == 0)
            job->axes[k].n = points[job->n_axes];
        all *= job->axes[k].n;
        if (all > MOST_POINTS)
            code = error_set(err, ERROR_USAGE, "--vary: more than %d points", MOST_POINTS);
    }
    return code;
}

/* ---- how a run is recorded */

static bool has_channel(const struct plan_settings *settings, const char *name)
{
    return !settings->channels || list_has(settings->channels, name);
}

static enum error_code check_channels(const struct plan_job *job, struct error *err)
{
    const char *rest = job->settings->channels;
    for (char name[LIST_WORD_SIZE]; list_next(&rest, name);) {
        bool known = false;
        for (size_t i = 0; i < job->rig->n_channels; i++)
            known |= strcmp(rig_role_name(job->rig->channels[i].role), name) == 0;
        if (!known)
            return error_set(err, ERROR_USAGE, "--channels %s: %s has no such channel", name,
                             job->rig->path);
    }
    return ERROR_OK;
}

/* a converter's steps add what they do to the noise */
static void take_channel(struct plan_job *job, const struct rig_channel *channel, double noise)
{
    struct predict_recording *r = &job->recording;
    const int c = channel->role == RIG_ROLE_TIP_N;
    const double full = channel->values.values[RIG_CHANNEL_RANGE].value * channel->sensitivity;
    const double bits = job->rig->simulated.values[RIG_SIMULATED_BITS].value;
    const double step = bits > 0 && isfinite(full) ? 2 * full / exp2(bits) : 0;
    r->noise[c] = hypot(noise, step / sqrt(12));
    r->most[c] = full > 0 ? full : INFINITY;
}

static enum error_code make_recording(struct plan_job *job, struct error *err)
{
    const struct plan_settings *settings = job->settings;
    const struct rig *rig = job->rig;
    struct rig_value *noise = &job->rig->simulated.values[RIG_SIMULATED_NOISE];
    if (settings->noise > 0)
        noise->value = settings->noise;
    if (!(noise->value > 0))
        return error_set(err, ERROR_INPUT,
                         "%s: says nothing of the noise, without which any run tells everything; "
                         "give --noise SPEED or \"noise\" under \"simulated\"",
                         rig->path);
    job->rest = rig->simulated.values[RIG_SIMULATED_HOLD].value;
    job->recording = (struct predict_recording){
        .duration = settings->duration,
        .period = 1 / (settings->rate > 0 ? settings->rate : rig_rate(rig)),
        .mask = settings->mask,
        .most = {INFINITY, INFINITY}};
    enum error_code code = check_channels(job, err);
    for (size_t i = 0; !code && i < rig->n_channels; i++) {
        const enum rig_role role = rig->channels[i].role;
        if ((role == RIG_ROLE_TIP_T || role == RIG_ROLE_TIP_N) &&
            has_channel(settings, rig_role_name(role)))
            take_channel(job, &rig->channels[i], noise->value);
    }
    if (!code && !(job->recording.noise[0] > 0 || job->recording.noise[1] > 0))
        code = error_set(err, ERROR_INPUT,
                         "%s: no channel tip_t or tip_n is recorded, so that no run tells anything",
                         rig->path);
    return code;
}

/* ---- the whole */

enum error_code plan_job_open(const struct plan_settings *settings, const char *rig,
                              struct plan_job *job, struct error *err)
{
    *job = (struct plan_job){.settings = settings};
    enum error_code code = figure_file_check(settings->figure, settings->force, err);
    if (!code)
        code = rig_load(rig, settings->set.items, settings->set.n, sim_registry, &job->rig, err);
    if (!code && settings->compiled)
        code = sim_compiled_load(job->rig, err);
    if (!code && job->rig->belt.kind != RIG_BELT_CONSTANT)
        code = error_set(err, ERROR_UNSUPPORTED,
                         "%s: a belt from a table or a run cannot be planned with; leave the belt "
                         "constant",
                         job->rig->path);
    if (!code)
        code = read_axes(job, err);
    if (!code)
        code = make_recording(job, err);
    if (!code)
        code = plan_unknowns_make(job->rig, settings->goal, settings->fit, job->axes, job->n_axes,
                                  &job->recording, job->rest, &job->unknowns, err);
    if (code)
        plan_job_close(job);
    return code;
}

void plan_job_close(struct plan_job *job)
{
    plan_candidates_free(&job->candidates);
    rig_free(job->rig);
    *job = (struct plan_job){0};
}

enum error_code plan_job_candidates(struct plan_job *job, struct error *err)
{
    return plan_candidates_create(job->rig, &job->unknowns, &job->recording, job->axes, job->n_axes,
                                  (size_t)job->settings->ensemble, &job->candidates, err);
}
