/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "report/document.h"

#include <stdarg.h>
#include <string.h>

static struct report_block *add_block(struct report_document *document, enum report_block_kind kind)
{
    void *grown = arena_grow(&document->arena, document->blocks, document->n, &document->room,
                             sizeof *document->blocks);
    if (!grown || document->arena.failed)
        return NULL;
    document->blocks = grown;
    struct report_block *block = &document->blocks[document->n++];
    *block = (struct report_block){.kind = kind};
    return block;
}

void report_document_free(struct report_document *document)
{
    arena_free(&document->arena);
    *document = (struct report_document){0};
}

enum error_code report_document_check(const struct report_document *document, struct error *err)
{
    return document->arena.failed ? error_memory(err) : ERROR_OK;
}

/* ids are names of files and go into pages as they are: whatever text they were made of,
 * nothing is left of it but letters, digits, - and _ */
static const char *make_plain(char *id)
{
    for (char *c = id; *c; c++)
        if (!strchr("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_", *c))
            *c = '-';
    return id;
}

void report_document_section(struct report_document *document, const char *id, const char *title)
{
    struct report_block *block = add_block(document, REPORT_SECTION);
    if (!block)
        return;
    char *plain = arena_array(&document->arena, strlen(id) + 1, 1);
    block->text = arena_print(&document->arena, "%s", title);
    block->id = plain ? make_plain(strcpy(plain, id)) : "";
}

void report_document_text(struct report_document *document, enum report_block_kind kind,
                          const char *format, ...)
{
    struct report_block *block = add_block(document, kind);
    if (!block)
        return;
    va_list arguments;
    va_start(arguments, format);
    block->text = arena_vprint(&document->arena, format, arguments);
    va_end(arguments);
}

struct report_table *report_document_table(struct report_document *document,
                                           const char *const *heads, size_t columns)
{
    struct report_block *block = add_block(document, REPORT_TABLE);
    struct report_table *table = block ? arena_array(&document->arena, 1, sizeof *table) : NULL;
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

static void add_cell(struct report_document *document, struct report_table *table, const char *text)
{
    void *grown = arena_grow(&document->arena, table->cells, table->n, &table->room,
                             sizeof *table->cells);
    if (!grown || document->arena.failed)
        return;
    table->cells = grown;
    table->cells[table->n++] = text;
}

void report_table_cell(struct report_document *document, struct report_table *table,
                       const char *format, ...)
{
    if (document->arena.failed)
        return;
    va_list arguments;
    va_start(arguments, format);
    add_cell(document, table, arena_vprint(&document->arena, format, arguments));
    va_end(arguments);
}

void report_table_group(struct report_document *document, struct report_table *table,
                        const char *text)
{
    for (size_t i = 0; !document->arena.failed && i < table->columns; i++)
        add_cell(document, table, i ? "" : arena_print(&document->arena, "%s", text));
}

size_t report_table_rows(const struct report_table *table)
{
    return table->columns ? table->n / table->columns : 0;
}

bool report_table_is_group(const struct report_table *table, size_t row)
{
    for (size_t i = 1; i < table->columns; i++)
        if (*table->cells[row * table->columns + i])
            return false;
    return true;
}

void report_document_live(struct report_document *document, const char *json)
{
    struct report_block *block = add_block(document, REPORT_LIVE);
    if (block)
        block->text = json;
}

void report_document_moving(struct report_document *document, const char *json, const char *picture,
                            const struct report_figure *lines)
{
    struct report_block *block = add_block(document, REPORT_MOVING);
    if (!block)
        return;
    block->text = json;
    block->picture = picture;
    block->figure = *lines;
    make_plain(block->figure.id);
}

struct report_tile *report_document_tiles(struct report_document *document, size_t n,
                                          const char *caption)
{
    struct report_block *block = add_block(document, REPORT_TILES);
    struct report_tile *tiles = block ? arena_array(&document->arena, n, sizeof *tiles) : NULL;
    if (tiles) {
        block->tiles = tiles;
        block->n_tiles = n;
        block->text = caption;
    }
    return tiles;
}

void report_document_difference(struct report_document *document, const double *is,
                                const double *of, const double *less)
{
    if (document->n_differences < REPORT_DIFFERENCES_MAX)
        document->differences[document->n_differences++] = (struct report_difference){is, of, less};
}

void report_document_figure(struct report_document *document, const struct report_figure *figure)
{
    struct report_block *block = add_block(document, REPORT_FIGURE);
    if (!block)
        return;
    block->figure = *figure;
    make_plain(block->figure.id);
    figure_panel_ranges(&block->figure.panel);
}
