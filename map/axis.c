/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "map/axis.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/list.h"
#include "lib/base/units.h"
#include "sim/values.h"

enum { TEXT_SIZE = 256 };

/* what is wrong with an axis is wrong usage, whoever has found it */
static enum error_code wrong(const char *axis, struct error *err)
{
    error_prefix(err, "axis '%s'", axis);
    if (err)
        err->code = ERROR_USAGE;
    return ERROR_USAGE;
}

/* false: the coordinate is not in use */
static bool locate(const struct sim_model *model, size_t n, size_t row, struct map_axis *axis)
{
    const struct mechanism *table = &model->table;
    *axis = (struct map_axis){.row = row, .state = row >= table->n_parameters, .scale = 1};
    axis->quantity = sim_values_quantity(model, row);
    axis->index = axis->state ? sim_values_place(table, n, row - table->n_parameters) : row;
    snprintf(axis->unit, sizeof axis->unit, "%s", axis->quantity->unit);
    return axis->index != SIZE_MAX;
}

struct map_axis map_axis_of(const struct sim_model *model, size_t n, const char *name)
{
    struct map_axis axis;
    locate(model, n, sim_values_index(model, name), &axis);
    return axis;
}

static enum error_code find(const struct sim_model *model, size_t n, const char *name,
                            struct map_axis *axis, struct error *err)
{
    size_t row;
    if (sim_values_find(model, name, &row, err))
        return wrong(name, err);
    if (!locate(model, n, row, axis))
        return error_set(err, ERROR_USAGE, "axis '%s': this %s has only %zu coordinates", name,
                         model->table.name, n);
    if (axis->quantity->range == QUANTITY_WHOLE)
        return error_set(err, ERROR_USAGE, "axis '%s': a whole number is no axis", name);
    return ERROR_OK;
}

/* text after the number: the unit that was typed, spaces left out at both ends */
static void take_unit(const char *text, struct map_axis *axis)
{
    char *end;
    strtod(text, &end);
    while (*end == ' ')
        end++;
    size_t length = strlen(end);
    while (length > 0 && end[length - 1] == ' ')
        length--;
    if (length == 0 || length >= sizeof axis->unit)
        return;
    memcpy(axis->unit, end, length);
    axis->unit[length] = '\0';
    char one[MAP_UNIT_SIZE + 8];
    snprintf(one, sizeof one, "1 %s", axis->unit);
    if (units_parse(one, axis->quantity->unit, &axis->scale, NULL))
        axis->scale = 1;
}

static enum error_code value(const char *text, const struct map_axis *axis, double *out,
                             struct error *err)
{
    enum error_code code = units_parse(text, axis->quantity->unit, out, err);
    if (!code)
        code = quantity_check(axis->quantity, *out, err);
    return code ? wrong(axis->quantity->name, err) : ERROR_OK;
}

static enum error_code points(const char *text, struct map_axis *axis, struct error *err)
{
    char *end;
    const long n = strtol(text, &end, 10);
    if (end == text || *end || n < 2 || n > MAP_MAX_POINTS)
        return error_set(err, ERROR_USAGE,
                         "axis '%s': '%s' points; a whole number from 2 to %d is expected",
                         axis->quantity->name, text, MAP_MAX_POINTS);
    axis->n = (size_t)n;
    return ERROR_OK;
}

/* NAME and, after the '=', the rest; NULL when there is none */
static enum error_code split(const char *text, char copy[TEXT_SIZE], char **rest, struct error *err)
{
    if (snprintf(copy, TEXT_SIZE, "%s", text) >= TEXT_SIZE)
        return error_set(err, ERROR_USAGE, "axis '%.40s...' is too long", text);
    *rest = strchr(copy, '=');
    if (*rest)
        *(*rest)++ = '\0';
    return ERROR_OK;
}

enum error_code map_axis_read(const struct sim_model *model, size_t n, const char *text,
                              struct map_axis *axis, struct error *err)
{
    char copy[TEXT_SIZE], *low;
    enum error_code code = split(text, copy, &low, err);
    if (!code)
        code = find(model, n, copy, axis, err);
    if (code || !low)
        return code;
    char *high = strchr(low, ':');
    if (!high)
        return error_set(err, ERROR_USAGE,
                         "axis '%s': '%s' is no range; write LOW:HIGH or LOW:HIGH:POINTS", copy,
                         low);
    *high++ = '\0';
    char *count = strchr(high, ':');
    if (count)
        *count++ = '\0';
    code = value(low, axis, &axis->low, err);
    if (!code)
        code = value(high, axis, &axis->high, err);
    if (!code && count)
        code = points(count, axis, err);
    if (!code && !(axis->low < axis->high))
        code = error_set(err, ERROR_USAGE,
                         "axis '%s': the range %s:%s is empty; the first "
                         "value must be the lower one",
                         copy, low, high);
    take_unit(high, axis);
    axis->ranged = true;
    return code;
}

double map_axis_value(const struct map_axis *axis, size_t i)
{
    const double share = (double)i / (double)(axis->n - 1);
    return (1 - share) * axis->low + share * axis->high;
}

enum error_code map_range_read(const char *text, const char *unit, double *low, double *high,
                               struct error *err)
{
    char copy[TEXT_SIZE];
    const char *colon = strchr(text, ':');
    const size_t length = colon ? (size_t)(colon - text) : 0;
    if (!colon || length >= TEXT_SIZE)
        return error_set(err, ERROR_USAGE, "'%s' is no range; write LOW:HIGH", text);
    memcpy(copy, text, length);
    copy[length] = '\0';
    enum error_code code = units_parse(copy, unit, low, err);
    if (!code)
        code = units_parse(colon + 1, unit, high, err);
    if (!code && !(*low < *high))
        code = error_set(err, ERROR_USAGE, "the range %s is empty", text);
    return code;
}

enum error_code map_list_read(const struct sim_model *model, size_t n, const char *text,
                              struct map_list *list, struct error *err)
{
    char copy[TEXT_SIZE], word[LIST_WORD_SIZE], *values;
    enum error_code code = split(text, copy, &values, err);
    if (!code)
        code = find(model, n, copy, &list->axis, err);
    if (!code && (!values || !*values))
        code = error_set(err, ERROR_USAGE, "'%s' has no values; write NAME=VALUE,VALUE,...", text);
    if (!code)
        code = list_check(values, err);
    if (code)
        return code;
    for (const char *rest = values; list_next(&rest, word);) {
        if (list->axis.n == MAP_MAX_LIST)
            return error_set(err, ERROR_USAGE, "'%s' has more than %d values", copy, MAP_MAX_LIST);
        code = value(word, &list->axis, &list->values[list->axis.n], err);
        if (code)
            return code;
        take_unit(word, &list->axis);
        list->axis.n++;
    }
    return ERROR_OK;
}
