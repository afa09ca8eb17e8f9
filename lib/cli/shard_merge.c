/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "lib/cli/shard_merge.h"

#include <stdlib.h>
#include <string.h>

#include "lib/base/file.h"
#include "lib/base/sha256.h"
#include "lib/base/shown.h"

enum { MAX_SIZE = 1 << 30, NAMED = 8 };

struct part {
    const char *path;
    char *bytes;
    struct shard shard;
    char key[SHA256_TEXT_SIZE];
    const char *header;
    size_t rows;
};

struct row {
    size_t place;
    const struct part *part;
    const char *text;
};

struct shard_table {
    struct part *parts; /* as given */
    size_t n_parts;
    struct row *rows;
    size_t n_rows, room;
};

/* what follows a place: seal and row */
static enum error_code take_row(struct shard_table *table, const struct part *part, size_t place,
                                const char *rest, struct error *err)
{
    char seal[SHARD_SEAL_SIZE];
    const size_t length = strcspn(rest, ",");
    const char *text = rest + length + (rest[length] == ',');
    if (!shard_seal(part->key, place, text, seal))
        return error_memory(err);
    if (length != strlen(seal) || memcmp(rest, seal, length) != 0)
        return error_set(err, ERROR_INPUT,
                         "%s: the row of place %zu was changed, or is of another job; compute "
                         "the part again",
                         part->path, place);
    table->rows[table->n_rows++] = (struct row){place, part, text};
    return ERROR_OK;
}

static enum error_code add_row(struct shard_table *table, const struct part *part, const char *line,
                               struct error *err)
{
    if (table->n_rows == table->room) {
        const size_t room = table->room ? 2 * table->room : 256;
        struct row *rows = realloc(table->rows, room * sizeof *rows);
        if (!rows)
            return error_memory(err);
        table->rows = rows;
        table->room = room;
    }
    char *end;
    const unsigned long long place = strtoull(line, &end, 10);
    if (end == line || *end != ',')
        return error_set(err, ERROR_INPUT, "%s: '%.40s' does not begin with its place", part->path,
                         line);
    return take_row(table, part, (size_t)place, end + 1, err);
}

/* cut into lines in place */
static enum error_code read_part(struct shard_table *table, struct part *part, struct error *err)
{
    size_t size;
    enum error_code code = file_read_whole(part->path, MAX_SIZE, &part->bytes, &size, err);
    if (code)
        return code;
    if (size == 0 || part->bytes[size - 1] != '\n')
        return error_set(err, ERROR_INPUT, "%s does not end with a whole line: it is cut short",
                         part->path);
    char *rest, *head = strtok_r(part->bytes, "\n", &rest);
    char *header = strtok_r(NULL, "\n", &rest);
    if (!head || !header || strncmp(header, SHARD_COLUMNS, strlen(SHARD_COLUMNS)) != 0 ||
        sscanf(head, SHARD_HEAD " %zu/%zu of %64[0-9a-f], %zu rows", &part->shard.part,
               &part->shard.parts, part->key, &part->rows) != 4 ||
        part->shard.part < 1 || part->shard.part > part->shard.parts)
        return error_set(err, ERROR_INPUT, "%s is no output of --shard", part->path);
    part->shard.part--;
    part->header = header + strlen(SHARD_COLUMNS);
    const size_t before = table->n_rows;
    for (char *line; !code && (line = strtok_r(NULL, "\n", &rest));)
        code = add_row(table, part, line, err);
    if (!code && table->n_rows - before != part->rows)
        code = error_set(err, ERROR_INPUT, "%s has %zu rows and not %zu: it is cut short",
                         part->path, table->n_rows - before, part->rows);
    return code;
}

static enum error_code check_kin(const struct part *first, const struct part *other,
                                 struct error *err)
{
    if (first->shard.parts != other->shard.parts)
        return error_set(err, ERROR_INPUT, "%s is one of %zu parts, but %s one of %zu", first->path,
                         first->shard.parts, other->path, other->shard.parts);
    if (strcmp(first->key, other->key) != 0 || strcmp(first->header, other->header) != 0)
        return error_set(err, ERROR_INPUT,
                         "%s and %s are parts of different jobs: rig, parameters or options "
                         "differ",
                         first->path, other->path);
    return ERROR_OK;
}

