/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parametric bootstrap: records are made from the fitted values, with noise of each channel's size
 * and colour, and go through all that real ones go through: rest, noise, events, and a fit. How
 * the results scatter is what the uncertainties should be, whatever was assumed on the way. */
#ifndef FIT_BOOTSTRAP_H
#define FIT_BOOTSTRAP_H

#include "fit/posterior.h"
#include "fit/setup.h"

struct fit_bootstrap {
    size_t asked;          /* replicas */
    size_t fitted;         /* those of them whose fit came to an end */
    struct fit_spread *of; /* of each parameter that a person asked for; NaN for the others */
    size_t n;
};

struct fit_bootstrap_wish {
    const struct rig *rig;
    const struct fit_request *request;
    const struct fit_stage *stage; /* the last */
    const double *p;               /* the minimum */
    size_t replicas;
    bool (*stop)(void); /* NULL: never */
};

/* What was known before is drawn anew too, about the fitted values: it is as much chance as the
 * noise is. The same for any number of threads. */
enum error_code fit_bootstrap_make(const struct fit_problem *problem,
                                   const struct fit_bootstrap_wish *wish,
                                   const struct fit_control *control,
                                   struct fit_bootstrap *bootstrap, struct error *err);
void fit_bootstrap_free(struct fit_bootstrap *bootstrap);

#endif
