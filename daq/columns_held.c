/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Columns that are in memory as a whole. */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>

#include "daq/columns.h"

enum error_code daq_held_add(struct daq_columns *columns, const char *name, const char *unit,
                             double *values, size_t rows, struct error *err)
{
    struct daq_held *held = columns->state;
    if (columns->n == DAQ_COLUMNS_MAX) {
        free(values);
        return error_set(err, ERROR_INPUT, "%s: has more than %d columns", columns->path,
                         DAQ_COLUMNS_MAX);
    }
    if (columns->n > 0 && rows != held->rows) {
        free(values);
        return error_set(err, ERROR_INPUT, "%s: %s has %zu numbers, %s has %zu", columns->path,
                         columns->list[0].name, held->rows, name, rows);
    }
    struct daq_column *column = &columns->list[columns->n];
    snprintf(column->name, sizeof column->name, "%.63s", name);
    snprintf(column->unit, sizeof column->unit, "%.63s", unit);
    held->values[columns->n++] = values;
    held->rows = rows;
    return ERROR_OK;
}

enum error_code daq_held_rewind(struct daq_columns *columns, struct error *err)
{
    (void)err;
    struct daq_held *held = columns->state;
    held->next = 0;
    return ERROR_OK;
}

enum error_code daq_held_next(struct daq_columns *columns, double *values, int *decimals,
                              bool *more, struct error *err)
{
    (void)err;
    struct daq_held *held = columns->state;
    *more = held->next < held->rows;
    for (size_t i = 0; *more && i < columns->n; i++) {
        values[i] = held->values[i][held->next];
        if (decimals)
            decimals[i] = -1;
    }
    held->next += *more;
    columns->place = (long)held->next;
    return ERROR_OK;
}

void daq_held_close(struct daq_columns *columns)
{
    struct daq_held *held = columns->state;
    for (size_t i = 0; held && i < columns->n; i++)
        free(held->values[i]);
    free(held);
}
