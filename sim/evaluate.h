/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a model says, whether it is written in C or made from a description. */
#ifndef SIM_EVALUATE_H
#define SIM_EVALUATE_H

#include "sim/own.h"

static inline void sim_terms_at(const struct sim_model *model, const double *p, size_t n,
                                const double *q, const double *v, struct sim_terms *out)
{
    if (model->own)
        sim_own_terms(model->own, p, n, q, v, out);
    else
        model->terms(p, n, q, v, out);
}

static inline void sim_terms_at_c(const struct sim_model *model, const double complex *p, size_t n,
                                  const double complex *q, const double complex *v,
                                  struct sim_terms_c *out)
{
    if (model->own)
        sim_own_terms_c(model->own, p, n, q, v, out);
    else
        model->terms_c(p, n, q, v, out);
}

static inline const char *sim_start_at(const struct sim_model *model, double *p, size_t n,
                                       double *x, const struct sim_given *given)
{
    return model->own ? sim_own_start(model->own, p, n, x, given) : model->start(p, n, x, given);
}

static inline const char *sim_start_at_c(const struct sim_model *model, double complex *p, size_t n,
                                         double complex *x, const struct sim_given *given)
{
    return model->own ? sim_own_start_c(model->own, p, n, x, given)
                      : model->start_c(p, n, x, given);
}

static inline double sim_energy_at(const struct sim_model *model, const double *p, size_t n,
                                   const double *q, const double *v)
{
    return model->own ? sim_own_energy(model->own, p, n, q, v) : model->energy(p, n, q, v);
}

#endif
