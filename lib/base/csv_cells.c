/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "lib/base/csv_cells.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

void csv_cells_trim(char *text)
{
    size_t start = strspn(text, " \t"), length = strlen(text);
    while (length > start && strchr(" \t", text[length - 1]))
        length--;
    memmove(text, text + start, length - start);
    text[length - start] = '\0';
}

static enum error_code add(struct csv_cells *cells, char *cell, struct error *err)
{
    if (cells->n == cells->room) {
        const size_t room = cells->room ? 2 * cells->room : 16;
        char **items = realloc(cells->items, room * sizeof *items);
        if (!items)
            return error_memory(err);
        cells->items = items;
        cells->room = room;
    }
    cells->items[cells->n++] = cell;
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

/* where the cell ends that begins there, NULL at the end of the line: blanks in a row are one
 * separator, and none after the last cell */
static char *next_separator(char *at, char separator)
{
    if (separator != ' ')
        return strchr(at, separator);
    char *blank = at + strcspn(at, " \t");
    return blank[strspn(blank, " \t")] ? blank : NULL;
}

enum error_code csv_cells_split(struct csv_cells *cells, char *line, char separator,
                                bool decimal_comma, struct error *err)
{
    const char *blanks = separator == '\t' ? " " : " \t";
    enum error_code code = ERROR_OK;
    cells->n = 0;
    for (char *at = line; !code && at;) {
        char *cell = at + strspn(at, blanks), *end = *cell == '"' ? unquote(cell) : cell;
        char *next = next_separator(end, separator), *last = next ? next : end + strlen(end);
        while (last > end && strchr(blanks, last[-1]))
            last--;
        at = next ? next + 1 : NULL;
        *last = '\0';
        for (char *comma = cell; decimal_comma && (comma = strchr(comma, ','));)
            *comma = '.';
        /* a header by blanks: "Time [ms]" is one cell */
        if (separator == ' ' && cells->n > 0 && (*cell == '(' || *cell == '['))
            for (char *gap = cell; *--gap == '\0' || *gap == ' ' || *gap == '\t';)
                *gap = ' ';
        else
            code = add(cells, cell, err);
    }
    return code;
}

/* ---- numbers */

/* "12:34:56.789", perhaps after a date and a blank or T */
static bool time_of_day(const char *cell, double *value)
{
    const char *colon = strchr(cell, ':');
    const char *start = colon;
    while (start && start > cell && isdigit((unsigned char)start[-1]))
        start--;
    if (!start || start == colon || (start > cell && !strchr(" T", start[-1])))
        return false;
    const size_t date = (size_t)(start - cell);
    if (date > 0 && strspn(cell, "0123456789-./") + 1 != date)
        return false;
    char *end;
    const long hours = strtol(start, &end, 10), minutes = strtol(end + 1, &end, 10);
    if (*end != ':' || hours > 23 || minutes < 0 || minutes > 59 || !isdigit((unsigned char)end[1]))
        return false;
    const double seconds = strtod(end + 1, &end);
    *value = 3600.0 * (double)hours + 60.0 * (double)minutes + seconds;
    return seconds < 61 && (!*end || strcmp(end, "Z") == 0);
}

struct word {
    const char *text;
    double value;
};

static bool is_word(const char *cell, double *value)
{
    static const struct word words[] = {
        {"", NAN},
        {"nan", NAN},
        {"na", NAN},
        {"n/a", NAN},
        {"null", NAN},
        {"-", NAN},
        {"--", NAN},
        {"---", NAN},
        {"1.#QNAN", NAN},
        {"-1.#IND", NAN},
        {"inf", INFINITY},
        {"-inf", -INFINITY},
        {"\u221e", INFINITY},
        {"-\u221e", -INFINITY},
        {"1.#INF", INFINITY},
        {"-1.#INF", -INFINITY},
    };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcasecmp(cell, words[i].text) == 0) {
            *value = words[i].value;
            return true;
        }
    return false;
}

bool csv_cells_number(const char *cell, double *value)
{
    char *end;
    if (is_word(cell, value))
        return true;
    *value = strtod(cell, &end);
    return (end != cell && !*end) || time_of_day(cell, value);
}
