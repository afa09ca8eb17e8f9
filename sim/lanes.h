/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Derivatives of a mechanism's terms in some directions beside each other (sim/terms_slopes.h). */
#ifndef SIM_LANES_H
#define SIM_LANES_H

#include "sim/code.h"
#include "sim/terms.h"
#include "sim/wide.h"

enum { SIM_LANES = SIM_CODE_LANES };
_Static_assert(sizeof(sim_vector) == SIM_LANES * sizeof(double), "a vector has all lanes");
SIM_TERMS(sim_vector, sim_terms_lanes);

static inline size_t sim_lanes_of(size_t count) { return (count + SIM_LANES - 1) / SIM_LANES; }

#endif
