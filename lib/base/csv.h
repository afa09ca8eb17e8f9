/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables as text, row by row: memory does not grow with their length. Between cells is a
 * comma, a semicolon or a tab, whichever the first line has; a cell may stand in double
 * quotes. Empty lines and comments (#) are passed over. The first line names the columns,
 * unless it begins with a number. */
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
};

enum error_code csv_open(const char *path, struct csv **csv, struct error *err);
void csv_close(struct csv *csv); /* NULL is allowed */

size_t csv_columns(const struct csv *csv);
const struct csv_column *csv_column(const struct csv *csv, size_t i);
size_t csv_find(const struct csv *csv, const char *name); /* CSV_NO_COLUMN: there is none */

/* back to before the first row */
enum error_code csv_rewind(struct csv *csv, struct error *err);

/* the next row, which has a cell for each column; *more is false at the end */
enum error_code csv_next(struct csv *csv, bool *more, struct error *err);
long csv_line(const struct csv *csv); /* of the last row in the file, from 1 */

/* a cell of that row, without quotes and blanks around it; good until the next row */
const char *csv_text(const struct csv *csv, size_t column);

/* a cell as a finite number; `decimals` (may be NULL) is how many digits follow its
 * point, -1 when it has an exponent */
enum error_code csv_number(const struct csv *csv, size_t column, double *value, int *decimals,
                           struct error *err);

/* csv_next, and every cell as a number; `decimals` may be NULL */
enum error_code csv_read(struct csv *csv, double *values, int *decimals, bool *more,
                         struct error *err);

#endif
