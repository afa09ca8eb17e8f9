/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A mechanism without geometry: any constant mass matrix, contact directions and
 * force, one spring and one damper. Contacts with A = 0 or a singular Q are built
 * from it at will, and its slip and flight have closed forms. All of it stands in
 * the parameters:
 *     M v' = force - stiffness q - damping v + w_t F_t + w_n F_n,   gap = w_n.q */
#ifndef TESTS_SIM_LINEAR_H
#define TESTS_SIM_LINEAR_H

#include "sim/problem.h"

enum {
    LINEAR_MAX = 5,                   /* coordinates */
    LINEAR_MASS = SIM_OWN_PARAMETERS, /* rows of the lower triangle of M */
    LINEAR_FORCE = LINEAR_MASS + LINEAR_MAX * (LINEAR_MAX + 1) / 2,
    LINEAR_W_T = LINEAR_FORCE + LINEAR_MAX,
    LINEAR_W_N = LINEAR_W_T + LINEAR_MAX,
    LINEAR_STIFFNESS = LINEAR_W_N + LINEAR_MAX,
    LINEAR_DAMPING,
    LINEAR_PARAMETERS
};

extern const struct sim_model linear_model;

/* where M[i][j], j <= i, stands in the parameters */
size_t linear_mass_at(size_t i, size_t j);

/* two coordinates, the velocities of the tip along and over the surface, with the
 * Delassus matrix Q and the free contact acceleration b: everything that a contact
 * can be. No friction, no motion, 1 s; problem->inputs.p points into *problem.
 * A Q that is not positive definite is as none */
void linear_contact(double q_tt, double q_tn, double q_nn, double b_t, double b_n,
                    struct sim_problem *problem);

#endif
