/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A page as a list of blocks: headings, text, tables, figures. Made once, drawn as
 * HTML and as PDF. */
#ifndef REPORT_DOCUMENT_H
#define REPORT_DOCUMENT_H

#include "lib/base/arena.h"
#include "lib/base/error.h"
#include "report/figure.h"

enum report_block_kind {
    REPORT_SECTION, /* a new page: text is the title, id its anchor */
    REPORT_HEADING,
    REPORT_TEXT,
    REPORT_REMARK, /* text in small type */
    REPORT_WARNING,
    REPORT_VERDICT, /* the one sentence, in large type */
    REPORT_TABLE,
    REPORT_LIVE,   /* in pages alone: what the simulator in them needs, as JSON */
    REPORT_TILES,  /* all runs in small, each a link to its section */
    REPORT_MOVING, /* in pages alone: the mechanism drawn, and what a page moves it with */
    REPORT_FIGURE
};

enum { REPORT_COLUMNS_MAX = 16 };

/* cells of all rows, one after the other; a row whose first cell is the only one
 * is a heading within the table */
struct report_table {
    size_t columns;
    bool right[REPORT_COLUMNS_MAX]; /* numbers stand right */
    const char *head[REPORT_COLUMNS_MAX];
    const char **cells;
    size_t n, room;
};

struct report_run;

/* how a run has come out */
enum report_mark { REPORT_SAME, REPORT_OTHER, REPORT_NOT_COMPARED };

struct report_tile {
    char id[REPORT_ID_SIZE]; /* of the run's section */
    const char *title, *text, *says;
    enum report_mark mark;
    const struct report_run *run;
};

struct report_block {
    enum report_block_kind kind;
    const char *text, *id;
    const char *picture; /* SVG */
    struct report_table *table;
    struct report_tile *tiles;
    size_t n_tiles;
    struct report_figure figure;
};

/* an array that is one less another: a page that has these need not hold it */
struct report_difference {
    const double *is, *of, *less;
};

enum { REPORT_DIFFERENCES_MAX = 4 };

struct report_document {
    struct report_block *blocks;
    size_t n, room;
    struct report_difference differences[REPORT_DIFFERENCES_MAX];
    size_t n_differences;
    struct arena
        arena; /* of what it points to; when that has failed, all further calls do nothing */
};

void report_document_free(struct report_document *document);

/* ERROR_MEMORY when a call has failed */
enum error_code report_document_check(const struct report_document *document, struct error *err);

/* id: letters, digits, - and _ */
void report_document_section(struct report_document *document, const char *id, const char *title);
void report_document_text(struct report_document *document, enum report_block_kind kind,
                          const char *format, ...) __attribute__((format(printf, 3, 4)));

/* the heads are constants; those that begin with '>' stand right (without it) */
struct report_table *report_document_table(struct report_document *document,
                                           const char *const *heads, size_t columns);
void report_table_cell(struct report_document *document, struct report_table *table,
                       const char *format, ...) __attribute__((format(printf, 3, 4)));
/* a heading within the table */
void report_table_group(struct report_document *document, struct report_table *table,
                        const char *text);

size_t report_table_rows(const struct report_table *table);
bool report_table_is_group(const struct report_table *table, size_t row);

/* json: kept as it is, a text of the arena */
void report_document_live(struct report_document *document, const char *json);

/* the mechanism: how it goes together as JSON, a picture of it as SVG, both of the arena, and
 * over time its coordinates, as lines of a figure that is not drawn */
void report_document_moving(struct report_document *document, const char *json, const char *picture,
                            const struct report_figure *lines);

/* room for n tiles, to be filled in, with a caption that lives as long as the document; NULL: no
 * memory (the arena knows) */
struct report_tile *report_document_tiles(struct report_document *document, size_t n,
                                          const char *caption);

void report_document_difference(struct report_document *document, const double *is,
                                const double *of, const double *less);

/* a copy is kept; its texts and data must live as long as the document */
void report_document_figure(struct report_document *document, const struct report_figure *figure);

#endif
