/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A number as the shortest text that reads back as the same double, and the nearest to it
 * among those: what every file of Skitter has. In every locale with a point. */
#ifndef LIB_BASE_NUMBER_H
#define LIB_BASE_NUMBER_H

#include <stddef.h>
#include <stdio.h>

enum { NUMBER_SIZE = 28 }; /* room for any, with the end of the string */

/* As %.17g would arrange it, 0.25, 1e-05, 1.5e+300, but with no digit that is not needed; nan,
 * inf, -inf. Returns its length. */
size_t number_text(double value, char text[NUMBER_SIZE]);

/* the same into a stream */
void number_print(double value, FILE *out);

/* columns of a table: each number with a comma before it */
void number_columns(const double *values, size_t n, FILE *out);

#endif
