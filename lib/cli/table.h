/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows for whoever looks: a command writes them once, as CSV with a header and in SI units. A
 * program in a pipe gets them so, a person at a terminal an aligned table with units and the
 * digits that matter, --json an array of objects. Lines that begin with # are remarks. */
#ifndef LIB_CLI_TABLE_H
#define LIB_CLI_TABLE_H

#include <stdbool.h>
#include <stdio.h>

#include "lib/base/error.h"

/* the SI unit of a column of that name, NULL or "1" when it has none; may be NULL as a whole */
typedef const char *table_unit(const void *context, const char *column);

struct table {
    FILE *file; /* where the rows go */
    /* of table.c */
    FILE *out;
    bool json, aligned;
    char *text;
    size_t size;
};

/* rows for `out`: aligned when that is a terminal */
enum error_code table_begin(struct table *table, FILE *out, bool json, struct error *err);

/* a cell of text between quotes. Whatever it holds: JSON keeps it, a reader gets it escaped. */
void table_text(const struct table *table, const char *text);

/* show them; the rows are gone either way */
enum error_code table_end(struct table *table, table_unit *unit, const void *context,
                          struct error *err);

/* the unit that people read in place of an SI unit, mm for m, and its factor; "" for 1 */
const char *table_reader_unit(const char *si, double *factor);

#endif
