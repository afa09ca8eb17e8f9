/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers in JSON, which knows neither infinity nor NaN: those are null. */
#ifndef LIB_BASE_JSON_H
#define LIB_BASE_JSON_H

#include <stddef.h>

#include <jansson.h>

json_t *json_number(double value);

/* an array of them */
json_t *json_numbers(const double *values, size_t n);

/* the number that it is, or else the other */
double json_number_or(const json_t *value, double otherwise);

#endif
