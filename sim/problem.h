/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From a rig file to a problem for the simulator. */
#ifndef SIM_PROBLEM_H
#define SIM_PROBLEM_H

#include "lib/rig/rig.h"
#include "sim/simulate.h"

/* a problem and what it points to */
struct sim_setup {
    struct sim_problem problem;
    const struct sim_model *model;
    struct sim_belt *belt;
    size_t n_directions;
    const char *direction_names[SIM_MAX_DIRECTIONS]; /* rows of the model's tables */
    struct sim_direction directions[SIM_MAX_DIRECTIONS];
};

/* the rig's start, contact law, belt and rate; `directions` are the names of
 * parameters and start values to differentiate by. Times, rtol and the number
 * of samples are the caller's (t_end must be set before: a belt that ends
 * earlier is an error). */
enum error_code sim_setup_create(const struct rig *rig, double t_end, double rtol,
                                 const char *const *directions, size_t n_directions,
                                 struct sim_setup **setup, struct error *err);
void sim_setup_free(struct sim_setup *setup); /* NULL is allowed */

/* name of the i-th state in use, coordinates first, then velocities */
const char *sim_setup_state(const struct sim_setup *setup, size_t i);

#endif
