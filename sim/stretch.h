/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Slip close to A = 0, followed in the stretched time dt = |A| dtau, in which it is smooth
 * (sim/singular.h). In time itself the steps shrink with A, and t has no digits for them; here
 * A may become as small as it likes, and only the singular point that the motion runs into
 * says whether that is a jam.
 *
 * Slip with A < 0 and B > 0 (M3) is followed here all along.
 *
 * The states are those of the motion, the time that has gone by, ln |A| and asinh F_n, which obey
 * equations of their own: A and B themselves are differences that have no digits left when they
 * are small, and their quotient has none at all. Next to a saddle A and 1 / F_n may fall below all
 * doubles while the impulse F_n dt = |A| F_n dtau brings the slip to rest. */
#ifndef SIM_STRETCH_H
#define SIM_STRETCH_H

#include "sim/course.h"

struct sim_stretch;

void sim_stretch_free(struct sim_stretch *stretch); /* NULL is allowed */

/* Follow slip from the course's state until an event, the end of the time, or (SIM_SEARCH_NONE
 * before the end) until time is the better clock again. A jam is met as SIM_GUARD_JAM. */
enum error_code sim_stretch_follow(struct sim_course *course, struct sim_met *met);

long sim_stretch_evaluations(const struct sim_stretch *stretch); /* NULL: none */
long sim_stretch_steps(const struct sim_stretch *stretch);

#endif
