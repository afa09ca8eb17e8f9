/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The linear algebra of orbits: small dense matrices, by rows. All functions
 * are false where a number is not finite or GSL gives up. */
#ifndef ORBIT_MATRIX_H
#define ORBIT_MATRIX_H

#include <complex.h>
#include <stdbool.h>
#include <stddef.h>

#include "sim/problem.h"

/* states, period and parameter */
enum { ORBIT_MAX_UNKNOWNS = SIM_MAX_STATES + 2 };

/* a x = b; of least norm where a is singular */
bool orbit_matrix_solve(size_t n, const double *a, const double *b, double *x);

/* largest modulus first; of a pair, the one with positive imaginary part */
bool orbit_matrix_eigenvalues(size_t n, const double *a, double complex *values);

/* what a does in the space orthogonal to k independent rows: Z^T a Z, with the
 * columns of Z a basis of that space, n - k of them */
bool orbit_matrix_restrict(size_t n, const double *a, size_t k, const double *rows, double *small);

/* a unit vector orthogonal to n - 1 rows */
bool orbit_matrix_orthogonal(size_t n, const double *rows, double *vector);

#endif
