/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Looking for the events of a phase, step by step. The stages of a step show at
 * no cost whether a guard may vanish in it; only then is the dense output asked. */
#ifndef SIM_WATCH_H
#define SIM_WATCH_H

#include "sim/course.h"

enum { SIM_WATCH_LAST = SIM_DOP853_INNER + 1 };

struct sim_watch {
    const struct sim_course *course;
    size_t n;
    enum sim_guard guards[SIM_GUARDS];
    struct sim_search search;
    struct sim_search_point points[SIM_WATCH_LAST + 1]; /* of the step, from its start */
};

/* at the start of a phase; course->motion is the motion there */
void sim_watch_begin(struct sim_watch *watch, const struct sim_course *course);

/* the first event of the step just taken */
enum sim_search_result sim_watch_step(struct sim_watch *watch, struct sim_search_found *found);

/* go on from the end of that step */
void sim_watch_next(struct sim_watch *watch);

#endif
