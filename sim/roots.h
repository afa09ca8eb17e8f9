/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Zeros of a polynomial c_0 + c_1 x + ... + c_n x^n in (0, 1], isolated for certain: by bounds from
 * its coefficients, and where these do not tell by the signs of its Bernstein coefficients, which
 * vary as often as there are zeros or an even number more (Descartes' rule). */
#ifndef SIM_ROOTS_H
#define SIM_ROOTS_H

enum { SIM_ROOTS_DEGREE = 28 };

/* The first at which a polynomial that is positive at 0 crosses zero; NaN: there is none. Where it
 * touches zero to rounding and does not cross it, that is none */
double sim_roots_first(const double *c, int n);

/* the same of one that is positive at `from`, beyond there; NaN also where it is not */
double sim_roots_after(const double *c, int n, double from);

/* The place of the first dip below `level` that stays above zero: where a polynomial that is
 * positive at 0 is lowest between falling to the level and rising to it again. NaN: there is none
 * before it crosses zero, or the end comes first. */
double sim_roots_dip(const double *c, int n, double level);

/* the polynomial in y, x = from + y (to - from) */
void sim_roots_part(const double *c, int n, double from, double to, double *out);

#endif
