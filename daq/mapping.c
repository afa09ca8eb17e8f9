/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "daq/mapping.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "lib/base/nearest.h"
#include "lib/base/units.h"
#include "lib/rig/tables.h"

static const char *const time_words[] = {"t",      "time",   "zeit",    "temps",    "timestamp",
                                         "x-axis", "x_axis", "x_value", "abscissa", "seconds"};

/* "NAME=ROLE:UNIT" in its parts; of a time "NAME:UNIT" */
struct wish {
    char name[DAQ_NAME_SIZE], role[DAQ_NAME_SIZE], unit[DAQ_NAME_SIZE];
};

/* ---- names */

static void copy(char *to, const char *from, size_t length)
{
    snprintf(to, DAQ_NAME_SIZE, "%.*s", (int)(length < DAQ_NAME_SIZE ? length : DAQ_NAME_SIZE - 1),
             from);
}

/* row of rig_roles, whatever the case; n when it is none */
static size_t role_of(const char *name)
{
    size_t i = 0;
    while (i < rig_roles.n && strcasecmp(rig_roles.words[i], name) != 0)
        i++;
    return i;
}

static bool is_time(const char *name)
{
    for (size_t i = 0; i < sizeof time_words / sizeof *time_words; i++)
        if (strcasecmp(time_words[i], name) == 0)
            return true;
    return false;
}

/* "time_s", "tip_t_mm/s", "t / s": a known name with its unit behind it is taken apart */
static void split_unit(struct daq_column *column)
{
    const char *name = column->name;
    if (*column->unit || is_time(name) || role_of(name) < rig_roles.n)
        return;
    for (size_t at = strcspn(name, "_/, "); name[at]; at += 1 + strcspn(name + at + 1, "_/, ")) {
        char first[DAQ_NAME_SIZE];
        copy(first, name, at);
        const char *unit = name + at + 1 + strspn(name + at + 1, "_/, ");
        if ((is_time(first) || role_of(first) < rig_roles.n) && units_known(unit)) {
            memmove(column->unit, unit, strlen(unit) + 1);
            column->name[at] = '\0';
            return;
        }
    }
}

/* index of the column that a person means by a name or by its number, n when there is none */
static size_t find(const struct daq_column *columns, size_t n, const char *name)
{
    for (size_t i = 0; i < n; i++)
        if (strcasecmp(columns[i].name, name) == 0)
            return i;
    char *end;
    const long number = strtol(name, &end, 10);
    return end != name && !*end && number >= 1 && (size_t)number <= n ? (size_t)number - 1 : n;
}

static enum error_code no_column(const char *path, const struct daq_column *columns, size_t n,
                                 const char *name, struct error *err)
{
    struct nearest nearest = nearest_to(name);
    char hint[DAQ_NAME_SIZE + 32];
    error_set(err, ERROR_USAGE, "%s: has no column '%s'; it has", path, name);
    for (size_t i = 0; i < n; i++) {
        nearest_offer(&nearest, columns[i].name);
        error_append(err, "%s '%s'", i ? "," : "", columns[i].name);
    }
    nearest_hint(&nearest, hint, sizeof hint);
    error_append(err, "%s", hint);
    return ERROR_USAGE;
}

/* ---- what a person says */

static enum error_code read_wish(const char *text, struct wish *wish, struct error *err)
{
    const char *equals = strrchr(text, '=');
    const char *colon = equals ? strchr(equals, ':') : NULL;
    const size_t role = !equals ? 0 : colon ? (size_t)(colon - equals - 1) : strlen(equals + 1);
    if (!equals || equals == text || role == 0 || (colon && !colon[1]))
        return error_set(err, ERROR_USAGE,
                         "--column '%s': NAME=ROLE or NAME=ROLE:UNIT is expected, like 'Ch "
                         "2'=tip_t:mm/s",
                         text);
    copy(wish->name, text, (size_t)(equals - text));
    copy(wish->role, equals + 1, role);
    copy(wish->unit, colon ? colon + 1 : "", colon ? strlen(colon + 1) : 0);
    return ERROR_OK;
}

/* "mm/s" or "125 mm/s" in the role's own unit, or, of a role without one, as it is */
static enum error_code read_factor(const char *text, struct daq_column *column, const char *unit,
                                   struct error *err)
{
    char *end, quantity[DAQ_NAME_SIZE + 8];
    column->factor = strtod(text, &end);
    if (end == text)
        column->factor = 1;
    end += strspn(end, " ");
    snprintf(quantity, sizeof quantity, "%s%s", end == text ? "1 " : "", text);
    if (unit) {
        snprintf(column->role_unit, sizeof column->role_unit, "%s", unit);
        return units_parse(quantity, unit, &column->factor, err);
    }
    if (*end && !units_known(end))
        return error_set(err, ERROR_USAGE, "\"%s\" is not a unit", end);
    snprintf(column->role_unit, sizeof column->role_unit, "%s", *end ? end : "1");
    return ERROR_OK;
}

