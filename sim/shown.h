/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What can be shown of a motion, each by a number: what the contact does, then the states (rows
 * of the model's table), then the outputs that a description names. What a channel of a rig
 * measures is one of these. */
#ifndef SIM_SHOWN_H
#define SIM_SHOWN_H

#include "lib/rig/rig.h"
#include "sim/problem.h"

enum {
    SIM_SHOWN_TIP_T,
    SIM_SHOWN_TIP_N,
    SIM_SHOWN_RAIL,
    SIM_SHOWN_SPEED, /* of the tip along its path; with the sign of the first velocity */
    SIM_SHOWN_GAP,
    SIM_SHOWN_FORCE_T,
    SIM_SHOWN_FORCE_N,
    SIM_SHOWN_ACCELERATION_T, /* of the tip */
    SIM_SHOWN_ACCELERATION_N,
    SIM_SHOWN_STATES, /* the first of them */
    SIM_SHOWN_NOTHING = 0xffff
};

/* what a channel of a rig shows of a model's motion; SIM_SHOWN_NOTHING: nothing that is known */
size_t sim_shown_channel(const struct sim_model *model, const struct rig_channel *channel);

/* the i-th output of a description */
size_t sim_shown_output(const struct sim_model *model, size_t i);

/* values of `which` in the motion at x */
void sim_shown_at(const struct sim_inputs *in, double t, const double *x,
                  const struct sim_motion *motion, const size_t *which, size_t n, double *values);

/* derivatives of the problem's `shown` at a fixed time, a row of directions for each; slopes:
 * those of the state */
void sim_shown_slopes(const struct sim_problem *problem, enum sim_mode mode, double t,
                      const double *x, const double *slopes, double *out);

#endif
