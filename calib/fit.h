/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Least squares of one swing: from start values to parameters and covariance. */
#ifndef CALIB_FIT_H
#define CALIB_FIT_H

#include <stdbool.h>
#include <stddef.h>

#include "calib/swing.h"
#include "lib/base/error.h"

struct calib_fit {
    struct calib_swing swing;
    const double *points;
    size_t n;
    bool free[CALIB_SWING_PARAMETERS];         /* fitted; the others stay as they are */
    double parameters[CALIB_SWING_PARAMETERS]; /* start values, then the result */
    /* the result */
    bool converged;
    double square_sum; /* of the residuals */
    double covariance[CALIB_SWING_PARAMETERS * CALIB_SWING_PARAMETERS];
    double effective; /* samples of white noise that would tell as much of omega */
};

/* Over the first `first` points, then over twice as many and so on, so that a
 * start that is a little wrong never loses count of the periods. One that ends
 * far above the sum of squares of a `rival` is not worth the last digits. */
enum error_code calib_fit_grow(struct calib_fit *fit, size_t first, double rival,
                               struct error *err);

/* after the fit: covariance and effective number of samples; `residuals` gets
 * measured minus fitted */
enum error_code calib_fit_judge(struct calib_fit *fit, double *residuals, struct error *err);

#endif
