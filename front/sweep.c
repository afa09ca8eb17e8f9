/* SPDX-License-Identifier: GPL-3.0-or-later */
/* skitter sweep: put the parts of a sweep together */
#include "config.h"

#include <stdint.h>
#include <stdio.h>

#include "lib/cli/remark.h"
#include "lib/cli/shard_merge.h"
#include "lib/base/stream.h"
#include "front/commands.h"

struct merge_settings {
    const char *output;
    bool force;
};

static enum error_code write_table(const struct shard_table *table,
                                   const struct merge_settings *settings, struct error *err)
{
    struct stream *stream;
    if (!settings->output) {
        shard_table_print(table, stdout);
        return ERROR_OK;
    }
    enum error_code code = stream_open(settings->output, settings->force, &stream, err);
    if (code)
        return code;
    shard_table_print(table, stream_file(stream));
    return stream_commit(stream, err);
}

static enum error_code merge(const void *settings, const struct option_list *arguments,
                             struct error *err)
{
    struct shard_table *table;
    enum error_code code = shard_merge(arguments, &table, err);
    if (code)
        return code;
    const struct merge_settings *s = settings;
    code = write_table(table, s, err);
    if (!code && s->output)
        remark(false, "skitter sweep merge", "written: %s, of %zu parts", s->output, arguments->n);
    shard_table_free(table);
    return code;
}

static const struct option_row merge_options[] = {
    OPTION_OUTPUT("FILE", struct merge_settings, output,
                  "write the whole table there (default: standard output)"),
    OPTION_FORCE(struct merge_settings),
};

static const char *const merge_synopsis[] = {"[-o FILE] SHARD...", NULL};
static const struct option_argument shards[] = {
    {"SHARD", "all outputs of one command with --shard"}, {0}};

static const struct program sweep_merge_command = {
    .name = "skitter sweep merge",
    .summary = "put the parts of a sweep or a map together",
    .synopsis = merge_synopsis,
    .arguments = shards,
    .min_arguments = 1,
    .max_arguments = SIZE_MAX,
    OPTION_ROWS(merge_options),
    .settings_size = sizeof(struct merge_settings),
    .run = merge,
};

static const struct program *const sweep_commands[] = {&sweep_merge_command, NULL};

const struct program front_sweep = {
    .name = "skitter sweep",
    .summary = "put the parts of a sweep or a map together",
    .commands = sweep_commands,
};
