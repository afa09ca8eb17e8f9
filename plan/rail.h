/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rail as a fit will follow it where it is uneven: through its channel's noise, so that it may
 * be off in as many ways as its spline has, and by the drift of its channel. */
#ifndef PLAN_RAIL_H
#define PLAN_RAIL_H

#include "sim/belt.h"
#include "sim/problem.h"

struct plan_rail {
    size_t n;
    struct sim_belt *ways[SIM_MAX_DIRECTIONS]; /* each of standard uncertainty 1 */
};

/* noise of a sample (m/s), rest before the motion, its duration, period of sampling (s); most: of
 * the ways */
enum error_code plan_rail_make(double noise, double rest, double duration, double period,
                               size_t most, struct plan_rail *rail, struct error *err);
void plan_rail_free(struct plan_rail *rail);

#endif
