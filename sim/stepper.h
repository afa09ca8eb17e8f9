/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a phase is integrated with: Taylor series where the mode has one, else DOP853. */
#ifndef SIM_STEPPER_H
#define SIM_STEPPER_H

#include <math.h>

#include "sim/dop853.h"
#include "sim/taylor.h"

struct sim_stepper {
    struct sim_dop853 *ode;
    struct sim_taylor *taylor;
    bool series; /* of the two the one that took the last step */
};

static inline double sim_stepper_time_before(const struct sim_stepper *s)
{
    return s->series ? sim_taylor_time_before(s->taylor) : sim_dop853_time_before(s->ode);
}

static inline double sim_stepper_time(const struct sim_stepper *s)
{
    return s->series ? sim_taylor_time(s->taylor) : sim_dop853_time(s->ode);
}

static inline const double *sim_stepper_state(const struct sim_stepper *s)
{
    return s->series ? sim_taylor_state(s->taylor) : sim_dop853_state(s->ode);
}

static inline void sim_stepper_dense(const struct sim_stepper *s, double t, double *x)
{
    if (s->series)
        sim_taylor_dense(s->taylor, t, x);
    else
        sim_dop853_dense(s->ode, t, x);
}

static inline void sim_stepper_tighten(const struct sim_stepper *s, double share)
{
    if (s->series)
        sim_taylor_tighten(s->taylor, share);
    else
        sim_dop853_tighten(s->ode, share);
}

/* the longest part of the last step on which polynomials through so many places will do */
static inline double sim_stepper_smooth(const struct sim_stepper *s, int places)
{
    return s->series ? sim_taylor_smooth(s->taylor, places) : INFINITY;
}

#endif
