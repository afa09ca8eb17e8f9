/* The rig with the values of one or two axes put in: from a point of the map to
 * a state with the contact closed, and from there to the fields. Constant once
 * made, so that threads share it. */
#ifndef SIM_MAP_PLACE_H
#define SIM_MAP_PLACE_H

#include "common/rig.h"
#include "sim/map_axis.h"
#include "sim/map_fields.h"
#include "sim/problem.h"

enum { SIM_MAP_MAX_AXES = 4 };

struct sim_map_place {
    struct sim_setup *setup; /* the rig as it is */
    bool given_p[SIM_MAX_PARAMETERS], given_x[SIM_MAX_STATES];
    size_t n_axes;
    struct sim_map_axis axes[SIM_MAP_MAX_AXES];
};

/* whether each point of the map is a start of its own, or a later state of the
 * rig's motion. It matters for what the start determines, as the rest angle of
 * a spring: the later states have that of the rig's start. */
enum sim_map_points { SIM_MAP_STATES, SIM_MAP_STARTS };

/* axes: no two alike. t_end: how long the belt's speed must be known */
enum error_code sim_map_place_create(const struct rig *rig, double t_end,
                                     enum sim_map_points points,
                                     const struct sim_map_axis *axes, size_t n_axes,
                                     struct sim_map_place **place, struct error *err);
void sim_map_place_free(struct sim_map_place *place); /* NULL is allowed */

/* the problem to simulate from a point of the map; false: no start exists
 * there. `problem` must not be copied: its inputs point into it. */
bool sim_map_place_start(const struct sim_map_place *place, const double *at,
                         struct sim_problem *problem);

bool sim_map_place_fields(const struct sim_map_place *place, const double *at,
                          double field[SIM_MAP_FIELDS]);

/* derivative of the fields along one axis, where the fields exist */
void sim_map_place_slopes(const struct sim_map_place *place, const double *at, size_t axis,
                          double slope[SIM_MAP_FIELDS]);

/* the coordinate of the configuration that Q depends on, SIZE_MAX: none */
size_t sim_map_place_coordinate(const struct rig *rig, const struct sim_map_place *place);

/* where it stands in the rig's start, or among its parameters */
double sim_map_place_value(const struct sim_map_place *place,
                           const struct sim_map_axis *axis);

/* fill in the range of axis k where it has none: as far as the mechanism
 * reaches around the rig's start, at most half a turn each way; an axis that is
 * no angle is ERROR_USAGE. The other axes are at `at`. */
enum error_code sim_map_place_range(const struct sim_map_place *place, size_t k,
                                    const double *at, double *low, double *high,
                                    struct error *err);

#endif
