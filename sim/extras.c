/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/extras.h"

#include <math.h>

#include "sim/evaluate.h"

void sim_extras_at(const struct sim_model *model, const double *p, size_t n, const double *q,
                   const double *v, double extras[SIM_MAX_EXTRAS])
{
    double room[SIM_MAX_PARAMETERS];
    p = sim_schedules_inputs(sim_schedules_of(model), p, q, room);
    if (model->code[n])
        model->code[n]->extras(p, q, v, NULL, extras);
    else
        sim_own_extras(model->own, p, n, q, v, extras);
}

void sim_extras_at_c(const struct sim_model *model, const double complex *p, size_t n,
                     const double complex *q, const double complex *v,
                     double complex extras[SIM_MAX_EXTRAS])
{
    double complex room[SIM_MAX_PARAMETERS];
    p = sim_schedules_inputs_c(sim_schedules_of(model), p, q, room);
    if (model->code[n])
        model->code[n]->extras_c(p, q, v, NULL, extras);
    else
        sim_own_extras_c(model->own, p, n, q, v, extras);
}

const struct sim_model *sim_own_lowest(const struct sim_model *model, const double *p, size_t n,
                                       const double *q)
{
    static const double still[SIM_MAX_COORDINATES];
    const struct sim_model *lowest = model;
    double least = INFINITY;
    for (size_t i = 0; i < model->n_corners; i++) {
        struct sim_terms k;
        sim_terms_at(model->corners[i], p, n, q, still, &k);
        if (k.gap < least) {
            least = k.gap;
            lowest = model->corners[i];
        }
    }
    return lowest;
}

double sim_energy_at(const struct sim_model *model, const double *p, size_t n, const double *q,
                     const double *v)
{
    double extras[SIM_MAX_EXTRAS];
    if (model->energy)
        return model->energy(p, n, q, v);
    sim_extras_at(model, p, n, q, v, extras);
    return extras[SIM_EXTRA_ENERGY];
}

double sim_dissipation_at(const struct sim_model *model, const double *p, size_t n, const double *q,
                          const double *v)
{
    double extras[SIM_MAX_EXTRAS];
    if (model->dissipation)
        return model->dissipation(p, n, q, v);
    sim_extras_at(model, p, n, q, v, extras);
    return extras[SIM_EXTRA_DISSIPATION];
}
