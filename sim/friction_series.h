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
    int slip;   /* its direction: the speed is slip times what the series is of */
    int powers; /* of Stribeck's exponential, or of a table's cubic; 0: no whole number that small
                 */
    /* Such a power of the speed has no series where slip begins and ends, and falls in ever shorter
     * steps towards it: below `near` the law is the chord of the value there */
    double near, chord;
    bool is_near;
    int side;                     /* of the law, at the last start: -1 below zero */
    double factor, shift;         /* what is raised is factor times the speed, less a shift */
    struct sim_curve_piece piece; /* of a table, at the last start */
    double power[SIM_FRICTION_POWERS][SIM_SERIES_ORDER + 1], fall[SIM_SERIES_ORDER + 1];
};

/* what is left out of the law may move speeds by some rtol of what friction does there */
void sim_friction_series_set(struct sim_friction_series *series, const struct rig_surface *surface,
                             const double *p, int slip, double rtol);

/* coefficient k, with the sign of the direction, from those of the velocity of slip, 0 to k;
 * `context` is the series */
double sim_friction_series_next(void *context, int k, const double *velocity);

/* The speeds between which the last series holds: those that its exponential can be told for, or of
 * the piece of a table (or of a law near rest) and a little more, so that slip which leaves it is
 * in the next one. What it does in that little differs by less than a rounding */
void sim_friction_series_range(const struct sim_friction_series *series, double *low, double *high);

#endif
