/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The derivatives of the motion along a phase. The variational equation
 *     d(v')/d(direction) = A (dq, dv) + B,   A = v' by the state, B by the parameters
 * is linear, so each step of the motion is one system of linear equations (or a
 * few, where the motion is smoother than its derivatives): collocation at six
 * Lobatto nodes, of order 10 at the end and 6 inside, or at seven. It asks for A and B five
 * or six times a step, where integrating each direction along with the motion would ask
 * for every one of its stages. */
#ifndef SIM_VARIATION_H
#define SIM_VARIATION_H

#include "sim/taylor.h"
#include "sim/problem.h"

struct sim_variation;

/* places: SIM_SAMPLE_NODES of them between -1 and 1, at which its parts will be asked */
enum error_code sim_variation_create(const struct sim_problem *problem, const double *places,
                                     struct sim_variation **variation, struct error *err);
void sim_variation_free(struct sim_variation *variation); /* NULL is allowed */

/* to be called when the mode or the state is no longer that of the end of the last step */
void sim_variation_restart(struct sim_variation *variation);

/* Take the slopes (rows of dx) along the last step of the motion, from t towards t_end inside it,
 * as far as one system is exact enough; returns the time reached */
double sim_variation_step(struct sim_variation *variation, enum sim_mode mode,
                          const struct sim_taylor *taylor, double t, double t_end, double *slopes);

/* the slopes at t within the part that the last call went along, or at one of its places */
void sim_variation_dense(struct sim_variation *variation, double t, double *slopes);
void sim_variation_place(struct sim_variation *variation, int place, double *slopes);

#endif
