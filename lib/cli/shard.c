/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "lib/cli/shard.h"

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
    fprintf(out, SHARD_HEAD " %zu/%zu of %s, %zu rows\n" SHARD_COLUMN, shard->part + 1,
            shard->parts, sum, rows);
}

void shard_print_place(const struct shard *shard, size_t place, FILE *out)
{
    if (shard->parts > 0)
        fprintf(out, "%zu,", place);
}
