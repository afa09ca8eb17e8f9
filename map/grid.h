/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The points of a map with two axes, and the fields at all of them. */
#ifndef MAP_GRID_H
#define MAP_GRID_H

#include "map/place.h"

struct map_grid {
    const struct map_place *place; /* axes 0 and 1 with range and points */
    size_t nx, ny;
    bool *defined; /* row by row, x fastest */
    double (*field)[MAP_FIELDS];
};

/* in parallel; the same whatever the number of threads */
enum error_code map_grid_create(const struct map_place *place, struct map_grid *grid,
                                struct error *err);
void map_grid_free(struct map_grid *grid);

void map_grid_at(const struct map_place *place, size_t i, size_t j, double at[2]);

#endif
