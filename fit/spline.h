/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A cubic spline with knots at equal distances, through values with noise and outliers. */
#ifndef FIT_SPLINE_H
#define FIT_SPLINE_H

#include <stddef.h>

#include "lib/base/error.h"

struct fit_spline;

/* robust least squares: Huber's weights, then Tukey's, each until they settle; `t` ascends,
 * and the knots go from the first to the last of them */
enum error_code fit_spline_create(const double *t, const double *v, size_t n, size_t knots,
                                  struct fit_spline **spline, struct error *err);
void fit_spline_free(struct fit_spline *spline);

/* `t` between the first and the last knot */
double fit_spline_at(struct fit_spline *spline, double t);

#endif
