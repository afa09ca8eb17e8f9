/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Draws from a normal distribution of any covariance, singular ones too. */
#ifndef LIB_MEASURE_NORMAL_H
#define LIB_MEASURE_NORMAL_H

#include <gsl/gsl_rng.h>

#include "lib/base/error.h"

struct measure_normal;

/* covariance: n rows of n; what has no finite variance does not move */
enum error_code measure_normal_open(const double *covariance, size_t n,
                                    struct measure_normal **normal, struct error *err);
void measure_normal_close(struct measure_normal *normal); /* NULL is allowed */

/* n deviations from the mean */
void measure_normal_draw(const struct measure_normal *normal, gsl_rng *rng, double *out);

#endif
