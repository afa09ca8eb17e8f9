/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Samples of a step on its dense output, given to the sink. Private to sim/phase.c
 * and sim/simulate.c. */
#ifndef SIM_SAMPLES_H
#define SIM_SAMPLES_H

#include "sim/course.h"

/* those of the last step from t on and before t_stop: a sample at an event shows the state after
 * it. The slopes are those of the part that the variation went along last */
enum error_code sim_samples_give(struct sim_course *course, double t, double t_stop);

/* the one at the very end of the motion */
enum error_code sim_samples_give_last(struct sim_course *course);

#endif
