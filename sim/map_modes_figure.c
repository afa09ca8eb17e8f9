#include "sim/map_modes_figure.h"

static const struct sim_map_class mode_classes[SIM_MAP_MODES] = {
    [SIM_MAP_NONE] = {NULL, "#ffffff"},  [SIM_MAP_M1] = {NULL, "#cfe8f7"},
    [SIM_MAP_M2] = {NULL, "#e5f2d8"},    [SIM_MAP_M3] = {NULL, "#fde2a8"},
    [SIM_MAP_M4] = {NULL, "#f3b6a6"},    [SIM_MAP_STICK] = {NULL, "#d9d9d9"},
};

static const struct {
    enum sim_map_style style;
    const char *colour;
} looks[SIM_MAP_BOUNDARIES] = {
    [SIM_MAP_BOUNDARY_A_PLUS] = {SIM_MAP_LINE, "#d55e00"},
    [SIM_MAP_BOUNDARY_A_MINUS] = {SIM_MAP_DASHES, "#d55e00"},
    [SIM_MAP_BOUNDARY_B] = {SIM_MAP_LINE, "#0072b2"},
    [SIM_MAP_BOUNDARY_SLIP] = {SIM_MAP_DASHES, "#000000"},
    [SIM_MAP_BOUNDARY_STICK] = {SIM_MAP_THICK, "#000000"},
    [SIM_MAP_BOUNDARY_CONE] = {SIM_MAP_CIRCLES, "#000000"},
    [SIM_MAP_BOUNDARY_SINGULAR] = {SIM_MAP_DISCS, "#aa00aa"},
};

void sim_map_modes_paint(const struct sim_map_modes *modes, struct sim_map_figure *figure)
{
    figure->cells = modes->mode;
    figure->n_classes = SIM_MAP_MODES;
    for (size_t m = 0; m < SIM_MAP_MODES; m++) {
        figure->classes[m] = mode_classes[m];
        figure->classes[m].title = sim_map_mode_text((enum sim_map_mode)m);
    }
}

void sim_map_modes_outline(const struct sim_map_modes *modes, struct sim_map_figure *figure)
{
    const bool curves = modes->boundary[SIM_MAP_BOUNDARY_SLIP].n == 0;
    for (size_t b = 0; b < SIM_MAP_BOUNDARIES; b++) {
        const bool line = b == SIM_MAP_BOUNDARY_CONE && curves;
        sim_map_figure_add(figure, sim_map_boundary_text((enum sim_map_boundary)b),
                           line ? SIM_MAP_LINE : looks[b].style, looks[b].colour,
                           &modes->boundary[b]);
    }
}
