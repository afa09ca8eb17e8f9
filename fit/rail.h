/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The recorded rail as data. The ways in which it may be off (lib/measure/rail.h) are unknowns with
 * a prior of one standard uncertainty each. What they do to a run's residuals is next to linear, so
 * that they need not be searched for: for any values of the parameters the best ones are the
 * solution z of linear least squares,
 *     |r + G z|^2 + |s + z|^2 = least,
 * s being where they stand, and the residuals are r + G z with the rows s + z of their own
 * (variable projection, Golub and Pereyra 1973; the covariance then has the rail's in it). Once in
 * a while the belt is moved to where they are, and G found anew. */
#ifndef FIT_RAIL_H
#define FIT_RAIL_H

#include <gsl/gsl_matrix.h>

#include "fit/problem.h"

struct fit_rail {
    size_t n;            /* ways that count */
    size_t *way;         /* their numbers */
    gsl_matrix *columns; /* G: rows of the run, n columns; to be filled */
    gsl_matrix *square;  /* G^T G */
    gsl_matrix *factor;  /* Cholesky's, of G^T G + 1 */
};

/* for so many residuals of a run; NULL: no memory */
struct fit_rail *fit_rail_create(const struct fit_run *run, size_t n_ways, size_t residuals);
void fit_rail_free(struct fit_rail *rail); /* NULL is allowed */

/* when the columns are filled */
enum error_code fit_rail_factor(struct fit_rail *rail, struct error *err);

/* Put the best z into residuals, with `many` 1, or into the `many` derivatives of each (stands:
 * NULL). The rows of z follow those of the residuals. */
enum error_code fit_rail_absorb(const struct fit_rail *rail, const double *stands, double *values,
                                size_t many, struct error *err);

#endif
