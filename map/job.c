/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "map/job.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "lib/cli/share.h"
#include "map/line.h"
#include "sim/compiled.h"
#include "sim/registry.h"

const char *const map_slip_words[] = {"auto", "plus", "minus", NULL};

enum map_slip map_settings_slip(const struct map_settings *settings)
{
    static const enum map_slip slips[] = {MAP_SLIP_AUTO, MAP_SLIP_PLUS, MAP_SLIP_MINUS};
    return slips[settings->slip];
}

static enum error_code read_rig(const char *path, struct map_job *job, struct error *err)
{
    const struct option_list *set = &job->settings->set;
    enum error_code code = rig_load(path, set->items, set->n, sim_registry, &job->rig, err);
    if (!code && job->settings->compiled)
        code = sim_compiled_load(job->rig, err);
    if (code)
        return code;
    job->model = sim_registry_of(job->rig->model);
    job->n = rig_coordinates(job->rig);
    return ERROR_OK;
}

/* the coordinate that Q depends on, and its velocity when the coordinate is there */
static enum error_code fill_up(const struct map_job *job, const struct map_wants *wants,
                               struct map_axis *axes, size_t *n, struct error *err)
{
    const struct mechanism *table = &job->model->table;
    struct map_place *bare;
    if (*n == 0) {
        const enum map_points kind = wants->kind == MAP_GEOMETRY ? MAP_GEOMETRY : MAP_STATES;
        enum error_code code = map_place_create(job->rig, 0, kind, NULL, 0, &bare, err);
        if (code)
            return code;
        const size_t i = map_place_coordinate(job->rig, bare);
        map_place_free(bare);
        if (i == SIZE_MAX)
            return error_set(err, ERROR_USAGE,
                             "the contact of %s does not depend on its configuration; name "
                             "a parameter with --axis NAME=LOW:HIGH",
                             table->name);
        axes[(*n)++] = map_axis_of(job->model, job->n, table->states[i].name);
    }
    if (wants->least_axes == 2 && *n == 1) {
        if (!axes[0].state || axes[0].index >= job->n)
            return error_set(err, ERROR_USAGE, "a second --axis is needed beside '%s'",
                             axes[0].quantity->name);
        const char *velocity = table->states[table->n_coordinates + axes[0].index].name;
        axes[(*n)++] = map_axis_of(job->model, job->n, velocity);
    }
    return ERROR_OK;
}

static enum error_code read_axes(const struct map_job *job, const struct map_wants *wants,
                                 struct map_axis *axes, size_t *n, struct error *err)
{
    const struct option_list *given = &job->settings->axes;
    enum error_code code = ERROR_OK;
    if (given->n > wants->most_axes)
        return error_set(err, ERROR_USAGE, "%zu axes are too many; at most %zu", given->n,
                         wants->most_axes);
    for (*n = 0; !code && *n < given->n; (*n)++)
        code = map_axis_read(job->model, job->n, given->items[*n], &axes[*n], err);
    if (!code && *n < wants->least_axes && wants->coordinate)
        code = fill_up(job, wants, axes, n, err);
    if (!code && *n < wants->least_axes)
        code = error_set(err, ERROR_USAGE, "%zu axes are needed: --axis NAME=LOW:HIGH",
                         wants->least_axes);
    for (size_t k = 0; k < *n; k++)
        if (axes[k].n == 0)
            axes[k].n = wants->points;
    return code;
}

