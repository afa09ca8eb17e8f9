/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "lib/cli/table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "lib/base/json.h"
#include "lib/base/shown.h"
#include "lib/base/text.h"
#include "lib/cli/fold.h"

enum { COLUMNS_MAX = 128, DIGITS = 5, GAP = 2, CELL_SIZE = 512 };

/* what people read instead of an SI unit */
static const struct reader_unit {
    const char *si, *shown;
    double factor;
} reader_units[] = {
    {"m", "mm", 1e3},
    {"m/s", "mm/s", 1e3},
    {"rad", "deg", 57.295779513082320877},
    {"rad/s", "deg/s", 57.295779513082320877},
};

struct column {
    const char *name, *unit; /* unit: "" when there is none */
    double factor;
    size_t cell;    /* its place in a row */
    bool filled;    /* not every cell is empty */
    bool numbers;   /* every cell is one, or empty */
    double largest; /* of them, as shown */
    bool whole;     /* no cell has digits behind the point */
    bool wide;      /* over many powers of ten: each has digits of its own */
    size_t width;
};

struct grid {
    struct column columns[COLUMNS_MAX];
    size_t n;
    char **lines; /* header and rows, their commas replaced by null bytes; remarks as they are */
    size_t n_lines;
};

enum error_code table_begin(struct table *table, FILE *out, bool json, struct error *err)
{
    *table = (struct table){.out = out, .file = out, .json = json};
    /* mpirun gives its ranks a terminal of its own, wherever the output goes in the end */
    table->aligned = !json && fold_screen(out) > 0;
    if (json || table->aligned)
        table->file = text_open(&table->text, &table->size);
    return table->file ? ERROR_OK : error_memory(err);
}

void table_text(const struct table *table, const char *text)
{
    fputc('"', table->file);
    for (const char *end; text && *text; text = end) { /* as far as nothing is to be doubled */
        end = text + 1 + (*text == '"' || *text == '\n' ? 0 : strcspn(text + 1, "\"\n"));
        if (*text == '"')
            fputs("\"\"", table->file);
        else if (*text == '\n')
            fputc(' ', table->file);
        else if (table->file != table->out)
            fwrite(text, 1, (size_t)(end - text), table->file);
        else
            shown_printf(table->file, "%.*s", (int)(end - text), text);
    }
    fputc('"', table->file);
}

/* ---- cells */

static bool is_remark(const char *line) { return *line == '#'; }

/* the end of a cell: a comma outside quotes or the end of the line */
static char *cell_end(char *cell)
{
    bool quoted = false;
    for (; *cell && (*cell != ',' || quoted); cell++)
        quoted ^= *cell == '"';
    return cell;
}

/* without the quotes around it */
static void unquote(char *cell)
{
    if (*cell != '"')
        return;
    char *to = cell;
    for (const char *from = cell + 1; *from && (*from != '"' || from[1] == '"'); from++) {
        from += *from == '"';
        *to++ = *from;
    }
    *to = '\0';
}

/* the cells of a line become texts of their own, in `cells`; returns how many. What stands in
 * quotes is text, which its column (NULL: of no interest) is told. */
static size_t cut(char *line, struct column *columns, char *cells[COLUMNS_MAX])
{
    size_t n = 0;
    for (char *at = line; n < COLUMNS_MAX;) {
        char *end = cell_end(at);
        const bool more = *end == ',';
        *end = '\0';
        if (columns && *at == '"')
            columns[n].numbers = false; /* "001" is a name */
        unquote(at);
        cells[n++] = at;
        if (!more)
            break;
        at = end + 1;
    }
    return n;
}

static bool is_number(const char *cell, double *value)
{
    char *end;
    *value = strtod(cell, &end);
    return end != cell && !*end;
}

static const char *cell_of(const char *line, size_t column)
{
    while (column-- > 0)
        line += strlen(line) + 1;
    return line;
}

/* ---- a person's table */

const char *table_reader_unit(const char *si, double *factor)
{
    *factor = 1;
    for (size_t i = 0; si && i < sizeof reader_units / sizeof *reader_units; i++)
        if (strcmp(si, reader_units[i].si) == 0) {
            *factor = reader_units[i].factor;
            return reader_units[i].shown;
        }
    return si && strcmp(si, "1") != 0 ? si : "";
}

