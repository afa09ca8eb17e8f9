/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A cubic spline with knots at equal distances, through values with noise and outliers. */
#ifndef LIB_MEASURE_SPLINE_H
#define LIB_MEASURE_SPLINE_H

#include <stddef.h>

#include "lib/base/error.h"

struct measure_spline;

/* robust least squares: Huber's weights, then Tukey's, each until they settle; `t` ascends,
 * and the knots go from the first to the last of them */
enum error_code measure_spline_create(const double *t, const double *v, size_t n, size_t knots,
                                      struct measure_spline **spline, struct error *err);
void measure_spline_free(struct measure_spline *spline);

/* `t` between the first and the last knot */
double measure_spline_at(struct measure_spline *spline, double t);

#endif
