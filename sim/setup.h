/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From a rig to a problem for the simulator. */
#ifndef SIM_SETUP_H
#define SIM_SETUP_H

#include "sim/values.h"

/* a problem and what it points to */
struct sim_setup {
    struct sim_problem problem;
    struct sim_values values; /* of the rig, complete: those of the problem */
    const struct sim_model *model;
    struct rig_description *own; /* which has the model, where the rig describes it; else NULL */
    struct sim_belt *belt;
    struct rig_surface surface;
    size_t n_directions;
    const char *direction_names[SIM_MAX_DIRECTIONS]; /* rows of the model's tables */
    struct sim_direction directions[SIM_MAX_DIRECTIONS];
};

/* the rig's start, contact law, belt and rate, from 0 to t_end, until when a belt must be
 * known; `directions` are the names of parameters and start values to differentiate by */
enum error_code sim_setup_create(const struct rig *rig, double t_end, double rtol,
                                 const char *const *directions, size_t n_directions,
                                 struct sim_setup **setup, struct error *err);
void sim_setup_free(struct sim_setup *setup); /* NULL is allowed */

/* Contact and impact law of the rig, for a problem. The laws of its surface, if it has any, are
 * copied to *surface, to which the inputs point then */
void sim_setup_laws(const struct rig *rig, struct rig_surface *surface, struct sim_inputs *inputs,
                    enum rig_impact *impact);

/* name of the i-th state in use, coordinates first, then velocities */
const char *sim_setup_state(const struct sim_setup *setup, size_t i);

#endif
