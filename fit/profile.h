/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Profile likelihood: one parameter is held at value after value while the others
 * are fitted anew. Tells what a covariance cannot: intervals that are not
 * symmetric, and parameters that the runs do not determine. */
#ifndef FIT_PROFILE_H
#define FIT_PROFILE_H

#include "fit/stages.h"

struct fit_profile_point {
    double value;
    double rise; /* of the sum of squares over its minimum, in units of the residuals' variance */
    bool failed; /* no simulation there */
};

enum { FIT_PROFILE_POINTS = 40 };

struct fit_profile {
    size_t parameter;
    struct fit_profile_point points[FIT_PROFILE_POINTS]; /* by value */
    size_t n;
    /* 95 %: rise 3.84; NaN where it is not reached within the bounds */
    double low, high;
};

struct fit_profile_wish {
    const struct fit_stage *stage;
    const double *p; /* the minimum */
    size_t parameter;
    double uncertainty; /* of the parameter, sets the steps; not finite: a tenth of the bounds */
    double variance;    /* of the residuals with their colour */
};
enum error_code fit_profile_make(const struct fit_problem *problem,
                                 const struct fit_profile_wish *wish,
                                 const struct fit_control *control, struct fit_profile *profile,
                                 struct error *err);

#endif
