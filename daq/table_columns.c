/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Columns of numbers as a table: a time column or a rate; each other column is a channel. The
 * file is looked through once for its range and its times, then read again. */
#include "config.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daq/channel.h"
#include "daq/columns.h"
#include "daq/table_kind.h"

enum { BITS = 32, ROWS_GUESSED = 100 };
/* the converter's rails are left free for what is beyond the range of the file */
static const double most_count = INT32_MAX - 1;
/* steps of time that differ by less are the digits of the printed times */
static const double even_enough = 0.02;

struct column {
    size_t index; /* in the file */
    double largest;
    int decimals; /* -1: some number has an exponent */
    double step;  /* of a count, in the file's unit */
};

struct columns_table {
    struct daq_columns *file;
    long time; /* its column, or DAQ_NO_COLUMN */
    double time_unit;
    size_t n;
    struct column columns[DAQ_COLUMNS_MAX];
    long rows, lost;
    double first, last, shortest, longest; /* times, s */
    bool resampled;
    double period;                                          /* s */
    long frame;                                             /* resampled: number of the next */
    double before[DAQ_COLUMNS_MAX], after[DAQ_COLUMNS_MAX]; /* rows around it */
    int64_t missed;                                         /* frames since the last good one */
};

static enum error_code next_row(struct columns_table *t, double *values, int *decimals, bool *more,
                                struct error *err)
{
    return t->file->kind->next(t->file, values, decimals, more, err);
}

/* ---- looking through */

static enum error_code look_at_time(struct columns_table *t, double time, struct error *err)
{
    if (!isfinite(time))
        return error_set(err, ERROR_INPUT, "%s:%ld: the time is no number", t->file->path,
                         t->file->place);
    if (t->rows == 0) {
        t->first = time;
    } else {
        const double step = time - t->last;
        if (!(step > 0))
            return error_set(err, ERROR_INPUT, "%s:%ld: the time does not increase", t->file->path,
                             t->file->place);
        t->shortest = t->rows == 1 ? step : fmin(t->shortest, step);
        t->longest = t->rows == 1 ? step : fmax(t->longest, step);
    }
    t->last = time;
    return ERROR_OK;
}

static void look_at_values(struct columns_table *t, const double *values, const int *decimals)
{
    bool lost = false;
    for (size_t i = 0; i < t->n; i++) {
        struct column *column = &t->columns[i];
        const double value = values[column->index];
        const int d = decimals[column->index];
        lost |= isnan(value);
        if (!isfinite(value))
            continue;
        column->largest = fmax(column->largest, fabs(value));
        if (d < 0 || column->decimals < 0)
            column->decimals = -1;
        else if (d > column->decimals)
            column->decimals = d;
    }
    t->lost += lost;
}

static enum error_code look_through(struct columns_table *t, struct error *err)
{
    double values[DAQ_COLUMNS_MAX];
    int decimals[DAQ_COLUMNS_MAX];
    bool more = true;
    enum error_code code = ERROR_OK;
    for (; !code && more; t->rows += more && !code) {
        code = next_row(t, values, decimals, &more, err);
        if (code || !more)
            continue;
        if (t->time != DAQ_NO_COLUMN)
            code = look_at_time(t, t->time_unit * values[t->time], err);
        look_at_values(t, values, decimals);
    }
    if (!code && t->rows - t->lost < 2)
        code = error_set(err, ERROR_INPUT, "%s: has %ld rows of numbers; two or more are needed",
                         t->file->path, t->rows - t->lost);
    return code;
}

/* ---- what it becomes */

/* nothing is named: a first column whose steps are even is the time, unless they are 1, when it
 * rather is the row's number */
static enum error_code guess_time(struct columns_table *t, struct daq_source *source,
                                  struct error *err)
{
    double values[DAQ_COLUMNS_MAX], last = 0, shortest = INFINITY, longest = 0;
    bool more = true;
    long rows = 0;
    enum error_code code = ERROR_OK;
    for (; !code && more && rows < ROWS_GUESSED; rows += more) {
        code = next_row(t, values, NULL, &more, err);
        if (!code && more && rows > 0) {
            shortest = fmin(shortest, values[0] - last);
            longest = fmax(longest, values[0] - last);
        }
        last = values[0];
    }
    const bool even = rows > 2 && shortest > 0 && longest < (1 + even_enough) * shortest;
    if (!code && even && shortest != 1 && t->file->n > 1) {
        t->time = 0;
        snprintf(source->remark, sizeof source->remark,
                 "%s: has no names; its first column increases evenly and is taken for the time "
                 "in s (--time 1:UNIT or --rate say otherwise)",
                 t->file->path);
    }
    return code ? code : t->file->kind->rewind(t->file, err);
}

