/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The recorded rail as the belt of a run, and the ways in which it may be other than recorded
 * (lib/measure/rail.h). */
#ifndef FIT_BELT_H
#define FIT_BELT_H

#include "fit/problem.h"

/* Read and smooth the rail of a run from sample `from` on, and make run->belt of it. */
enum error_code fit_belt_take(struct fit_run *run, size_t from, struct error *err);

/* the belt with a sensitivity that is off by a share of `gain` */
enum error_code fit_belt_make(const struct fit_run *run, double gain, struct sim_belt **belt,
                              struct error *err);
/* what it gains by its sensitivity, and what one standard uncertainty of a way adds to it: by the
 * motion's clock, which begins at `start` of the record's */
enum error_code fit_belt_gain(const struct fit_run *run, double start, struct sim_belt **belt,
                              struct error *err);
enum error_code fit_belt_way(const struct fit_run *run, size_t way, double gain, double start,
                             struct sim_belt **belt, struct error *err);

/* run->belt as run->rail_off has it now */
enum error_code fit_belt_renew(struct fit_run *run, struct error *err);

/* does a way reach into the part of the record that is used? */
bool fit_belt_counts(const struct fit_run *run, size_t way);

#endif
