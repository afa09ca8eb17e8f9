/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "report/mode_cells.h"

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

/* which of the shown modes a point has; SHOWN: none */
static unsigned char class_of(const struct map_grid *grid, size_t k)
{
    unsigned char which = 0;
    const enum map_mode mode = grid->defined[k] ? map_mode_of(grid->field[k], MAP_SLIP_AUTO)
                                                : MAP_NONE;
    while (which < SHOWN && mode != shown[which].modes[0] && mode != shown[which].modes[1])
        which++;
    return which;
}

/* behind what is there already */
static void add_areas(const struct map_grid *grid, struct report_figure *figure,
                      struct arena *arena)
{
    struct figure_panel *panel = &figure->panel;
    unsigned char *classes = arena_array(arena, grid->nx * grid->ny, 1);
    if (!classes)
        return;
    for (size_t k = 0; k < grid->nx * grid->ny; k++)
        classes[k] = class_of(grid, k);
    struct figure_grid cells = {.nx = grid->nx, .ny = grid->ny, .classes = classes};
    for (size_t k = 0; k < 2; k++) {
        cells.low[k] = panel->axes[k].low;
        cells.high[k] = panel->axes[k].high;
    }
    const struct figure_panel before = *panel;
    panel->n_series = panel->room_series = 0;
    for (unsigned char which = SHOWN; which-- > 0;) {
        struct figure_series series = figure_cells(arena, &cells, which);
        series.name = shown[which].name;
        series.style = report_look(shown[which].look);
        figure_series_add(arena, panel, series);
    }
    for (size_t k = 0; k < before.n_series; k++)
        figure_series_add(arena, panel, before.series[k]);
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
        axes[k].low = figure->panel.axes[k].low;
        axes[k].high = figure->panel.axes[k].high;
        axes[k].n = points[k];
    }
    struct map_place *place;
    struct map_grid grid = {0};
    struct error why;
    if (map_place_create(rig, 0, MAP_STATES, axes, 2, &place, &why))
        return ERROR_OK;
    enum error_code code = map_grid_create(place, &grid, err);
    if (!code)
        add_areas(&grid, figure, &document->arena);
    map_grid_free(&grid);
    map_place_free(place);
    return code;
}
