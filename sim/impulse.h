/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What an impact is given and what comes out of it: for the laws of sim/impact.h and those who
 * serve them. */
#ifndef SIM_IMPULSE_H
#define SIM_IMPULSE_H

#include <complex.h>
#include <stdbool.h>

#include "lib/rig/law.h"

#define SIM_IMPACT(type, name)                                                     \
    struct name {                                                                  \
        type q_tt, hold, q_hold; /* Q, by sim/hold.h */                            \
        type friction, static_friction, restitution;                               \
        type compliance; /* tangential over normal; of sim/bilinear.h alone */     \
        /* NULL: friction and restitution are those; else they follow its laws */  \
        const struct rig_surface *surface;                                         \
        const type *p;     /* parameters of those laws (sim/model.h) */            \
        type slip, normal; /* before; after once solved */                         \
        /* set by the solver; work: that of the normal force */                    \
        type impulse_t, impulse_n, work;                                           \
        type excess_t; /* of impulse_t beyond hold impulse_n: what changes slip */ \
    }

SIM_IMPACT(double, sim_impact);
SIM_IMPACT(double complex, sim_impact_c);

#endif