static void look_at(struct column *column, const char *cell)
{
    double value;
    if (!*cell)
        return;
    column->filled = true;
    column->numbers &= is_number(cell, &value);
    if (!column->numbers || !isfinite(value))
        return;
    column->largest = fmax(column->largest, fabs(column->factor * value));
    column->whole &= value == floor(value) && !strpbrk(cell, ".eE") && column->factor == 1;
}

/* what is smaller than this share of a column's largest is rounding, and shown as 0 */
static const double negligible = 1e-12;

/* as many decimals as give the largest of the column its digits; very large and very small
 * ones with an exponent */
static void show_cell(const struct column *column, const char *cell, char *text, size_t size)
{
    double value;
    if (!column->numbers || !is_number(cell, &value)) {
        snprintf(text, size, "%s", cell);
        shown_escape(text, size); /* what a file says must not steer the terminal */
        return;
    }
    value *= column->factor;
    const int power = column->largest > 0 ? (int)floor(log10(column->largest)) : 0;
    if (column->wide)
        snprintf(text, size, "%.*g", DIGITS,
                 fabs(value) < negligible * column->largest ? 0 : value);
    else if (column->whole)
        snprintf(text, size, "%.0f", value);
    else if (power >= 7 || power < -4)
        snprintf(text, size, "%.*e", DIGITS - 1, value);
    else
        snprintf(text, size, "%.*f", power < DIGITS - 1 ? DIGITS - 1 - power : 0, value);
    if (strspn(text, "-0.") == strlen(text) && *text == '-')
        memmove(text, text + 1, strlen(text)); /* no minus before nothing */
}

/* Decimals after a column's largest number would leave nothing of most others when that stands
 * far above them: more than a hundred times their geometric mean. */
static void look_at_spread(struct grid *grid)
{
    for (size_t c = 0; c < grid->n; c++) {
        struct column *column = &grid->columns[c];
        double logarithms = 0, value;
        size_t n = 0;
        for (size_t i = 0; column->numbers && i < grid->n_lines; i++)
            if (!is_remark(grid->lines[i]) &&
                is_number(cell_of(grid->lines[i], column->cell), &value) && isfinite(value) &&
                fabs(column->factor * value) > negligible * column->largest) {
                logarithms += log10(fabs(column->factor * value));
                n++;
            }
        const double above = n > 0 ? log10(column->largest) - logarithms / (double)n : 0;
        column->wide = above > 2 && (!column->whole || column->largest >= 1e7);
    }
}

/* a text wider than its column, which then is the last of its panel, goes on below, where the
 * column begins: `at` */
static void print_cell(const struct column *column, const char *text, bool last, size_t at,
                       FILE *out)
{
    const size_t width = fold_width(text), gap = column->width > width ? column->width - width : 0;
    if (column->numbers)
        fprintf(out, "%*s", (int)gap, "");
    for (size_t length; *text; text += length + strspn(text + length, " ")) {
        length = fold_line(text, column->width);
        for (size_t i = 0; i < length; i++) /* what a file says must not steer the terminal */
            fputc((unsigned char)text[i] < ' ' || text[i] == 0x7f ? ' ' : text[i], out);
        if (text[length])
            fprintf(out, "\n%*s", (int)at, "");
    }
    if (!last)
        fprintf(out, "%*s", (int)(column->numbers ? GAP : gap + GAP), "");
}

static void head_text(const struct column *column, char *text, size_t size)
{
    const char *unit = column->numbers ? column->unit : "";
    snprintf(text, size, "%s%s%s", column->name, *unit ? " " : "", unit);
}

/* the number of the column of that name; as many as there are: none */
static size_t column_of(const struct grid *grid, const char *name)
{
    size_t c = 0;
    while (c < grid->n && strcmp(grid->columns[c].name, name) != 0)
        c++;
    return c;
}

/* a cell for a person; where each row names the unit of its value, that is a person's too */
static void show(const struct grid *grid, const char *line, size_t c, char text[CELL_SIZE])
{
    const size_t values = column_of(grid, "value"), units = column_of(grid, "unit");
    const bool own = units < grid->n && values < grid->n && grid->columns[values].numbers;
    double factor = 1, value;
    const char *cell = cell_of(line, grid->columns[c].cell);
    const char *unit = own ? table_reader_unit(cell_of(line, grid->columns[units].cell), &factor)
                           : "";
    if (own && c == units)
        snprintf(text, CELL_SIZE, "%s", unit);
    else if (own && c == values && is_number(cell, &value))
        snprintf(text, CELL_SIZE, "%.*g", DIGITS, factor * value);
    else
        show_cell(&grid->columns[c], cell, text, CELL_SIZE);
}

