/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Each way to write a table is tried on the first lines. A line is a row when every cell of it
 * is a number, or stands for one that is missing. The way that finds the most columns is the
 * right one: a wrong separator leaves cells that are no numbers, or one cell for all of them. */
#include "config.h"

#include "lib/base/csv_layout.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/csv_cells.h"
#include "lib/base/units.h"

/* so many rows in sequence are no accident of a preamble */
enum { ROWS_SURE = 3 };

struct way {
    char separator;
    bool decimal_comma;
};

/* of two that find as many columns the first */
static const struct way ways[] = {{'\t', false}, {';', false}, {',', false}, {' ', false},
                                  {'\t', true},  {';', true},  {' ', true}};

struct attempt {
    const struct csv_sniffed *sniffed;
    struct way way;
    struct csv_cells cells;
    struct error *err;
    enum error_code code;
    size_t n, first; /* columns, and the first row */
};

bool csv_layout_comment(const char *line) { return *line == '#' || *line == '%'; }

/* the cells of a sniffed line, which the attempt keeps until the next one; the text they are
 * in is the caller's to free */
static char *cut(struct attempt *a, size_t line)
{
    const char *text = a->sniffed->lines[line];
    char *copy = strdup(text + (csv_layout_comment(text) ? 1 : 0));
    a->cells.n = 0;
    if (!copy)
        a->code = error_memory(a->err);
    else
        a->code = csv_cells_split(&a->cells, copy, a->way.separator, a->way.decimal_comma, a->err);
    return copy;
}

/* columns of a line that is a row, else 0 */
static size_t row_columns(struct attempt *a, size_t line)
{
    if (csv_layout_comment(a->sniffed->lines[line]))
        return 0;
    char *copy = cut(a, line);
    size_t finite = 0, n = a->code ? 0 : a->cells.n;
    for (size_t i = 0; i < n; i++) {
        double value;
        if (!csv_cells_number(a->cells.items[i], &value))
            n = 0;
        else
            finite += isfinite(value) ? 1 : 0;
    }
    free(copy);
    return finite > 0 ? n : 0;
}

/* how many cells a line has, and whether the first begins with a number */
static size_t line_cells(struct attempt *a, size_t line, bool *begins_with_number)
{
    char *copy = cut(a, line), *end;
    const size_t n = a->code ? 0 : a->cells.n;
    *begins_with_number = false;
    if (n > 0) {
        strtod(a->cells.items[0], &end);
        *begins_with_number = end != a->cells.items[0];
    }
    free(copy);
    return n;
}

/* the first rows in sequence of which there are enough, or the first of all */
static void find_rows(struct attempt *a)
{
    size_t columns[CSV_SNIFFED_MAX], first_any = CSV_NO_LINE;
    a->first = CSV_NO_LINE;
    a->n = 0;
    for (size_t i = 0; i < a->sniffed->n && !a->code; i++) {
        columns[i] = row_columns(a, i);
        if (columns[i] == 0)
            continue;
        if (first_any == CSV_NO_LINE)
            first_any = i;
        if (i + 1 >= ROWS_SURE && columns[i - 1] == columns[i] && columns[i - 2] == columns[i]) {
            a->first = i - 2;
            break;
        }
    }
    if (a->first == CSV_NO_LINE)
        a->first = first_any;
    if (a->first == CSV_NO_LINE || a->code)
        return;
    a->n = columns[a->first];
    /* a line before them that begins with a number is a row with a mistake in it */
    bool number = true;
    while (a->first > 0 && number && !a->code &&
           !csv_layout_comment(a->sniffed->lines[a->first - 1]) &&
           line_cells(a, a->first - 1, &number) == a->n && number)
        a->first--;
}

/* does the line name columns, as many as there are or one more (for remarks)? */
static bool is_header(struct attempt *a, size_t line)
{
    bool number;
    if (a->n == 1 && strpbrk(a->sniffed->lines[line], "\t;,"))
        return false; /* of several columns */
    const size_t n = line_cells(a, line, &number);
    return !number && (n == a->n || n == a->n + 1);
}

static bool is_unit(const char *cell)
{
    const size_t length = strlen(cell);
    return length == 0 || (cell[0] == '(' && cell[length - 1] == ')') ||
           (cell[0] == '[' && cell[length - 1] == ']') || units_known(cell);
}

static bool holds_units(struct attempt *a, size_t line)
{
    char *copy = cut(a, line);
    bool units = !a->code, some = false;
    for (size_t i = 0; units && i < a->cells.n; i++) {
        units = is_unit(a->cells.items[i]);
        some |= *a->cells.items[i] != '\0';
    }
    free(copy);
    return units && some;
}

static void find_names(struct attempt *a, struct csv_layout *layout)
{
    const size_t above = layout->first - 1;
    layout->names = layout->units = CSV_NO_LINE;
    if (layout->first == 0 || !is_header(a, above))
        return;
    layout->names = above;
    if (above > 0 && holds_units(a, above) && is_header(a, above - 1)) {
        layout->units = above;
        layout->names = above - 1;
    }
}

/* tables with words in their rows: the first line that is no comment has the names, unless it
 * begins with a number, and the separator that it shows */
static void take_first_line(const struct csv_sniffed *sniffed, struct csv_layout *layout)
{
    size_t line = 0;
    while (line < sniffed->n && csv_layout_comment(sniffed->lines[line]))
        line++;
    const char *text = line < sniffed->n ? sniffed->lines[line] : "";
    char *end;
    strtod(text, &end);
    const bool names = end == text;
    *layout = (struct csv_layout){.separator = strchr(text, '\t')  ? '\t'
                                               : strchr(text, ';') ? ';'
                                                                   : ',',
                                  .first = names ? line + 1 : line,
                                  .names = names ? line : CSV_NO_LINE,
                                  .units = CSV_NO_LINE};
}

/* a lone row under a line that does not go with it may be anything */
static bool explains(struct attempt *a)
{
    if (a->n == 0 || a->code)
        return false;
    if (a->first == 0 || is_header(a, a->first - 1))
        return true;
    return a->first + 1 < a->sniffed->n && row_columns(a, a->first + 1) == a->n;
}

enum error_code csv_layout_find(const struct csv_sniffed *sniffed, struct csv_layout *layout,
                                struct error *err)
{
    struct attempt a = {.sniffed = sniffed, .err = err};
    size_t best = 0;
    take_first_line(sniffed, layout);
    for (size_t i = 0; !a.code && i < sizeof ways / sizeof *ways; i++) {
        a.way = ways[i];
        find_rows(&a);
        if (!explains(&a) || a.n <= best)
            continue;
        best = a.n;
        layout->separator = ways[i].separator;
        layout->decimal_comma = ways[i].decimal_comma;
        layout->first = a.first;
        layout->sure = true;
        find_names(&a, layout);
    }
    free(a.cells.items);
    return a.code;
}
