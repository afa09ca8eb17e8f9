/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Changes: what leads from one phase to the next (rules 4 to 9 of sim/course.h). */
#ifndef SIM_CHANGE_H
#define SIM_CHANGE_H

#include "sim/phase.h"

/* the start: which mode it is in, and whether it strikes at once */
enum error_code sim_change_begin(struct sim_course *course);

/* what a guard that is met leads to */
enum error_code sim_change_handle(struct sim_course *course, const struct sim_met *met);

/* the end, with its event */
enum error_code sim_change_end(struct sim_course *course);

#endif
