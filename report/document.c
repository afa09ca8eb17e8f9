/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE /* vasprintf */
#include "config.h"

#include "report/document.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* room for one more element; false: no memory */
static bool reserve(void *array, size_t *room, size_t n, size_t size)
{
    void **place = array;
    if (n < *room)
        return true;
    const size_t more = *room ? 2 * *room : 16;
    void *new = realloc(*place, more * size);
    if (!new)
        return false;
    *place = new;
    *room = more;
    return true;
}

static struct report_block *add_block(struct report_document *document, enum report_block_kind kind)
{
    document->failed |= !reserve(&document->blocks, &document->room, document->n,
                                 sizeof *document->blocks);
    if (document->failed)
        return NULL;
    struct report_block *block = &document->blocks[document->n++];
    *block = (struct report_block){.kind = kind};
    return block;
}

void report_document_free(struct report_document *document)
{
    for (size_t i = 0; i < document->n; i++) {
        struct report_block *block = &document->blocks[i];
        free(block->text);
        free(block->id);
        for (size_t k = 0; block->table && k < block->table->n; k++)
            free(block->table->cells[k]);
        if (block->table)
            free(block->table->cells);
        free(block->table);
    }
    for (size_t i = 0; i < document->n_owned; i++)
        free(document->owned[i]);
    free(document->owned);
    free(document->blocks);
    *document = (struct report_document){0};
}

enum error_code report_document_check(const struct report_document *document, struct error *err)
{
    return document->failed ? error_memory(err) : ERROR_OK;
}

/* ids are names of files and go into pages as they are: whatever text they were made of,
 * nothing is left of it but letters, digits, - and _ */
static void make_plain(char *id)
{
    for (; *id; id++)
        if (!strchr("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_", *id))
            *id = '-';
}

void report_document_section(struct report_document *document, const char *id, const char *title)
{
    struct report_block *block = add_block(document, REPORT_SECTION);
    if (!block)
        return;
    block->text = strdup(title);
    block->id = strdup(id);
    document->failed |= !block->text || !block->id;
    if (block->id)
        make_plain(block->id);
}

void report_document_text(struct report_document *document, enum report_block_kind kind,
                          const char *format, ...)
{
    struct report_block *block = add_block(document, kind);
    if (!block)
        return;
    va_list arguments;
    va_start(arguments, format);
    if (vasprintf(&block->text, format, arguments) < 0) {
        block->text = NULL;
        document->failed = true;
    }
    va_end(arguments);
}

struct report_table *report_document_table(struct report_document *document,
                                           const char *const *heads, size_t columns)
{
    struct report_block *block = add_block(document, REPORT_TABLE);
    struct report_table *table = block ? calloc(1, sizeof *table) : NULL;
    document->failed |= !table;
    if (!block || !table)
        return NULL;
    block->table = table;
    table->columns = columns;
    for (size_t i = 0; i < columns; i++) {
        table->right[i] = *heads[i] == '>';
        table->head[i] = heads[i] + table->right[i];
    }
    return table;
}

static void add_cell(struct report_document *document, struct report_table *table, char *text)
{
    document->failed |= !text ||
                        !reserve(&table->cells, &table->room, table->n, sizeof *table->cells);
    if (document->failed)
        free(text);
    else
        table->cells[table->n++] = text;
}

void report_table_cell(struct report_document *document, struct report_table *table,
                       const char *format, ...)
{
    if (document->failed)
        return;
    va_list arguments;
    char *text;
    va_start(arguments, format);
    if (vasprintf(&text, format, arguments) < 0)
        text = NULL;
    va_end(arguments);
    add_cell(document, table, text);
}

void report_table_group(struct report_document *document, struct report_table *table,
                        const char *text)
{
    for (size_t i = 0; !document->failed && i < table->columns; i++)
        add_cell(document, table, strdup(i ? "" : text));
}

size_t report_table_rows(const struct report_table *table)
{
    return table->columns ? table->n / table->columns : 0;
}

void report_document_figure(struct report_document *document, const struct report_figure *figure)
{
    struct report_block *block = add_block(document, REPORT_FIGURE);
    if (!block)
        return;
    block->figure = *figure;
    make_plain(block->figure.id);
    report_figure_ranges(&block->figure);
}

static void *own(struct report_document *document, void *memory)
{
    document->failed |= !memory || !reserve(&document->owned, &document->room_owned,
                                            document->n_owned, sizeof *document->owned);
    if (document->failed) {
        free(memory);
        return NULL;
    }
    document->owned[document->n_owned++] = memory;
    return memory;
}

double *report_document_array(struct report_document *document, size_t n)
{
    return own(document, calloc(n + 1, sizeof(double)));
}

const char *report_document_keep(struct report_document *document, const char *format, ...)
{
    va_list arguments;
    char *text;
    va_start(arguments, format);
    if (vasprintf(&text, format, arguments) < 0)
        text = NULL;
    va_end(arguments);
    const char *kept = own(document, text);
    return kept ? kept : "";
}
