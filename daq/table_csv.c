/* SPDX-License-Identifier: GPL-3.0-or-later */
/* CSV as a table: a time column or a rate; each other column is a channel. */
#include "config.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "lib/rig/tables.h"
#include "lib/base/csv.h"
#include "lib/base/units.h"
#include "daq/channel.h"
#include "daq/table_kind.h"

enum { COLUMNS_MAX = 256, NO_COLUMN = COLUMNS_MAX, BITS = 32 };
static const double most_count = INT32_MAX;
/* steps of time that differ by less are the digits of the printed times */
static const double even_enough = 0.02;

struct column {
    size_t index; /* in the file */
    double largest;
    int decimals; /* -1: some number has an exponent */
    double step;  /* of a count, in the file's unit */
};

struct csv_table {
    struct csv *csv;
    size_t time; /* its column */
    double time_unit;
    size_t n;
    struct column columns[COLUMNS_MAX];
    long rows;
    double first, last, shortest, longest; /* times, s */
    bool resampled;
    double period;                                  /* s */
    long frame;                                     /* resampled: number of the next */
    double before[COLUMNS_MAX], after[COLUMNS_MAX]; /* rows around it */
};

/* ---- looking through */

static enum error_code look_at_time(struct csv_table *t, const char *path, double time,
                                    struct error *err)
{
    if (t->rows == 0) {
        t->first = time;
    } else {
        const double step = time - t->last;
        if (!(step > 0))
            return error_set(err, ERROR_INPUT, "%s:%ld: the time does not increase", path,
                             csv_line(t->csv));
        t->shortest = t->rows == 1 ? step : fmin(t->shortest, step);
        t->longest = t->rows == 1 ? step : fmax(t->longest, step);
    }
    t->last = time;
    return ERROR_OK;
}

static enum error_code look_through(struct csv_table *t, const char *path, struct error *err)
{
    double values[COLUMNS_MAX];
    int decimals[COLUMNS_MAX];
    bool more = true;
    enum error_code code = ERROR_OK;
    for (; !code && more; t->rows += more && !code) {
        code = csv_read(t->csv, values, decimals, &more, err);
        if (code || !more)
            continue;
        if (t->time != NO_COLUMN)
            code = look_at_time(t, path, t->time_unit * values[t->time], err);
        for (size_t i = 0; i < t->n; i++) {
            struct column *column = &t->columns[i];
            const int d = decimals[column->index];
            column->largest = fmax(column->largest, fabs(values[column->index]));
            if (d < 0 || column->decimals < 0)
                column->decimals = -1;
            else if (d > column->decimals)
                column->decimals = d;
        }
    }
    if (!code && t->rows < 2)
        code = error_set(err, ERROR_INPUT, "%s: has %ld rows of numbers; two or more are needed",
                         path, t->rows);
    return code;
}

/* ---- what it becomes */

static enum error_code find_time(struct csv_table *t, const char *path, double rate,
                                 struct error *err)
{
    t->time = NO_COLUMN;
    t->time_unit = 1;
    if (csv_columns(t->csv) > COLUMNS_MAX)
        return error_set(err, ERROR_INPUT, "%s: has more than %d columns", path, COLUMNS_MAX);
    for (size_t i = 0; i < csv_columns(t->csv); i++) {
        const struct csv_column *column = csv_column(t->csv, i);
        const bool named = strcasecmp(column->name, "t") == 0 ||
                           strcasecmp(column->name, "time") == 0;
        if (!named || t->time != NO_COLUMN) {
            t->columns[t->n++].index = i;
            continue;
        }
        t->time = i;
        char one[CSV_NAME_SIZE + 8];
        snprintf(one, sizeof one, "1 %s", *column->unit ? column->unit : "s");
        enum error_code code = units_parse(one, "s", &t->time_unit, err);
        if (code) {
            error_prefix(err, "%s: column %s", path, column->name);
            return code;
        }
    }
    if (t->n == 0)
        return error_set(err, ERROR_INPUT, "%s: has no column but the time", path);
    if (rate > 0)
        t->time = NO_COLUMN; /* the person knows better */
    else if (t->time == NO_COLUMN)
        return error_set(err, ERROR_INPUT,
                         "%s: has no column called t or time; give the rate with --rate", path);
    return ERROR_OK;
}

static enum error_code find_period(struct csv_table *t, const char *path, double rate,
                                   struct daq_source *source, struct error *err)
{
    double mean = 1 / rate;
    if (t->time != NO_COLUMN)
        mean = (t->last - t->first) / (double)(t->rows - 1);
    enum error_code code = daq_channel_period(1 / mean, &source->info.period, err);
    if (code) {
        error_prefix(err, "%s", path);
        return code;
    }
    t->period = run_period(&source->info);
    t->resampled = t->time != NO_COLUMN && (t->longest > (1 + even_enough) * mean ||
                                            t->shortest < (1 - even_enough) * mean);
    if (t->resampled)
        snprintf(source->remark, sizeof source->remark,
                 "%s: its times are not even, steps are %.6g to %.6g s long: resampled every "
                 "%.9g s by straight lines between the rows",
                 path, t->shortest, t->longest, run_period(&source->info));
    return ERROR_OK;
}

/* unit of the role, and what the file's unit is in it */
static enum error_code find_unit(const char *path, const struct csv_column *column,
                                 struct run_channel *out, struct error *err)
{
    const size_t role = rig_words_find(&rig_roles, column->name);
    const char *unit = role < rig_roles.n ? rig_role_units[role] : NULL;
    out->sensitivity = 1;
    out->unit = *column->unit ? column->unit : unit ? unit : "1";
    if (!unit || !*column->unit)
        return ERROR_OK;
    char one[CSV_NAME_SIZE + 8];
    snprintf(one, sizeof one, "1 %s", column->unit);
    out->unit = unit;
    enum error_code code = units_parse(one, unit, &out->sensitivity, err);
    if (code)
        error_prefix(err, "%s: column %s", path, column->name);
    return code;
}

