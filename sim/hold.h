/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Impulses in two directions that do not change each other's velocity: w_t, and w_h = w_n + hold
 * w_t with w_t . M^-1 w_h = 0. An impulse P along w_h leaves the slip as it is, and w_h . v gains
 * q_hold P (Q in these directions is diagonal).
 *
 * Where the links are in line but for the share s = |w_h| / |w_n|, an impulse is P ~ |v| / s
 * and q_hold ~ s^2. Computed as Q_nn - Q_tn^2 / Q_tt it would have an error of eps, and the
 * energy one of eps P^2 ~ eps / s^2. Computed as w_h . M^-1 w_h it has the error of w_h, which
 * turns the impulse a little but makes no energy: what remains is the error eps / s of w_h . v.
 * And the slip is stopped to eps |v|, not to eps P. */
#ifndef SIM_HOLD_H
#define SIM_HOLD_H

#include "sim/motion.h"

#define SIM_HOLD(type, name)                            \
    struct name {                                       \
        type hold, q_hold;                              \
        type along[SIM_MAX_COORDINATES]; /* M^-1 w_h */ \
    }

SIM_HOLD(double, sim_hold);
SIM_HOLD(double complex, sim_hold_c);

/* contact: as it is at x */
void sim_hold_at(const struct sim_inputs *in, const double *x, const struct sim_contact *contact,
                 struct sim_hold *out);
void sim_hold_at_c(const struct sim_inputs_c *in, const double complex *x,
                   const struct sim_contact_c *contact, struct sim_hold_c *out);

#endif
