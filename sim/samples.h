/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Samples of a step on its dense output, given to the sink. Private to sim/phase.c
 * and sim/simulate.c. */
#ifndef SIM_SAMPLES_H
#define SIM_SAMPLES_H

#include "sim/course.h"

/* those of the last step from t to before t_stop: the value at an event is the one
 * after it. The slopes are those of the variation's last part */
enum error_code sim_samples_give(struct sim_course *course, double t, double t_stop);

/* the one at the very end of the motion */
enum error_code sim_samples_give_last(struct sim_course *course);

#endif
