/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The result of a map: one table, as CSV or as JSON, on standard output or in a
 * file that appears whole or not at all. */
#ifndef MAP_TABLE_H
#define MAP_TABLE_H

#include <stdbool.h>
#include <stddef.h>

#include "lib/cli/shard.h"
#include "lib/rig/mechanism.h"

enum { MAP_MAX_COLUMNS = 24 };

struct map_table;

struct map_cell {
    const char *word; /* NULL: the number */
    double number;    /* NaN: no value */
};

#define MAP_WORD(text) ((struct map_cell){.word = (text)})
#define MAP_NUMBER(value) ((struct map_cell){.number = (value)})

/* where a table goes */
struct map_target {
    const char *path;                  /* NULL: standard output */
    bool force;                        /* what is there may be replaced */
    bool json;                         /* else CSV */
    const struct mechanism *mechanism; /* whose quantities the columns are, for a person's table */
};

/* names are kept by the caller */
enum error_code map_table_open(struct map_target target, const char *const *names, size_t n,
                               struct map_table **table, struct error *err);

/* a part of a table, as CSV (lib/cli/shard.h); its whole is a table as above */
struct map_part {
    struct shard shard;
    const char *key;
    size_t rows;
};
enum error_code map_table_open_part(struct map_target target, const struct map_part *part,
                                    const char *const *names, size_t n, struct map_table **table,
                                    struct error *err);

/* place: of the row in the whole table */
void map_table_row_at(struct map_table *table, size_t place, const struct map_cell *cells);
void map_table_row(struct map_table *table, const struct map_cell *cells);

/* the table is gone either way; on failure before (code not ERROR_OK) nothing
 * is left behind and the code is handed back */
enum error_code map_table_close(struct map_table *table, enum error_code code, struct error *err);

#endif
