/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The start of a motion: what a person left out is found (sim/own.h), and what cannot be is
 * refused. */
#ifndef SIM_START_H
#define SIM_START_H

#include "sim/model.h"

/* which entries a person gave; the others that the table calls QUANTITY_COMPUTED are filled in
 * (parameters p, state x = q then v) */
struct sim_given {
    const bool *parameters;
    const bool *states;
};

/* NULL when all is well, else why no start exists ("the tip cannot reach ...") */
const char *sim_start_at(const struct sim_model *model, double *p, size_t n, double *x,
                         const struct sim_given *given);

/* the same with a derivative as imaginary part */
const char *sim_start_at_c(const struct sim_model *model, double complex *p, size_t n,
                           double complex *x, const struct sim_given *given);

#endif
