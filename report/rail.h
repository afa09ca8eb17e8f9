/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The recorded speed of the rail as a belt for the prediction. */
#ifndef REPORT_RAIL_H
#define REPORT_RAIL_H

#include "lib/measure/record.h"
#include "sim/belt.h"

/* A spline through medians of 10 ms from sample `from` on: a sample that was lost does
 * not count, noise is no acceleration, and the work is that of reading it, however long
 * the run is (measure_rail_smooth solves for all knots at once). Straight on at both ends;
 * times as in the record. *belt is NULL when there is too little of it. */
enum error_code report_rail_smooth(const struct measure_record *measured, size_t from,
                                   struct sim_belt **belt, struct error *err);

#endif
