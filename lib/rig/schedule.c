/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "lib/rig/schedule.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/csv.h"
#include "lib/base/file.h"
#include "lib/base/units.h"

/* ---- from a file */

static json_t *point_text(double value, const char *unit)
{
    char text[64];
    snprintf(text, sizeof text, "%.17g%s", value, unit);
    return json_string(text);
}

static enum error_code read_rows(struct csv *csv, const char *path, json_t *points,
                                 struct error *err)
{
    if (csv_columns(csv) != 2 || strcmp(csv_column(csv, 0)->name, "t") != 0 ||
        (*csv_column(csv, 0)->unit && strcmp(csv_column(csv, 0)->unit, "s") != 0))
        return error_set(err, ERROR_INPUT,
                         "%s:1: the first line must name two columns, t (in s) and the number "
                         "that multiplies the force or the amplitude",
                         path);
    enum error_code code = ERROR_OK;
    for (bool more = true; !code && more;) {
        double row[2];
        code = csv_read(csv, row, NULL, &more, err);
        if (code || !more)
            break;
        json_t *point = json_array();
        if (!point || json_array_append_new(point, point_text(row[0], " s")) ||
            json_array_append_new(point, point_text(row[1], "")) ||
            json_array_append(points, point))
            code = error_memory(err);
        json_decref(point);
    }
    return code;
}

static enum error_code read_file(const char *path, json_t *points, struct error *err)
{
    struct csv *csv;
    enum error_code code = csv_open(path, &csv, err);
    if (code)
        return code;
    code = read_rows(csv, path, points, err);
    csv_close(csv);
    return code;
}

/* the points of `table` in place of it */
static enum error_code load(json_t *object, const char *rig_path, struct error *err)
{
    const char *name = json_string_value(json_object_get(object, "table"));
    if (!name)
        return error_set(err, ERROR_INPUT, "the name of a CSV file is expected here");
    if (json_object_get(object, "points"))
        return error_set(err, ERROR_INPUT, "give either a table or points");
    char *path = file_beside(rig_path, name);
    json_t *points = json_array();
    enum error_code code = path && points ? read_file(path, points, err) : error_memory(err);
    if (!code && json_object_set(object, "points", points))
        code = error_memory(err);
    if (!code)
        json_object_del(object, "table");
    json_decref(points);
    free(path);
    return code;
}

enum error_code rig_schedule_load(json_t *mechanism, const char *rig_path, char *key,
                                  size_t key_size, struct error *err)
{
    json_t *base = json_object_get(mechanism, "base"),
           *forces = json_object_get(mechanism, "forces");
    for (size_t i = 0; i < json_array_size(forces); i++) {
        json_t *force = json_array_get(forces, i);
        if (!json_object_get(force, "table"))
            continue;
        snprintf(key, key_size, "mechanism.forces[%zu].table", i);
        enum error_code code = load(force, rig_path, err);
        if (code)
            return code;
    }
    if (!json_object_get(base, "table"))
        return ERROR_OK;
    snprintf(key, key_size, "mechanism.base.table");
    return load(base, rig_path, err);
}

/* ---- as it is in the source */

static enum error_code fail(struct rig_describer *s, const char *path, const char *key,
                            const char *message)
{
    return rig_describe_at(s, error_set(s->err, ERROR_INPUT, "%s", message), path, key);
}

static enum error_code read_points(struct rig_describer *s, const char *path, const json_t *points,
                                   struct rig_schedule *schedule)
{
    const char *const units[2] = {"s", "1"};
    double *const columns[2] = {schedule->t, schedule->value};
    for (size_t i = 0; i < schedule->n; i++) {
        const json_t *point = json_array_get(points, i);
        char key[48];
        snprintf(key, sizeof key, "points[%zu]", i);
        if (json_array_size(point) != 2)
            return fail(s, path, key, "a time and a number are expected here, like [0.1 s, 0.5]");
        for (size_t k = 0; k < 2; k++) {
            const char *text = json_string_value(json_array_get(point, k));
            enum error_code code = text ? units_parse(text, units[k], &columns[k][i], s->err)
                                        : error_set(s->err, ERROR_INPUT,
                                                    "a time and a number are expected here");
            if (code)
                return rig_describe_at(s, code, path, key);
        }
        if (i > 0 && !(schedule->t[i] > schedule->t[i - 1]))
            return fail(s, path, key, "its time must be later than that of the point before");
    }
    return ERROR_OK;
}

/* the base must move without a jump of its acceleration, which forces know of no law for */
static enum error_code read_way(struct rig_describer *s, const char *path, const json_t *object,
                                bool base, enum rig_way *way)
{
    static const char *const words[] = {"monotone", "linear", "spline"};
    const json_t *value = json_object_get(object, "interpolation");
    const char *text = json_string_value(value);
    *way = base ? RIG_WAY_SPLINE : RIG_WAY_MONOTONE;
    for (size_t i = 0; text && i < 3; i++)
        if (strcmp(text, words[i]) == 0) {
            *way = (enum rig_way)i;
            return base && *way != RIG_WAY_SPLINE
                       ? fail(s, path, "interpolation",
                              "must be spline for the base: with any other its acceleration "
                              "would jump at the points")
                       : ERROR_OK;
        }
    return value ? fail(s, path, "interpolation", "it may be monotone, linear or spline")
                 : ERROR_OK;
}

enum error_code rig_schedule_read(struct rig_describer *s, const char *path, const json_t *object,
                                  bool base, struct rig_wave *wave)
{
    enum { FEWEST = 3 }; /* that a spline can be put through */
    struct rig_description *made = s->made;
    const json_t *points = json_object_get(object, "points");
    if (!points)
        return json_object_get(object, "interpolation")
                   ? fail(s, path, "interpolation", "is for a table or points")
                   : ERROR_OK;
    if (wave->harmonic)
        return fail(s, path, "points", "give either a frequency or a table");
    if (!json_is_array(points) || json_array_size(points) < FEWEST)
        return fail(s, path, "points", "three points or more are expected, each like [0.1 s, 0.5]");
    if (made->n_schedules == RIG_MAX_SCHEDULES)
        return fail(s, path, "points", "there are too many tables; at most 4");
    wave->tabulated = made->has_clock = true;
    wave->schedule = made->n_schedules;
    struct rig_schedule *schedule = &made->schedules[made->n_schedules++];
    schedule->n = json_array_size(points);
    schedule->goes_on = base;
    schedule->t = calloc(2 * schedule->n, sizeof *schedule->t);
    if (!schedule->t)
        return error_memory(s->err);
    schedule->value = schedule->t + schedule->n;
    enum error_code code = read_way(s, path, object, base, &schedule->way);
    return code ? code : read_points(s, path, points, schedule);
}
