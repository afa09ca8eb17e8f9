/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Derivatives of the motion with respect to parameters and start values, each
 * a direction: the jump (saltation) where phases meet (sim/variation.h has the
 * phases), by complex step through the very code that moves the state. */
#ifndef SIM_SLOPES_H
#define SIM_SLOPES_H

#include "sim/reset.h"
#include "sim/problem.h"

/* d(guard)/dt along the motion */
double sim_slopes_guard_rate(const struct sim_problem *problem, enum sim_mode mode,
                             enum sim_guard guard, double t, const double *x);

/* how an event came about */
struct sim_slopes_event {
    double t;
    enum sim_mode before, after;
    bool timed; /* false: its time is given (dt = 0) or inherited */
    enum sim_guard guard;
    enum sim_reset reset;
    const double *x_before, *x_after;
};

/* slopes: before in, after out. time_slopes: dt/d(direction) in when not
 * `timed`, out otherwise. False where the guard has no rate, so that the time
 * of the event is no smooth function of the parameters. */
bool sim_slopes_jump(const struct sim_problem *problem, const struct sim_slopes_event *event,
                     double *slopes, double *time_slopes);

/* derivatives of the tip's normal velocity and of gap'', in flight at an event that moves with
 * direction d (time_slopes) */
struct sim_slopes_lift {
    double normal, lift;
};
struct sim_slopes_lift sim_slopes_normal(const struct sim_problem *problem, double t,
                                         const double *x, const double *slopes,
                                         const double *time_slopes, size_t d);

/* change of the motion in direction d at a fixed time; dx: that of the state. Guards and what is
 * solved on the way to them are left out. */
void sim_slopes_motion(const struct sim_problem *problem, enum sim_mode mode, double t,
                       const double *x, const double *dx, size_t d, struct sim_motion *change);

/* the tip's velocities (along the surface and off it) and their slopes at a fixed time,
 * for every direction */
void sim_slopes_tip(const struct sim_problem *problem, const double *x, const double *slopes,
                    double velocity[2], double *tip_t, double *tip_n);

#endif