static enum error_code find_time(struct columns_table *t, const struct daq_mapping *mapping,
                                 struct daq_source *source, struct error *err)
{
    struct daq_columns *file = t->file;
    t->time_unit = 1;
    enum error_code code = daq_mapping_time(mapping, file->path, file->list, file->n, &t->time,
                                            &t->time_unit, err);
    if (code)
        return code;
    if (t->time == DAQ_NO_COLUMN && !file->named && !(mapping->rate > 0))
        code = guess_time(t, source, err);
    if (t->time != DAQ_NO_COLUMN)
        file->list[t->time].empty = true; /* it is no channel */
    if (mapping->rate > 0)
        t->time = DAQ_NO_COLUMN; /* the person knows better */
    else if (!code && t->time == DAQ_NO_COLUMN && !(file->period > 0))
        code = error_set(err, ERROR_INPUT,
                         "%s: has no column called t or time; give the rate with --rate, or name "
                         "the column with --time",
                         file->path);
    return code;
}

static enum error_code find_channels(struct columns_table *t, const struct daq_mapping *mapping,
                                     struct error *err)
{
    struct daq_columns *file = t->file;
    enum error_code code = daq_mapping_apply(mapping, file->path, file->list, file->n, err);
    for (size_t i = 0; !code && i < file->n; i++)
        if (file->list[i].wanted)
            t->columns[t->n++].index = i;
    if (!code && t->n == 0)
        code = error_set(err, ERROR_INPUT, "%s: has no column but the time", file->path);
    return code;
}

static enum error_code find_period(struct columns_table *t, double rate, struct daq_source *source,
                                   struct error *err)
{
    double mean = rate > 0 ? 1 / rate : t->file->period;
    if (t->time != DAQ_NO_COLUMN)
        mean = (t->last - t->first) / (double)(t->rows - 1);
    enum error_code code = daq_channel_period(1 / mean, &source->info.period, err);
    if (code) {
        error_prefix(err, "%s", t->file->path);
        return code;
    }
    t->period = run_period(&source->info);
    t->resampled = t->time != DAQ_NO_COLUMN && (t->longest > (1 + even_enough) * mean ||
                                                t->shortest < (1 - even_enough) * mean);
    if (t->resampled)
        snprintf(source->remark, sizeof source->remark,
                 "%s: its times are not even, steps are %.6g to %.6g s long: resampled every "
                 "%.9g s by straight lines between the rows",
                 t->file->path, t->shortest, t->longest, run_period(&source->info));
    return ERROR_OK;
}

static const struct rig_channel *channel_of(const struct rig *rig, const char *role)
{
    for (size_t i = 0; rig && i < rig->n_channels; i++)
        if (strcmp(rig_role_name(rig->channels[i].role), role) == 0)
            return &rig->channels[i];
    return NULL;
}

/* decimals that fit are kept as they are: 0.125 becomes 125 steps of 0.001; no step is 0 */
static double step_of(const struct columns_table *t, const struct column *column)
{
    const double power = pow(10, column->decimals);
    if (!t->resampled && column->decimals >= 0 && column->largest * power <= most_count)
        return 1 / power;
    return column->largest > 0 ? fmax(column->largest / most_count, DBL_MIN) : 1;
}

static enum error_code set_channel(const struct columns_table *t, const struct rig *rig, size_t i,
                                   struct daq_source *source, struct error *err)
{
    const struct daq_column *column = &t->file->list[t->columns[i].index];
    const struct rig_channel *channel = channel_of(rig, column->role);
    struct run_channel *out = &source->channels[i];
    *out = (struct run_channel){.role = column->role,
                                .unit = column->role_unit,
                                .sensitivity = column->factor,
                                .n_coefficients = 2,
                                .count_min = INT32_MIN,
                                .count_max = INT32_MAX};
    out->coefficients[1] = t->columns[i].step;
    source->origins[i] = column->name;
    if (column->volts && !channel)
        return error_set(err, ERROR_INPUT,
                         "%s: column %s is in volts: --rig RIG says what they mean for %s, or "
                         "--column '%s'=%s:'125 %s' does",
                         t->file->path, column->name, column->role, column->name, column->role,
                         column->role_unit);
    if (column->volts) {
        out->coefficients[1] *= column->factor;
        daq_channel_convert(channel, out);
    }
    return ERROR_OK;
}

