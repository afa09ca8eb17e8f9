/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "map/grid.h"

#include <stdlib.h>

void map_grid_at(const struct map_place *place, size_t i, size_t j, double at[2])
{
    at[0] = map_axis_value(&place->axes[0], i);
    at[1] = map_axis_value(&place->axes[1], j);
}

enum error_code map_grid_create(const struct map_place *place, struct map_grid *grid,
                                struct error *err)
{
    const size_t nx = place->axes[0].n, ny = place->axes[1].n;
    *grid = (struct map_grid){.place = place, .nx = nx, .ny = ny};
    grid->defined = calloc(nx * ny, sizeof *grid->defined);
    grid->field = calloc(nx * ny, sizeof *grid->field);
    if (!grid->defined || !grid->field) {
        map_grid_free(grid);
        return error_memory(err);
    }
#pragma omp parallel for schedule(static)
    for (size_t j = 0; j < ny; j++)
        for (size_t i = 0; i < nx; i++) {
            double at[2];
            map_grid_at(place, i, j, at);
            grid->defined[j * nx + i] = map_place_fields(place, at, grid->field[j * nx + i]);
        }
    return ERROR_OK;
}

void map_grid_free(struct map_grid *grid)
{
    free(grid->defined);
    free(grid->field);
    *grid = (struct map_grid){0};
}
