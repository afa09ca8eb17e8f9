/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sim/picture.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/figure/file.h"
#include "lib/figure/symbol.h"

/* columns of a sample: the time, then these, then the coordinates */
enum { TIME, TIP_T, TIP_N, FORCE_T, FORCE_N, COORDINATES };

enum phase { FLIGHT, SLIP, STICK, PHASES };

struct rows {
    double *values;
    size_t n, room, columns;
};

struct sim_picture {
    const struct sim_setup *setup;
    const char *title;
    struct rows samples;
    struct rows impacts; /* time, impulses along the surface and off it */
    struct rows bars[PHASES];
    enum sim_mode mode; /* since `since` */
    double since, last;
    bool begun;
};

static const struct figure_style colours[] = {
    {.colour = "#0072b2", .width = 1.2}, {.colour = "#d55e00", .width = 1.2},
    {.colour = "#009e73", .width = 1.2}, {.colour = "#cc79a7", .width = 1.2},
    {.colour = "#e69f00", .width = 1.2}, {.colour = "#56b4e9", .width = 1.2}};
enum { COLOURS = sizeof colours / sizeof *colours };

struct sim_picture *sim_picture_begin(const struct sim_setup *setup, const char *title)
{
    struct sim_picture *picture = calloc(1, sizeof *picture);
    if (!picture)
        return NULL;
    *picture = (struct sim_picture){.setup = setup,
                                    .title = title,
                                    .samples = {.columns = COORDINATES + setup->problem.inputs.n},
                                    .impacts = {.columns = 3}};
    for (int k = 0; k < PHASES; k++)
        picture->bars[k].columns = 3;
    return picture;
}

void sim_picture_free(struct sim_picture *picture)
{
    if (!picture)
        return;
    free(picture->samples.values);
    free(picture->impacts.values);
    for (int k = 0; k < PHASES; k++)
        free(picture->bars[k].values);
    free(picture);
}

/* NULL: no memory */
static double *add_row(struct rows *rows, struct error *err)
{
    if (rows->n == rows->room) {
        const size_t room = rows->room ? 2 * rows->room : 256;
        double *values = realloc(rows->values, room * rows->columns * sizeof *values);
        if (!values) {
            error_memory(err);
            return NULL;
        }
        rows->values = values;
        rows->room = room;
    }
    return rows->values + rows->columns * rows->n++;
}

enum error_code sim_picture_sample(struct sim_picture *picture, const struct sim_sample *sample,
                                   struct error *err)
{
    const struct sim_motion *motion = sample->motion;
    double *row = add_row(&picture->samples, err);
    if (!row)
        return ERROR_MEMORY;
    row[TIME] = picture->last = sample->t;
    row[TIP_T] = motion->tip_t;
    row[TIP_N] = motion->tip_n;
    row[FORCE_T] = motion->force_t;
    row[FORCE_N] = motion->force_n;
    memcpy(row + COORDINATES, sample->x, picture->setup->problem.inputs.n * sizeof *row);
    return ERROR_OK;
}

static enum phase phase_of(enum sim_mode mode)
{
    return mode == SIM_FLIGHT ? FLIGHT : mode == SIM_STICK ? STICK : SLIP;
}

static enum error_code end_phase(struct sim_picture *picture, double t, struct error *err)
{
    const enum phase phase = phase_of(picture->mode);
    double *row = t > picture->since ? add_row(&picture->bars[phase], err) : NULL;
    if (!row)
        return t > picture->since ? ERROR_MEMORY : ERROR_OK;
    row[0] = picture->since;
    row[1] = phase;
    row[2] = t;
    return ERROR_OK;
}

enum error_code sim_picture_event(struct sim_picture *picture, const struct sim_event *event,
                                  struct error *err)
{
    enum error_code code = picture->begun ? end_phase(picture, event->t, err) : ERROR_OK;
    picture->begun = true;
    picture->mode = event->to;
    picture->since = picture->last = event->t;
    const bool impact = event->kind == SIM_EVENT_IMPACT ||
                        event->kind == SIM_EVENT_TANGENTIAL_IMPACT;
    if (code || !impact)
        return code;
    double *row = add_row(&picture->impacts, err);
    if (!row)
        return ERROR_MEMORY;
    row[0] = event->t;
    row[1] = event->impulse_t;
    row[2] = event->impulse_n;
    return ERROR_OK;
}

/* ---- the figure */

static const double *column(const struct rows *rows, size_t k, struct arena *arena)
{
    double *values = arena_doubles(arena, rows->n);
    for (size_t i = 0; values && i < rows->n; i++)
        values[i] = rows->values[i * rows->columns + k];
    return values;
}

