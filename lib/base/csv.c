/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "lib/base/csv.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

#include "lib/base/file.h"

struct csv {
    char *path;
    FILE *file;
    char *line; /* the last one, its cells cut apart in place */
    size_t line_room;
    long number; /* of the line */
    char separator;
    struct csv_column *columns;
    size_t n;
    const char **cells;
    size_t n_cells, cell_room;
    long first_number; /* the line before the first row, and where that begins */
    off_t first;
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
    free(csv->cells);
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

const char *csv_text(const struct csv *csv, size_t column) { return csv->cells[column]; }

/* ---- lines and cells */

/* the next line that is neither empty nor a comment, without its end */
static bool next_line(struct csv *csv)
{
    ssize_t length;
    while ((length = getline(&csv->line, &csv->line_room, csv->file)) >= 0) {
        csv->number++;
        while (length > 0 && strchr("\r\n \t", csv->line[length - 1]))
            csv->line[--length] = '\0';
        char *start = csv->line + (strncmp(csv->line, "\xef\xbb\xbf", 3) == 0 ? 3 : 0);
        memmove(csv->line, start, strlen(start) + 1);
        if (*csv->line && *csv->line != '#')
            return true;
    }
    return false;
}

static enum error_code add_cell(struct csv *csv, const char *cell, struct error *err)
{
    if (csv->n_cells == csv->cell_room) {
        const size_t room = csv->cell_room ? 2 * csv->cell_room : 16;
        const char **cells = realloc(csv->cells, room * sizeof *cells);
        if (!cells)
            return error_memory(err);
        csv->cells = cells;
        csv->cell_room = room;
    }
    csv->cells[csv->n_cells++] = cell;
    return ERROR_OK;
}

/* without the quotes around it and with one where two stand for one; returns its end,
 * behind the closing quote */
static char *unquote(char *cell)
{
    char *to = cell, *from = cell + 1;
    for (; *from && (*from != '"' || from[1] == '"'); from++) {
        from += *from == '"';
        *to++ = *from;
    }
    char *end = from + (*from == '"');
    *to = '\0';
    return end;
}

static enum error_code split(struct csv *csv, struct error *err)
{
    const char *blanks = csv->separator == '\t' ? " " : " \t";
    enum error_code code = ERROR_OK;
    csv->n_cells = 0;
    for (char *at = csv->line; !code && at;) {
        char *cell = at + strspn(at, blanks), *end = *cell == '"' ? unquote(cell) : cell;
        char *next = strchr(end, csv->separator), *last = next ? next : end + strlen(end);
        while (last > end && strchr(blanks, last[-1]))
            last--;
        at = next ? next + 1 : NULL;
        *last = '\0';
        code = add_cell(csv, cell, err);
    }
    return code;
}

/* ---- the header */

static bool is_number(const char *text)
{
    char *end;
    strtod(text, &end);
    return end != text;
}

/* blanks at both ends go */
static void trim(char *text)
{
    size_t start = strspn(text, " \t"), length = strlen(text);
    while (length > start && strchr(" \t", text[length - 1]))
        length--;
    memmove(text, text + start, length - start);
    text[length - start] = '\0';
}

static void name_column(struct csv_column *column, size_t i, const char *cell)
{
    char text[2 * CSV_NAME_SIZE];
    snprintf(text, sizeof text, "%s", cell);
    char *open = strpbrk(text, "([");
    if (open) {
        char *close = open + strcspn(open, ")]");
        *close = '\0';
        snprintf(column->unit, sizeof column->unit, "%.*s", CSV_NAME_SIZE - 1, open + 1);
        trim(column->unit);
        *open = '\0';
    }
    trim(text);
    snprintf(column->name, sizeof column->name, "%.*s", CSV_NAME_SIZE - 1, text);
    if (!*column->name)
        snprintf(column->name, sizeof column->name, "column%zu", i + 1);
}

static char separator_of(const char *line)
{
    return strchr(line, '\t') ? '\t' : strchr(line, ';') ? ';' : ',';
}

static enum error_code read_header(struct csv *csv, struct error *err)
{
    const off_t start = ftello(csv->file);
    if (!next_line(csv))
        return error_set(err, ERROR_INPUT, "%s: is empty", csv->path);
    const bool header = !is_number(csv->line);
    csv->separator = separator_of(csv->line);
    enum error_code code = split(csv, err);
    if (code)
        return code;
    csv->n = csv->n_cells;
    csv->columns = calloc(csv->n, sizeof *csv->columns);
    if (!csv->columns)
        return error_memory(err);
    for (size_t i = 0; i < csv->n; i++)
        name_column(&csv->columns[i], i, header ? csv->cells[i] : "");
    csv->first = header ? ftello(csv->file) : start;
    csv->first_number = header ? csv->number : csv->number - 1;
    return csv_rewind(csv, err);
}

enum error_code csv_open(const char *path, struct csv **csv, struct error *err)
{
    struct csv *new = calloc(1, sizeof *new);
    if (!new || !(new->path = strdup(path))) {
        free(new);
        return error_memory(err);
    }
    enum error_code code = file_open(path, &new->file, err);
    if (!code)
        code = read_header(new, err);
    if (code)
        csv_close(new);
    else
        *csv = new;
    return code;
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

enum error_code csv_next(struct csv *csv, bool *more, struct error *err)
{
    *more = next_line(csv);
    if (!*more)
        return ferror(csv->file) ? error_set(err, ERROR_IO, "%s: cannot be read on", csv->path)
                                 : ERROR_OK;
    enum error_code code = split(csv, err);
    if (!code && csv->n_cells != csv->n)
        code = error_set(err, ERROR_INPUT,
                         "%s:%ld: has %zu cells; %zu with a %s between them are expected",
                         csv->path, csv->number, csv->n_cells, csv->n,
                         csv->separator == '\t'  ? "tab"
                         : csv->separator == ';' ? "semicolon"
                                                 : "comma");
    return code;
}

static int decimals_of(const char *cell)
{
    const char *point = strchr(cell, '.');
    return strpbrk(cell, "eExXnN") ? -1 : point ? (int)strlen(point + 1) : 0;
}

enum error_code csv_number(const struct csv *csv, size_t column, double *value, int *decimals,
                           struct error *err)
{
    const char *cell = csv->cells[column];
    char *end;
    *value = strtod(cell, &end);
    if (end == cell || *end || !isfinite(*value))
        return error_set(err, ERROR_INPUT, "%s:%ld: column %s holds no number: '%.40s'", csv->path,
                         csv->number, csv->columns[column].name, cell);
    if (decimals)
        *decimals = decimals_of(cell);
    return ERROR_OK;
}

enum error_code csv_read(struct csv *csv, double *values, int *decimals, bool *more,
                         struct error *err)
{
    enum error_code code = csv_next(csv, more, err);
    for (size_t i = 0; !code && *more && i < csv->n; i++)
        code = csv_number(csv, i, &values[i], decimals ? &decimals[i] : NULL, err);
    return code;
}
