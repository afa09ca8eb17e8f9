/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "map/modes_figure.h"

static const struct map_class mode_classes[MAP_MODES] = {
    [MAP_NONE] = {NULL, "#ffffff"}, [MAP_M1] = {NULL, "#cfe8f7"}, [MAP_M2] = {NULL, "#e5f2d8"},
    [MAP_M3] = {NULL, "#fde2a8"},   [MAP_M4] = {NULL, "#f3b6a6"}, [MAP_STICK] = {NULL, "#d9d9d9"},
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
    figure->cells = modes->mode;
    figure->n_classes = MAP_MODES;
    for (size_t m = 0; m < MAP_MODES; m++) {
        figure->classes[m] = mode_classes[m];
        figure->classes[m].title = map_mode_text((enum map_mode)m);
    }
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