static enum error_code set_up(struct columns_table *t, const struct rig *rig,
                              const struct daq_mapping *mapping, struct daq_source *source,
                              struct error *err)
{
    enum error_code code = find_time(t, mapping, source, err);
    if (!code)
        code = find_channels(t, mapping, err);
    if (!code)
        code = look_through(t, err);
    if (!code)
        code = find_period(t, mapping->rate, source, err);
    for (size_t i = 0; !code && i < t->n; i++) {
        t->columns[i].step = step_of(t, &t->columns[i]);
        code = set_channel(t, rig, i, source, err);
    }
    source->info.n_channels = t->n;
    source->info.bits = BITS;
    source->info.count_offset = 0;
    snprintf(source->layout, sizeof source->layout, "%s%s%s", t->file->layout,
             t->time != DAQ_NO_COLUMN ? "; time in column " : "",
             t->time != DAQ_NO_COLUMN ? t->file->list[t->time].name : "");
    return code;
}

static void table_close(void *state)
{
    struct columns_table *t = state;
    if (t->file)
        t->file->kind->close(t->file);
    free(t->file);
    free(t);
}

static enum error_code table_rewind(void *state, struct error *err)
{
    struct columns_table *t = state;
    bool more;
    t->frame = 0;
    t->missed = 0;
    enum error_code code = t->file->kind->rewind(t->file, err);
    if (!code && t->resampled) {
        code = next_row(t, t->before, NULL, &more, err);
        if (!code)
            code = next_row(t, t->after, NULL, &more, err);
    }
    return code;
}

enum error_code daq_table_columns_open(const struct daq_columns_kind *kind, const char *path,
                                       const struct rig *rig, const struct daq_mapping *mapping,
                                       struct daq_source *source, void **state, struct error *err)
{
    struct columns_table *t = calloc(1, sizeof *t);
    if (!t)
        return error_memory(err);
    t->file = calloc(1, sizeof *t->file);
    if (!t->file) {
        free(t);
        return error_memory(err);
    }
    *t->file = (struct daq_columns){.kind = kind, .path = path};
    enum error_code code = kind->open(t->file, mapping, err);
    if (!code)
        code = set_up(t, rig, mapping, source, err);
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
    if (isinf(value))
        return value > 0 ? INT32_MAX : INT32_MIN;
    return (int32_t)lround(fmax(-most_count, fmin(most_count, value / column->step)));
}

/* the rows around the next frame; *more is false when it lies behind the last */
static enum error_code reach(struct columns_table *t, double time, bool *more, struct error *err)
{
    *more = true;
    while (*more && t->time_unit * t->after[t->time] < time) {
        double row[DAQ_COLUMNS_MAX];
        enum error_code code = next_row(t, row, NULL, more, err);
        if (code)
            return code;
        if (*more) {
            memcpy(t->before, t->after, sizeof row);
            memcpy(t->after, row, sizeof row);
        }
    }
    return ERROR_OK;
}

static enum error_code next_resampled(struct columns_table *t, double *values, bool *more,
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
    for (size_t i = 0; i < t->file->n; i++)
        values[i] = t->before[i] + share * (t->after[i] - t->before[i]);
    t->frame++;
    return ERROR_OK;
}

static bool is_lost(const struct columns_table *t, const double *values)
{
    for (size_t i = 0; i < t->n; i++)
        if (isnan(values[t->columns[i].index]))
            return true;
    return false;
}

/* a row with a sample that was lost is a frame that was lost; a loss comes before the frames of
 * a read, which therefore ends where one begins */
static enum error_code table_read(void *state, int32_t *samples, size_t room, struct daq_read *got,
                                  struct error *err)
{
    struct columns_table *t = state;
    double values[DAQ_COLUMNS_MAX];
    bool more = true;
    while (got->frames < room) {
        enum error_code code = t->resampled ? next_resampled(t, values, &more, err)
                                            : next_row(t, values, NULL, &more, err);
        if (code)
            return code;
        if (more && is_lost(t, values)) {
            t->missed++;
            if (got->frames > 0)
                return ERROR_OK;
            continue;
        }
        if (t->missed > 0) {
            got->loss = (struct daq_loss){t->missed, "the file holds no number there"};
            t->missed = 0;
        }
        got->end = !more;
        if (!more)
            return ERROR_OK;
        int32_t *to = samples + got->frames * t->n;
        for (size_t i = 0; i < t->n; i++)
            to[i] = to_count(&t->columns[i], values[t->columns[i].index]);
        got->frames++;
    }
    return ERROR_OK;
}

const struct daq_table_kind daq_table_columns = {
    .close = table_close, .rewind = table_rewind, .read = table_read};
