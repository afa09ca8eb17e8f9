/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The zeros of a field in the plane, as curves. Every edge of the grid on which
 * the field changes sign carries one point of the curve, found on the edge to
 * the last digits; the cells say which points follow each other. */
#ifndef MAP_CURVE_H
#define MAP_CURVE_H

#include "map/grid.h"

struct map_point {
    size_t piece; /* points of one piece follow each other; pieces count from 0 */
    double at[2];
};

struct map_curve {
    struct map_point *points;
    size_t n, room;
};

enum error_code map_curve_trace(const struct map_grid *grid, enum map_field field,
                                struct map_curve *curve, struct error *err);

/* keep what has sign * other >= 0; the cuts are the points where both fields vanish */
enum error_code map_curve_clip(const struct map_place *place, enum map_field field,
                               enum map_field other, int sign, struct map_curve *curve,
                               struct error *err);

/* the points of the curve where another field vanishes; appended to `out` */
enum error_code map_curve_cross(const struct map_place *place, const struct map_curve *curve,
                                enum map_field field, enum map_field other, struct map_curve *out,
                                struct error *err);

/* append the pieces of another curve */
enum error_code map_curve_join(struct map_curve *curve, const struct map_curve *other,
                               struct error *err);

/* append one point */
enum error_code map_curve_add(struct map_curve *curve, size_t piece, const double at[2],
                              struct error *err);

void map_curve_free(struct map_curve *curve);

#endif
