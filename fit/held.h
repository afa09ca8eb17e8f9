/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A problem of which one or two shared values are held while the others are fitted. */
#ifndef FIT_HELD_H
#define FIT_HELD_H

#include "fit/stages.h"

enum { FIT_HELD_MOST = 2 };

struct fit_held {
    struct fit_problem problem; /* without them */
    struct fit_parameter parameters[FIT_HELD_MOST];
    size_t n;
    double *p; /* of the others */
};

/* which[n]: values of the mechanism, in ascending order; at p to begin with */
enum error_code fit_held_make(const struct fit_problem *problem, const double *p,
                              const size_t *which, size_t n, struct fit_held *held,
                              struct error *err);
void fit_held_free(struct fit_held *held);

/* Half the least sum of squares with them at `values`; priors on them count too. rows: of
 * held->problem; p: of the others, from where to search, and where they are then. */
enum error_code fit_held_cost(struct fit_held *held, const struct fit_rows *rows,
                              const struct fit_control *control, const double *values, double *p,
                              double *cost, struct error *err);

#endif
