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

/* between the first and the last knot the spline; beyond, its first or last piece goes on */
double measure_spline_at(struct measure_spline *spline, double t);

/* What noise of variance 1 of each value does to the spline: independent ways in which it may be
 * off, each with standard uncertainty 1 (the columns of a root of its covariance). */
size_t measure_spline_ways(const struct measure_spline *spline);
/* how far one of them is off at n times */
enum error_code measure_spline_way(struct measure_spline *spline, size_t way, const double *t,
                                   size_t n, double *off, struct error *err);

#endif