static void measure(struct grid *grid, size_t most)
{
    char text[CELL_SIZE];
    for (size_t c = 0; c < grid->n; c++) {
        struct column *column = &grid->columns[c];
        head_text(column, text, sizeof text);
        column->width = fold_width(text);
        for (size_t i = 0; i < grid->n_lines; i++) {
            if (is_remark(grid->lines[i]))
                continue;
            show(grid, grid->lines[i], c, text);
            const size_t width = fold_width(text);
            column->width = column->width > width ? column->width : width;
        }
        /* the first column stands beside each of the others */
        const size_t room = c == 0 || most < grid->columns[0].width + GAP + 1
                                ? most
                                : most - grid->columns[0].width - GAP;
        column->width = column->width < room ? column->width : room;
    }
}

/* columns from `first` to before `end`, after the first of all where that is not among them */
static void print_panel(const struct grid *grid, size_t first, size_t end, FILE *out)
{
    char text[CELL_SIZE];
    for (size_t row = 0; row <= grid->n_lines; row++) {
        if (row > 0 && is_remark(grid->lines[row - 1]))
            continue;
        for (size_t k = first == 0 ? 1 : 0, at = 0; k <= end - first; k++) {
            const size_t c = k == 0 ? 0 : first + k - 1;
            if (row == 0)
                head_text(&grid->columns[c], text, sizeof text);
            else
                show(grid, grid->lines[row - 1], c, text);
            print_cell(&grid->columns[c], text, k == end - first, at, out);
            at += grid->columns[c].width + GAP;
        }
        fputc('\n', out);
    }
}

/* a column in which no row has anything tells a person nothing; the first stays */
static void leave_out_empty(struct grid *grid)
{
    size_t n = 0;
    for (size_t c = 0; c < grid->n; c++)
        if (c == 0 || grid->columns[c].filled)
            grid->columns[n++] = grid->columns[c];
    grid->n = n > 1 ? n : grid->n; /* no rows: the head alone */
}

/* what is too wide for the screen goes on below, as many columns at a time as fit */
static void print_aligned(struct grid *grid, size_t screen, FILE *out)
{
    leave_out_empty(grid);
    look_at_spread(grid);
    measure(grid, screen);
    for (size_t first = 0, end; first < grid->n; first = end) {
        size_t width = first > 0 ? grid->columns[0].width : 0;
        for (end = first; end < grid->n; end++) {
            width += grid->columns[end].width + (end > 0 ? GAP : 0);
            if (end > first && width > screen)
                break;
        }
        if (first > 0)
            fputc('\n', out);
        print_panel(grid, first, end, out);
    }
    for (size_t i = 0; i < grid->n_lines; i++)
        if (is_remark(grid->lines[i]))
            fold_print(grid->lines[i] + 1 + strspn(grid->lines[i] + 1, " "), 4, out);
}

/* rows as texts behind each other, so that only the line is to be kept */
static bool pack(char *line, struct column *columns, size_t n)
{
    char *cells[COLUMNS_MAX];
    if (cut(line, columns, cells) != n)
        return false;
    char *to = line;
    for (size_t i = 0; i < n; i++) {
        const size_t length = strlen(cells[i]) + 1;
        memmove(to, cells[i], length);
        to += length;
    }
    return true;
}

/* ---- lines */

/* a text whose lines do not all have the cells of the first is no table, and shown as it is */
static bool is_rectangular(const char *text)
{
    size_t columns = 0;
    while (*text) {
        const size_t length = strcspn(text, "\n");
        size_t n = 1;
        bool quoted = false;
        for (size_t i = 0; i < length; i++) {
            quoted ^= text[i] == '"';
            n += text[i] == ',' && !quoted;
        }
        if (!is_remark(text) && columns > 0 && n != columns)
            return false;
        if (!is_remark(text))
            columns = n;
        text += length + (text[length] == '\n');
    }
    return columns > 1 && columns <= COLUMNS_MAX;
}

