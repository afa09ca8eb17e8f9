/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a branch of orbits ends in when they and their periods shrink to nothing:
 * a special point of the equilibria, as point A of Leine 2002, figure 6.4. */
#ifndef ORBIT_END_H
#define ORBIT_END_H

#include "orbit/equilibrium.h"

/* The last two orbits of the branch say where the period would be zero. `end` is the
 * point where something happens to the equilibrium there, at the place where it
 * happens; false: nothing does. */
bool orbit_end_find(struct orbit_system *system, const struct orbit_place *before,
                    const struct orbit_place *last, const struct orbit_range *range,
                    struct orbit_point *end);

#endif
