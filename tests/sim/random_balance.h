/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The balance of energy over each smooth phase of a motion, belt and dampers included: the
 * phase is followed again, and its energy compared with the work of all forces. */
#ifndef TESTS_SIM_RANDOM_BALANCE_H
#define TESTS_SIM_RANDOM_BALANCE_H

#include "tests/sim/random_checks.h"

/* kinetic energy at a state */
double random_kinetic(const struct sim_problem *problem, const double *x);

/* adds to the verdict */
void random_balance_run(const struct sim_problem *problem, struct random_verdict *verdict);

#endif
