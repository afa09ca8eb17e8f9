/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "daq/csv.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

#include "lib/base/file.h"

struct daq_csv {
    char *path;
    FILE *file;
    char *line;
    size_t line_room;
    long number; /* of the line */
    char separator;
    size_t n;
    struct daq_csv_column columns[CSV_COLUMNS_MAX];
    long first_number; /* where the numbers begin */
    off_t first;
};

void daq_csv_close(struct daq_csv *csv)
{
    if (!csv)
        return;
    if (csv->file)
        fclose(csv->file);
    free(csv->path);
    free(csv->line);
    free(csv);
}

size_t daq_csv_columns(const struct daq_csv *csv) { return csv->n; }

const struct daq_csv_column *daq_csv_column(const struct daq_csv *csv, size_t i)
{
    return &csv->columns[i];
}

long daq_csv_line(const struct daq_csv *csv) { return csv->number; }

/* the next line that is neither empty nor a comment, without its end */
static bool next_line(struct daq_csv *csv)
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

static bool is_number(const char *text)
{
    char *end;
    strtod(text, &end);
    return end != text;
}

/* without blanks and quotes around it */
static void trim(char *text)
{
    size_t start = strspn(text, " \t\""), length = strlen(text);
    while (length > start && strchr(" \t\"", text[length - 1]))
        length--;
    memmove(text, text + start, length - start);
    text[length - start] = '\0';
}

static void name_column(struct daq_csv_column *column, size_t i, const char *cell, size_t length)
{
    char text[2 * CSV_NAME_SIZE];
    snprintf(text, sizeof text, "%.*s", (int)length, cell);
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

/* tab, semicolon or comma, whichever the line has */
static char separator_of(const char *line)
{
    return strchr(line, '\t') ? '\t' : strchr(line, ';') ? ';' : ',';
}

static enum error_code read_header(struct daq_csv *csv, struct error *err)
{
    off_t start = ftello(csv->file);
    if (!next_line(csv))
        return error_set(err, ERROR_INPUT, "%s: is empty", csv->path);
    const bool header = !is_number(csv->line);
    csv->separator = separator_of(csv->line);
    for (const char *cell = csv->line; cell;) {
        const char *end = strchr(cell, csv->separator);
        const size_t length = end ? (size_t)(end - cell) : strlen(cell);
        if (csv->n == CSV_COLUMNS_MAX)
            return error_set(err, ERROR_INPUT, "%s: has more than %d columns", csv->path,
                             CSV_COLUMNS_MAX);
        name_column(&csv->columns[csv->n], csv->n, cell, header ? length : 0);
        csv->n++;
        cell = end ? end + 1 : NULL;
    }
    csv->first = header ? ftello(csv->file) : start;
    csv->first_number = header ? csv->number : csv->number - 1;
    return daq_csv_rewind(csv, err);
}

enum error_code daq_csv_open(const char *path, struct daq_csv **csv, struct error *err)
{
    struct daq_csv *new = calloc(1, sizeof *new);
    if (!new || !(new->path = strdup(path))) {
        free(new);
        return error_memory(err);
    }
    enum error_code code = file_open(path, &new->file, err);
    if (!code)
        code = read_header(new, err);
    if (code)
        daq_csv_close(new);
    else
        *csv = new;
    return code;
}

enum error_code daq_csv_rewind(struct daq_csv *csv, struct error *err)
{
    clearerr(csv->file);
    csv->number = csv->first_number;
    if (fseeko(csv->file, csv->first, SEEK_SET) != 0)
        return error_set(err, ERROR_IO, "%s: cannot be read again", csv->path);
    return ERROR_OK;
}

static int decimals_of(const char *cell, const char *end)
{
    int digits = 0;
    bool after = false;
    for (; cell < end; cell++) {
        if (strchr("eExXnN", *cell))
            return -1;
        digits += after && *cell >= '0' && *cell <= '9';
        after |= *cell == '.';
    }
    return digits;
}

enum error_code daq_csv_read(struct daq_csv *csv, double *values, int *decimals, bool *more,
                             struct error *err)
{
    *more = next_line(csv);
    if (!*more)
        return ferror(csv->file) ? error_set(err, ERROR_IO, "%s: cannot be read on", csv->path)
                                 : ERROR_OK;
    char *cell = csv->line;
    for (size_t i = 0; i < csv->n; i++) {
        char *end;
        values[i] = strtod(cell, &end);
        if (end == cell || !isfinite(values[i]))
            return error_set(err, ERROR_INPUT, "%s:%ld: column %s holds no number", csv->path,
                             csv->number, csv->columns[i].name);
        if (decimals)
            decimals[i] = decimals_of(cell, end);
        end += strspn(end, csv->separator == '\t' ? " " : " \t");
        if (*end != (i + 1 < csv->n ? csv->separator : '\0'))
            return error_set(err, ERROR_INPUT,
                             "%s:%ld: after column %s: %zu numbers with '%c' between them are "
                             "expected",
                             csv->path, csv->number, csv->columns[i].name, csv->n, csv->separator);
        cell = end + 1;
    }
    return ERROR_OK;
}
