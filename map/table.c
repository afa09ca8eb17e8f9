/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "map/table.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/json.h"
#include "lib/base/memory.h"
#include "lib/base/number.h"
#include "lib/base/stream.h"
#include "lib/base/text.h"
#include "lib/cli/table.h"
#include "sim/table.h"

struct map_table {
    struct stream *stream; /* NULL: standard output */
    FILE *out;
    json_t *rows; /* NULL: CSV */
    struct shard shard;
    const char *key; /* of it; kept by the caller */
    const char *const *names;
    size_t n;
    struct table shown; /* on standard output, unless as JSON; no file: elsewhere */
    const struct mechanism *mechanism;
};

enum error_code map_table_open(struct map_target target, const char *const *names, size_t n,
                               struct map_table **table, struct error *err)
{
    static const struct map_part whole = {.key = ""};
    return map_table_open_part(target, &whole, names, n, table, err);
}

static void print_header(const struct map_table *table, const struct map_part *part)
{
    shard_print_head(&part->shard, part->key, part->rows, table->out);
    for (size_t i = 0; i < table->n; i++)
        fprintf(table->out, "%s%s", table->names[i], i + 1 < table->n ? "," : "\n");
}

enum error_code map_table_open_part(struct map_target target, const struct map_part *part,
                                    const char *const *names, size_t n, struct map_table **table,
                                    struct error *err)
{
    struct map_table *t = calloc(1, sizeof *t);
    if (!t)
        return error_memory(err);
    *t = (struct map_table){
        .out = stdout, .shard = part->shard, .key = part->key, .names = names, .n = n};
    enum error_code code = ERROR_OK;
    if (target.path)
        code = stream_open(target.path, target.force, &t->stream, err);
    if (code) {
        free(t);
        return code;
    }
    if (target.path)
        t->out = stream_file(t->stream);
    /* the parts of a shard are for a file */
    if (!target.path && !target.json && target.mechanism && part->shard.parts == 0) {
        code = table_begin(&t->shown, stdout, false, err);
        if (code) {
            free(t);
            return code;
        }
        t->out = t->shown.file;
        t->mechanism = target.mechanism;
    }
    if (target.json)
        t->rows = json_array();
    else
        print_header(t, part);
    *table = t;
    return ERROR_OK;
}

static json_t *json_of(const struct map_cell *cell)
{
    return cell->word ? json_string(cell->word) : json_number(cell->number);
}

void map_table_row(struct map_table *table, const struct map_cell *cells)
{
    if (table->rows) {
        json_t *row = json_object();
        for (size_t i = 0; i < table->n; i++)
            json_object_set_new(row, table->names[i], json_of(&cells[i]));
        json_array_append_new(table->rows, row);
        return;
    }
    for (size_t i = 0; i < table->n; i++) {
        if (cells[i].word)
            fputs(cells[i].word, table->out);
        else if (!isnan(cells[i].number))
            number_print(cells[i].number, table->out);
        fputc(i + 1 < table->n ? ',' : '\n', table->out);
    }
}

void map_table_row_at(struct map_table *table, size_t place, const struct map_cell *cells)
{
    char *text = NULL;
    size_t size;
    FILE *out = table->out;
    if (table->shard.parts == 0) {
        map_table_row(table, cells);
        return;
    }
    table->out = text_open(&text, &size);
    if (table->out) {
        map_table_row(table, cells);
        text_end(table->out, &text, NULL);
    } else {
        memory_note();
    }
    table->out = out;
    if (text) {
        text[strcspn(text, "\n")] = '\0';
        shard_print_row(&table->shard, table->key, place, text, out);
    }
    free(text);
}

enum error_code map_table_close(struct map_table *table, enum error_code code, struct error *err)
{
    if (!table)
        return code;
    if (!code && table->rows) {
        json_print(table->rows, table->out);
        fputc('\n', table->out);
    }
    json_decref(table->rows);
    struct error late;
    if (table->shown.file && table_end(&table->shown, sim_table_unit, table->mechanism, &late) &&
        !code) {
        code = late.code;
        if (err)
            *err = late;
    }
    if (table->stream && !code)
        code = stream_commit(table->stream, err);
    else
        stream_abandon(table->stream);
    free(table);
    return code;
}
