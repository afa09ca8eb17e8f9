/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/schedules.h"

#include <math.h>
#include <string.h>

/* how many knots are not after the time */
static size_t passed(const struct sim_schedule *schedule, double time)
{
    size_t low = 0, high = schedule->n;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (schedule->t[middle] <= time)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

const double *sim_schedules_inputs(const struct sim_schedules *schedules, const double *p,
                                   const double *q, double *room)
{
    if (!schedules)
        return p;
    memcpy(room, p, schedules->first * sizeof *p);
    for (size_t i = 0; i < schedules->n; i++)
        memcpy(room + schedules->first + i * SIM_SCHEDULE_INPUTS,
               schedules->all[i].pieces[passed(&schedules->all[i], q[schedules->clock])],
               sizeof *schedules->all[i].pieces);
    return room;
}

const double complex *sim_schedules_inputs_c(const struct sim_schedules *schedules,
                                             const double complex *p, const double complex *q,
                                             double complex *room)
{
    if (!schedules)
        return p;
    double complex *out = room + schedules->first;
    memcpy(room, p, schedules->first * sizeof *p);
    for (size_t i = 0; i < schedules->n; i++) {
        const struct sim_schedule *schedule = &schedules->all[i];
        const double *piece = schedule->pieces[passed(schedule, creal(q[schedules->clock]))];
        for (size_t k = 0; k < SIM_SCHEDULE_INPUTS; k++)
            *out++ = piece[k];
    }
    return room;
}

double sim_schedules_left(const struct sim_schedules *schedules, const double *q)
{
    double left = INFINITY;
    for (size_t i = 0; schedules && i < schedules->n; i++) {
        const struct sim_schedule *schedule = &schedules->all[i];
        const double time = q[schedules->clock];
        const size_t next = passed(schedule, time);
        if (next < schedule->n)
            left = fmin(left, schedule->t[next] - time);
    }
    return left;
}

void sim_schedules_span(const struct sim_schedules *schedules, double *first, double *last)
{
    *first = -INFINITY;
    *last = INFINITY;
    for (size_t i = 0; schedules && i < schedules->n; i++) {
        *first = fmax(*first, schedules->all[i].t[0]);
        *last = fmin(*last, schedules->all[i].t[schedules->all[i].n - 1]);
    }
}
