/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A table in parts that are computed apart, as by the job array of a batch queue,
 * and put together afterwards (lib/cli/shard_merge.h). A part says which one it is,
 * of how many and of what job; its rows say where they belong. */
#ifndef LIB_CLI_SHARD_H
#define LIB_CLI_SHARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "lib/base/error.h"

struct shard {
    size_t part, parts; /* part counts from 0; parts 0: the table is whole */
};

/* from "2/4", or from NULL for the whole */
enum error_code shard_read(const char *text, struct shard *shard, struct error *err);

/* whether the piece is in this part, when pieces are dealt out one by one */
bool shard_has(const struct shard *shard, size_t piece);

/* of n pieces those from *first on before *end, when neighbours stay together */
void shard_block(const struct shard *shard, size_t n, size_t *first, size_t *end);

/* before the header of the table, whose first columns this begins; nothing for the
 * whole. `key` is a text that only the parts of one table have in common. */
void shard_print_head(const struct shard *shard, const char *key, size_t rows, FILE *out);

/* a row, one line of text; of a part with its place in the whole and its seal before it. Rows of
 * the same place are kept in their order, and are in one part. */
void shard_print_row(const struct shard *shard, const char *key, size_t place, const char *row,
                     FILE *out);

/* the first digits of the SHA-256 of job, place and row: a row that was changed, or is of another
 * job, does not have it. `sum` is the SHA-256 of the key; false: no memory */
enum { SHARD_SEAL_SIZE = 17 };
bool shard_seal(const char *sum, size_t place, const char *row, char seal[SHARD_SEAL_SIZE]);

#define SHARD_HEAD "# skitter shard"
#define SHARD_COLUMNS "place,seal,"

#define OPTION_SHARD(type)                      \
    OPTION_TEXT("shard", 0, "I/N", type, shard, \
                "do only the I-th of N parts; 'skitter sweep merge' puts them together")

#endif
