/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Slip along an impulse with a coefficient of friction that changes with its speed. Of the
 * Darboux-Keller equations (sim/impact.h) one is no longer linear in the normal impulse P,
 *     d(slip)/dP = (-s mu(|slip|) - hold) Q_tt,
 * and is integrated by the method of sim/dop853_table.h to some 1e-13 of the speeds; normal
 * velocity and work follow from slip and its integral in closed form, since v_n + hold slip is
 * linear in P whatever friction does. */
#ifndef SIM_GLIDE_H
#define SIM_GLIDE_H

#include "sim/impulse.h"

/* what is wanted: a normal velocity, a normal impulse, or a work of it */
enum sim_goal { SIM_GOAL_NORMAL, SIM_GOAL_IMPULSE, SIM_GOAL_WORK };

/* From slip in direction `slip` until it rests or the goal is met, from below. False: neither is in
 * sight */
bool sim_glide(struct sim_impact *impact, int slip, enum sim_goal goal, double target, bool *rests);
bool sim_glide_c(struct sim_impact_c *impact, int slip, enum sim_goal goal, double complex target,
                 bool *rests);

#endif
