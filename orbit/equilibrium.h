/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Equilibria: the tip slides steadily on the moving belt, rests on a still one
 * at the rim of what friction can hold, or hangs free. */
#ifndef ORBIT_EQUILIBRIUM_H
#define ORBIT_EQUILIBRIUM_H

#include "orbit/branch.h"

enum orbit_balance {
    ORBIT_BALANCE_SLIDING, /* on a moving belt */
    ORBIT_BALANCE_LOW,     /* on a still belt, sticking: F_t = -mu_s F_n, */
    ORBIT_BALANCE_HIGH,    /* and F_t = mu_s F_n; all between rest too */
    ORBIT_BALANCE_FREE     /* without contact */
};

/* the kinds that a system has; returns how many */
size_t orbit_equilibrium_kinds(const struct orbit_system *system, enum orbit_balance kinds[3]);

/* by Newton's method from x, at the system's parameters */
enum error_code orbit_equilibrium_find(struct orbit_system *system, enum orbit_balance kind,
                                       const double *x, struct orbit_point *point,
                                       struct error *err);

/* the branch through start->value, from start->x near it */
enum error_code orbit_equilibrium_follow(struct orbit_system *system, enum orbit_balance kind,
                                         const struct orbit_place *start,
                                         const struct orbit_range *range,
                                         const struct orbit_sink *sink,
                                         struct orbit_follow_report *report, struct error *err);

#endif
