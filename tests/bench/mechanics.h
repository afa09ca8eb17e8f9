/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The mechanics of the cases for the peers in C, written from the papers' equations
 * and not from sim/: that both agree is a check of both. Two coordinates, one contact
 * (M v' = h + w_t F_t + w_n F_n), rigid, Coulomb. */
#ifndef TESTS_BENCH_MECHANICS_H
#define TESTS_BENCH_MECHANICS_H

#include <stdbool.h>

enum mode { FLIGHT, SLIP_PLUS, SLIP_MINUS, STICK };

struct terms {
    double m11, m12, m22, h1, h2;
    double t1, t2, n1, n2; /* w_t, w_n */
    double st, sn;         /* velocity terms of the tip's acceleration */
    double gap;
};

enum { MECHANICS_VALUES = 12, MECHANICS_GUARDS = 3 };

struct mechanics {
    void (*terms)(const double *values, const double *x, struct terms *out);
    double values[MECHANICS_VALUES]; /* of the mechanism, in its own order */
    double friction, restitution, belt;
    bool newton; /* the impact law; else Poisson's */
};

/* x: two coordinates, two velocities. x' in a mode */
void mechanics_rate(const struct mechanics *mechanics, enum mode mode, const double *x,
                    double *rate);

/* positive while the mode lasts; those that a mode does not have are 1 */
void mechanics_guards(const struct mechanics *mechanics, enum mode mode, const double *x,
                      double *guards);

/* velocities of the tip along and away from the surface */
void mechanics_tip(const struct mechanics *mechanics, const double *x, double *t, double *n);

/* what follows when a guard of a mode has come to zero, and at the start (guard -1):
 * x and mode are those after. NULL, or why nothing can follow */
const char *mechanics_change(const struct mechanics *mechanics, int guard, enum mode *mode,
                             double *x);

/* a case: the mechanism, and its start; false when there is none of this name */
bool mechanics_case(const char *name, struct mechanics *mechanics, double *x);

#endif
