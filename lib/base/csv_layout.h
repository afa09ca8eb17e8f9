/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How a table is laid out, found from its first lines: what stands between its cells, point or
 * comma in its numbers, which lines name the columns and where the rows begin. Every
 * laboratory has its own way. Used by csv.c only. */
#ifndef LIB_BASE_CSV_LAYOUT_H
#define LIB_BASE_CSV_LAYOUT_H

#include <stdbool.h>
#include <stddef.h>

#include "lib/base/error.h"

enum { CSV_SNIFFED_MAX = 512 };

/* the first lines that are neither empty nor ended, comments too */
struct csv_sniffed {
    char *lines[CSV_SNIFFED_MAX];
    size_t n;
};

struct csv_layout {
    char separator; /* ' ' is blanks */
    bool decimal_comma;
    size_t first;        /* sniffed line with the first row; n of them when there is none */
    bool sure;           /* rows of numbers were found */
    size_t names, units; /* sniffed lines; CSV_NO_LINE: there is none */
};
#define CSV_NO_LINE ((size_t)-1)

bool csv_layout_comment(const char *line);

/* what best explains the lines; lines that no row of numbers is in begin with the names */
enum error_code csv_layout_find(const struct csv_sniffed *sniffed, struct csv_layout *layout,
                                struct error *err);

#endif
