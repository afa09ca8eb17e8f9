/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "report/campaign_map.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/figure/symbol.h"
#include "map/outcome.h"
#include "report/campaign_tiles.h"
#include "report/verdict.h"
#include "sim/registry.h"

enum { ACROSS = 36, UP = 24 };

/* what skitter-map bounce looks for, in a motion that is as long as what runs show */
static const struct map_watch watch = {.duration = 0.5, .flight = 5e-3, .rtol = 1e-8};

static const struct {
    enum map_outcome outcome;
    enum report_look look;
} areas[] = {{MAP_OUTCOME_STICKS, REPORT_LOOK_MAP_STICK},
             {MAP_OUTCOME_BOUNCES, REPORT_LOOK_LEAVES},
             {MAP_OUTCOME_JAMS, REPORT_LOOK_PARADOX},
             {MAP_OUTCOME_TIPS, REPORT_LOOK_PARADOX}};

/* a run whose set-up most others have; NULL: no run could be compared */
static const struct report_run *common(const struct report_campaign *c, size_t *count)
{
    const struct report_run *found = NULL;
    *count = 0;
    for (size_t i = 0; i < c->n_runs; i++) {
        size_t n = 0;
        for (size_t k = 0; k < c->n_runs; k++)
            n += report_same_set_up(c->runs[i], c->runs[k]);
        if (n > *count) {
            *count = n;
            found = c->runs[i];
        }
        if (*count > c->n_runs / 2)
            break;
    }
    return found;
}

/* an angle is shown in degrees, as the tiles have it */
static double turn_of(const struct quantity *first)
{
    return strcmp(first->unit, "rad") == 0 ? 180 / M_PI : 1;
}

/* the runs of that set-up that are marked as `same`, as points */
static void add_runs(const struct report_campaign *c, const struct report_run *one, bool same,
                     struct report_figure *figure, struct arena *arena)
{
    double *x = arena_doubles(arena, c->n_runs), *y = arena_doubles(arena, c->n_runs);
    size_t n = 0;
    for (size_t i = 0; !arena->failed && i < c->n_runs; i++) {
        const struct report_run *run = c->runs[i];
        if (!report_same_set_up(one, run) || report_verdict_same(run) != same)
            continue;
        x[n] = turn_of(&run->rig->model->states[0]) * run->rig->start.values[0].value;
        y[n++] = run->belt;
    }
    if (!arena->failed && n)
        figure_series_add(arena, &figure->panel,
                          (struct figure_series){
                              .name = same ? "runs: same behaviour" : "runs: other behaviour",
                              .style = report_look(same ? REPORT_LOOK_SAME : REPORT_LOOK_OTHER),
                              .mark = FIGURE_POINTS,
                              .x = x,
                              .y = y,
                              .n = n});
}

/* room around the points, so that an axis has a length even if all stand on one line */
static void widen(struct figure_axis *axis, double least)
{
    const double half = 0.5 * (axis->high - axis->low), middle = 0.5 * (axis->high + axis->low);
    const double room = fmax(1.15 * half, 0.2 * fabs(middle) + least);
    axis->low = middle - room;
    axis->high = middle + room;
}

static void add_areas(const struct map_motion *motions, struct report_figure *figure,
                      struct arena *arena)
{
    unsigned char *classes = arena_array(arena, ACROSS * UP, 1);
    struct figure_grid cells = {.nx = ACROSS, .ny = UP, .classes = classes};
    if (!classes)
        return;
    for (size_t k = 0; k < ACROSS * UP; k++)
        classes[k] = (unsigned char)motions[k].outcome;
    for (size_t k = 0; k < 2; k++) {
        cells.low[k] = figure->panel.axes[k].low;
        cells.high[k] = figure->panel.axes[k].high;
    }
    for (size_t k = 0; k < sizeof areas / sizeof *areas; k++) {
        struct figure_series series = figure_cells(arena, &cells, (unsigned char)areas[k].outcome);
        series.name = map_outcome_word(areas[k].outcome);
        series.style = report_look(areas[k].look);
        figure_series_add(arena, &figure->panel, series);
    }
}

static enum error_code draw(const struct report_run *one, struct report_figure *figure,
                            struct report_document *document, struct error *err)
{
    const struct sim_model *model = sim_registry_of(one->rig->model);
    const size_t n = rig_coordinates(one->rig);
    struct map_axis axes[2] = {map_axis_of(model, n, one->rig->model->states[0].name),
                               map_axis_of(model, n, "belt_speed")};
    const size_t points[2] = {ACROSS, UP};
    for (int k = 0; k < 2; k++) {
        const double turn = k == 0 ? turn_of(&one->rig->model->states[0]) : 1;
        axes[k].ranged = true;
        axes[k].low = figure->panel.axes[k].low / turn;
        axes[k].high = figure->panel.axes[k].high / turn;
        axes[k].n = points[k];
    }
    struct map_scan scan = {.rows = {0, UP}, .watch = watch};
    struct map_place *place = NULL;
    struct map_motion *motions = NULL;
    struct error why;
    if (map_place_create(one->rig, watch.duration, MAP_STARTS, axes, 2, &place, &why))
        return ERROR_OK; /* a rail that is a table has no speed to vary: runs stand alone */
    scan.place = place;
    enum error_code code = map_outcome_grid(&scan, NULL, &motions, err);
    if (!code)
        add_areas(motions, figure, &document->arena);
    free(motions);
    map_place_free(place);
    return code;
}

enum error_code report_campaign_map(const struct report_campaign *campaign,
                                    struct report_document *document, struct error *err)
{
    size_t count;
    const struct report_run *one = common(campaign, &count);
    struct arena *arena = &document->arena;
    if (!one || count < 2)
        return ERROR_OK;
    const struct quantity *first = &one->rig->model->states[0];
    struct report_figure points = {.id = "campaign-map"}, figure;
    for (int same = 1; same >= 0; same--)
        add_runs(campaign, one, same, &points, arena);
    if (arena->failed)
        return error_memory(err);
    figure_panel_ranges(&points.panel);
    figure = points;
    figure.title = "The campaign on its map";
    figure.panel.series = NULL;
    figure.panel.n_series = figure.panel.room_series = 0;
    figure.panel.height = 300;
    for (int k = 0; k < 2; k++)
        widen(&figure.panel.axes[k], 1e-3 * (k == 0 ? turn_of(first) : 1));
    const bool turned = turn_of(first) != 1;
    figure.panel.axes[0].label = figure_label(arena, first->name, turned ? "deg" : first->unit);
    figure.panel.axes[0].name = turned ? arena_print(arena, "%s_deg", first->name) : first->name;
    figure.panel.axes[1].label = "rail speed (m/s)"; /* tiles and tables call the belt so */
    enum error_code code = draw(one, &figure, document, err);
    for (size_t k = 0; k < points.panel.n_series; k++)
        figure_series_add(arena, &figure.panel, points.panel.series[k]);
    figure.caption = arena_print(
        arena,
        "What a start does within %.1f s, over its first coordinate and the rail's speed, with "
        "the values of the prediction (blank: slides on, or no such start); the %zu run%s of "
        "this set-up as points%s.",
        watch.duration, count, count == 1 ? "" : "s",
        count < campaign->n_runs ? ", those of other set-ups are not on it" : "");
    report_document_figure(document, &figure);
    return code;
}
