/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Derivatives of a mechanism's terms (not of those of a line contact). */
#ifndef SIM_TERMS_SLOPES_H
#define SIM_TERMS_SLOPES_H

#include "sim/code.h"
#include "sim/model.h"
#include "sim/wide.h"

/* of each term the derivatives in some directions beside each other */
enum { SIM_LANES = SIM_CODE_LANES };
_Static_assert(sizeof(sim_vector) == SIM_LANES * sizeof(double), "a vector has all lanes");
SIM_TERMS(sim_vector, sim_terms_lanes);

static inline size_t sim_lanes_of(size_t count) { return (count + SIM_LANES - 1) / SIM_LANES; }

/* In `count` directions at the state x = q, v, so many groups of lanes as sim_lanes_of says: in
 * lanes without a direction are zeros */
void sim_terms_slopes(const struct sim_model *model, const double *p, size_t n, const double *x,
                      size_t count, const struct sim_move *moves, struct sim_terms_lanes *slopes);

#endif
