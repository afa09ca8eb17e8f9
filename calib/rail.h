/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rail's speed: mean, drift, ripple, and a smooth curve through it for the
 * simulator. */
#ifndef CALIB_RAIL_H
#define CALIB_RAIL_H

#include "calib/input.h"
#include "calib/line.h"
#include "calib/output.h"

enum { CALIB_RAIL_LINES = 5 };

struct calib_rail {
    double *speed;             /* of the channel, less its rest */
    struct measure_level rest; /* n is 0: the record shows none */
    size_t n;
    size_t first, last; /* of the part where it moves steadily */
    struct calib_straight line;
    double ripple; /* rms, m/s */
    struct {
        double frequency, amplitude; /* Hz, m/s */
    } lines[CALIB_RAIL_LINES];
    size_t n_lines;
    double *times, *curve; /* knots of the spline, s from the first sample used */
    size_t n_knots;
    double time, period;
};

/* `bandwidth`: of the curve, Hz */
enum error_code calib_rail_find(const struct measure_channels *input, const char *channel,
                                double bandwidth, struct calib_rail *rail,
                                struct calib_output *output, struct error *err);
void calib_rail_free(struct calib_rail *rail);
void calib_rail_print(const struct calib_rail *rail, FILE *out);
void calib_rail_draw(const struct calib_rail *rail, struct figure *figure);

/* as the table of a rig file's belt: CSV with the header t,v */
enum error_code calib_rail_write(const struct calib_rail *rail, const char *path, bool force,
                                 struct error *err);

#endif
