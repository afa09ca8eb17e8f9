/* SPDX-License-Identifier: GPL-3.0-or-later */
/* skitter-map modes */
#include <stdlib.h>

#include "map/job.h"
#include "map/ipos.h"
#include "map/modes_figure.h"
#include "map/overlay.h"

enum { MAX_OVERLAYS = 16 };

struct overlays {
    struct map_overlay overlay[MAX_OVERLAYS];
    const char *name[MAX_OVERLAYS];
    size_t n;
};

typedef enum error_code overlay_reader(const struct map_place *, const char *, struct map_overlay *,
                                       struct error *);

static enum error_code read_each(const struct map_job *job, const struct option_list *paths,
                                 overlay_reader *read, struct overlays *overlays, struct error *err)
{
    enum error_code code = ERROR_OK;
    for (size_t i = 0; !code && i < paths->n; i++) {
        if (overlays->n == MAX_OVERLAYS)
            return error_set(err, ERROR_USAGE, "at most %d motions can be laid over a map",
                             MAX_OVERLAYS);
        overlays->name[overlays->n] = paths->items[i];
        code = read(job->place, paths->items[i], &overlays->overlay[overlays->n++], err);
    }
    return code;
}

static enum error_code read_overlays(const struct map_job *job, struct overlays *overlays,
                                     struct error *err)
{
    const struct map_settings *settings = job->settings;
    enum error_code code = ERROR_OK;
    if (settings->motion) {
        double from, to;
        code = map_range_read(settings->motion, "s", &from, &to, err);
        if (code)
            error_prefix(err, "--motion");
        if (!code && from < 0)
            code = error_set(err, ERROR_USAGE, "--motion: the motion begins at 0 s");
        overlays->name[overlays->n] = "motion of the rig";
        if (!code)
            code = map_overlay_motion(job->place, from, to, &overlays->overlay[overlays->n++], err);
    }
    if (!code)
        code = read_each(job, &settings->trajectories, map_overlay_file, overlays, err);
    if (!code)
        code = read_each(job, &settings->runs, map_overlay_run, overlays, err);
    return code;
}

static enum error_code write_curves(const struct map_job *job, const struct map_modes *modes,
                                    struct error *err)
{
    const char *const names[] = {"curve", "piece", job->place->axes[0].quantity->name,
                                 job->place->axes[1].quantity->name};
    struct map_table *table;
    enum error_code code = map_job_table(job, names, 4, &table, err);
    for (size_t b = 0; !code && b < MAP_BOUNDARIES; b++)
        for (size_t i = 0; i < modes->boundary[b].n; i++) {
            const struct map_point *p = &modes->boundary[b].points[i];
            map_table_row(table,
                          (struct map_cell[]){MAP_WORD(map_boundary_word((enum map_boundary)b)),
                                              MAP_NUMBER((double)p->piece), MAP_NUMBER(p->at[0]),
                                              MAP_NUMBER(p->at[1])});
        }
    return map_table_close(table, code, err);
}

static enum error_code write_cells(const struct map_job *job, const struct map_modes *modes,
                                   struct error *err)
{
    const char *const names[] = {job->place->axes[0].quantity->name,
                                 job->place->axes[1].quantity->name, "mode"};
    const size_t nx = modes->grid.nx, ny = modes->grid.ny;
    struct map_table *table;
    enum error_code code = map_table_open(map_job_cells(job), names, 3, &table, err);
    if (code)
        return code;
    for (size_t j = 0; j < ny; j++)
        for (size_t i = 0; i < nx; i++) {
            double at[2];
            map_grid_at(job->place, i, j, at);
            const enum map_mode mode = modes->mode[j * nx + i];
            map_table_row(table, (struct map_cell[]){MAP_NUMBER(at[0]), MAP_NUMBER(at[1]),
                                                     MAP_WORD(map_mode_word(mode))});
        }
    return map_table_close(table, code, err);
}

static enum error_code draw(struct map_job *job, const struct map_modes *modes,
                            const struct overlays *overlays, struct error *err)
{
    struct map_figure figure = map_job_figure(job);
    map_modes_paint(modes, &figure);
    for (size_t i = 0; i < overlays->n; i++) {
        const struct map_overlay *overlay = &overlays->overlay[i];
        map_figure_add(&figure, overlays->name[i], MAP_LINE, "#006d2c", &overlay->contact);
        map_figure_add(&figure, i + 1 == overlays->n ? "in flight" : "", MAP_FAINT, "#707070",
                       &overlay->flight);
    }
    map_modes_outline(modes, &figure);
    struct map_ipos_curves curves = {0};
    enum error_code code = map_ipos_overlay(job, &curves, &figure, err);
    if (!code)
        code = map_job_draw(job, &figure, err);
    map_ipos_curves_free(&curves);
    return code;
}

static enum error_code run(struct map_job *job, struct overlays *overlays, struct error *err)
{
    struct map_modes *modes;
    enum error_code code = read_overlays(job, overlays, err);
    if (!code)
        code = map_modes_create(job->place, map_settings_slip(job->settings), &modes, err);
    if (code)
        return code;
    if (job->settings->cells)
        code = write_cells(job, modes, err);
    if (!code && job->settings->figure)
        code = draw(job, modes, overlays, err);
    if (!code)
        code = write_curves(job, modes, err);
    map_modes_free(modes);
    return code;
}

enum error_code map_modes_command(const struct map_settings *settings, const char *rig,
                                  struct error *err)
{
    static const struct map_wants wants = {.least_axes = 2,
                                           .most_axes = 2,
                                           .coordinate = true,
                                           .points = 400,
                                           .friction_in_title = true};
    struct map_job job;
    enum error_code code = map_job_open(settings, rig, &wants, &job, err);
    if (code)
        return code;
    struct overlays *overlays = calloc(1, sizeof *overlays);
    code = overlays ? map_job_ranges(&job, 2, err) : error_memory(err);
    if (!code)
        code = run(&job, overlays, err);
    for (size_t i = 0; overlays && i < overlays->n; i++)
        map_overlay_free(&overlays->overlay[i]);
    free(overlays);
    map_job_close(&job);
    return code;
}
