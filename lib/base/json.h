/* SPDX-License-Identifier: GPL-3.0-or-later */
/* JSON with numbers that are doubles: infinity and NaN, which it does not know, are null, and
 * numbers are written as the shortest text that reads back. */
#ifndef LIB_BASE_JSON_H
#define LIB_BASE_JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include <jansson.h>

json_t *json_number(double value);

/* an array of them */
json_t *json_numbers(const double *values, size_t n);

/* the number that it is, or else the other */
double json_number_or(const json_t *value, double otherwise);

/* the whole, a member a line, without a line's end; false when it could not be written or
 * there is no memory */
bool json_print(const json_t *json, FILE *out);

/* the same as text, which the caller frees; NULL without memory */
char *json_text(const json_t *json);

#endif
