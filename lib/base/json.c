/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lib/base/json.h"

#include <math.h>

json_t *json_number(double value) { return isfinite(value) ? json_real(value) : json_null(); }

json_t *json_numbers(const double *values, size_t n)
{
    json_t *array = json_array();
    for (size_t i = 0; i < n; i++)
        json_array_append_new(array, json_number(values[i]));
    return array;
}

double json_number_or(const json_t *value, double otherwise)
{
    return json_is_number(value) ? json_number_value(value) : otherwise;
}