static const struct rig_channel *channel_of(const struct rig *rig, const char *role)
{
    for (size_t i = 0; rig && i < rig->n_channels; i++)
        if (strcmp(rig_role_name(rig->channels[i].role), role) == 0)
            return &rig->channels[i];
    return NULL;
}

/* decimals that fit are kept as they are: 0.125 becomes 125 steps of 0.001; no step is 0 */
static double step_of(const struct csv_table *t, const struct column *column)
{
    const double power = pow(10, column->decimals);
    if (!t->resampled && column->decimals >= 0 && column->largest * power <= most_count)
        return 1 / power;
    return column->largest > 0 ? fmax(column->largest / most_count, DBL_MIN) : 1;
}

static enum error_code set_channel(const struct csv_table *t, const char *path,
                                   const struct rig *rig, size_t i, struct run_channel *out,
                                   struct error *err)
{
    const struct csv_column *column = csv_column(t->csv, t->columns[i].index);
    const struct rig_channel *channel = channel_of(rig, column->name);
    *out = (struct run_channel){
        .role = column->name, .n_coefficients = 2, .count_min = INT32_MIN, .count_max = INT32_MAX};
    out->coefficients[1] = t->columns[i].step;
    if (channel && strcmp(column->unit, "V") == 0) {
        daq_channel_convert(channel, out);
        return ERROR_OK;
    }
    return find_unit(path, column, out, err);
}

static enum error_code set_up(struct csv_table *t, const char *path, const struct rig *rig,
                              double rate, struct daq_source *source, struct error *err)
{
    enum error_code code = find_time(t, path, rate, err);
    if (!code)
        code = look_through(t, path, err);
    if (!code)
        code = find_period(t, path, rate, source, err);
    for (size_t i = 0; !code && i < t->n; i++) {
        t->columns[i].step = step_of(t, &t->columns[i]);
        code = set_channel(t, path, rig, i, &source->channels[i], err);
    }
    source->info.n_channels = t->n;
    source->info.bits = BITS;
    source->info.count_offset = 0;
    return code;
}

static void table_close(void *state)
{
    struct csv_table *t = state;
    csv_close(t->csv);
    free(t);
}

static enum error_code table_rewind(void *state, struct error *err)
{
    struct csv_table *t = state;
    bool more;
    t->frame = 0;
    enum error_code code = csv_rewind(t->csv, err);
    if (!code && t->resampled) {
        code = csv_read(t->csv, t->before, NULL, &more, err);
        if (!code)
            code = csv_read(t->csv, t->after, NULL, &more, err);
    }
    return code;
}

static enum error_code table_open(const char *path, const struct rig *rig, double rate,
                                  struct daq_source *source, void **state, struct error *err)
{
    struct csv_table *t = calloc(1, sizeof *t);
    if (!t)
        return error_memory(err);
    enum error_code code = csv_open(path, &t->csv, err);
    if (!code)
        code = set_up(t, path, rig, rate, source, err);
    if (!code)
        code = table_rewind(t, err);
    if (code)
        table_close(t);
    else
        *state = t;
    return code;
}

/* ---- reading */

static int32_t to_count(const struct column *column, double value)
{
    return (int32_t)lround(fmax(-most_count, fmin(most_count, value / column->step)));
}

/* the rows around the next frame; *more is false when it lies behind the last */
static enum error_code reach(struct csv_table *t, double time, bool *more, struct error *err)
{
    *more = true;
    while (*more && t->time_unit * t->after[t->time] < time) {
        double row[COLUMNS_MAX];
        enum error_code code = csv_read(t->csv, row, NULL, more, err);
        if (code)
            return code;
        if (*more) {
            memcpy(t->before, t->after, sizeof row);
            memcpy(t->after, row, sizeof row);
        }
    }
    return ERROR_OK;
}

static enum error_code next_resampled(struct csv_table *t, double *values, bool *more,
                                      struct error *err)
{
    /* the last row may be a rounding error early */
    const double time = fmin(t->first + (double)t->frame * t->period, t->last + 1e-6 * t->period);
    if (t->first + (double)t->frame * t->period > t->last + 1e-6 * t->period) {
        *more = false;
        return ERROR_OK;
    }
    enum error_code code = reach(t, fmin(time, t->last), more, err);
    if (code || !*more)
        return code;
    const double from = t->time_unit * t->before[t->time];
    const double share = (time - from) / (t->time_unit * t->after[t->time] - from);
    for (size_t i = 0; i < csv_columns(t->csv); i++)
        values[i] = t->before[i] + share * (t->after[i] - t->before[i]);
    t->frame++;
    return ERROR_OK;
}

static enum error_code table_read(void *state, int32_t *samples, size_t room, size_t *frames,
                                  struct error *err)
{
    struct csv_table *t = state;
    double values[COLUMNS_MAX];
    bool more = true;
    for (*frames = 0; *frames < room; ++*frames) {
        enum error_code code = t->resampled ? next_resampled(t, values, &more, err)
                                            : csv_read(t->csv, values, NULL, &more, err);
        if (code || !more)
            return code;
        for (size_t i = 0; i < t->n; i++)
            *samples++ = to_count(&t->columns[i], values[t->columns[i].index]);
    }
    return ERROR_OK;
}

const struct daq_table_kind daq_table_csv = {
    .open = table_open, .close = table_close, .rewind = table_rewind, .read = table_read};
