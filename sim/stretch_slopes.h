/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The derivatives of slip in stretched time (sim/stretch.h): the variational equation of
 * x' = |A| U + sign(A) B W and t' = |A|, and from its solution, which holds the stretched time
 * fixed, the slopes at a fixed time. */
#ifndef SIM_STRETCH_SLOPES_H
#define SIM_STRETCH_SLOPES_H

#include "sim/course.h"
#include "sim/dop853.h"
#include "sim/singular.h"

struct sim_stretch_slopes;

enum error_code sim_stretch_slopes_create(struct sim_course *course, struct sim_dop853 *motion,
                                          struct sim_stretch_slopes **slopes);
void sim_stretch_slopes_free(struct sim_stretch_slopes *slopes); /* NULL is allowed */

/* Take the slopes of the course along the last step of `motion` as far as tau_end, where slip has
 * the force force_n. False: they have no finite value there. */
bool sim_stretch_slopes_follow(struct sim_stretch_slopes *slopes, int sign, double tau_end,
                               double force_n);

#endif
