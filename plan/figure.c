/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "plan/figure.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/run/run.h"
#include "map/figure.h"
#include "sim/registry.h"

/* classes of cells: what cannot be run, then by the criterion after that run alone, in equal
 * parts of its logarithm */
enum { LEVELS = 6, CLASSES = LEVELS + 2 };

static const char *const colours[CLASSES] = {"#d9d9d9", "#f2c2b0", "#f7fbff", "#d2e3f3",
                                             "#a6cee4", "#64a9d3", "#2f7ebc", "#08519c"};

struct levels {
    double low, high; /* of the logarithm of the criterion */
    unsigned char *cells;
    char titles[CLASSES][64];
};

/* in the worlds that every point has been tried in */
static enum error_code fill_scores(const struct plan_report *report, double *scores,
                                   struct levels *levels, struct error *err)
{
    const struct plan_candidates *c = &report->job->candidates;
    enum error_code code = ERROR_OK;
    levels->low = INFINITY;
    levels->high = -INFINITY;
    for (size_t i = 0; !code && i < c->n; i++) {
        struct plan_state state;
        scores[i] = NAN;
        if (c->list[i].fate != PLAN_GOOD)
            continue;
        code = plan_state_alone(c, (enum plan_criterion)report->job->settings->criterion, i, &state,
                                err);
        scores[i] = state.score;
        if (!code && isfinite(state.score)) {
            levels->low = fmin(levels->low, state.score);
            levels->high = fmax(levels->high, state.score);
        }
    }
    return code;
}

static void sort_cells(const struct plan_candidates *c, const double *scores, struct levels *levels)
{
    const double step = (levels->high - levels->low) / LEVELS;
    snprintf(levels->titles[0], sizeof levels->titles[0], "no such start");
    snprintf(levels->titles[1], sizeof levels->titles[1], "clipped");
    for (int k = 0; k < LEVELS; k++) /* the best level is the darkest */
        snprintf(levels->titles[2 + k], sizeof levels->titles[0], "%.3g to %.3g times the least",
                 exp(step * (LEVELS - 1 - k)), exp(step * (LEVELS - k)));
    for (size_t i = 0; i < c->n; i++) {
        const double place = step > 0 ? (levels->high - scores[i]) / step : LEVELS - 1;
        if (c->list[i].fate != PLAN_GOOD)
            levels->cells[i] = c->list[i].fate == PLAN_CLIPPED;
        else
            levels->cells[i] = (unsigned char)(2 + fmax(0, fmin(LEVELS - 1, floor(place))));
    }
}

static enum error_code add_point(struct map_curve *curve, const double at[2], struct error *err)
{
    struct map_point *more = realloc(curve->points, (curve->n + 1) * sizeof *more);
    if (!more)
        return error_memory(err);
    curve->points = more;
    more[curve->n++] = (struct map_point){.piece = 0, .at = {at[0], at[1]}};
    return ERROR_OK;
}

/* where a recorded run stands: by the rig that was recorded with it */
static enum error_code find_made(const struct plan_job *job, const char *dir, double at[2],
                                 struct error *err)
{
    struct run *run;
    struct rig *rig = NULL;
    enum error_code code = run_open(dir, &run, err);
    if (code)
        return code;
    if (!run->info.rig)
        code = error_set(err, ERROR_INPUT, "%s: has no rig, so that nobody knows where it stands",
                         dir);
    if (!code)
        code = rig_from_json(run->info.rig, dir, sim_registry, &rig, err);
    for (size_t k = 0; !code && k < 2; k++) {
        const struct rig_value *value = rig_value(rig, job->axes[k].quantity->name);
        at[k] = value ? value->value : NAN;
    }
    rig_free(rig);
    run_close(run);
    return code;
}

static enum error_code gather(const struct plan_report *report, struct map_curve *chosen,
                              struct map_curve *made, struct error *err)
{
    const struct plan_job *job = report->job;
    enum error_code code = ERROR_OK;
    for (size_t k = 0; !code && k < report->choice->n; k++)
        code = add_point(chosen, job->candidates.list[report->choice->runs[k]].at, err);
    for (size_t i = 0; !code && i < job->settings->made.n; i++) {
        double at[2];
        code = find_made(job, job->settings->made.items[i], at, err);
        if (!code && isfinite(at[0]) && isfinite(at[1]))
            code = add_point(made, at, err);
    }
    return code;
}

enum error_code plan_figure_write(const struct plan_report *report, struct error *err)
{
    const struct plan_job *job = report->job;
    const struct plan_candidates *c = &job->candidates;
    struct levels levels = {.cells = malloc(c->n)};
    struct map_class classes[CLASSES];
    struct map_curve chosen = {0}, made = {0};
    double *scores = calloc(c->n, sizeof *scores);
    enum error_code code = scores && levels.cells ? fill_scores(report, scores, &levels, err)
                                                  : error_memory(err);
    if (!code)
        code = gather(report, &chosen, &made, err);
    if (!code) {
        struct map_figure figure = {.title = "uncertainty of the goal after one run",
                                    .axes = {job->axes[0], job->axes[1]}};
        sort_cells(c, scores, &levels);
        for (int k = 0; k < CLASSES; k++)
            classes[k] = (struct map_class){levels.titles[k], colours[k]};
        map_figure_cells(&figure, levels.cells, classes, CLASSES);
        map_figure_add(&figure, "already made", MAP_CIRCLES, "#000000", &made);
        map_figure_add(&figure, "proposed", MAP_DISCS, "#d7301f", &chosen);
        code = map_figure_write(&figure, job->settings->figure, job->settings->force, err);
    }
    free(chosen.points);
    free(made.points);
    free(levels.cells);
    free(scores);
    return code;
}
