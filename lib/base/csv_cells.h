/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A line of a table cut into its cells, and a cell as a number. Used by csv*.c only. */
#ifndef LIB_BASE_CSV_CELLS_H
#define LIB_BASE_CSV_CELLS_H

#include <stdbool.h>
#include <stddef.h>

#include "lib/base/error.h"

struct csv_cells {
    char **items;
    size_t n, room;
};

/* Cut `line` apart in place. A separator of ' ' is any number of blanks and tabs; a cell may
 * stand in double quotes. With `decimal_comma` the commas of the cells become points. */
enum error_code csv_cells_split(struct csv_cells *cells, char *line, char separator,
                                bool decimal_comma, struct error *err);

/* A cell as a number: decimal, hexadecimal, or a time of day with or without its date,
 * 12:34:56.789, in s. NaN is what instruments write for a sample that they lost (nothing, NaN,
 * NA, --), infinite what they write for one beyond their range. false: it is none of these. */
bool csv_cells_number(const char *cell, double *value);

/* blanks at both ends go */
void csv_cells_trim(char *text);

#endif
