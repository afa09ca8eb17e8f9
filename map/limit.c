/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "map/limit.h"

#include <math.h>

#include "sim/simulate.h"

/* how a motion on the spring went so far */
struct witness {
    const struct sim_problem *problem;
    struct map_limit_row *row;
    double stopped, opened; /* NaN: not yet */
};

static enum error_code see(void *context, const struct sim_event *event, struct error *err)
{
    struct witness *witness = context;
    struct map_limit_row *row = witness->row;
    struct sim_motion m;
    if (event->kind == SIM_EVENT_STICK && isnan(witness->stopped)) {
        witness->stopped = event->t;
        sim_motion_at(&witness->problem->inputs, SIM_STICK, event->t, event->x, &m);
        row->value[MAP_LIMIT_SLIP_TIME] = event->t;
        row->value[MAP_LIMIT_FORCE] = m.force_n;
    }
    if (event->from == SIM_STICK && event->to != SIM_STICK &&
        isnan(row->value[MAP_LIMIT_STICK_TIME])) {
        row->value[MAP_LIMIT_STICK_TIME] = event->t - witness->stopped;
        row->value[MAP_LIMIT_STICK_SCALED] = row->value[MAP_LIMIT_STICK_TIME] *
                                             sqrt(row->stiffness);
    }
    if (event->kind == SIM_EVENT_START || event->to != SIM_FLIGHT)
        return ERROR_OK;
    witness->opened = event->t;
    row->value[MAP_LIMIT_NORMAL] = event->normal_after;
    return error_set(err, ERROR_INTERRUPTED, "the contact is open");
}

enum error_code map_limit_at(const struct sim_problem *problem, double stiffness,
                             struct map_limit_row *row, struct error *err)
{
    struct sim_problem soft = *problem;
    struct sim_statistics statistics;
    soft.inputs.p = soft.p;
    soft.inputs.law = RIG_LAW_COMPLIANT;
    soft.p[SIM_CONTACT_STIFFNESS] = stiffness;
    soft.rate = 0;
    row->stiffness = stiffness;
    for (size_t i = 0; i < MAP_LIMIT_COLUMNS; i++)
        row->value[i] = NAN;
    struct witness witness = {.problem = &soft, .row = row, .stopped = NAN, .opened = NAN};
    const struct sim_sink sink = {.context = &witness, .event = see};
    const enum error_code code = sim_simulate(&soft, &sink, &statistics, err);
    return isfinite(witness.opened) ? ERROR_OK : code;
}

double map_limit_order(const struct map_limit_row *rows, size_t n, enum map_limit_column column)
{
    if (n < 2)
        return NAN;
    const struct map_limit_row *a = &rows[n - 2], *b = &rows[n - 1];
    return -log(b->value[column] / a->value[column]) / log(b->stiffness / a->stiffness);
}

double map_limit_value(const struct map_limit_row *rows, size_t n, enum map_limit_column column)
{
    if (n < 3)
        return NAN;
    const double last = rows[n - 1].value[column];
    const double step = last - rows[n - 2].value[column];
    const double before = rows[n - 2].value[column] - rows[n - 3].value[column];
    if (step == 0)
        return last;
    return fabs(step) < fabs(before) ? last - step * step / (step - before) : NAN;
}

static enum error_code see_impact(void *context, const struct sim_event *event, struct error *err)
{
    double *normal = context;
    if (event->kind == SIM_EVENT_START)
        return ERROR_OK;
    if (event->kind == SIM_EVENT_TANGENTIAL_IMPACT)
        *normal = event->normal_after;
    return error_set(err, ERROR_INTERRUPTED, "that was the first event");
}

double map_limit_rigid(const struct sim_problem *problem)
{
    struct sim_problem rigid = *problem;
    struct sim_statistics statistics;
    double normal = NAN;
    rigid.inputs.p = rigid.p;
    rigid.inputs.law = RIG_LAW_RIGID;
    rigid.impact = RIG_IMPACT_STRONGE;
    rigid.p[SIM_RESTITUTION] = 1;
    rigid.rate = 0;
    const struct sim_sink sink = {.context = &normal, .event = see_impact};
    sim_simulate(&rigid, &sink, &statistics, NULL);
    return normal;
}
