/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "map/overlay.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/csv.h"
#include "lib/run/run.h"
#include "sim/evaluate.h"
#include "sim/simulate.h"

void map_overlay_free(struct map_overlay *overlay)
{
    map_curve_free(&overlay->contact);
    map_curve_free(&overlay->flight);
}

/* ---- points one by one; a change between contact and flight begins a piece,
 * after an impact not where the last one ended */

struct pen {
    const struct map_place *place;
    struct map_overlay *overlay;
    size_t piece;
    int flies; /* -1: nothing drawn yet */
    double last[2];
    double from; /* time */
};

static enum error_code draw(struct pen *pen, bool flies, const double at[2], struct error *err)
{
    struct map_curve *curve = flies ? &pen->overlay->flight : &pen->overlay->contact;
    enum error_code code = ERROR_OK;
    if (pen->flies >= 0 && pen->flies != flies) {
        pen->piece++;
        if (flies)
            code = map_curve_add(curve, pen->piece, pen->last, err);
    }
    if (!code)
        code = map_curve_add(curve, pen->piece, at, err);
    pen->flies = flies;
    memcpy(pen->last, at, sizeof pen->last);
    return code;
}

static enum error_code check_axes(const struct map_place *place, struct error *err)
{
    for (size_t k = 0; k < 2; k++)
        if (!place->axes[k].state)
            return error_set(err, ERROR_USAGE,
                             "a motion cannot be laid over the axis '%s', which is no state",
                             place->axes[k].quantity->name);
    return ERROR_OK;
}

/* ---- simulated */

static enum error_code take_sample(void *context, const struct sim_sample *sample,
                                   struct error *err)
{
    struct pen *pen = context;
    if (sample->t < pen->from)
        return ERROR_OK;
    const double at[2] = {sample->x[pen->place->axes[0].index],
                          sample->x[pen->place->axes[1].index]};
    return draw(pen, sample->mode == SIM_FLIGHT, at, err);
}

enum error_code map_overlay_motion(const struct map_place *place, double from, double to,
                                   struct map_overlay *overlay, struct error *err)
{
    enum { SAMPLES = 4000 };
    struct sim_problem problem = place->setup->problem;
    struct sim_statistics statistics;
    struct pen pen = {.place = place, .overlay = overlay, .flies = -1, .from = from};
    const struct sim_sink sink = {.context = &pen, .sample = take_sample};
    problem.inputs.p = problem.p;
    problem.t_end = to;
    problem.rate = SAMPLES / (to - from);
    enum error_code code = check_axes(place, err);
    return code ? code : sim_simulate(&problem, &sink, &statistics, err);
}

/* ---- skitter-sim's CSV */

static enum error_code read_row(struct pen *pen, const struct csv *csv, const size_t columns[3],
                                struct error *err)
{
    double at[2];
    enum error_code code = csv_number(csv, columns[0], &at[0], NULL, err);
    if (!code)
        code = csv_number(csv, columns[1], &at[1], NULL, err);
    const bool flies = columns[2] != CSV_NO_COLUMN &&
                       strcmp(csv_text(csv, columns[2]), sim_mode_word(SIM_FLIGHT)) == 0;
    return code ? code : draw(pen, flies, at, err);
}

static enum error_code read_rows(struct pen *pen, const char *path, struct csv *csv,
                                 struct error *err)
{
    size_t columns[3];
    for (size_t k = 0; k < 2; k++) {
        const char *name = pen->place->axes[k].quantity->name;
        columns[k] = csv_find(csv, name);
        if (columns[k] == CSV_NO_COLUMN)
            return error_set(err, ERROR_INPUT,
                             "%s: has no column %s; a trajectory of "
                             "skitter-sim --output is expected",
                             path, name);
    }
    columns[2] = csv_find(csv, "mode");
    enum error_code code = ERROR_OK;
    for (bool more = true; !code && more;) {
        code = csv_next(csv, &more, err);
        if (!code && more)
            code = read_row(pen, csv, columns, err);
    }
    return code;
}

