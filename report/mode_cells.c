/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "report/mode_cells.h"

#include "map/modes.h"
#include "map/place.h"
#include "sim/registry.h"

/* points of the grid; every COARSE-th on both axes is looked at first, and what lies between four
 * that are alike is as they are */
enum { ACROSS = 157, UP = 91, COARSE = 3 };

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
static unsigned char class_at(const struct map_place *place, size_t i, size_t j)
{
    const double at[2] = {map_axis_value(&place->axes[0], i), map_axis_value(&place->axes[1], j)};
    double field[MAP_FIELDS];
    unsigned char which = 0;
    const enum map_mode mode = map_place_fields(place, at, field)
                                   ? map_mode_of(field, MAP_SLIP_AUTO)
                                   : MAP_NONE;
    while (which < SHOWN && mode != shown[which].modes[0] && mode != shown[which].modes[1])
        which++;
    return which;
}

/* of a coarse square, all but its corners */
static void fill_square(const struct map_place *place, size_t i, size_t j, unsigned char *classes)
{
    unsigned char *corner = classes + j * ACROSS + i;
    const bool alike = corner[0] == corner[COARSE] && corner[0] == corner[COARSE * ACROSS] &&
                       corner[0] == corner[COARSE * ACROSS + COARSE];
    for (size_t y = 0; y <= COARSE; y++)
        for (size_t x = 0; x <= COARSE; x++)
            if (x % COARSE != 0 || y % COARSE != 0)
                corner[y * ACROSS + x] = alike ? corner[0] : class_at(place, i + x, j + y);
}

static void find_classes(const struct map_place *place, unsigned char *classes)
{
    for (size_t j = 0; j < UP; j += COARSE)
        for (size_t i = 0; i < ACROSS; i += COARSE)
            classes[j * ACROSS + i] = class_at(place, i, j);
    for (size_t j = 0; j + COARSE < UP; j += COARSE)
        for (size_t i = 0; i + COARSE < ACROSS; i += COARSE)
            fill_square(place, i, j, classes);
}

/* behind what is there already */
static void add_areas(const struct map_place *place, struct report_figure *figure,
                      struct arena *arena)
{
    struct figure_panel *panel = &figure->panel;
    unsigned char *classes = arena_array(arena, ACROSS * UP, 1);
    if (!classes)
        return;
    find_classes(place, classes);
    struct figure_grid cells = {.nx = ACROSS, .ny = UP, .classes = classes};
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

void report_mode_cells(const struct rig *rig, struct report_figure *figure, struct arena *arena)
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
    if (map_place_create(rig, 0, MAP_STATES, axes, 2, &place, NULL))
        return;
    add_areas(place, figure, arena);
    map_place_free(place);
}
