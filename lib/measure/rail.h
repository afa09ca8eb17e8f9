/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The recorded speed of the rail made smooth, since the noise of a sample would be
 * accelerations of many g: the one rail that drives fits and reports alike. */
#ifndef LIB_MEASURE_RAIL_H
#define LIB_MEASURE_RAIL_H

#include <stdbool.h>

#include "lib/measure/record.h"

/* points through which a cubic spline goes; times as in the record */
struct measure_rail {
    size_t n;
    double *t, *v;
};

/* is the rail's speed, from sample `from` on, uneven beyond its noise? */
bool measure_rail_uneven(const struct measure_record *measured, size_t from);

/* Robust least squares of a cubic spline with knots every 25 ms, or as many as there can be,
 * through medians over 2 ms of all that was recorded from sample `from` on, and straight on at
 * both ends. Clipped and lost samples do not count; an error where nothing else is left. */
enum error_code measure_rail_smooth(const struct measure_record *measured, size_t from,
                                    struct measure_rail *rail, struct error *err);
void measure_rail_free(struct measure_rail *rail);

#endif
