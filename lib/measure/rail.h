/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The recorded speed of the rail as a belt for the simulator: smooth, because the
 * noise of a sample would be accelerations of many g. */
#ifndef LIB_MEASURE_RAIL_H
#define LIB_MEASURE_RAIL_H

#include <stdbool.h>

#include "lib/measure/record.h"
#include "sim/belt.h"

/* is the rail's speed, from sample `from` on, uneven beyond its noise? */
bool measure_rail_uneven(const struct measure_record *measured, size_t from);

/* robust least squares of a cubic spline with knots every 25 ms, or as many as there can
 * be, through medians over 2 ms (lost light is no rest); times as in the record */
enum error_code measure_rail_smooth(const struct measure_record *measured, size_t from,
                                    struct sim_belt **belt, struct error *err);

#endif
