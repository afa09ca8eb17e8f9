/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How the modes of the contact over a plane look in a figure. */
#ifndef MAP_MODES_FIGURE_H
#define MAP_MODES_FIGURE_H

#include "map/figure.h"
#include "map/modes.h"

/* the plane, under everything else */
void map_modes_paint(const struct map_modes *modes, struct map_figure *figure);

/* the curves between modes */
void map_modes_outline(const struct map_modes *modes, struct map_figure *figure);

#endif