/* ---- what becomes of a column */

static bool in_volts(const char *unit, double *factor)
{
    char one[DAQ_NAME_SIZE + 8];
    snprintf(one, sizeof one, "1 %s", unit);
    return *unit && !units_parse(one, "V", factor, NULL);
}

/* role and unit by the column's own name, or by what the wish says of them */
static enum error_code settle(const char *path, struct daq_column *column, const struct wish *wish,
                              struct error *err)
{
    const char *name = wish ? wish->role : column->name;
    const char *unit = wish && *wish->unit ? wish->unit : column->unit;
    const size_t role = role_of(name);
    const char *role_unit = role < rig_roles.n ? rig_role_units[role] : NULL;
    snprintf(column->role, sizeof column->role, "%s",
             role < rig_roles.n ? rig_roles.words[role] : name);
    column->wanted = true;
    column->factor = 1;
    column->volts = role_unit && in_volts(unit, &column->factor);
    snprintf(column->role_unit, sizeof column->role_unit, "%s", role_unit ? role_unit : "1");
    if (!*unit || column->volts)
        return ERROR_OK;
    enum error_code code = ERROR_OK;
    /* what nobody asked for may be in any unit, be it none */
    if (!wish && !role_unit && !units_known(unit))
        snprintf(column->role_unit, sizeof column->role_unit, "%s", unit);
    else
        code = read_factor(unit, column, role_unit, err);
    if (code)
        error_prefix(err, "%s: column %s", path, column->name);
    return code;
}

enum error_code daq_mapping_apply(const struct daq_mapping *mapping, const char *path,
                                  struct daq_column *columns, size_t n, struct error *err)
{
    enum error_code code = ERROR_OK;
    for (size_t i = 0; i < n; i++)
        split_unit(&columns[i]);
    for (size_t i = 0; !code && i < mapping->n_columns; i++) {
        struct wish wish;
        code = read_wish(mapping->columns[i], &wish, err);
        const size_t column = code ? n : find(columns, n, wish.name);
        if (!code && column == n)
            code = no_column(path, columns, n, wish.name, err);
        if (!code && columns[column].wanted)
            code = error_set(err, ERROR_USAGE, "--column: '%s' is given twice", wish.name);
        if (!code)
            code = settle(path, &columns[column], &wish, err);
    }
    for (size_t i = 0; !code && mapping->n_columns == 0 && i < n; i++)
        if (!columns[i].empty)
            code = settle(path, &columns[i], NULL, err);
    return code;
}

/* ---- time */

static enum error_code time_unit(const char *path, const struct daq_column *column,
                                 const char *unit, double *factor, struct error *err)
{
    char one[DAQ_NAME_SIZE + 8];
    snprintf(one, sizeof one, "1 %s", *unit ? unit : "s");
    enum error_code code = units_parse(one, "s", factor, err);
    if (code)
        error_prefix(err, "%s: column %s", path, column->name);
    return code;
}

enum error_code daq_mapping_time(const struct daq_mapping *mapping, const char *path,
                                 struct daq_column *columns, size_t n, long *column, double *unit,
                                 struct error *err)
{
    *column = DAQ_NO_COLUMN;
    for (size_t i = 0; i < n; i++)
        split_unit(&columns[i]);
    if (mapping->time) {
        struct wish wish = {0};
        const char *colon = strrchr(mapping->time, ':');
        copy(wish.name, mapping->time,
             colon ? (size_t)(colon - mapping->time) : strlen(mapping->time));
        const size_t i = find(columns, n, wish.name);
        if (i == n)
            return no_column(path, columns, n, wish.name, err);
        *column = (long)i;
        return time_unit(path, &columns[i], colon ? colon + 1 : columns[i].unit, unit, err);
    }
    for (size_t i = 0; i < n; i++)
        if (is_time(columns[i].name)) {
            *column = (long)i;
            return time_unit(path, &columns[i], columns[i].unit, unit, err);
        }
    for (size_t i = 0; i < n; i++)
        if (*columns[i].unit && time_unit(path, &columns[i], columns[i].unit, unit, NULL) == 0) {
            *column = (long)i;
            return ERROR_OK;
        }
    return ERROR_OK;
}
