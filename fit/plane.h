/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Profile likelihood of two parameters together: both are held at the points of a grid, three
 * standard uncertainties to either side, while the others are fitted anew. What lies below a rise
 * of 5.99 is the region of 95 % of the two. */
#ifndef FIT_PLANE_H
#define FIT_PLANE_H

#include "fit/stages.h"

enum { FIT_PLANE_SIDE = 13 };

struct fit_plane {
    size_t parameters[2];
    double values[2][FIT_PLANE_SIDE];
    /* of the sum of squares over its minimum, in units of the residuals' variance, by the value
     * of the first and then of the second; NaN: no simulation there */
    double rise[FIT_PLANE_SIDE][FIT_PLANE_SIDE];
};

struct fit_plane_wish {
    const struct fit_stage *stage;
    const double *p;           /* the minimum */
    size_t parameters[2];      /* shared ones */
    const double *uncertainty; /* of all */
    double variance;           /* of the residuals with their colour */
};

/* the same for any number of threads */
enum error_code fit_plane_make(const struct fit_problem *problem, const struct fit_plane_wish *wish,
                               const struct fit_control *control, struct fit_plane *plane,
                               struct error *err);

#endif
