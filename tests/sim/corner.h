/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the tests of degenerate cases share: contacts with any Q and b in two coordinates that
 * are the tip's own (tests/sim/linear.h), and runs that are also held against all that must
 * hold of every motion (tests/sim/random_checks.h). */
#ifndef TESTS_SIM_CORNER_H
#define TESTS_SIM_CORNER_H

#include "tests/sim/recording.h"

enum { X, Y, U, V }; /* along and over the surface, and their rates */

/* without friction, at rest, for 1 s; one at a time: the next call uses it again */
struct sim_problem *corner_contact(double q_tt, double q_tn, double q_nn, double b_t, double b_n);
void corner_laws(struct sim_problem *p, double friction, double static_friction,
                 double restitution);
void corner_start(struct sim_problem *p, double x, double y, double u, double v);

/* simulate; anything that does not hold fails the test */
struct recording *corner_run(const struct sim_problem *problem);

const struct recorded_event *corner_last(const struct recording *r);
void corner_assert_kinds(const struct recording *r, const char *kinds);

#endif
