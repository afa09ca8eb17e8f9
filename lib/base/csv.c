/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "lib/base/csv.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

#include "lib/base/csv_cells.h"
#include "lib/base/csv_layout.h"
#include "lib/base/file.h"

struct csv {
    char *path;
    FILE *file;
    char *line; /* the last one, its cells cut apart in place */
    size_t line_room;
    long number; /* of the line */
    char separator;
    bool decimal_comma;
    struct csv_column *columns;
    size_t n;
    struct csv_cells cells;
    long first_number; /* the line before the first row, and where that begins */
    off_t first;
    long names, units; /* numbers of their lines; 0: none */
};

void csv_close(struct csv *csv)
{
    if (!csv)
        return;
    if (csv->file)
        fclose(csv->file);
    free(csv->path);
    free(csv->line);
    free(csv->columns);
    free(csv->cells.items);
    free(csv);
}

size_t csv_columns(const struct csv *csv) { return csv->n; }

const struct csv_column *csv_column(const struct csv *csv, size_t i) { return &csv->columns[i]; }

size_t csv_find(const struct csv *csv, const char *name)
{
    for (size_t i = 0; i < csv->n; i++)
        if (strcmp(csv->columns[i].name, name) == 0)
            return i;
    return CSV_NO_COLUMN;
}

long csv_line(const struct csv *csv) { return csv->number; }

const char *csv_text(const struct csv *csv, size_t column) { return csv->cells.items[column]; }

/* ---- lines and cells */

/* the next line that is not empty, without its end. A tab at the end is an empty cell. */
static bool next_text(struct csv *csv)
{
    ssize_t length;
    while ((length = getline(&csv->line, &csv->line_room, csv->file)) >= 0) {
        csv->number++;
        while (length > 0 && strchr("\r\n ", csv->line[length - 1]))
            csv->line[--length] = '\0';
        char *start = csv->line + (strncmp(csv->line, "\xef\xbb\xbf", 3) == 0 ? 3 : 0);
        memmove(csv->line, start, strlen(start) + 1);
        if (csv->line[strspn(csv->line, "\t")])
            return true;
    }
    return false;
}

/* the next that is no comment either */
static bool next_line(struct csv *csv)
{
    bool more = next_text(csv);
    while (more && csv_layout_comment(csv->line))
        more = next_text(csv);
    return more;
}

/* ---- the header */

static bool is_utf8(const char *text)
{
    for (const unsigned char *c = (const unsigned char *)text; *c; c++) {
        int more = *c < 0x80 ? 0 : *c >> 5 == 6 ? 1 : *c >> 4 == 14 ? 2 : *c >> 3 == 30 ? 3 : -1;
        if (more < 0)
            return false;
        for (; more > 0; more--)
            if (*++c >> 6 != 2)
                return false;
    }
    return true;
}

/* Windows programs write µ and ° in Latin-1: as UTF-8 */
static void to_utf8(const char *cell, char *text, size_t size)
{
    const bool utf8 = is_utf8(cell);
    size_t used = 0;
    for (; *cell && used + 2 < size; cell++) {
        const unsigned char c = (unsigned char)*cell;
        if (c < 0x80 || utf8) {
            text[used++] = (char)c;
        } else {
            text[used++] = (char)(0xc0 | c >> 6);
            text[used++] = (char)(0x80 | (c & 0x3f));
        }
    }
    text[used] = '\0';
}

/* the bracket that opens what the last one closes, NULL when the text does not end with one */
static char *last_bracket(char *text)
{
    size_t at = strlen(text);
    if (at == 0 || !strchr(")]", text[at - 1]))
        return strpbrk(text, "([");
    for (int depth = 0; at-- > 0;) {
        depth += strchr(")]", text[at]) ? 1 : strchr("([", text[at]) ? -1 : 0;
        if (depth == 0)
            return &text[at];
    }
    return NULL;
}

/* "tip (mm/s)", "tip [mm/s]"; physicists write "v / (mm/s)" */
static void name_column(struct csv_column *column, const char *cell)
{
    char text[2 * CSV_NAME_SIZE];
    to_utf8(cell, text, sizeof text);
    char *open = last_bracket(text);
    if (open) {
        char *close = open + strlen(open);
        if (close[-1] == ')' || close[-1] == ']')
            close[-1] = '\0';
        else
            open[strcspn(open, ")]")] = '\0';
        snprintf(column->unit, sizeof column->unit, "%.*s", CSV_NAME_SIZE - 1, open + 1);
        csv_cells_trim(column->unit);
        *open = '\0';
        csv_cells_trim(text);
        const size_t length = strlen(text);
        if (length > 1 && text[length - 1] == '/')
            text[length - 1] = '\0';
    }
    csv_cells_trim(text);
    snprintf(column->name, sizeof column->name, "%.*s", CSV_NAME_SIZE - 1, text);
}

