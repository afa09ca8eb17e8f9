/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The same fit from many starts, on all cores and by all ranks of MPI; the outcome,
 * which all ranks have, does not depend on how many there are. */
#ifndef FIT_MULTISTART_H
#define FIT_MULTISTART_H

#include "fit/stages.h"

struct fit_start {
    double *from, *to; /* values where it began and where it ended */
    struct fit_path path;
    struct error failure; /* code ERROR_OK: none */
    bool done;            /* false: interrupted before it began */
};

struct fit_starts {
    struct fit_start *list; /* in the order of the starts */
    size_t n;
    size_t *by_cost; /* the waterfall: best first, failures last */
};

/* Start 0 is the problem's own; the others are quasi-random (Sobol) in the bounds
 * of the shared parameters, the runs' own ones begin where they are. Failures of
 * single starts are in the list; if all failed, so does this. */
enum error_code fit_multistart(const struct fit_problem *problem, const struct fit_plan *plan,
                               const struct fit_control *control, size_t n,
                               struct fit_starts *starts, struct error *err);
void fit_starts_free(struct fit_starts *starts);

#endif
