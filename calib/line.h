/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A straight line through samples, with uncertainties that hold in coloured noise. */
#ifndef CALIB_LINE_H
#define CALIB_LINE_H

#include <stddef.h>

#include "lib/base/error.h"

struct calib_straight {
    double level, slope;     /* value at the middle of the samples; per second */
    double level_u, slope_u; /* standard */
    double level_by_slope;   /* covariance */
    double degrees;          /* of freedom */
    double rms;              /* of the residuals */
};

enum error_code calib_straight_fit(const double *samples, size_t n, double period,
                                   struct calib_straight *line, struct error *err);

#endif
