/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/shown.h"

#include <math.h>
#include <string.h>

#include "sim/outputs.h"
#include "sim/slopes.h"
#include "sim/values.h"

/* ---- which is which */

static size_t first_output(const struct mechanism *table)
{
    return SIM_SHOWN_STATES + 2 * table->n_coordinates;
}

size_t sim_shown_output(const struct sim_model *model, size_t i)
{
    return first_output(&model->table) + i;
}

static size_t named(const struct mechanism *table, const char *name)
{
    const size_t n = 2 * table->n_coordinates;
    const size_t state = quantity_find(table->states, n, name);
    const size_t output = quantity_find(table->outputs, table->n_outputs, name);
    if (state < n)
        return SIM_SHOWN_STATES + state;
    return output < table->n_outputs ? first_output(table) + output : SIM_SHOWN_NOTHING;
}

size_t sim_shown_channel(const struct sim_model *model, const struct rig_channel *channel)
{
    static const size_t by_role[] = {
        [RIG_ROLE_TIP_T] = SIM_SHOWN_TIP_T,
        [RIG_ROLE_TIP_N] = SIM_SHOWN_TIP_N,
        [RIG_ROLE_RAIL] = SIM_SHOWN_RAIL,
        [RIG_ROLE_ANGLE] = SIM_SHOWN_STATES,
        [RIG_ROLE_VELOCITY] = SIM_SHOWN_TIP_T,
        [RIG_ROLE_FORCE_T] = SIM_SHOWN_FORCE_T,
        [RIG_ROLE_FORCE_N] = SIM_SHOWN_FORCE_N,
        [RIG_ROLE_ACCELERATION_T] = SIM_SHOWN_ACCELERATION_T,
        [RIG_ROLE_ACCELERATION_N] = SIM_SHOWN_ACCELERATION_N,
        [RIG_ROLE_DISPLACEMENT_N] = SIM_SHOWN_GAP,
        [RIG_ROLE_FORCE] = SIM_SHOWN_NOTHING,
        [RIG_ROLE_ACCELERATION] = SIM_SHOWN_NOTHING,
        [RIG_ROLE_DISPLACEMENT] = SIM_SHOWN_NOTHING,
        [RIG_ROLE_OTHER] = SIM_SHOWN_NOTHING,
    };
    if (channel->shows)
        return named(&model->table, channel->shows->name);
    /* of a single link, along its arc: what calib reads as l theta' */
    if (channel->role == RIG_ROLE_VELOCITY && model->table.n_coordinates == 1)
        return SIM_SHOWN_SPEED;
    return by_role[channel->role];
}

/* ---- values */

/* of the motion itself, without states and outputs */
static double contact_value(const struct sim_motion *m, double first_velocity, double belt_rate,
                            size_t which)
{
    switch (which) {
    case SIM_SHOWN_TIP_T:
        return m->tip_t;
    case SIM_SHOWN_TIP_N:
        return m->tip_n;
    case SIM_SHOWN_RAIL:
        return m->tip_t - m->slip;
    case SIM_SHOWN_SPEED:
        return copysign(hypot(m->tip_t, m->tip_n), first_velocity);
    case SIM_SHOWN_GAP:
        return m->gap;
    case SIM_SHOWN_FORCE_T:
        return m->force_t;
    case SIM_SHOWN_FORCE_N:
        return m->force_n;
    case SIM_SHOWN_ACCELERATION_T:
        return m->slip_rate + belt_rate;
    case SIM_SHOWN_ACCELERATION_N:
        return m->gap_rate2;
    default: /* an input with nothing on it */
        return 0;
    }
}

/* acceleration of the surface, and how that changes with time */
static void belt_rates(const struct sim_inputs *in, double t, double rates[2])
{
    double speed[3] = {0};
    if (in->belt)
        sim_belt_at(in->belt, t + in->belt_shift, speed);
    rates[0] = speed[1];
    rates[1] = speed[2];
}

/* where x has a state; nowhere: a coordinate that is not in use */
static double state_value(const struct sim_inputs *in, size_t which, const double *x)
{
    const size_t place = sim_values_place(&in->model->table, in->n, which - SIM_SHOWN_STATES);
    return place == SIZE_MAX ? 0 : x[place];
}

void sim_shown_at(const struct sim_inputs *in, double t, const double *x,
                  const struct sim_motion *motion, const size_t *which, size_t n, double *values)
{
    const size_t outputs = first_output(&in->model->table);
    double own[RIG_MAX_OUTPUTS] = {0}, belt[2];
    bool known = false;
    belt_rates(in, t, belt);
    for (size_t k = 0; k < n; k++) {
        if (which[k] == SIM_SHOWN_NOTHING || which[k] < SIM_SHOWN_STATES) {
            values[k] = contact_value(motion, x[in->n], belt[0], which[k]);
        } else if (which[k] < outputs) {
            values[k] = state_value(in, which[k], x);
        } else {
            if (!known)
                sim_outputs_at(in->model->outputs, in->p, x, motion->acceleration, own);
            known = true;
            values[k] = own[which[k] - outputs];
        }
    }
}

/* ---- derivatives */

static double contact_slope(const struct sim_motion *m, const struct sim_motion *change,
                            double belt_change, size_t which)
{
    const double speed = hypot(m->tip_t, m->tip_n);
    if (which == SIM_SHOWN_SPEED)
        return speed == 0 ? change->tip_t
                          : (m->tip_t * change->tip_t + m->tip_n * change->tip_n) / speed;
    return contact_value(change, 1, belt_change, which);
}

void sim_shown_slopes(const struct sim_problem *problem, enum sim_mode mode, double t,
                      const double *x, const double *slopes, double *out)
{
    const struct sim_inputs *in = &problem->inputs;
    const size_t outputs = first_output(&in->model->table), n = problem->n_directions;
    struct sim_motion motion, change;
    double belt[2];
    sim_motion_at(in, mode, t, x, &motion);
    belt_rates(in, t, belt);
    for (size_t d = 0; d < n; d++) {
        const double *dx = slopes + 2 * in->n * d;
        const struct sim_move move = {.p = problem->directions[d].p, .x = dx};
        double own[RIG_MAX_OUTPUTS] = {0};
        sim_slopes_motion(problem, mode, t, x, dx, d, &change);
        if (in->model->outputs)
            sim_outputs_slopes(in->model->outputs, in->p, x, motion.acceleration, &move,
                               change.acceleration, own);
        for (size_t k = 0; k < problem->n_shown; k++) {
            const size_t which = problem->shown[k];
            if (which == SIM_SHOWN_NOTHING || which < SIM_SHOWN_STATES) {
                const double sign = which == SIM_SHOWN_SPEED && x[in->n] < 0 ? -1 : 1;
                out[k * n + d] = sign * contact_slope(&motion, &change,
                                                      belt[1] * problem->directions[d].belt_shift,
                                                      which);
            } else {
                out[k * n + d] = which < outputs ? state_value(in, which, dx)
                                                 : own[which - outputs];
            }
        }
    }
}
