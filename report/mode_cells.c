/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "report/mode_cells.h"

#include <string.h>

#include "map/modes.h"
#include "sim/registry.h"

enum { ACROSS = 160, UP = 90 };

/* modes that are shown, with the look they share */
static const struct {
    const char *name;
    enum report_look look;
    enum map_mode modes[2];
} shown[] = {
    {"paradox", REPORT_LOOK_PARADOX, {MAP_M3, MAP_M4}},
    {"opens", REPORT_LOOK_LEAVES, {MAP_M1, MAP_M1}},
};
enum { SHOWN = sizeof shown / sizeof *shown };

static bool is_shown(const struct map_grid *grid, size_t i, size_t j, size_t which)
{
    if (!grid->defined[j * grid->nx + i])
        return false;
    const enum map_mode mode = map_mode_of(grid->field[j * grid->nx + i], MAP_SLIP_AUTO);
    return mode == shown[which].modes[0] || mode == shown[which].modes[1];
}

/* cells of a row that follow each other are one area; returns how many areas */
static size_t collect(const struct map_grid *grid, size_t which, double *corners[4])
{
    const struct map_axis *x = &grid->place->axes[0], *y = &grid->place->axes[1];
    const double dx = 0.5 * (x->high - x->low) / (ACROSS - 1);
    const double dy = 0.5 * (y->high - y->low) / (UP - 1);
    size_t n = 0;
    for (size_t j = 0; j < grid->ny; j++)
        for (size_t i = 0; i < grid->nx; i++) {
            size_t end = i;
            while (end < grid->nx && is_shown(grid, end, j, which))
                end++;
            if (end == i)
                continue;
            if (corners) {
                corners[0][n] = map_axis_value(x, i) - dx;
                corners[1][n] = map_axis_value(y, j) - dy;
                corners[2][n] = map_axis_value(x, end - 1) + dx;
                corners[3][n] = map_axis_value(y, j) + dy;
            }
            n++;
            i = end;
        }
    return n;
}

static void add_areas(const struct map_grid *grid, size_t which, struct report_figure *figure,
                      struct report_document *document)
{
    const size_t n = collect(grid, which, NULL);
    double *corners[4];
    for (int k = 0; k < 4; k++)
        corners[k] = report_document_array(document, n);
    if (n == 0 || document->failed || figure->n_series == REPORT_SERIES_MAX)
        return;
    collect(grid, which, corners);
    memmove(figure->series + 1, figure->series, figure->n_series++ * sizeof *figure->series);
    figure->series[0] = (struct report_series){.name = shown[which].name,
                                               .look = shown[which].look,
                                               .mark = REPORT_CELLS,
                                               .x = corners[0],
                                               .y = corners[1],
                                               .z = corners[2],
                                               .w = corners[3],
                                               .n = n};
}

enum error_code report_mode_cells(const struct rig *rig, struct report_figure *figure,
                                  struct report_document *document, struct error *err)
{
    const struct sim_model *model = sim_registry_of(rig->model);
    const size_t n = rig_coordinates(rig);
    struct map_axis axes[2] = {
        map_axis_of(model, n, rig->model->states[0].name),
        map_axis_of(model, n, rig->model->states[rig->model->n_coordinates].name)};
    const size_t points[2] = {ACROSS, UP};
    for (int k = 0; k < 2; k++) {
        axes[k].ranged = true;
        axes[k].low = figure->low[k];
        axes[k].high = figure->high[k];
        axes[k].n = points[k];
    }
    struct map_place *place;
    struct map_grid grid = {0};
    struct error why;
    if (map_place_create(rig, 0, MAP_STATES, axes, 2, &place, &why))
        return ERROR_OK;
    enum error_code code = map_grid_create(place, &grid, err);
    for (size_t which = 0; !code && which < SHOWN; which++)
        add_areas(&grid, which, figure, document);
    map_grid_free(&grid);
    map_place_free(place);
    return code;
}
