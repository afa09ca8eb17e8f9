/* skitter sweep: put the shards of a sweep together */
#include "config.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/file.h"
#include "common/stream.h"
#include "front/commands.h"

enum { MAX_SHARD = 1 << 30, KIND_SIZE = 32 };

struct merge_settings {
    const char *output;
    bool force;
};

/* kind, number, and the rest */
struct row {
    const char *line, *path;
    char kind[KIND_SIZE];
    unsigned long number;
};

struct table {
    const char *header;
    struct row *rows;
    size_t n, room;
};

static enum error_code add_row(struct table *table, const char *path, const char *line,
                               struct error *err)
{
    if (table->n == table->room) {
        const size_t room = table->room ? 2 * table->room : 256;
        struct row *rows = realloc(table->rows, room * sizeof *rows);
        if (!rows)
            return error_memory(err);
        table->rows = rows;
        table->room = room;
    }
    struct row *row = &table->rows[table->n];
    *row = (struct row){.line = line, .path = path};
    if (sscanf(line, "%31[^,],%lu,", row->kind, &row->number) != 2 || row->number == 0)
        return error_set(err, ERROR_INPUT, "%s: '%.40s' is no row of a sweep", path, line);
    table->n++;
    return ERROR_OK;
}

/* cut into lines in place */
static enum error_code add_file(struct table *table, const char *path, char *bytes,
                                struct error *err)
{
    char *rest, *line = strtok_r(bytes, "\n", &rest);
    if (!line || strncmp(line, "kind,", 5) != 0)
        return error_set(err, ERROR_INPUT, "%s is no shard of a sweep", path);
    if (!table->header)
        table->header = line;
    if (strcmp(line, table->header) != 0)
        return error_set(err, ERROR_INPUT, "%s has other columns: it is of another sweep", path);
    enum error_code code = ERROR_OK;
    while (!code && (line = strtok_r(NULL, "\n", &rest)))
        code = add_row(table, path, line, err);
    return code;
}

/* up before down, each by its numbers */
static int by_number(const void *left, const void *right)
{
    const struct row *a = left, *b = right;
    const int kinds = strcmp(b->kind, a->kind);
    if (kinds)
        return kinds;
    return (a->number > b->number) - (a->number < b->number);
}

/* every number of a kind from 1 on, once */
static enum error_code check_rows(const struct table *table, struct error *err)
{
    unsigned long expected = 1;
    for (size_t i = 0; i < table->n; i++, expected++) {
        const struct row *row = &table->rows[i];
        if (i > 0 && strcmp(row->kind, row[-1].kind) != 0)
            expected = 1;
        if (i > 0 && strcmp(row->kind, row[-1].kind) == 0 && row->number == row[-1].number)
            return error_set(err, ERROR_INPUT, "row %s %lu is in %s and in %s", row->kind,
                             row->number, row[-1].path, row->path);
        if (row->number != expected)
            return error_set(err, ERROR_INPUT, "row %s %lu is missing; is a shard missing?",
                             row->kind, expected);
    }
    return ERROR_OK;
}

static enum error_code write_rows(const struct table *table, const struct merge_settings *s,
                                  struct error *err)
{
    struct stream *stream = NULL;
    enum error_code code = s->output ? stream_open(s->output, s->force, &stream, err) : ERROR_OK;
    if (code)
        return code;
    FILE *out = stream ? stream_file(stream) : stdout;
    fprintf(out, "%s\n", table->header);
    for (size_t i = 0; i < table->n; i++)
        fprintf(out, "%s\n", table->rows[i].line);
    return stream ? stream_commit(stream, err) : ERROR_OK;
}

static enum error_code merge(const void *settings, const struct option_list *arguments,
                             struct error *err)
{
    struct table table = {0};
    enum error_code code = ERROR_OK;
    char **files = calloc(arguments->n, sizeof *files);
    if (!files)
        return error_memory(err);
    for (size_t i = 0; i < arguments->n && !code; i++) {
        size_t size;
        code = file_read_whole(arguments->items[i], MAX_SHARD, &files[i], &size, err);
        if (!code)
            code = add_file(&table, arguments->items[i], files[i], err);
    }
    if (!code && table.n) {
        qsort(table.rows, table.n, sizeof *table.rows, by_number);
        code = check_rows(&table, err);
    }
    if (!code)
        code = write_rows(&table, settings, err);
    for (size_t i = 0; i < arguments->n; i++)
        free(files[i]);
    free(files);
    free(table.rows);
    return code;
}

static const struct option_row merge_options[] = {
    OPTION_TEXT("output", 'o', "FILE", struct merge_settings, output,
                "write the whole sweep there (default: standard output)"),
    OPTION_FORCE(struct merge_settings),
};

static const char *const merge_synopsis[] = {"[-o FILE] SHARD...", NULL};
static const struct option_argument shards[] = {
    {"SHARD", "the outputs of 'skitter-orbit sweep --shard'"}, {0}};

static const struct program sweep_merge_command = {
    .name = "skitter sweep merge",
    .summary = "put the shards of a sweep together",
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
    .summary = "put the shards of a sweep together",
    .commands = sweep_commands,
};
