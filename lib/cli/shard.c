/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "lib/cli/shard.h"

#include <stdlib.h>

#include "lib/base/memory.h"
#include "lib/base/sha256.h"

enum error_code shard_read(const char *text, struct shard *shard, struct error *err)
{
    unsigned part, parts;
    char rest;
    *shard = (struct shard){0};
    if (!text)
        return ERROR_OK;
    if (sscanf(text, "%u/%u%c", &part, &parts, &rest) != 2 || part < 1 || part > parts)
        return error_set(err, ERROR_USAGE, "--shard '%s' is not of the form 2/4", text);
    *shard = (struct shard){part - 1, parts};
    return ERROR_OK;
}

bool shard_has(const struct shard *shard, size_t piece)
{
    return shard->parts == 0 || piece % shard->parts == shard->part;
}

void shard_block(const struct shard *shard, size_t n, size_t *first, size_t *end)
{
    const size_t parts = shard->parts ? shard->parts : 1;
    *first = shard->part * n / parts;
    *end = (shard->part + 1) * n / parts;
}

void shard_print_head(const struct shard *shard, const char *key, size_t rows, FILE *out)
{
    char sum[SHA256_TEXT_SIZE];
    if (shard->parts == 0)
        return;
    sha256_text(key, sum);
    fprintf(out, SHARD_HEAD " %zu/%zu of %s, %zu rows\n" SHARD_COLUMNS, shard->part + 1,
            shard->parts, sum, rows);
}

bool shard_seal(const char *sum, size_t place, const char *row, char seal[SHARD_SEAL_SIZE])
{
    char *text, all[SHA256_TEXT_SIZE];
    if (asprintf(&text, "%s %zu %s", sum, place, row) < 0)
        return false;
    sha256_text(text, all);
    free(text);
    snprintf(seal, SHARD_SEAL_SIZE, "%.*s", SHARD_SEAL_SIZE - 1, all);
    return true;
}

void shard_print_row(const struct shard *shard, const char *key, size_t place, const char *row,
                     FILE *out)
{
    char sum[SHA256_TEXT_SIZE], seal[SHARD_SEAL_SIZE];
    if (shard->parts > 0) {
        sha256_text(key, sum);
        if (!shard_seal(sum, place, row, seal)) {
            memory_note();
            return;
        }
        fprintf(out, "%zu,%s,", place, seal);
    }
    fprintf(out, "%s\n", row);
}
