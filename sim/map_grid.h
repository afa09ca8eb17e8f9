/* The points of a map with two axes, and the fields at all of them. */
#ifndef SIM_MAP_GRID_H
#define SIM_MAP_GRID_H

#include "sim/map_place.h"

struct sim_map_grid {
    const struct sim_map_place *place; /* axes 0 and 1 with range and points */
    size_t nx, ny;
    bool *defined;                    /* row by row, x fastest */
    double (*field)[SIM_MAP_FIELDS];
};

/* in parallel; the same whatever the number of threads */
enum error_code sim_map_grid_create(const struct sim_map_place *place,
                                    struct sim_map_grid *grid, struct error *err);
void sim_map_grid_free(struct sim_map_grid *grid);

void sim_map_grid_at(const struct sim_map_place *place, size_t i, size_t j, double at[2]);

#endif
