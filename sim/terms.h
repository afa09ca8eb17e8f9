/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a mechanism says of one state (docs/physics.md, "One notation"):
 *     M(q) v' = h + w_t F_t + w_n F_n (+ w_l F_l),   q' = v
 *     gap,  gap' = w_n.v,  gap'' = w_n.v' + s_n,  tip speed w_t.v, its rate w_t.v' + s_t
 * once in double and once in double complex for the derivatives. */
#ifndef SIM_TERMS_H
#define SIM_TERMS_H

#include <complex.h>

enum { SIM_MAX_COORDINATES = 6 };

/* w_l is the direction that a line contact holds fixed while the contact
 * lasts (the tilt of a slider); it tips over when F_l / F_n, which is how far
 * its centre of pressure lies behind the frame's origin, leaves
 * [line_low, line_high]. Point contacts leave all three alone. */
#define SIM_TERMS(type, name)                                \
    struct name {                                            \
        type mass[SIM_MAX_COORDINATES][SIM_MAX_COORDINATES]; \
        type h[SIM_MAX_COORDINATES];                         \
        type w_t[SIM_MAX_COORDINATES];                       \
        type w_n[SIM_MAX_COORDINATES];                       \
        type s_t, s_n;                                       \
        type gap;                                            \
        type w_l[SIM_MAX_COORDINATES];                       \
        type line_low, line_high;                            \
    }

SIM_TERMS(double, sim_terms);
SIM_TERMS(double complex, sim_terms_c);

#endif
