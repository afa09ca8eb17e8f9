/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Slip next to A = 0 whose force has come to rest: its slow motion.
 *
 * The force obeys A dF_n/dt = g F_n - lift, with g = value[1] - value[0] (sim/singular.h). Where
 * A / g is negative F_n tends to lift / g, the faster, the smaller A is, and then follows it as
 * that changes. In powers of A this force is F_n = f + A f' / (g - value[0]) + ..., f = lift / g,
 * and smooth also where A passes zero. With it slip is no longer stiff, however long A stays
 * small, and it needs no quotient of A and B. */
#ifndef SIM_SLOW_H
#define SIM_SLOW_H

#include "sim/singular.h"

struct sim_slow {
    struct sim_singular flow; /* at the state */
    double force;             /* the first two terms */
    double rates[SIM_MAX_STATES];
};

void sim_slow_at(const struct sim_inputs *in, enum sim_mode mode, double t, const double *x,
                 struct sim_slow *out);

/* what the terms that are left out would add to the force */
double sim_slow_error(const struct sim_inputs *in, enum sim_mode mode, double t, const double *x,
                      const struct sim_slow *slow);

#endif
