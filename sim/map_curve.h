/* The zeros of a field in the plane, as curves. Every edge of the grid on which
 * the field changes sign carries one point of the curve, found on the edge to
 * the last digits; the cells say which points follow each other. */
#ifndef SIM_MAP_CURVE_H
#define SIM_MAP_CURVE_H

#include "sim/map_grid.h"

struct sim_map_point {
    size_t piece; /* points of one piece follow each other; pieces count from 0 */
    double at[2];
};

struct sim_map_curve {
    struct sim_map_point *points;
    size_t n, room;
};

enum error_code sim_map_curve_trace(const struct sim_map_grid *grid,
                                    enum sim_map_field field, struct sim_map_curve *curve,
                                    struct error *err);

/* keep what has sign * other >= 0; the cuts are the points where both fields vanish */
enum error_code sim_map_curve_clip(const struct sim_map_place *place,
                                   enum sim_map_field field, enum sim_map_field other,
                                   int sign, struct sim_map_curve *curve,
                                   struct error *err);

/* the points of the curve where another field vanishes; appended to `out` */
enum error_code sim_map_curve_cross(const struct sim_map_place *place,
                                    const struct sim_map_curve *curve,
                                    enum sim_map_field field, enum sim_map_field other,
                                    struct sim_map_curve *out, struct error *err);

/* append the pieces of another curve */
enum error_code sim_map_curve_join(struct sim_map_curve *curve,
                                   const struct sim_map_curve *other, struct error *err);

/* append one point */
enum error_code sim_map_curve_add(struct sim_map_curve *curve, size_t piece,
                                  const double at[2], struct error *err);

void sim_map_curve_free(struct sim_map_curve *curve);

#endif
