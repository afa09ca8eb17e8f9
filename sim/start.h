/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From given values to a start: defaults that follow other values, the
 * mechanism's own start function, and the derivative of all of it in the
 * directions wanted. */
#ifndef SIM_START_H
#define SIM_START_H

#include "sim/simulate.h"

/* p and x hold the given values; the others are filled in. given: as in the rig.
 * ERROR_INPUT with the reason when no such start exists. */
enum error_code sim_start_fill(const struct sim_model *model, size_t n, double *p, double *x,
                               const struct sim_given *given, struct error *err);

/* row of a parameter, or n_parameters + row of a state; SIZE_MAX: none */
size_t sim_start_index(const struct sim_model *model, const char *name);

/* derivative of p and x, as filled in, with respect to the value at that index */
void sim_start_direction(const struct sim_model *model, size_t n, const double *p, const double *x,
                         const struct sim_given *given, size_t index,
                         struct sim_direction *direction);

#endif
