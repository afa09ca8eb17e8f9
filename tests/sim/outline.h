/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How low the bodies of a mechanism reach, from their geometry and not from the simulator's
 * outline: rods are sampled along their length, a box and a plate at their corners. */
#ifndef TESTS_SIM_OUTLINE_H
#define TESTS_SIM_OUTLINE_H

#include "sim/problem.h"

/* height of the lowest point of all bodies over the surface; infinity: none has a shape */
double outline_lowest(const struct sim_problem *problem, const double *x);

#endif
