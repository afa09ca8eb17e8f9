/* SPDX-License-Identifier: GPL-3.0-or-later */
/* skitter-map paradox */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "map/job.h"
#include "map/paradox.h"

enum { MAX_LISTS = MAP_MAX_AXES - 1 };

struct lists {
    struct map_list list[MAX_LISTS];
    size_t n;
};

static enum error_code read_lists(const struct map_job *job, struct lists *lists, struct error *err)
{
    const struct option_list *given = &job->settings->at;
    if (given->n > MAX_LISTS)
        return error_set(err, ERROR_USAGE, "--at may be given %d times", MAX_LISTS);
    for (size_t i = 0; i < given->n; i++) {
        enum error_code code = map_list_read(job->model, job->n, given->items[i], &lists->list[i],
                                             err);
        if (code)
            return code;
    }
    lists->n = given->n;
    return ERROR_OK;
}

/* the place with the lists as further axes */
static enum error_code add_lists(struct map_job *job, const struct lists *lists, struct error *err)
{
    struct map_axis axes[MAP_MAX_AXES];
    axes[0] = job->place->axes[0];
    for (size_t i = 0; i < lists->n; i++)
        axes[1 + i] = lists->list[i].axis;
    map_place_free(job->place);
    job->place = NULL;
    return map_place_create(job->rig, 0, MAP_GEOMETRY, axes, 1 + lists->n, &job->place, err);
}

struct drawing {
    struct map_curve of_slip[2]; /* plus, minus */
    size_t pieces;
};

static enum error_code one_combination(const struct map_job *job, const struct lists *lists,
                                       const double *at, struct map_table *table,
                                       struct drawing *drawing, struct error *err)
{
    struct map_interval intervals[MAP_MAX_INTERVALS];
    struct map_line line = {.place = job->place};
    struct map_cell cells[MAP_MAX_COLUMNS];
    enum error_code code = ERROR_OK;
    memcpy(line.at, at, sizeof line.at);
    for (size_t i = 0; i < lists->n; i++)
        cells[i] = MAP_NUMBER(at[1 + i]);
    size_t n = 0;
    if (!map_place_range(job->place, 0, at, &line.low, &line.high, NULL))
        n = map_paradox_intervals(&line, intervals);
    struct map_cell *rest = cells + lists->n;
    if (n == 0) {
        rest[0] = MAP_WORD("none");
        rest[1] = rest[2] = MAP_WORD("");
        map_table_row(table, cells);
    }
    const double level = lists->n ? at[1] : job->place->setup->problem.p[SIM_FRICTION];
    for (size_t i = 0; !code && i < n; i++) {
        rest[0] = MAP_WORD(intervals[i].slip > 0 ? "+" : "-");
        rest[1] = MAP_NUMBER(intervals[i].low);
        rest[2] = MAP_NUMBER(intervals[i].high);
        map_table_row(table, cells);
        struct map_curve *curve = &drawing->of_slip[intervals[i].slip < 0];
        code = map_curve_add(curve, ++drawing->pieces, (double[]){intervals[i].low, level}, err);
        if (!code)
            code = map_curve_add(curve, drawing->pieces, (double[]){intervals[i].high, level}, err);
    }
    return code;
}

/* every combination of the lists' values, the last list fastest */
static enum error_code all_combinations(const struct map_job *job, const struct lists *lists,
                                        struct map_table *table, struct drawing *drawing,
                                        struct error *err)
{
    size_t total = 1;
    for (size_t i = 0; i < lists->n; i++)
        total *= lists->list[i].axis.n;
    enum error_code code = ERROR_OK;
    for (size_t k = 0; !code && k < total; k++) {
        double at[MAP_MAX_AXES] = {job->at[0]};
        size_t rest = k;
        for (size_t i = lists->n; i-- > 0;) {
            at[1 + i] = lists->list[i].values[rest % lists->list[i].axis.n];
            rest /= lists->list[i].axis.n;
        }
        code = one_combination(job, lists, at, table, drawing, err);
    }
    return code;
}

static enum error_code draw(struct map_job *job, const struct lists *lists,
                            const struct drawing *drawing, struct error *err)
{
    struct map_figure figure = map_job_figure(job);
    figure.axes[1] = lists->n ? lists->list[0].axis : map_axis_of(job->model, job->n, "friction");
    map_figure_add(&figure, "A < 0, slip +", MAP_THICK, "#0072b2", &drawing->of_slip[0]);
    map_figure_add(&figure, "A < 0, slip -", MAP_THICK, "#d55e00", &drawing->of_slip[1]);
    return map_job_draw(job, &figure, err);
}

static enum error_code run(struct map_job *job, const struct lists *lists, struct error *err)
{
    const char *names[MAP_MAX_COLUMNS];
    char low[64], high[64];
    const char *axis = job->place->axes[0].quantity->name;
    size_t n = 0;
    for (; n < lists->n; n++)
        names[n] = lists->list[n].axis.quantity->name;
    snprintf(low, sizeof low, "%s_low", axis);
    snprintf(high, sizeof high, "%s_high", axis);
    names[n++] = "slip";
    names[n++] = low;
    names[n++] = high;
    struct map_table *table = NULL;
    struct drawing drawing = {.pieces = 0};
    enum error_code code = map_job_table(job, names, n, &table, err);
    if (!code)
        code = all_combinations(job, lists, table, &drawing, err);
    if (!code && job->settings->figure)
        code = draw(job, lists, &drawing, err);
    code = map_table_close(table, code, err);
    for (size_t i = 0; i < 2; i++)
        map_curve_free(&drawing.of_slip[i]);
    return code;
}

enum error_code map_paradox_command(const struct map_settings *settings, const char *rig,
                                    struct error *err)
{
    static const struct map_wants wants = {
        .least_axes = 1, .most_axes = 1, .coordinate = true, .points = 2, .kind = MAP_GEOMETRY};
    struct map_job job;
    enum error_code code = map_job_open(settings, rig, &wants, &job, err);
    if (code)
        return code;
    struct lists *lists = calloc(1, sizeof *lists);
    code = lists ? read_lists(&job, lists, err) : error_memory(err);
    if (!code)
        code = add_lists(&job, lists, err);
    if (!code)
        code = run(&job, lists, err);
    free(lists);
    map_job_close(&job);
    return code;
}
