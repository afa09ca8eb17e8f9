/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a model says, whether its tapes are compiled or interpreted, or functions stand for it (in
 * tests). */
#ifndef SIM_EVALUATE_H
#define SIM_EVALUATE_H

#include "sim/code.h"
#include "sim/own.h"
#include "sim/schedules.h"

/* what drives a model over time */
static inline const struct sim_schedules *sim_schedules_of(const struct sim_model *model)
{
    return model->own ? model->own->schedules : NULL;
}

static inline void sim_terms_at(const struct sim_model *model, const double *p, size_t n,
                                const double *q, const double *v, struct sim_terms *out)
{
    double room[SIM_MAX_PARAMETERS];
    const struct sim_code *code = model->code[n];
    if (sim_schedules_of(model))
        p = sim_schedules_inputs(sim_schedules_of(model), p, q, room);
    if (code)
        code->terms(p, q, v, NULL, (double *)out);
    else if (model->own)
        sim_own_terms(model->own, p, n, q, v, out);
    else
        model->terms(p, n, q, v, out);
}

static inline void sim_terms_at_c(const struct sim_model *model, const double complex *p, size_t n,
                                  const double complex *q, const double complex *v,
                                  struct sim_terms_c *out)
{
    double complex room[SIM_MAX_PARAMETERS];
    const struct sim_code *code = model->code[n];
    if (sim_schedules_of(model))
        p = sim_schedules_inputs_c(sim_schedules_of(model), p, q, room);
    if (code)
        code->terms_c(p, q, v, NULL, (double complex *)out);
    else if (model->own)
        sim_own_terms_c(model->own, p, n, q, v, out);
    else
        model->terms_c(p, n, q, v, out);
}

/* Heights over the surface of the points that bound the bodies, but for the contact itself: while
 * none is below it, no part of a body is. terms: those at q, with the mass matrix used up */
static inline void sim_outline_at(const struct sim_model *model, const double *p, size_t n,
                                  const double *q, const struct sim_terms *terms, double *heights)
{
    double room[SIM_MAX_PARAMETERS];
    const struct sim_code *code = model->code[n];
    if (sim_schedules_of(model))
        p = sim_schedules_inputs(sim_schedules_of(model), p, q, room);
    if (code)
        code->outline(p, q, NULL, (const double *)terms, heights);
    else
        sim_own_outline(model->own, p, n, q, terms, heights);
}

static inline void sim_outline_at_c(const struct sim_model *model, const double complex *p,
                                    size_t n, const double complex *q,
                                    const struct sim_terms_c *terms, double complex *heights)
{
    double complex room[SIM_MAX_PARAMETERS];
    const struct sim_code *code = model->code[n];
    if (sim_schedules_of(model))
        p = sim_schedules_inputs_c(sim_schedules_of(model), p, q, room);
    if (code)
        code->outline_c(p, q, NULL, (const double complex *)terms, heights);
    else
        sim_own_outline_c(model->own, p, n, q, terms, heights);
}

#endif
