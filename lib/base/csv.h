/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables as text, row by row: memory does not grow with their length. Between cells is a comma,
 * a semicolon, a tab or blanks; numbers have a point, or a comma where that is no separator; a
 * cell may stand in double quotes. The line before the rows, or the two before them when the
 * second holds units, name the columns; what comes before is passed over, and so are empty
 * lines and comments (#, %), the last of which may be the one with the names. In a table with
 * words in its rows the first line has the names, unless it begins with a number. */
#ifndef LIB_BASE_CSV_H
#define LIB_BASE_CSV_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/base/error.h"

enum { CSV_NAME_SIZE = 64 };
#define CSV_NO_COLUMN SIZE_MAX

struct csv;

/* a column of the header: "tip_t (mm/s)" or "tip_t [mm/s]" */
struct csv_column {
    char name[CSV_NAME_SIZE]; /* "column2" when there is no header */
    char unit[CSV_NAME_SIZE]; /* "" when none is given */
    bool empty;               /* nothing is in it in the first row, and it has no name */
};

enum error_code csv_open(const char *path, struct csv **csv, struct error *err);
/* the same with so many lines at the beginning passed over */
enum error_code csv_open_after(const char *path, long skip, struct csv **csv, struct error *err);
void csv_close(struct csv *csv); /* NULL is allowed */

size_t csv_columns(const struct csv *csv);
const struct csv_column *csv_column(const struct csv *csv, size_t i);
/* "semicolons between the cells, decimal commas; names in line 1, rows from line 4 on" */
void csv_describe(const struct csv *csv, char *text, size_t size);
size_t csv_find(const struct csv *csv, const char *name); /* CSV_NO_COLUMN: there is none */

/* back to before the first row */
enum error_code csv_rewind(struct csv *csv, struct error *err);

/* the next row, which has a cell for each column; *more is false at the end */
enum error_code csv_next(struct csv *csv, bool *more, struct error *err);
long csv_line(const struct csv *csv); /* of the last row in the file, from 1 */

/* a cell of that row, without quotes and blanks around it; good until the next row */
const char *csv_text(const struct csv *csv, size_t column);

/* a cell as a number, which is NaN where a sample is missing and infinite where it was out of
 * range */
enum error_code csv_value(const struct csv *csv, size_t column, double *value, int *decimals,
                          struct error *err);

/* a cell as a finite number; `decimals` (may be NULL) is how many digits follow its
 * point, -1 when it has an exponent */
enum error_code csv_number(const struct csv *csv, size_t column, double *value, int *decimals,
                           struct error *err);

/* csv_next, and every cell as a number; `decimals` may be NULL */
enum error_code csv_read(struct csv *csv, double *values, int *decimals, bool *more,
                         struct error *err);

#endif
