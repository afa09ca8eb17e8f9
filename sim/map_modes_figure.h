/* How the modes of the contact over a plane look in a figure. */
#ifndef SIM_MAP_MODES_FIGURE_H
#define SIM_MAP_MODES_FIGURE_H

#include "sim/map_figure.h"
#include "sim/map_modes.h"

/* the plane, under everything else; points into modes */
void sim_map_modes_paint(const struct sim_map_modes *modes, struct sim_map_figure *figure);

/* the curves between modes */
void sim_map_modes_outline(const struct sim_map_modes *modes, struct sim_map_figure *figure);

#endif