/* a row of units: with or without brackets around them */
static void take_unit(struct csv_column *column, const char *cell)
{
    struct csv_column unit = {0};
    name_column(&unit, cell);
    snprintf(column->unit, sizeof column->unit, "%s", *unit.unit ? unit.unit : unit.name);
}

/* the first lines, and where each begins */
struct beginning {
    struct csv_sniffed sniffed;
    off_t starts[CSV_SNIFFED_MAX + 1];
    long numbers[CSV_SNIFFED_MAX + 1];
};

static enum error_code sniff(struct csv *csv, struct beginning *b, struct error *err)
{
    struct csv_sniffed *s = &b->sniffed;
    for (; s->n < CSV_SNIFFED_MAX; s->n++) {
        b->starts[s->n] = ftello(csv->file);
        b->numbers[s->n] = csv->number;
        if (!next_text(csv))
            break;
        if (!(s->lines[s->n] = strdup(csv->line)))
            return error_memory(err);
        b->starts[s->n + 1] = ftello(csv->file);
        b->numbers[s->n + 1] = csv->number;
    }
    for (size_t i = 0; i < s->n; i++)
        if (!csv_layout_comment(s->lines[i]))
            return ERROR_OK;
    return error_set(err, ERROR_INPUT, "%s: is empty", csv->path);
}

/* a sniffed line as the current one, in cells */
static enum error_code cut_line(struct csv *csv, const char *text, struct error *err)
{
    char *copy = strdup(text + (csv_layout_comment(text) ? 1 : 0));
    if (!copy)
        return error_memory(err);
    free(csv->line);
    csv->line = copy;
    csv->line_room = strlen(copy) + 1;
    return csv_cells_split(&csv->cells, copy, csv->separator, false, err);
}

static enum error_code count_columns(struct csv *csv, const struct beginning *b,
                                     const struct csv_layout *layout, struct error *err)
{
    const bool rows = layout->first < b->sniffed.n;
    enum error_code code = cut_line(
        csv, b->sniffed.lines[rows && layout->names == CSV_NO_LINE ? layout->first : layout->names],
        err);
    csv->n = csv->cells.n;
    /* one name too many is that of remarks, of which there are none */
    if (!code && rows && layout->names != CSV_NO_LINE) {
        code = cut_line(csv, b->sniffed.lines[layout->first], err);
        if (csv->cells.n + 1 == csv->n && csv->cells.n > 1 && layout->sure)
            csv->n = csv->cells.n;
    }
    if (!code && !(csv->columns = calloc(csv->n, sizeof *csv->columns)))
        code = error_memory(err);
    for (size_t i = 0; !code && rows && i < csv->n && i < csv->cells.n; i++)
        csv->columns[i].empty = !*csv->cells.items[i];
    return code;
}

static enum error_code name_columns(struct csv *csv, const struct beginning *b,
                                    const struct csv_layout *layout, struct error *err)
{
    enum error_code code = count_columns(csv, b, layout, err);
    if (!code && layout->names != CSV_NO_LINE) {
        code = cut_line(csv, b->sniffed.lines[layout->names], err);
        for (size_t i = 0; !code && i < csv->n && i < csv->cells.n; i++)
            name_column(&csv->columns[i], csv->cells.items[i]);
        csv->names = b->numbers[layout->names + 1];
    }
    if (!code && layout->units != CSV_NO_LINE) {
        code = cut_line(csv, b->sniffed.lines[layout->units], err);
        for (size_t i = 0; !code && i < csv->n && i < csv->cells.n; i++)
            take_unit(&csv->columns[i], csv->cells.items[i]);
        csv->units = b->numbers[layout->units + 1];
    }
    for (size_t i = 0; !code && i < csv->n; i++) {
        struct csv_column *column = &csv->columns[i];
        column->empty &= !*column->name;
        if (!*column->name)
            snprintf(column->name, sizeof column->name, "column%zu", i + 1);
    }
    return code;
}

static enum error_code read_header(struct csv *csv, struct error *err)
{
    struct beginning *b = calloc(1, sizeof *b);
    struct csv_layout layout;
    enum error_code code = b ? sniff(csv, b, err) : error_memory(err);
    if (!code)
        code = csv_layout_find(&b->sniffed, &layout, err);
    if (!code) {
        csv->separator = layout.separator;
        csv->decimal_comma = layout.decimal_comma;
        csv->first = b->starts[layout.first];
        csv->first_number = b->numbers[layout.first];
        code = name_columns(csv, b, &layout, err);
    }
    for (size_t i = 0; b && i < b->sniffed.n; i++)
        free(b->sniffed.lines[i]);
    free(b);
    return code ? code : csv_rewind(csv, err);
}

