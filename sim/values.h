/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The values of a mechanism: those that a person gave, and those that follow from them. What
 * is not given is another parameter's value (static_friction that of friction) or found by
 * the mechanism's start function (the angle at which the tip rests on the surface).
 *
 * A value is named by its index: the row of a parameter in the model's table, or the number
 * of parameters plus the row of a state. */
#ifndef SIM_VALUES_H
#define SIM_VALUES_H

#include "lib/rig/rig.h"
#include "sim/problem.h"

struct sim_values {
    const struct sim_model *model;
    size_t n; /* coordinates in use */
    double p[SIM_MAX_PARAMETERS];
    double x[SIM_MAX_STATES]; /* the coordinates in use, then their velocities */
    bool given_p[SIM_MAX_PARAMETERS], given_x[SIM_MAX_STATES];
};

/* those of the rig, not completed */
void sim_values_from_rig(const struct rig *rig, struct sim_values *values);

/* index of a name, SIZE_MAX: the model has no such parameter or state */
size_t sim_values_index(const struct sim_model *model, const char *name);

/* the same; ERROR_INPUT with the nearest name when there is none */
enum error_code sim_values_find(const struct sim_model *model, const char *name, size_t *index,
                                struct error *err);

/* the row of that index in its table: name, unit, range */
const struct quantity *sim_values_quantity(const struct sim_model *model, size_t index);

/* where x has the state of a row, n coordinates being in use; SIZE_MAX: nowhere */
size_t sim_values_place(const struct mechanism *table, size_t n, size_t row);

/* name of the i-th entry of x */
const char *sim_values_state(const struct mechanism *table, size_t n, size_t i);

double sim_values_get(const struct sim_values *values, size_t index);

/* the value at an index is given: the one that it has now, or another; a coordinate that is
 * not in use is left alone */
void sim_values_give(struct sim_values *values, size_t index);
void sim_values_set(struct sim_values *values, size_t index, double value);

/* fill in all that is not given; ERROR_INPUT with the reason when there is no such start */
enum error_code sim_values_complete(struct sim_values *values, struct error *err);

/* derivative of complete values by the one at an index, with all that follows it */
void sim_values_direction(const struct sim_values *values, size_t index,
                          struct sim_direction *direction);

/* complete values as the parameters and the start of a problem, which must not be copied
 * afterwards: its inputs point to its parameters */
void sim_values_to_problem(const struct sim_values *values, struct sim_problem *problem);

#endif
