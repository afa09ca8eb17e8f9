/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Text as columns: what lib/base/csv makes of it. */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "lib/base/csv.h"
#include "daq/columns.h"

static enum error_code text_open(struct daq_columns *columns, const struct daq_mapping *mapping,
                                 struct error *err)
{
    struct csv *csv;
    enum error_code code = csv_open_after(columns->path, mapping->skip, &csv, err);
    if (code)
        return code;
    columns->state = csv;
    columns->n = csv_columns(csv);
    if (columns->n > DAQ_COLUMNS_MAX) {
        return error_set(err, ERROR_INPUT, "%s: has more than %d columns", columns->path,
                         DAQ_COLUMNS_MAX);
    }
    for (size_t i = 0; i < columns->n; i++) {
        const struct csv_column *from = csv_column(csv, i);
        char number[CSV_NAME_SIZE];
        snprintf(columns->list[i].name, DAQ_NAME_SIZE, "%s", from->name);
        snprintf(columns->list[i].unit, DAQ_NAME_SIZE, "%s", from->unit);
        columns->list[i].empty = from->empty;
        snprintf(number, sizeof number, "column%zu", i + 1);
        columns->named |= !from->empty && strcmp(number, from->name) != 0;
    }
    char layout[200];
    csv_describe(csv, layout, sizeof layout);
    snprintf(columns->layout, sizeof columns->layout, "text, %s", layout);
    return ERROR_OK;
}

static enum error_code text_rewind(struct daq_columns *columns, struct error *err)
{
    return csv_rewind(columns->state, err);
}

static enum error_code text_next(struct daq_columns *columns, double *values, int *decimals,
                                 bool *more, struct error *err)
{
    struct csv *csv = columns->state;
    enum error_code code = csv_next(csv, more, err);
    for (size_t i = 0; !code && *more && i < columns->n; i++)
        code = csv_value(csv, i, &values[i], decimals ? &decimals[i] : NULL, err);
    columns->place = csv_line(csv);
    return code;
}

static void text_close(struct daq_columns *columns) { csv_close(columns->state); }

const struct daq_columns_kind daq_columns_text = {
    .open = text_open, .rewind = text_rewind, .next = text_next, .close = text_close};