/* Excel's "Unicode text" has two bytes for each character */
static enum error_code refuse_utf16(const struct csv *csv, struct error *err)
{
    unsigned char head[2] = {0, 0};
    const size_t got = fread(head, 1, sizeof head, csv->file);
    rewind(csv->file);
    if (got == 2 && ((head[0] == 0xff && head[1] == 0xfe) || (head[0] == 0xfe && head[1] == 0xff)))
        return error_set(err, ERROR_INPUT,
                         "%s: is text in UTF-16; make it UTF-8 first: iconv -f UTF-16 -t UTF-8 %s "
                         "> NEW.csv",
                         csv->path, csv->path);
    return ERROR_OK;
}

enum error_code csv_open_after(const char *path, long skip, struct csv **csv, struct error *err)
{
    struct csv *new = calloc(1, sizeof *new);
    if (!new || !(new->path = strdup(path))) {
        free(new);
        return error_memory(err);
    }
    enum error_code code = file_open(path, &new->file, err);
    if (!code)
        code = refuse_utf16(new, err);
    while (!code && new->number < skip && getline(&new->line, &new->line_room, new->file) >= 0)
        new->number++;
    if (!code)
        code = read_header(new, err);
    if (code)
        csv_close(new);
    else
        *csv = new;
    return code;
}

enum error_code csv_open(const char *path, struct csv **csv, struct error *err)
{
    return csv_open_after(path, 0, csv, err);
}

static const char *separator_name(char separator)
{
    return separator == '\t'  ? "tab"
           : separator == ';' ? "semicolon"
           : separator == ' ' ? "blank"
                              : "comma";
}

void csv_describe(const struct csv *csv, char *text, size_t size)
{
    char names[64] = "no names", units[64] = "";
    if (csv->names > 0)
        snprintf(names, sizeof names, "names in line %ld", csv->names);
    if (csv->units > 0)
        snprintf(units, sizeof units, ", units in line %ld", csv->units);
    snprintf(text, size, "%ss between the cells, decimal %s; %s%s, rows from line %ld on",
             separator_name(csv->separator), csv->decimal_comma ? "commas" : "points", names, units,
             csv->first_number + 1);
}

/* ---- rows */

enum error_code csv_rewind(struct csv *csv, struct error *err)
{
    clearerr(csv->file);
    csv->number = csv->first_number;
    if (fseeko(csv->file, csv->first, SEEK_SET) != 0)
        return error_set(err, ERROR_IO, "%s: cannot be read again", csv->path);
    return ERROR_OK;
}

/* as many cells as columns; only what is in no row may be missing or too much */
static enum error_code fit_cells(struct csv *csv, struct error *err)
{
    struct csv_cells *cells = &csv->cells;
    while (cells->n == csv->n + 1 && !*cells->items[csv->n])
        cells->n--;
    if (cells->n + 1 == csv->n && csv->columns[csv->n - 1].empty && cells->n < cells->room)
        cells->items[cells->n++] = csv->line + strlen(csv->line);
    if (cells->n != csv->n)
        return error_set(err, ERROR_INPUT,
                         "%s:%ld: has %zu cells; %zu with a %s between them are expected",
                         csv->path, csv->number, cells->n, csv->n, separator_name(csv->separator));
    return ERROR_OK;
}

enum error_code csv_next(struct csv *csv, bool *more, struct error *err)
{
    *more = next_line(csv);
    if (!*more)
        return ferror(csv->file) ? error_set(err, ERROR_IO, "%s: cannot be read on", csv->path)
                                 : ERROR_OK;
    enum error_code code = csv_cells_split(&csv->cells, csv->line, csv->separator,
                                           csv->decimal_comma, err);
    return code ? code : fit_cells(csv, err);
}

static int decimals_of(const char *cell)
{
    const char *point = strchr(cell, '.');
    return strpbrk(cell, "eExXnN") ? -1 : point ? (int)strlen(point + 1) : 0;
}

enum error_code csv_value(const struct csv *csv, size_t column, double *value, int *decimals,
                          struct error *err)
{
    const char *cell = csv->cells.items[column];
    if (!csv_cells_number(cell, value))
        return error_set(err, ERROR_INPUT, "%s:%ld: column %s holds no number: '%.40s'", csv->path,
                         csv->number, csv->columns[column].name, cell);
    if (decimals)
        *decimals = isfinite(*value) ? decimals_of(cell) : 0;
    return ERROR_OK;
}

enum error_code csv_number(const struct csv *csv, size_t column, double *value, int *decimals,
                           struct error *err)
{
    enum error_code code = csv_value(csv, column, value, decimals, err);
    if (!code && !isfinite(*value))
        code = error_set(err, ERROR_INPUT, "%s:%ld: column %s holds no number: '%.40s'", csv->path,
                         csv->number, csv->columns[column].name, csv->cells.items[column]);
    return code;
}

enum error_code csv_read(struct csv *csv, double *values, int *decimals, bool *more,
                         struct error *err)
{
    enum error_code code = csv_next(csv, more, err);
    for (size_t i = 0; !code && *more && i < csv->n; i++)
        code = csv_number(csv, i, &values[i], decimals ? &decimals[i] : NULL, err);
    return code;
}
