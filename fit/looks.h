/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Closer looks at a minimum that a person may ask for, in fit.json and as text: bootstrap,
 * posterior, the profile of two parameters. */
#ifndef FIT_LOOKS_H
#define FIT_LOOKS_H

#include <stdio.h>

#include <jansson.h>

#include "fit/bootstrap.h"
#include "fit/plane.h"
#include "fit/posterior.h"

/* NULL: not asked for */
struct fit_looks {
    const struct fit_bootstrap *bootstrap;
    const struct fit_posterior *posterior;
    const struct fit_plane *plane;
};

void fit_looks_json(const struct fit_looks *looks, const struct fit_problem *problem, json_t *fit);

/* uncertainty: of each parameter, to compare with */
void fit_looks_print(const struct fit_looks *looks, const struct fit_problem *problem,
                     const double *uncertainty, FILE *out);

#endif
