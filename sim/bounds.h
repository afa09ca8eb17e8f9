/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Looking for the events of a phase that is followed by series: zeros of polynomials. Private to
 * sim/phase.c. */
#ifndef SIM_BOUNDS_H
#define SIM_BOUNDS_H

#include "sim/course.h"

struct sim_bounds {
    const struct sim_course *course;
    size_t n;
    enum sim_guard guards[SIM_GUARDS];
    size_t columns[SIM_GUARDS];
    bool fresh[SIM_GUARDS]; /* zero where the phase began and not seen positive yet */
};

/* The first zero in (0, 1] of a guard that was zero where the phase began and has these
 * coefficients in shares of the time h; NaN: none. 0, at the start, where it falls from there. A
 * gap is smoother than other guards there */
double sim_bounds_fresh(const double *c, int n, double h, bool gap, bool *at_start);

/* at the start of a phase; course->motion is the motion there */
void sim_bounds_begin(struct sim_bounds *bounds, const struct sim_course *course);

/* the first event of the step just taken; found->t is the time after the start of the step */
enum sim_search_result sim_bounds_step(struct sim_bounds *bounds, struct sim_search_found *found);

#endif
