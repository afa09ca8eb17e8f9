/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parts of a table (lib/cli/shard.h), put together. */
#ifndef LIB_CLI_SHARD_MERGE_H
#define LIB_CLI_SHARD_MERGE_H

#include "lib/cli/options.h"
#include "lib/cli/shard.h"

struct shard_table;

/* all parts of one table, in any order; a part that is missing, is there twice,
 * is cut short or is of another table is ERROR_INPUT and is named */
enum error_code shard_merge(const struct option_list *paths, struct shard_table **table,
                            struct error *err);
void shard_table_print(const struct shard_table *table, FILE *out);
void shard_table_free(struct shard_table *table); /* NULL is allowed */

#endif
