/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An impact whose contact gives way along the surface too: the bilinear model of Stronge (Impact
 * Mechanics, 2000, chapter 5), after Maw, Barber and Fawcett (1976). A normal spring of stiffness
 * 1 is compressed and gives back along the stiffness 1 / e^2, so that W_r = -e^2 W_c; beside it
 * acts a tangential spring that is `compliance` times as soft, whose foot sticks to the surface
 * or slips on it by Coulomb's law. Time is that of the contact, and its scale falls out.
 *
 * What the tangential spring stores in the first half it gives back in the second: the slip may
 * leave reversed, which no law of rigid impact can do. Without compliance the law is Stronge's.
 *
 * Stick and slip are linear, so that their motion has a closed form, and only the instants
 * between them are searched. */
#ifndef SIM_BILINEAR_H
#define SIM_BILINEAR_H

#include "sim/impulse.h"

/* false when the contact does not end (Q not positive definite) */
bool sim_bilinear_solve(struct sim_impact *impact);
bool sim_bilinear_solve_c(struct sim_impact_c *impact);

/* without approach, where A < 0: the unstable motion that begins in rest */
bool sim_bilinear_tangential(struct sim_impact *impact);
bool sim_bilinear_tangential_c(struct sim_impact_c *impact);

#endif
