/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables over time that drive a described mechanism (struct rig_schedule), as cubics
 *     c0 + c1 s + c2 s^2 + c3 s^3,   s = clock - knot
 * from knot to knot. To the tapes the numbers of the cubic that holds are fixed inputs, which
 * follow the parameters: so nothing in them knows of tables, and derivatives are exact. Steps of
 * the integrator end at the knots. */
#ifndef SIM_SCHEDULES_H
#define SIM_SCHEDULES_H

#include <complex.h>

#include "lib/base/error.h"
#include "lib/rig/description.h"

/* inputs of a schedule: the knot, and c0 to c3 */
enum { SIM_SCHEDULE_INPUTS = 5 };

/* a piece for the time before the first knot, one from knot to knot, one behind the last */
struct sim_schedule {
    size_t n; /* knots */
    const double *t;
    double (*pieces)[SIM_SCHEDULE_INPUTS];
};

/* first: the fixed input at which theirs begin; clock: the coordinate that is the time */
struct sim_schedules {
    size_t first, clock, n;
    struct sim_schedule all[RIG_MAX_SCHEDULES];
};

/* *schedules is NULL where the description has none */
enum error_code sim_schedules_create(const struct rig_description *description, size_t first,
                                     size_t clock, struct sim_schedules **schedules,
                                     struct error *err);
void sim_schedules_free(struct sim_schedules *schedules); /* NULL is allowed */

/* the parameters p with the inputs of the schedules at the coordinates q behind them, in `room` of
 * SIM_MAX_PARAMETERS; without schedules (NULL) p itself. A moved clock stays in the piece where
 * its real part is */
const double *sim_schedules_inputs(const struct sim_schedules *schedules, const double *p,
                                   const double *q, double *room);
const double complex *sim_schedules_inputs_c(const struct sim_schedules *schedules,
                                             const double complex *p, const double complex *q,
                                             double complex *room);

/* how long from the time of q to the next knot; infinity: there is none */
double sim_schedules_left(const struct sim_schedules *schedules, const double *q);

/* the times that all of them cover */
void sim_schedules_span(const struct sim_schedules *schedules, double *first, double *last);

#endif
