/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Phases: smooth motion in one mode of contact (rules 1 to 3 of sim/course.h). */
#ifndef SIM_PHASE_H
#define SIM_PHASE_H

#include "sim/course.h"

/* follow one mode until a guard is met or the time is over */
enum error_code sim_phase_follow(struct sim_course *course, struct sim_met *met);

/* Whether the contact that was followed last is at a dead centre. Where a belt drives stick
 * into one, the links that come into line turn ever faster, with forces beyond all bounds */
bool sim_phase_at_dead_centre(const struct sim_course *course);

#endif
