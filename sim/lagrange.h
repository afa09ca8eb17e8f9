/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Polynomials through given nodes. */
#ifndef SIM_LAGRANGE_H
#define SIM_LAGRANGE_H

/* coefficients of x^k, k < n, of the polynomial that is 1 at nodes[at] and 0 at the
 * other nodes */
void sim_lagrange(int n, const double *nodes, int at, double *coefficients);

/* n Chebyshev nodes in [-1, 1], its ends among them, and the coefficients for each
 * (n rows of n) */
void sim_lagrange_chebyshev(int n, double *nodes, double *coefficients);

#endif