static enum error_code split_lines(char *text, struct grid *grid, struct error *err)
{
    size_t room = 0;
    for (char *line = text; line && *line;) {
        char *end = strchr(line, '\n');
        if (end)
            *end = '\0';
        if (grid->n_lines == room) {
            room = room ? 2 * room : 64;
            char **lines = realloc(grid->lines, room * sizeof *lines);
            if (!lines)
                return error_memory(err);
            grid->lines = lines;
        }
        grid->lines[grid->n_lines++] = line;
        line = end ? end + 1 : NULL;
    }
    return ERROR_OK;
}

/* the first line that is no remark names the columns, and leaves the lines */
static void take_header(struct grid *grid, table_unit *unit, const void *context)
{
    size_t header = 0;
    while (header < grid->n_lines && is_remark(grid->lines[header]))
        header++;
    if (header == grid->n_lines)
        return;
    char *cells[COLUMNS_MAX];
    grid->n = cut(grid->lines[header], NULL, cells);
    for (size_t c = 0; c < grid->n; c++) {
        grid->columns[c] = (struct column){
            .name = cells[c], .cell = c, .numbers = true, .whole = true};
        struct column *column = &grid->columns[c];
        column->unit = table_reader_unit(unit ? unit(context, cells[c]) : NULL, &column->factor);
    }
    for (size_t i = header; i + 1 < grid->n_lines; i++)
        grid->lines[i] = grid->lines[i + 1];
    grid->n_lines--;
}

static enum error_code take_rows(struct grid *grid, struct error *err)
{
    for (size_t i = 0; i < grid->n_lines; i++) {
        const char *cell = grid->lines[i];
        if (is_remark(cell))
            continue;
        if (!pack(grid->lines[i], grid->columns, grid->n))
            return error_set(err, ERROR_NUMERIC, "row %zu does not have the cells of its header",
                             i + 1);
        for (size_t c = 0; c < grid->n; c++, cell += strlen(cell) + 1)
            look_at(&grid->columns[c], cell);
    }
    return ERROR_OK;
}

/* JSON holds UTF-8 alone: other bytes are written out */
static json_t *json_of_text(const char *cell)
{
    if (shown_is_utf8(cell))
        return json_string(cell);
    char text[CELL_SIZE];
    snprintf(text, sizeof text, "%s", cell);
    shown_escape(text, sizeof text);
    return json_string(text);
}

static enum error_code print_json(const struct grid *grid, FILE *out, struct error *err)
{
    json_t *rows = json_array();
    bool lost = !rows;
    for (size_t i = 0; i < grid->n_lines; i++) {
        const char *cell = grid->lines[i];
        if (is_remark(cell))
            continue;
        json_t *row = json_object();
        for (size_t c = 0; c < grid->n; c++, cell += strlen(cell) + 1) {
            double value;
            const struct column *column = &grid->columns[c];
            const bool number = column->numbers && is_number(cell, &value) && isfinite(value);
            lost |= json_object_set_new(row, column->name,
                                        !*cell || (column->numbers && !number) ? json_null()
                                        : !number                              ? json_of_text(cell)
                                        : column->whole ? json_integer((json_int_t)value)
                                                        : json_real(value)) != 0;
        }
        lost |= json_array_append_new(rows, row) != 0;
    }
    lost |= !json_print(rows, out);
    fputc('\n', out);
    json_decref(rows);
    return lost ? error_memory(err) : ERROR_OK;
}

enum error_code table_end(struct table *table, table_unit *unit, const void *context,
                          struct error *err)
{
    if (table->file == table->out)
        return ERROR_OK;
    enum error_code code = text_end(table->file, &table->text, err);
    struct grid *grid = calloc(1, sizeof *grid);
    char *text = table->text;
    if (!code && !grid)
        code = error_memory(err);
    if (!code && table->aligned && !is_rectangular(text)) {
        shown_print(text, table->out);
        free(grid);
        free(text);
        return ERROR_OK;
    }
    if (!code)
        code = split_lines(text, grid, err);
    if (!code)
        take_header(grid, table->json ? NULL : unit, context);
    if (!code)
        code = take_rows(grid, err);
    if (!code && table->json) {
        code = print_json(grid, table->out, err);
    } else if (!code) {
        const size_t screen = fold_screen(table->out);
        print_aligned(grid, screen > 0 ? screen : 80, table->out);
    }
    if (grid)
        free(grid->lines);
    free(grid);
    free(text);
    return code;
}
