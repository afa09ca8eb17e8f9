/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rail is data too: what the noise of the recorded rail makes of the parameters when it drives
 * the belt, beside the slow part of it that is fitted. */
#ifndef FIT_RAIL_H
#define FIT_RAIL_H

#include "fit/covariance.h"
#include "fit/residuals.h"

/* jacobian: at p. Adds to the covariance, and gives what it added to each variance in added[n].
 * Each mode (fit/belt.h) is moved by one standard deviation both ways and the change of the
 * residuals carried through the estimator, C J^T (GUM 5.1.2). */
enum error_code fit_rail_propagate(const struct fit_rows *rows, const double *p,
                                   const double *jacobian, struct fit_covariance *covariance,
                                   double *added, struct error *err);

#endif
