/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which mode of contact follows from a state on the surface without normal
 * velocity: the table of docs/physics.md at acceleration level. */
#ifndef SIM_SELECT_H
#define SIM_SELECT_H

#include "sim/motion.h"

/* slip below this share of the speeds that it is the difference of is none */
#define SIM_NO_SLIP 1e-12

enum sim_next {
    SIM_NEXT_MODE,   /* *mode follows */
    SIM_NEXT_IMPACT, /* inconsistent: a tangential impact */
    SIM_NEXT_NOTHING /* no mode is consistent (never for a positive definite Q and a
                        point contact) */
};

/* whether Q is singular: the links are in line, the tip is at a dead centre */
bool sim_select_aligned(const struct sim_contact *contact);

/* whether the tip moves with the surface */
bool sim_select_at_rest(const struct sim_inputs *in, double t, const double *x);

enum sim_next sim_select_mode(const struct sim_inputs *in, double t, const double *x,
                              enum sim_mode *mode);

/* the same where slip has just come down to zero */
enum sim_next sim_select_stopped(const struct sim_inputs *in, double t, const double *x,
                                 enum sim_mode *mode);

/* the same where stick has just left its cone with this sign of F_t: stick is
 * not tried again, and on the rim of the cone slip has no acceleration yet */
enum sim_next sim_select_after_stick(const struct sim_inputs *in, double t, const double *x,
                                     int force_sign, enum sim_mode *mode);

#endif