enum error_code map_overlay_file(const struct map_place *place, const char *path,
                                 struct map_overlay *overlay, struct error *err)
{
    struct pen pen = {.place = place, .overlay = overlay, .flies = -1};
    struct csv *csv;
    enum error_code code = check_axes(place, err);
    if (!code)
        code = csv_open(path, &csv, err);
    if (code)
        return code;
    code = read_rows(&pen, path, csv, err);
    csv_close(csv);
    return code;
}

/* ---- recorded */

/* velocities of the two coordinates from those of the tip */
static bool invert(const struct sim_problem *problem, const double *q, const double tip[2],
                   double v[2])
{
    static const double still[2];
    struct sim_terms k;
    sim_terms_at(problem->inputs.model, problem->p, 2, q, still, &k);
    const double det = k.w_t[0] * k.w_n[1] - k.w_t[1] * k.w_n[0];
    v[0] = (tip[0] * k.w_n[1] - k.w_t[1] * tip[1]) / det;
    v[1] = (k.w_t[0] * tip[1] - tip[0] * k.w_n[0]) / det;
    return isfinite(v[0]) && isfinite(v[1]);
}

/* Heun's method along the samples: they are much denser than the motion is fast */
static enum error_code follow(struct pen *pen, const double *tip_t, const double *tip_n,
                              size_t frames, double period, struct error *err)
{
    const struct sim_problem *problem = &pen->place->setup->problem;
    double q[2] = {problem->x[0], problem->x[1]}, v[2], ahead[2], next[2];
    for (size_t i = 0; i < frames; i++) {
        const double tip[2] = {tip_t[i], tip_n[i]};
        if (!invert(problem, q, tip, v))
            return error_set(err, ERROR_INPUT,
                             "sample %zu: the mechanism is stretched; "
                             "the tip's velocities do not determine its state",
                             i);
        const double state[4] = {q[0], q[1], v[0], v[1]};
        const double at[2] = {state[pen->place->axes[0].index], state[pen->place->axes[1].index]};
        enum error_code code = draw(pen, false, at, err);
        if (code)
            return code;
        if (i + 1 == frames)
            break;
        const double tip_next[2] = {tip_t[i + 1], tip_n[i + 1]};
        for (size_t k = 0; k < 2; k++)
            ahead[k] = q[k] + period * v[k];
        if (!invert(problem, ahead, tip_next, next))
            continue; /* told at the next sample */
        for (size_t k = 0; k < 2; k++)
            q[k] += 0.5 * period * (v[k] + next[k]);
    }
    return ERROR_OK;
}

static enum error_code read_tip(struct run *run, const char *path, const char *role, int64_t first,
                                size_t frames, double *values, struct error *err)
{
    const int64_t channel = run_find_channel(&run->info, role);
    if (channel < 0)
        return error_set(err, ERROR_INPUT,
                         "%s: has no channel %s, without which its states "
                         "are not known",
                         path, role);
    return run_read_channel(run, (size_t)channel, first, (int64_t)frames, values, err);
}

enum error_code map_overlay_run(const struct map_place *place, const char *path,
                                struct map_overlay *overlay, struct error *err)
{
    struct run *run;
    enum error_code code = check_axes(place, err);
    if (!code && place->setup->problem.inputs.n != 2)
        code = error_set(err, ERROR_UNSUPPORTED,
                         "%s: the tip's two velocities determine a mechanism of two "
                         "coordinates, and this one has %zu",
                         path, place->setup->problem.inputs.n);
    if (!code)
        code = run_open(path, &run, err);
    if (code)
        return code;
    const int64_t fired = run->info.trigger.text ? run->info.trigger.frame : 0;
    const int64_t first = fired > 0 && fired < run->frames ? fired : 0;
    const size_t frames = (size_t)(run->frames - first);
    double *tip = calloc(2 * frames + 1, sizeof *tip);
    if (!tip)
        code = error_memory(err);
    if (!code)
        code = read_tip(run, path, "tip_t", first, frames, tip, err);
    if (!code)
        code = read_tip(run, path, "tip_n", first, frames, tip + frames, err);
    if (!code) {
        struct pen pen = {.place = place, .overlay = overlay, .flies = -1};
        code = follow(&pen, tip, tip + frames, frames, run_period(&run->info), err);
        if (code)
            error_prefix(err, "%s", path);
    }
    free(tip);
    run_close(run);
    return code;
}
