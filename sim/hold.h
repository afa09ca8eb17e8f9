/* Impulses in directions that do not touch each other: w_t, and w_h = w_n + hold w_t with
 * w_t . M^-1 w_h = 0. An impulse P along w_h leaves the slip as it is, and w_h . v gains
 * q_hold P (Q in these directions is diagonal).
 *
 * q_hold = Q_nn - Q_tn^2 / Q_tt, but that difference has lost all digits where the links come
 * into line. With s = |w_h| / |w_n| it is s^2 and wrong by eps; from w_h itself, which is
 * wrong by eps, it is wrong by eps / s of itself. Whatever the rounding of w_h, impulses
 * along it and along w_t give the energy P (w_h . v + w_h . v') / 2 + ..., and no terms
 * larger than these two. */
#ifndef SIM_HOLD_H
#define SIM_HOLD_H

#include "sim/motion.h"

#define SIM_HOLD(type, name)                                                  \
    struct name {                                                             \
        type hold, q_hold;                                                    \
        type along[SIM_MAX_COORDINATES]; /* M^-1 w_h */                       \
    }

SIM_HOLD(double, sim_hold);
SIM_HOLD(double complex, sim_hold_c);

/* contact: as it is at x */
void sim_hold_at(const struct sim_inputs *in, const double *x, const struct sim_contact *contact,
                 struct sim_hold *out);
void sim_hold_at_c(const struct sim_inputs_c *in, const double complex *x,
                   const struct sim_contact_c *contact, struct sim_hold_c *out);

#endif