enum error_code map_job_open(const struct map_settings *settings, const char *rig,
                             const struct map_wants *wants, struct map_job *job, struct error *err)
{
    struct map_axis axes[MAP_MAX_AXES];
    size_t n = 0;
    *job = (struct map_job){.settings = settings};
    enum error_code code = figure_file_check(settings->figure, settings->force, err);
    if (!code)
        code = read_rig(rig, job, err);
    if (!code)
        code = read_axes(job, wants, axes, &n, err);
    if (!code)
        code = map_place_create(job->rig, settings->duration, wants->kind, axes, n, &job->place,
                                err);
    if (code) {
        map_job_close(job);
        return code;
    }
    for (size_t k = 0; k < n; k++)
        job->at[k] = map_place_value(job->place, &job->place->axes[k]);
    snprintf(job->title, sizeof job->title, "%.200s",
             *job->rig->title ? job->rig->title : job->model->table.title);
    if (wants->friction_in_title) {
        const size_t length = strlen(job->title);
        snprintf(job->title + length, sizeof job->title - length, ", friction %.6g",
                 job->place->setup->problem.p[SIM_FRICTION]);
    }
    return ERROR_OK;
}

void map_job_close(struct map_job *job)
{
    map_place_free(job->place);
    rig_free(job->rig);
    *job = (struct map_job){0};
}

enum error_code map_job_ranges(struct map_job *job, size_t n, struct error *err)
{
    for (size_t k = 0; k < n; k++) {
        struct map_axis *axis = &job->place->axes[k];
        double low, high;
        enum error_code code = map_place_range(job->place, k, job->at, &low, &high, err);
        if (code)
            return code;
        axis->low = low;
        axis->high = high;
        axis->ranged = true;
    }
    return ERROR_OK;
}

enum error_code map_job_line(const struct map_job *job, struct map_line *line, struct error *err)
{
    *line = (struct map_line){.place = job->place};
    memcpy(line->at, job->at, sizeof line->at);
    return map_place_range(job->place, 0, job->at, &line->low, &line->high, err);
}

enum error_code map_job_coulomb_line(const struct map_job *job, struct map_line *line,
                                     struct error *err)
{
    if (sim_motion_friction_changes(&job->place->setup->problem.inputs))
        return error_set(err, ERROR_INPUT,
                         "%s: friction that changes with the slip jams it wherever A = 0, not in "
                         "singular points; look at \"skitter map paradox\", or take \"friction: "
                         "coulomb\"",
                         job->rig->path);
    return map_job_line(job, line, err);
}

enum error_code map_job_other(const struct map_job *job, const char *axis, struct map_place **place,
                              struct error *err)
{
    const struct map_axis one = map_axis_of(job->model, job->n, axis);
    return map_place_create(job->rig, job->settings->duration, MAP_STATES, &one, 1, place, err);
}

struct map_target map_job_target(const struct map_job *job)
{
    const struct map_settings *settings = job->settings;
    return (struct map_target){settings->output, settings->force, settings->json,
                               &job->model->table};
}

struct map_target map_job_cells(const struct map_job *job)
{
    return (struct map_target){.path = job->settings->cells, .force = job->settings->force};
}

enum error_code map_job_table(const struct map_job *job, const char *const *names, size_t n,
                              struct map_table **table, struct error *err)
{
    *table = NULL;
    return map_table_open(map_job_target(job), names, n, table, err);
}

static void show(void *context, size_t points) { progress_update(context, (double)points); }

enum error_code map_job_outcomes(const struct map_job *job, const struct map_scan *scan,
                                 struct map_motion **motions, struct error *err)
{
    struct progress progress;
    const struct map_progress told = {.done = show, .context = &progress};
    progress_start(&progress, "simulating", "motions",
                   (double)(job->place->axes[0].n * (scan->rows.end - scan->rows.first)) /
                       share_size(),
                   job->settings->quiet || share_rank() > 0);
    enum error_code code = map_outcome_grid(scan, &told, motions, err);
    progress_end(&progress);
    return code;
}

struct map_figure map_job_figure(const struct map_job *job)
{
    struct map_figure figure = {.title = job->title};
    for (size_t k = 0; k < 2 && k < job->place->n_axes; k++)
        figure.axes[k] = job->place->axes[k];
    return figure;
}

enum error_code map_job_draw(const struct map_job *job, struct map_figure *figure,
                             struct error *err)
{
    return map_figure_write(figure, job->settings->figure, job->settings->force, err);
}
