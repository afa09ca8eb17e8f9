/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A curve given by n equations in n + 1 unknowns, the parameter last: Newton's
 * method onto it, and its tangent. Unknowns and residuals are scaled by whoever
 * writes the equations, so that 1 is large for all of them. */
#ifndef ORBIT_CURVE_H
#define ORBIT_CURVE_H

#include "lib/base/error.h"
#include "orbit/matrix.h"

struct orbit_curve {
    size_t n;
    void *context;
    /* residual (n) and jacobian (n rows of n + 1) at y; an error means that
     * nothing is defined there, and a shorter step is tried */
    enum error_code (*evaluate)(void *context, const double *y, double *residual, double *jacobian,
                                struct error *err);
};

struct orbit_curve_point {
    double y[ORBIT_MAX_UNKNOWNS];
    double jacobian[(ORBIT_MAX_UNKNOWNS - 1) * ORBIT_MAX_UNKNOWNS];
    int iterations;
    double residual; /* largest */
};

/* from the guess in point->y to the curve, within the plane row.(y - guess) = 0.
 * ERROR_NUMERIC where Newton's method does not converge; the context's last
 * evaluation is the one at point->y when it does. */
enum error_code orbit_curve_correct(const struct orbit_curve *curve, const double *row,
                                    struct orbit_curve_point *point, struct error *err);

/* unit tangent; of the two, the one along `along` */
bool orbit_curve_tangent(const struct orbit_curve *curve, const struct orbit_curve_point *point,
                         const double *along, double *tangent);

#endif
