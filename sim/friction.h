/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The coefficients of friction and of restitution of a surface where they are no constants, from
 * the parameters p (sim/model.h), once for double and once for double complex:
 *
 *     stribeck  mu = mu_d + (mu_s - mu_d) exp(-(v/v_s)^n) + c v  (Armstrong-Helouvry 1994, (5))
 *     table     mu = friction times the table's curve at v
 *     ageing    mu_s + beta ln(1 + t/t0) after resting for t  (Dieterich 1978; Rabinowicz 1958)
 *     power     e = e_0 (v/v_0)^-p, 1 at the most  (Johnson 1985, 11.5: p = 1/4)
 *     table     e = restitution times the table's curve at v, 1 at the most
 *
 * A surface that is NULL has Coulomb's friction and constants; who has none asks p itself. */
#ifndef SIM_FRICTION_H
#define SIM_FRICTION_H

#include <complex.h>

#include "lib/rig/law.h"

/* At a speed of slip in the direction of slip. A step may look beyond the end of slip: below zero
 * the law goes on so that it is smooth and bounded there. */
double sim_friction_at(const struct rig_surface *surface, const double *p, double speed);
double complex sim_friction_at_c(const struct rig_surface *surface, const double complex *p,
                                 double complex speed);

/* its derivative by the speed */
double sim_friction_slope(const struct rig_surface *surface, const double *p, double speed);

/* A step that changes slip by no more than this, from slip at that speed, has no part of the law
 * between its stages that it does not see; infinity: there is none */
double sim_friction_reach(const struct rig_surface *surface, const double *p, double speed);
double sim_friction_reach_c(const struct rig_surface *surface, const double complex *p,
                            double speed);

/* what holds a contact that has rested for some time: not less than what slip begins with */
double sim_friction_rest(const struct rig_surface *surface, const double *p, double age);
double complex sim_friction_rest_c(const struct rig_surface *surface, const double complex *p,
                                   double complex age);

/* at a speed of approach, 0 or above */
double sim_restitution_at(const struct rig_surface *surface, const double *p, double speed);
double complex sim_restitution_at_c(const struct rig_surface *surface, const double complex *p,
                                    double complex speed);

#endif
