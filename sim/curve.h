/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A table over speed as a smooth curve: cubics between the points that turn at points only
 * (Steffen 1990), so that it is never outside the data; constant beyond the ends. */
#ifndef SIM_CURVE_H
#define SIM_CURVE_H

#include "lib/rig/law.h"

/* the value at a speed, and its derivative by it */
double sim_curve_at(const struct rig_curve *curve, double speed, double *slope);

/* The piece that holds at a speed and between those two: c[0] + c[1] s + c[2] s^2 + c[3] s^3 with
 * s = speed - origin. Those beyond the ends are constant, and infinite */
struct sim_curve_piece {
    double origin, from, to, c[4];
};
struct sim_curve_piece sim_curve_piece(const struct rig_curve *curve, double speed);

#endif
