/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Universal files as columns: each data set 58 (function at nodal degree of freedom), ASCII or
 * binary (58b), is one. The format is that of the University of Cincinnati's Structural
 * Dynamics Research Laboratory, "Universal File Formats for Modal Analysis Testing". */
#include "config.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/file.h"
#include "daq/columns.h"

enum { HEADER_LINES = 11, LINE_SIZE = 96, SIZE_LIMIT = 1 << 30 };
/* specific data types */
enum { UFF_TIME = 17 };
/* ordinates */
enum { UFF_SINGLE = 2, UFF_DOUBLE = 4 };

struct set {
    char lines[HEADER_LINES][LINE_SIZE];
    bool binary;
    int order, format; /* of binary: 1 little, 2 big endian; 2 is IEEE */
    long bytes;
    int ordinate, spacing; /* spacing 1: even */
    size_t rows;
    double first, step;
};

struct reading {
    struct daq_columns *columns;
    const char *at, *end;
    struct error *err;
};

static enum error_code bad(const struct reading *r, const char *what)
{
    return error_set(r->err, ERROR_INPUT, "%s: data set 58 number %zu: %s", r->columns->path,
                     r->columns->n + 1, what);
}

/* the next line without its end; false at the end of the file */
static bool next_line(struct reading *r, char *line)
{
    if (r->at >= r->end)
        return false;
    const char *stop = memchr(r->at, '\n', (size_t)(r->end - r->at));
    const size_t length = (size_t)((stop ? stop : r->end) - r->at);
    snprintf(line, LINE_SIZE, "%.*s", (int)(length < LINE_SIZE ? length : LINE_SIZE - 1), r->at);
    line[strcspn(line, "\r\n")] = '\0';
    r->at = stop ? stop + 1 : r->end;
    return true;
}

static bool is_mark(const char *line)
{
    char *end;
    return strtol(line, &end, 10) == -1 && end[strspn(end, " \t")] == '\0';
}

/* `length` characters from a column on, without the blanks at the ends; NONE is nothing */
static void field(const char *line, size_t column, size_t length, char *text)
{
    const size_t all = strlen(line);
    *text = '\0';
    if (column < all)
        snprintf(text, length + 1, "%s", line + column + strspn(line + column, " "));
    for (size_t n = strlen(text); n > 0 && text[n - 1] == ' '; n--)
        text[n - 1] = '\0';
    if (strcmp(text, "NONE") == 0)
        *text = '\0';
}

static double number_field(const char *line, size_t column, size_t width)
{
    char text[32];
    field(line, column, width < sizeof text ? width : sizeof text - 1, text);
    for (char *d = text; (d = strpbrk(d, "dD"));)
        *d = 'e';
    return strtod(text, NULL);
}

static enum error_code read_header(struct reading *r, const char *first, struct set *set)
{
    *set = (struct set){.binary = strstr(first, "58b") != NULL};
    if (set->binary) {
        int lines;
        if (sscanf(strstr(first, "58b") + 3, "%d %d %d %ld", &set->order, &set->format, &lines,
                   &set->bytes) != 4 ||
            lines != HEADER_LINES || set->format != 2 || set->bytes < 0)
            return bad(r, "its binary form is not IEEE with 11 lines before it");
    }
    for (size_t i = 0; i < HEADER_LINES; i++)
        if (!next_line(r, set->lines[i]))
            return bad(r, "ends within its header");
    const char *seventh = set->lines[6];
    set->ordinate = (int)number_field(seventh, 0, 10);
    const double rows = number_field(seventh, 10, 10);
    set->spacing = (int)number_field(seventh, 20, 10);
    set->first = number_field(seventh, 30, 13);
    set->step = number_field(seventh, 43, 13);
    if (set->ordinate != UFF_SINGLE && set->ordinate != UFF_DOUBLE)
        return bad(r, "holds complex numbers, not a record over time");
    if ((int)number_field(set->lines[7], 0, 10) != UFF_TIME)
        return bad(r, "is not over time (its abscissa's data type is not 17)");
    if (!(rows >= 1 && rows <= (double)(r->end - r->at)))
        return bad(r, "says that it has more numbers than the file can hold, or none");
    set->rows = (size_t)rows;
    return ERROR_OK;
}

/* ---- numbers: those of the times too where they are uneven */

static void read_binary(const struct set *set, const char *bytes, size_t i, double *x, double *y)
{
    const size_t width = set->ordinate == UFF_DOUBLE ? 8 : 4;
    const size_t x_width = set->spacing ? 0 : 4;
    unsigned char raw[8];
    const char *at = bytes + i * (width + x_width);
    for (size_t part = 0; part < 2; part++) {
        const size_t n = part ? width : x_width;
        for (size_t k = 0; k < n; k++)
            raw[k] = (unsigned char)at[set->order == 1 ? k : n - 1 - k];
        float single;
        double value = 0;
        if (n == 4) {
            memcpy(&single, raw, sizeof single);
            value = (double)single;
        } else if (n == 8) {
            memcpy(&value, raw, sizeof value);
        }
        *(part ? y : x) = value;
        at += n;
    }
}

