/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A table over speed as a smooth curve: cubics between the points that turn at points only
 * (Steffen 1990), so that it is never outside the data; constant beyond the ends. */
#ifndef SIM_CURVE_H
#define SIM_CURVE_H

#include "lib/rig/law.h"

/* the value at a speed, and its derivative by it */
double sim_curve_at(const struct rig_curve *curve, double speed, double *slope);

#endif
