/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Impacts: Q is frozen and the normal impulse P is the clock (Darboux-Keller).
 * Each phase of slip or stick is linear in P, so that its end has a closed
 * form, unless friction changes with the slip (sim/glide.h). Newton's law is that of Glocker and
 * Leine instead (Leine 2002 (2.14) to (2.18)), with the restitution put on v_n.
 *
 * Where links come into line det Q vanishes, impulses grow like 1 / sqrt(det Q), and a
 * det Q of rounded entries makes energy. Hence Q and the impulses are kept in two
 * directions that do not change each other's velocity (sim/hold.h): along w_n + hold w_t,
 * which leaves the slip as it is, and along w_t. */
#ifndef SIM_IMPACT_H
#define SIM_IMPACT_H

#include "sim/impulse.h"

/* Without approach, where A < 0 (M4) or where A has just come down to zero (jam): slip must stop
 * before anything can end the compression. In a jam nothing is compressed, so that Stronge's and
 * Newton's laws have nothing to give back, whereas Poisson's has the impulse that stopped the
 * slip. The bilinear law's limit for A = 0 stores nothing either. */
bool sim_impact_tangential(enum rig_impact law, bool jam, struct sim_impact *impact);
bool sim_impact_tangential_c(enum rig_impact law, bool jam, struct sim_impact_c *impact);

/* false when no impulse can end the approach (Q not positive definite) */
bool sim_impact_solve(enum rig_impact law, struct sim_impact *impact);
bool sim_impact_solve_c(enum rig_impact law, struct sim_impact_c *impact);

#endif
