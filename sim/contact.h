/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The contact seen from one state: the free motion, the Delassus matrix
 * Q = K^T M^-1 K and the free contact acceleration b (docs/physics.md). With a line
 * contact M^-1 is the one that keeps the line closed (Or 2012, W of eq. (9)). */
#ifndef SIM_CONTACT_H
#define SIM_CONTACT_H

#include "sim/model.h"

#define SIM_CONTACT(type, name)                           \
    struct name {                                         \
        type free[SIM_MAX_COORDINATES];    /* M^-1 h */   \
        type along_t[SIM_MAX_COORDINATES]; /* M^-1 w_t */ \
        type along_n[SIM_MAX_COORDINATES]; /* M^-1 w_n */ \
        type q_tt, q_tn, q_nn;                            \
        type b_t, b_n;                                    \
        /* F_l = line_free + line_t F_t + line_n F_n */   \
        type line_free, line_t, line_n;                   \
    }

SIM_CONTACT(double, sim_contact);
SIM_CONTACT(double complex, sim_contact_c);

#endif
