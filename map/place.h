/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rig with the values of one or two axes put in: from a point of the map to
 * a state with the contact closed, and from there to the fields. Constant once
 * made, so that threads share it. */
#ifndef MAP_PLACE_H
#define MAP_PLACE_H

#include "lib/rig/rig.h"
#include "map/axis.h"
#include "map/fields.h"
#include "sim/setup.h"

enum { MAP_MAX_AXES = 4 };

struct map_place {
    struct sim_setup *setup;  /* the rig as it is */
    struct sim_values values; /* the same, with what is given on the map: axes, and for
                                 MAP_STATES what follows from the rig's start */
    size_t n_axes;
    struct map_axis axes[MAP_MAX_AXES];
};

/* whether each point of the map is a start of its own, or a later state of the
 * rig's motion. It matters for what the start determines, as the rest angle of
 * a spring: the later states have that of the rig's start. A map of A alone, which
 * does not depend on it, needs no start of the rig: its height may be out of reach
 * from the angle that the rig has. */
enum map_points { MAP_STATES, MAP_STARTS, MAP_GEOMETRY };

/* axes: no two alike. t_end: how long the belt's speed must be known */
enum error_code map_place_create(const struct rig *rig, double t_end, enum map_points points,
                                 const struct map_axis *axes, size_t n_axes,
                                 struct map_place **place, struct error *err);
void map_place_free(struct map_place *place); /* NULL is allowed */

/* the problem to simulate from a point of the map; false: no start exists
 * there. `problem` must not be copied: its inputs point into it. */
bool map_place_start(const struct map_place *place, const double *at, struct sim_problem *problem);

bool map_place_fields(const struct map_place *place, const double *at, double field[MAP_FIELDS]);

/* derivative of the fields along one axis, where the fields exist */
void map_place_slopes(const struct map_place *place, const double *at, size_t axis,
                      double slope[MAP_FIELDS]);

/* the coordinate of the configuration that Q depends on, SIZE_MAX: none */
size_t map_place_coordinate(const struct rig *rig, const struct map_place *place);

/* where it stands in the rig's start, or among its parameters */
double map_place_value(const struct map_place *place, const struct map_axis *axis);

/* fill in the range of axis k where it has none: as far as the mechanism
 * reaches around the rig's start, at most half a turn each way; an axis that is
 * no angle is ERROR_USAGE. The other axes are at `at`. */
enum error_code map_place_range(const struct map_place *place, size_t k, const double *at,
                                double *low, double *high, struct error *err);

#endif
