/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Slip near its singular points, A_s = B = 0, where F_n = -B/A may have any limit.
 *
 * In the stretched time dt = A dtau slip is x' = A U + B W, smooth everywhere, with
 * U = (v, free motion) and W = (0, -M^-1 (w_n - s mu w_t)). Along it
 *     A' = value[0] A,   B' = lift A + value[1] B,
 * exactly, where value[0] = U grad A (that along W vanishes, since A has no velocities in it),
 * lift = U grad B and value[1] = W grad B. At a singular point these are the two eigenvalues that
 * are not zero, for a mechanism of any size (Genot and Brogliato 1999; Liu 2007 (18); Or 2012
 * (24)), and the force obeys F_n' = (value[1] - value[0]) F_n - lift. */
#ifndef SIM_SINGULAR_H
#define SIM_SINGULAR_H

#include "sim/problem.h"

struct sim_singular {
    double a, b;
    double value[2], lift;
    double u[SIM_MAX_STATES], w[SIM_MAX_STATES];
};

/* at any state; mode: the slip */
void sim_singular_at(const struct sim_inputs *in, enum sim_mode mode, double t, const double *x,
                     struct sim_singular *out);

/* derivative of A_s along the motion alone, value[0] */
double sim_singular_rate(const struct sim_inputs *in, enum sim_mode mode, double t,
                         const double *x);

/* The singular point next to a state, along U and W: *t and x are moved there by Newton's method.
 * False: there is none that attracts slip with this sign of A (both eigenvalues of the other
 * sign). */
bool sim_singular_ahead(const struct sim_inputs *in, enum sim_mode mode, int sign, double *t,
                        double *x, struct sim_singular *out);

/* how slip with this force ends in a singular point that attracts it */
enum sim_singular_end {
    SIM_SINGULAR_JAM,  /* F_n grows beyond all bounds (Or 2012, prop. 4.3) */
    SIM_SINGULAR_LIFT, /* F_n falls to zero on the way: take-off */
    SIM_SINGULAR_PASS  /* F_n tends to a limit, with which slip passes to the other sign of A and B
                        */
};
enum sim_singular_end sim_singular_end(const struct sim_singular *point, int sign, double force_n);

#endif
