/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The coefficient of friction by the speed of slip (sim/friction.h) as a power series, from that of
 * the speed: exponentials and powers have recurrences as quotients have (Moore 1966), and a table
 * is one cubic as long as the speed stays in a piece of it. */
#ifndef SIM_FRICTION_SERIES_H
#define SIM_FRICTION_SERIES_H

#include <stdbool.h>

#include "lib/rig/law.h"
#include "sim/code.h"
#include "sim/curve.h"

enum { SIM_FRICTION_POWERS = 4 };

struct sim_friction_series {
    const struct rig_surface *surface;
    const double *p;
    int slip;                     /* its direction: the speed is slip times what the series is of */
    int powers;                   /* of Stribeck's exponential, or of a table's cubic */
    double factor, shift;         /* what is raised is factor times the speed, less a shift */
    struct sim_curve_piece piece; /* of a table, at the last start */
    double power[SIM_FRICTION_POWERS][SIM_SERIES_ORDER + 1], fall[SIM_SERIES_ORDER + 1];
};

/* False: there is none. Stribeck's exponent must be a whole number from 1 to SIM_FRICTION_POWERS:
 * any other has no power series where slip begins and ends */
bool sim_friction_series_set(struct sim_friction_series *series, const struct rig_surface *surface,
                             const double *p, int slip);

/* coefficient k, with the sign of the direction, from those of the velocity of slip, 0 to k;
 * `context` is the series */
double sim_friction_series_next(void *context, int k, const double *velocity);

/* The speeds between which the last series holds: those that its exponential can be told for, or of
 * the piece of a table and a little more, so that slip which leaves it is in the next one. What it
 * does in that little differs by less than a rounding, since the slope of the table does not jump
 */
void sim_friction_series_range(const struct sim_friction_series *series, double *low, double *high);

#endif