static void add_line(struct figure *figure, struct figure_panel *panel, const struct rows *rows,
                     size_t k, const char *name, size_t colour)
{
    figure_series_add(&figure->arena, panel,
                      (struct figure_series){.name = name,
                                             .style = &colours[colour % COLOURS],
                                             .mark = FIGURE_LINE,
                                             .x = column(rows, TIME, &figure->arena),
                                             .y = column(rows, k, &figure->arena),
                                             .n = rows->n});
}

/* coordinates of one unit in one panel */
static void add_coordinates(const struct sim_picture *picture, struct figure *figure)
{
    const struct quantity *states = picture->setup->model->table.states;
    const size_t n = picture->setup->problem.inputs.n;
    const char *done = "";
    for (size_t i = 0; i < n; i++) {
        const char *unit = states[i].unit;
        if (strcmp(unit, done) == 0 || (i > 0 && strcmp(unit, states[0].unit) == 0))
            continue;
        const char *const label = arena_print(&figure->arena, "coordinates (%s)", unit);
        struct figure_panel *panel = figure_panel_add(figure, 170, "t (s)", label);
        for (size_t k = i; panel && k < n; k++)
            if (strcmp(states[k].unit, unit) == 0)
                add_line(figure, panel, &picture->samples, COORDINATES + k,
                         figure_symbol(&figure->arena, states[k].name), k);
        done = unit;
    }
}

static bool touches(const struct sim_picture *picture)
{
    for (int k = SLIP; k < PHASES; k++)
        if (picture->bars[k].n)
            return true;
    return false;
}

static void add_impacts(const struct sim_picture *picture, struct figure *figure)
{
    static const struct figure_style along = {.colour = "#0072b2", .size = 3},
                                     off = {.colour = "#d55e00", .size = 3, .shape = FIGURE_UP};
    struct figure_panel *panel = picture->impacts.n
                                     ? figure_panel_add(figure, 130, "t (s)", "impulse (N s)")
                                     : NULL;
    for (size_t k = 1; panel && k < 3; k++)
        figure_series_add(
            &figure->arena, panel,
            (struct figure_series){.name = k == 1 ? "impact, along the surface" : "impact, off it",
                                   .style = k == 1 ? &along : &off,
                                   .mark = FIGURE_POINTS,
                                   .x = column(&picture->impacts, 0, &figure->arena),
                                   .y = column(&picture->impacts, k, &figure->arena),
                                   .n = picture->impacts.n});
}

static void add_phases(const struct sim_picture *picture, struct figure *figure)
{
    static const struct figure_style styles[PHASES] = {
        {.colour = "#56b4e9"}, {.colour = "#e69f00"}, {.colour = "#009e73"}};
    static const char *const words[PHASES] = {"flight", "slip", "stick"};
    struct figure_panel *panel = figure_panel_add(figure, 120, "t (s)", "");
    for (int k = 0; panel && k < PHASES; k++) {
        const struct rows *bars = &picture->bars[k];
        panel->rows[k] = words[k];
        panel->n_rows = PHASES;
        figure_series_add(&figure->arena, panel,
                          (struct figure_series){.name = "",
                                                 .style = &styles[k],
                                                 .mark = FIGURE_BARS,
                                                 .x = column(bars, 0, &figure->arena),
                                                 .y = column(bars, 1, &figure->arena),
                                                 .z = column(bars, 2, &figure->arena),
                                                 .n = bars->n});
    }
}

enum error_code sim_picture_write(struct sim_picture *picture, const char *path, bool force,
                                  struct error *err)
{
    struct figure figure = {
        .title = picture->title, .width = FIGURE_WIDTH, .left = 80, .linked = true};
    enum error_code code = picture->begun ? end_phase(picture, picture->last, err) : ERROR_OK;
    if (code)
        return code;
    add_coordinates(picture, &figure);
    struct figure_panel *panel = figure_panel_add(&figure, 190, "t (s)",
                                                  "velocity of the tip (m/s)");
    if (panel) {
        add_line(&figure, panel, &picture->samples, TIP_T, "along the surface", 0);
        add_line(&figure, panel, &picture->samples, TIP_N, "off it", 1);
    }
    panel = touches(picture) ? figure_panel_add(&figure, 150, "t (s)", "contact force (N)") : NULL;
    if (panel) {
        add_line(&figure, panel, &picture->samples, FORCE_T, "along the surface", 0);
        add_line(&figure, panel, &picture->samples, FORCE_N, "off it", 1);
    }
    add_impacts(picture, &figure);
    add_phases(picture, &figure);
    code = figure.arena.failed ? error_memory(err) : figure_file_write(&figure, path, force, err);
    figure_free(&figure);
    return code;
}