/* each part once */
static enum error_code check_set(const struct shard_table *table, const struct part **holders,
                                 struct error *err)
{
    const size_t parts = table->parts[0].shard.parts;
    for (size_t i = 0; i < table->n_parts; i++) {
        const struct part *part = &table->parts[i], **holder = &holders[part->shard.part];
        if (*holder)
            return error_set(err, ERROR_INPUT, "%s and %s are both part %zu/%zu", (*holder)->path,
                             part->path, part->shard.part + 1, parts);
        *holder = part;
    }
    if (table->n_parts == parts)
        return ERROR_OK;
    char names[NAMED * 24 + 16] = "";
    size_t named = 0, length = 0;
    for (size_t k = 0; k < parts && named <= NAMED; k++) {
        if (holders[k])
            continue;
        if (named++ < NAMED)
            length += (size_t)snprintf(names + length, sizeof names - length, "%s%zu/%zu",
                                       named > 1 ? ", " : "", k + 1, parts);
        else
            snprintf(names + length, sizeof names - length, ", ...");
    }
    return error_set(err, ERROR_INPUT, "%zu of %zu parts are missing: %s", parts - table->n_parts,
                     parts, names);
}

/* rows are in the order in which they were read where places are equal */
static int by_place(const void *left, const void *right)
{
    const struct row *a = left, *b = right;
    if (a->place != b->place)
        return a->place < b->place ? -1 : 1;
    return (a->text > b->text) - (a->text < b->text);
}

/* the same row again, or a place that is in two parts */
static enum error_code check_twice(const struct shard_table *table, struct error *err)
{
    for (size_t i = 1; i < table->n_rows; i++) {
        const struct row *a = &table->rows[i - 1], *b = &table->rows[i];
        if (a->place != b->place)
            continue;
        if (a->part != b->part)
            return error_set(err, ERROR_INPUT,
                             "%s and %s both have rows of place %zu: one is changed", a->part->path,
                             b->part->path, a->place);
        if (strcmp(a->text, b->text) == 0)
            return error_set(err, ERROR_INPUT, "%s has a row of place %zu twice: it is changed",
                             b->part->path, b->place);
    }
    return ERROR_OK;
}

/* whether each part has the places that are dealt to it, one after the other */
static bool is_dealt(const struct shard_table *table)
{
    for (size_t i = 0; i < table->n_rows; i++)
        if (!shard_has(&table->rows[i].part->shard, table->rows[i].place))
            return false;
    return true;
}

/* the first row that is not behind those of the parts before its own; NULL: neighbours are in
 * one part */
static const struct row *out_of_block(const struct shard_table *table)
{
    for (size_t i = 1; i < table->n_rows; i++)
        if (table->rows[i - 1].part->shard.part > table->rows[i].part->shard.part)
            return &table->rows[i];
    return NULL;
}

/* Pieces are dealt one by one, and each has a row, or neighbours are in one part. A row that
 * is neither is none of this table. */
static enum error_code check_places(const struct shard_table *table, struct error *err)
{
    const struct row *stray = out_of_block(table);
    if (!stray)
        return ERROR_OK;
    if (!is_dealt(table))
        return error_set(err, ERROR_INPUT, "%s has a row of place %zu, which is not its own",
                         stray->part->path, stray->place);
    size_t next = 0;
    for (size_t i = 0; i < table->n_rows; i++) {
        if (table->rows[i].place > next)
            return error_set(err, ERROR_INPUT, "the row of place %zu is missing", next);
        next = table->rows[i].place + 1;
    }
    return ERROR_OK;
}

static enum error_code read_all(const struct option_list *paths, struct shard_table *table,
                                struct error *err)
{
    table->parts = calloc(paths->n, sizeof *table->parts);
    if (!table->parts)
        return error_memory(err);
    enum error_code code = ERROR_OK;
    for (size_t i = 0; !code && i < paths->n; i++) {
        struct part *part = &table->parts[table->n_parts++];
        part->path = paths->items[i];
        code = read_part(table, part, err);
        if (!code)
            code = check_kin(&table->parts[0], part, err);
    }
    return code;
}

enum error_code shard_merge(const struct option_list *paths, struct shard_table **table,
                            struct error *err)
{
    struct shard_table *t = calloc(1, sizeof *t);
    if (!t)
        return error_memory(err);
    enum error_code code = read_all(paths, t, err);
    const struct part **holders = code ? NULL : calloc(t->parts[0].shard.parts, sizeof *holders);
    if (!code)
        code = holders ? check_set(t, holders, err) : error_memory(err);
    free(holders);
    if (code) {
        shard_table_free(t);
        return code;
    }
    if (t->n_rows)
        qsort(t->rows, t->n_rows, sizeof *t->rows, by_place);
    code = check_twice(t, err);
    if (!code)
        code = check_places(t, err);
    if (code)
        shard_table_free(t);
    else
        *table = t;
    return code;
}

void shard_table_print(const struct shard_table *table, FILE *out)
{
    shown_printf(out, "%s\n", table->parts[0].header);
    for (size_t i = 0; i < table->n_rows; i++)
        shown_printf(out, "%s\n", table->rows[i].text);
}

void shard_table_free(struct shard_table *table)
{
    if (!table)
        return;
    for (size_t i = 0; i < table->n_parts; i++)
        free(table->parts[i].bytes);
    free(table->parts);
    free(table->rows);
    free(table);
}
