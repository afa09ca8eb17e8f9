/* SPDX-License-Identifier: GPL-3.0-or-later */
/* CSV files of numbers: a header line with names and units, or none. */
#ifndef DAQ_CSV_H
#define DAQ_CSV_H

#include <stdbool.h>
#include <stddef.h>

#include "lib/base/error.h"

enum { CSV_COLUMNS_MAX = 256, CSV_NAME_SIZE = 64 };

struct daq_csv;

/* a column of the header: "tip_t (mm/s)" or "tip_t [mm/s]" */
struct daq_csv_column {
    char name[CSV_NAME_SIZE]; /* "column2" when there is no header */
    char unit[CSV_NAME_SIZE]; /* "" when none is given */
};

enum error_code daq_csv_open(const char *path, struct daq_csv **csv, struct error *err);
void daq_csv_close(struct daq_csv *csv); /* NULL is allowed */

size_t daq_csv_columns(const struct daq_csv *csv);
const struct daq_csv_column *daq_csv_column(const struct daq_csv *csv, size_t i);

/* back to the first row of numbers */
enum error_code daq_csv_rewind(struct daq_csv *csv, struct error *err);

/* the next row; `decimals` (may be NULL) has how many digits follow the point of
 * each number, -1 when it has an exponent. *more is false at the end */
enum error_code daq_csv_read(struct daq_csv *csv, double *values, int *decimals, bool *more,
                             struct error *err);

/* number of the last line, from 1 */
long daq_csv_line(const struct daq_csv *csv);

#endif
