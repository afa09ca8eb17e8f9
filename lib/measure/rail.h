/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The recorded speed of the rail made smooth, since the noise of a sample would be
 * accelerations of many g: the one rail that drives fits and reports alike. */
#ifndef LIB_MEASURE_RAIL_H
#define LIB_MEASURE_RAIL_H

#include <stdbool.h>

#include "lib/measure/record.h"

/* samples after which an instrument as slow as the sampling allows has forgotten a jump: the
 * low-pass of a quarter of the rate, to 1 in 2000 */
enum { MEASURE_SETTLING = 5 };

/* such an instrument is late by 0.64 samples, others by less (of a sample) */
#define MEASURE_LAG 0.5

/* points through which a cubic spline goes; times as in the record */
struct measure_rail {
    size_t n;
    double *t, *v;
    /* by how much all points may be off together, in n_ways independent ways of standard
     * uncertainty 1 each: noise, and what is not known of level, drift and lag */
    double *ways; /* n of each */
    size_t n_ways;
};

/* is the rail's speed, from sample `from` on, uneven beyond its noise? */
bool measure_rail_uneven(const struct measure_record *measured, size_t from);

/* Robust least squares of a cubic spline with knots every 25 ms, or as many as there can be,
 * through means over 2 ms of all that was recorded from sample `from` on. It goes on for 5 ms at
 * both ends, and then straight on. Clipped and lost samples do not count; an error where nothing
 * else is left. */
enum error_code measure_rail_smooth(const struct measure_record *measured, size_t from,
                                    struct measure_rail *rail, struct error *err);

/* What that will know of a rail before it is recorded, from the start of a motion on: its ways,
 * of noise alone, with points from there. most: of them, at least 5; with fewer than there would
 * be, knots are further apart. v is 0. */
enum error_code measure_rail_expect(double duration, double period, double noise, size_t most,
                                    struct measure_rail *rail, struct error *err);
void measure_rail_free(struct measure_rail *rail);

#endif
