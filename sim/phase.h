/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Phases: smooth motion in one mode of contact (rules 1 to 3 of sim/course.h). */
#ifndef SIM_PHASE_H
#define SIM_PHASE_H

#include "sim/course.h"

/* how a phase has ended */
struct sim_met {
    enum sim_search_result result; /* NONE: at the end of the time */
    enum sim_guard guard;
    bool at_start; /* t is no zero of the guard: the guard did not rise from its zero at the
                      start, or the phase got stuck just before a jam */
    bool together; /* another guard vanishes at the same time */
};

sim_dop853_rhs sim_phase_rhs; /* context: the course */

extern const char sim_phase_no_slopes_in_jam[];

/* from here on the motion has no derivatives: the slopes become NaN, and the statistics say why */
void sim_phase_end_slopes(struct sim_course *course, const char *why);

/* ERROR_INTERRUPTED with the time reached */
enum error_code sim_phase_stopped(struct sim_course *course);

/* follow one mode until a guard is met or the time is over */
enum error_code sim_phase_follow(struct sim_course *course, struct sim_met *met);

/* follow the mode to t_to without looking for events */
enum error_code sim_phase_advance(struct sim_course *course, double t_to);

/* Whether the contact that was followed last is at a dead centre. Where a belt drives stick
 * into one, the links that come into line turn ever faster, with forces beyond all bounds */
bool sim_phase_at_dead_centre(const struct sim_course *course);

#endif
