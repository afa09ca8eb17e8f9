/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The description of one physical quantity that a person may set: a row of a
 * table. Rig files, --set, man pages and result files are all read from such
 * tables, so that a new parameter is one new row. */
#ifndef LIB_BASE_QUANTITY_H
#define LIB_BASE_QUANTITY_H

#include <stddef.h>

#include "lib/base/error.h"

enum quantity_range {
    QUANTITY_ANY,
    QUANTITY_POSITIVE,
    QUANTITY_NON_NEGATIVE,
    QUANTITY_FRACTION, /* 0 to 1 */
    QUANTITY_WHOLE     /* 0, 1, 2, ... 2^53 */
};

enum quantity_default {
    QUANTITY_REQUIRED,
    QUANTITY_VALUE,   /* default_value */
    QUANTITY_SAME_AS, /* the value of the quantity called same_as */
    QUANTITY_COMPUTED /* found from the others; doc says how */
};

struct quantity {
    const char *name; /* key, option name and column name */
    const char *unit; /* SI, as udunits2 reads it; "1" for a pure number */
    enum quantity_range range;
    enum quantity_default fallback;
    double default_value; /* in `unit` */
    const char *same_as;
    const char *doc; /* one line */
};

/* row of a name, n when there is none */
size_t quantity_find(const struct quantity *table, size_t n, const char *name);

/* whether a value is finite and in the row's range */
enum error_code quantity_check(const struct quantity *quantity, double value, struct error *err);

#endif
