/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Derivatives of a mechanism's terms (not of those of a line contact). */
#ifndef SIM_TERMS_SLOPES_H
#define SIM_TERMS_SLOPES_H

#include "sim/model.h"

/* in `count` directions at the state x = q, v */
void sim_terms_slopes(const struct sim_model *model, const double *p, size_t n, const double *x,
                      size_t count, const struct sim_move *moves, struct sim_terms *slopes);

#endif
