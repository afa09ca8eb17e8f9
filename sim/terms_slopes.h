/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Derivatives of a mechanism's terms (not of those of a line contact). */
#ifndef SIM_TERMS_SLOPES_H
#define SIM_TERMS_SLOPES_H

#include "sim/lanes.h"
#include "sim/model.h"

/* In `count` directions at the state x = q, v, so many groups of lanes as sim_lanes_of says: in
 * lanes without a direction are zeros */
void sim_terms_slopes(const struct sim_model *model, const double *p, size_t n, const double *x,
                      size_t count, const struct sim_move *moves, struct sim_terms_lanes *slopes);

#endif
