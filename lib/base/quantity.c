/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lib/base/quantity.h"

#include <math.h>
#include <string.h>

#include "lib/base/units.h"

/* 2^53: beyond, not every whole number is a double */
static const double most_whole = 9007199254740992;

size_t quantity_find(const struct quantity *table, size_t n, const char *name)
{
    size_t i = 0;
    while (i < n && strcmp(table[i].name, name) != 0)
        i++;
    return i;
}

enum error_code quantity_check(const struct quantity *quantity, double value, struct error *err)
{
    const char *rule = NULL;
    if (!isfinite(value))
        rule = "is not finite; give a finite number";
    else if (quantity->range == QUANTITY_POSITIVE && !(value > 0))
        rule = "is not positive; give a value above zero";
    else if (quantity->range == QUANTITY_NON_NEGATIVE && !(value >= 0))
        rule = "is negative; give zero or more";
    else if (quantity->range == QUANTITY_FRACTION && !(value >= 0 && value <= 1))
        rule = "is out of range; give a value from 0 to 1";
    else if (quantity->range == QUANTITY_WHOLE && !(value >= 0 && value == floor(value)))
        rule = "is not a whole number; give 0, 1, 2 or so on";
    else if (quantity->range == QUANTITY_WHOLE && value > most_whole)
        rule = "is too large for a whole number; give at most 9007199254740992";
    if (!rule)
        return ERROR_OK;
    char text[UNITS_TEXT_SIZE];
    units_format(value, quantity->unit, text, sizeof text);
    return error_set(err, ERROR_INPUT, "%s %s", text, rule);
}
