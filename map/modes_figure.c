/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "map/modes_figure.h"

static const char *const mode_colours[MAP_MODES] = {
    [MAP_NONE] = "#ffffff", [MAP_M1] = "#cfe8f7", [MAP_M2] = "#e5f2d8",
    [MAP_M3] = "#fde2a8",   [MAP_M4] = "#f3b6a6", [MAP_STICK] = "#d9d9d9",
};

static const struct {
    enum map_style style;
    const char *colour;
} looks[MAP_BOUNDARIES] = {
    [MAP_BOUNDARY_A_PLUS] = {MAP_LINE, "#d55e00"},
    [MAP_BOUNDARY_A_MINUS] = {MAP_DASHES, "#d55e00"},
    [MAP_BOUNDARY_B] = {MAP_LINE, "#0072b2"},
    [MAP_BOUNDARY_SLIP] = {MAP_DASHES, "#000000"},
    [MAP_BOUNDARY_STICK] = {MAP_THICK, "#000000"},
    [MAP_BOUNDARY_CONE] = {MAP_CIRCLES, "#000000"},
    [MAP_BOUNDARY_SINGULAR] = {MAP_DISCS, "#aa00aa"},
};

void map_modes_paint(const struct map_modes *modes, struct map_figure *figure)
{
    struct map_class classes[MAP_MODES];
    for (size_t m = 0; m < MAP_MODES; m++)
        classes[m] = (struct map_class){map_mode_text((enum map_mode)m), mode_colours[m]};
    map_figure_cells(figure, modes->mode, classes, MAP_MODES);
}

void map_modes_outline(const struct map_modes *modes, struct map_figure *figure)
{
    const bool curves = modes->boundary[MAP_BOUNDARY_SLIP].n == 0;
    for (size_t b = 0; b < MAP_BOUNDARIES; b++) {
        const bool line = b == MAP_BOUNDARY_CONE && curves;
        map_figure_add(figure, map_boundary_text((enum map_boundary)b),
                       line ? MAP_LINE : looks[b].style, looks[b].colour, &modes->boundary[b]);
    }
}
