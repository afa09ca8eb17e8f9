/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a model made from a description says beside its terms (enum sim_extra of sim/own.h). */
#ifndef SIM_EXTRAS_H
#define SIM_EXTRAS_H

#include "sim/own.h"

void sim_extras_at(const struct sim_model *model, const double *p, size_t n, const double *q,
                   const double *v, double extras[SIM_MAX_EXTRAS]);
void sim_extras_at_c(const struct sim_model *model, const double complex *p, size_t n,
                     const double complex *q, const double complex *v,
                     double complex extras[SIM_MAX_EXTRAS]);

/* kinetic plus potential energy, and the power that the dampers take */
double sim_energy_at(const struct sim_model *model, const double *p, size_t n, const double *q,
                     const double *v);
double sim_dissipation_at(const struct sim_model *model, const double *p, size_t n, const double *q,
                          const double *v);

#endif
