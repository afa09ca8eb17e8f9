/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How the acceleration of a mode changes with the state and with the parameters: the
 * equations of motion and of the contact, differentiated once for all mechanisms. What a
 * mechanism says of a state is differentiated by complex step. */
#ifndef SIM_JACOBIAN_H
#define SIM_JACOBIAN_H

#include "sim/problem.h"

/* d(v'), columns by the state and by each direction's parameters and belt */
struct sim_jacobian {
    double by_state[SIM_MAX_STATES][SIM_MAX_COORDINATES];
    double by_direction[SIM_MAX_DIRECTIONS][SIM_MAX_COORDINATES];
};

void sim_jacobian_at(const struct sim_problem *problem, enum sim_mode mode, double t,
                     const double *x, struct sim_jacobian *jacobian);

#endif
