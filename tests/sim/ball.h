/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A ball that bounces and rubs, all of it in closed form, told in polar
 * coordinates about a pole below the surface so that it is no easy prey: in
 * x and y its flight is a polynomial that every step integrates exactly. */
#ifndef TESTS_SIM_BALL_H
#define TESTS_SIM_BALL_H

#include "sim/assemble.h"
#include "sim/problem.h"

enum { BALL_MASS = SIM_OWN_PARAMETERS, BALL_SURFACE, BALL_PARAMETERS };

extern const struct sim_model ball_model;

/* the same as a graph (tests/sim/graphs.h) */
void ball_graph(struct sim_graph *graph, size_t n, const sim_node *q, const sim_node *v,
                struct sim_assembled *out);

/* friction, restitution, belt speed; at (x, y) over the surface with (u, v), for
 * a duration at a tolerance; g = 10, mass 2, the surface 1 over the pole */
struct ball {
    double friction, restitution, belt;
    double x, y, u, v;
};

/* problem->inputs.p points into *problem */
void ball_problem(const struct ball *ball, double duration, double rtol,
                  struct sim_problem *problem);

/* x, y over the surface, u, v of a state */
void ball_cartesian(const double *state, double *xyuv);

#endif