static enum error_code take_binary(struct reading *r, const struct set *set, double *x, double *y)
{
    const size_t each = (set->ordinate == UFF_DOUBLE ? 8u : 4u) + (set->spacing ? 0u : 4u);
    if (set->rows * each > (size_t)set->bytes || set->bytes > r->end - r->at)
        return bad(r, "ends before its last number");
    for (size_t i = 0; i < set->rows; i++)
        read_binary(set, r->at, i, &x[i], &y[i]);
    r->at += set->bytes;
    return ERROR_OK;
}

/* fields of fixed width, which may touch each other: 13 of a single and of a time, 20 of a
 * double */
static enum error_code take_ascii(struct reading *r, const struct set *set, double *x, double *y)
{
    const size_t width = set->ordinate == UFF_DOUBLE ? 20 : 13;
    size_t got = 0;
    char line[LINE_SIZE];
    while (got < set->rows) {
        if (!next_line(r, line) || is_mark(line))
            return bad(r, "ends before its last number");
        for (size_t at = 0; got < set->rows && line[at + strspn(line + at, " ")];) {
            if (!set->spacing) {
                x[got] = number_field(line, at, 13);
                at += 13;
                if (at > strlen(line))
                    return bad(r, "a time stands without its value");
            }
            y[got++] = number_field(line, at, width);
            at += width;
            if (at > strlen(line))
                break;
        }
    }
    return ERROR_OK;
}

/* ---- what it is called */

static const char *unit_of_type(int type)
{
    static const struct {
        int type;
        const char *unit;
    } types[] = {{8, "m"}, {9, "N"}, {11, "m/s"}, {12, "m/s2"}, {13, "N"}};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (types[i].type == type)
            return types[i].unit;
    return "";
}

/* "Velocity" is a name, "Channel 1" in the first line a better one */
static void name_set(const struct set *set, size_t i, char *name, char *unit)
{
    field(set->lines[0], 0, DAQ_NAME_SIZE - 1, name);
    if (!*name)
        field(set->lines[8], 26, 20, name);
    if (!*name)
        snprintf(name, DAQ_NAME_SIZE, "channel%zu", i + 1);
    field(set->lines[8], 47, 20, unit);
    if (!*unit)
        snprintf(unit, DAQ_NAME_SIZE, "%s", unit_of_type((int)number_field(set->lines[8], 0, 10)));
}

static enum error_code take_set(struct reading *r, const char *first)
{
    struct daq_columns *columns = r->columns;
    struct set set;
    enum error_code code = read_header(r, first, &set);
    if (code)
        return code;
    double *x = calloc(set.rows, sizeof *x), *y = calloc(set.rows, sizeof *y);
    char name[DAQ_NAME_SIZE], unit[DAQ_NAME_SIZE];
    code = x && y ? ERROR_OK : error_memory(r->err);
    if (!code)
        code = set.binary ? take_binary(r, &set, x, y) : take_ascii(r, &set, x, y);
    if (!code && columns->n == 0 && set.spacing)
        columns->period = set.step;
    if (!code && columns->n == 0 && !set.spacing) {
        field(set.lines[7], 47, 20, unit);
        code = daq_held_add(columns, "time", unit, x, set.rows, r->err);
        x = NULL;
    } else if (!code && set.spacing && fabs(set.step - columns->period) > 1e-6 * set.step) {
        code = bad(r, "has another step of time than the first");
    }
    if (!code) {
        name_set(&set, columns->n, name, unit);
        code = daq_held_add(columns, name, unit, y, set.rows, r->err);
        y = NULL;
    }
    free(x);
    free(y);
    return code;
}

static enum error_code uff_open(struct daq_columns *columns, const struct daq_mapping *mapping,
                                struct error *err)
{
    (void)mapping;
    char *bytes, line[LINE_SIZE];
    size_t size;
    enum error_code code = file_read_whole(columns->path, SIZE_LIMIT, &bytes, &size, err);
    if (code)
        return code;
    struct reading r = {columns, bytes, bytes + size, err};
    columns->named = true;
    columns->state = calloc(1, sizeof(struct daq_held));
    if (!columns->state)
        code = error_memory(err);
    while (!code && next_line(&r, line)) {
        if (!is_mark(line) || !next_line(&r, line))
            continue;
        if (strtol(line, NULL, 10) == 58)
            code = take_set(&r, line);
        while (!code && next_line(&r, line) && !is_mark(line))
            ;
    }
    free(bytes);
    if (!code && columns->n == 0)
        code = error_set(err, ERROR_INPUT, "%s: has no data set 58 (a function over time)",
                         columns->path);
    snprintf(columns->layout, sizeof columns->layout, "universal file, %zu data sets 58",
             columns->n);
    return code;
}

const struct daq_columns_kind daq_columns_uff = {
    .open = uff_open, .rewind = daq_held_rewind, .next = daq_held_next, .close = daq_held_close};
