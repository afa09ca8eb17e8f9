/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How the acceleration of a mode changes with the state and with the parameters: the
 * equations of motion and of the contact, differentiated once for all mechanisms. What a
 * mechanism says of a state is differentiated by complex step. */
#ifndef SIM_JACOBIAN_H
#define SIM_JACOBIAN_H

#include "sim/problem.h"

/* d(v'), columns by the state and by each direction's parameters and belt. Rows are filled up with
 * zeros to whole vectors of four */
struct sim_jacobian {
    double by_state[SIM_MAX_COORDINATES][SIM_MAX_STATES];
    double by_direction[SIM_MAX_COORDINATES][SIM_MAX_DIRECTIONS];
};

/* columns that are wanted: what is moved */
struct sim_wish {
    size_t count;
    struct sim_move moves[SIM_MAX_DIRECTIONS];
    double dt[SIM_MAX_DIRECTIONS];                  /* of the belt's clock */
    const struct sim_belt *way[SIM_MAX_DIRECTIONS]; /* of its speed */
};

/* what is the same anywhere in a phase */
struct sim_jacobian_of {
    const struct sim_problem *problem;
    enum sim_mode mode;
    struct sim_wish by_state, by_direction;
    size_t moved[SIM_MAX_DIRECTIONS]; /* the directions of the latter */
};

void sim_jacobian_begin(const struct sim_problem *problem, enum sim_mode mode,
                        struct sim_jacobian_of *of);

void sim_jacobian_at(const struct sim_jacobian_of *of, double t, const double *x,
                     struct sim_jacobian *jacobian);

#endif
