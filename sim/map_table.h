/* The result of a map: one table, as CSV or as JSON, on standard output or in a
 * file that appears whole or not at all. */
#ifndef SIM_MAP_TABLE_H
#define SIM_MAP_TABLE_H

#include <stdbool.h>
#include <stddef.h>

#include "common/shard.h"

enum { SIM_MAP_MAX_COLUMNS = 24 };

struct sim_map_table;

struct sim_map_cell {
    const char *word; /* NULL: the number */
    double number;    /* NaN: no value */
};

#define SIM_MAP_WORD(text) ((struct sim_map_cell){.word = (text)})
#define SIM_MAP_NUMBER(value) ((struct sim_map_cell){.number = (value)})

/* path NULL: standard output. Names are kept by the caller. */
enum error_code sim_map_table_open(const char *path, bool force, bool json,
                                   const char *const *names, size_t n,
                                   struct sim_map_table **table, struct error *err);

/* a part of a table, as CSV (common/shard.h); its whole is a table as above */
struct sim_map_part {
    struct shard shard;
    const char *key;
    size_t rows;
};
enum error_code sim_map_table_open_part(const char *path, bool force, bool json,
                                        const struct sim_map_part *part,
                                        const char *const *names, size_t n,
                                        struct sim_map_table **table, struct error *err);

/* place: of the row in the whole table */
void sim_map_table_row_at(struct sim_map_table *table, size_t place,
                          const struct sim_map_cell *cells);
void sim_map_table_row(struct sim_map_table *table, const struct sim_map_cell *cells);

/* the table is gone either way; on failure before (code not ERROR_OK) nothing
 * is left behind and the code is handed back */
enum error_code sim_map_table_close(struct sim_map_table *table, enum error_code code,
                                    struct error *err);

#endif
