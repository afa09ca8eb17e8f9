/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "sim/belt.h"
#include "sim/schedules.h"

/* from the curve that a belt of these points would have */
static enum error_code fill(const struct rig_schedule *from, struct sim_schedule *to,
                            struct error *err)
{
    static const enum sim_belt_way ways[] = {[RIG_WAY_MONOTONE] = SIM_BELT_MONOTONE,
                                             [RIG_WAY_LINEAR] = SIM_BELT_LINEAR,
                                             [RIG_WAY_SPLINE] = SIM_BELT_SPLINE};
    const size_t n = from->n;
    const double *t = from->t, *value = from->value;
    struct sim_belt *curve;
    to->n = n;
    to->t = t;
    to->pieces = calloc(n + 1, sizeof *to->pieces);
    if (!to->pieces)
        return error_memory(err);
    enum error_code code = sim_belt_create(ways[from->way], t, value, n, &curve, err);
    for (size_t i = 0; i < n && !code; i++) {
        double *piece = to->pieces[i + 1], at[3];
        sim_belt_at(curve, t[i], at);
        piece[0] = t[i];
        piece[1] = value[i];
        piece[2] = at[1];
        if (i + 1 < n) {
            const double h = t[i + 1] - t[i];
            piece[3] = 0.5 * at[2];
            piece[4] = (value[i + 1] - value[i] - h * (at[1] + h * piece[3])) / (h * h * h);
        }
        if (i == 0) {
            memcpy(to->pieces[0], piece, 3 * sizeof *piece);
            to->pieces[0][2] *= from->goes_on;
        }
        if (i + 1 == n)
            piece[2] *= from->goes_on;
    }
    sim_belt_free(curve);
    return code;
}

enum error_code sim_schedules_create(const struct rig_description *description, size_t first,
                                     size_t clock, struct sim_schedules **schedules,
                                     struct error *err)
{
    *schedules = NULL;
    if (description->n_schedules == 0)
        return ERROR_OK;
    struct sim_schedules *made = calloc(1, sizeof *made);
    if (!made)
        return error_memory(err);
    *made = (struct sim_schedules){.first = first, .clock = clock, .n = description->n_schedules};
    enum error_code code = ERROR_OK;
    for (size_t i = 0; i < made->n && !code; i++)
        code = fill(&description->schedules[i], &made->all[i], err);
    if (code)
        sim_schedules_free(made);
    else
        *schedules = made;
    return code;
}

void sim_schedules_free(struct sim_schedules *schedules)
{
    for (size_t i = 0; schedules && i < schedules->n; i++)
        free(schedules->all[i].pieces);
    free(schedules);
}
