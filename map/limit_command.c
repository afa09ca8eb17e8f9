/* SPDX-License-Identifier: GPL-3.0-or-later */
/* skitter-map limit */
#include <math.h>
#include <string.h>

#include "map/job.h"
#include "map/limit.h"

/* N/m: a decade a point */
static const double softest = 1e4, stiffest = 1e12;

static void add(struct map_table *table, const char *what, double stiffness,
                double (*value)(const struct map_limit_row *, size_t, enum map_limit_column),
                const struct map_limit_row *rows, size_t n)
{
    struct map_cell cells[2 + MAP_LIMIT_COLUMNS] = {MAP_WORD(what), MAP_NUMBER(stiffness)};
    for (size_t c = 0; c < MAP_LIMIT_COLUMNS; c++)
        cells[2 + c] = MAP_NUMBER(value ? value(rows, n, (enum map_limit_column)c)
                                        : rows[n].value[c]);
    map_table_row(table, cells);
}

/* only what does not go to zero or infinity has a limit of its own */
static double limit_of(const struct map_limit_row *rows, size_t n, enum map_limit_column column)
{
    if (column == MAP_LIMIT_STICK_SCALED || column == MAP_LIMIT_NORMAL)
        return map_limit_value(rows, n, column);
    return column == MAP_LIMIT_FORCE ? NAN : 0;
}

static enum error_code check_axis(const struct map_job *job, struct error *err)
{
    const struct map_axis *axis = &job->place->axes[0];
    if (strcmp(axis->quantity->name, "contact_stiffness") != 0)
        return error_set(err, ERROR_USAGE, "the limit is that of contact_stiffness, not of '%s'",
                         axis->quantity->name);
    if (axis->ranged && !(axis->low > 0 && axis->high > axis->low))
        return error_set(err, ERROR_USAGE, "contact_stiffness must rise from above 0");
    if (axis->n < 3 || axis->n > MAP_LIMIT_MAX)
        return error_set(err, ERROR_USAGE, "a limit needs 3 to %d stiffnesses", MAP_LIMIT_MAX);
    return ERROR_OK;
}

static enum error_code run(const struct map_job *job, struct error *err)
{
    static const char *const names[] = {
        "row",          "contact_stiffness", "slip_time",      "stick_time",
        "stick_scaled", "force_n",           "normal_velocity"};
    const struct map_axis *axis = &job->place->axes[0];
    const double low = axis->ranged ? axis->low : softest;
    const double high = axis->ranged ? axis->high : stiffest;
    struct map_limit_row rows[MAP_LIMIT_MAX];
    struct sim_problem problem;
    struct map_table *table = NULL;
    if (!map_place_start(job->place, &low, &problem))
        return error_set(err, ERROR_INPUT, "the rig has no start");
    problem.t_end = job->settings->duration;
    problem.rtol = job->settings->rtol;
    enum error_code code = map_job_table(job, names, 2 + MAP_LIMIT_COLUMNS, &table, err);
    if (code)
        return code;
    for (size_t i = 0; !code && i < axis->n; i++) {
        const double share = (double)i / (double)(axis->n - 1);
        code = map_limit_at(&problem, low * pow(high / low, share), &rows[i], err);
        if (!code)
            add(table, "spring", rows[i].stiffness, NULL, rows, i);
    }
    if (!code) {
        add(table, "order", NAN, map_limit_order, rows, axis->n);
        add(table, "limit", NAN, limit_of, rows, axis->n);
        struct map_limit_row rigid = {.value = {NAN, NAN, NAN, NAN, map_limit_rigid(&problem)}};
        add(table, "rigid", NAN, NULL, &rigid, 0);
    }
    return map_table_close(table, code, err);
}

enum error_code map_limit_command(const struct map_settings *settings, const char *rig,
                                  struct error *err)
{
    static const struct map_wants wants = {
        .least_axes = 1, .most_axes = 1, .points = 9, .kind = MAP_STARTS};
    const char *axis[] = {"contact_stiffness"};
    struct map_settings own = *settings;
    if (own.axes.n == 0)
        own.axes = (struct option_list){.items = axis, .n = 1};
    struct map_job job;
    enum error_code code = map_job_open(&own, rig, &wants, &job, err);
    if (code)
        return code;
    code = check_axis(&job, err);
    if (!code)
        code = run(&job, err);
    map_job_close(&job);
    return code;
}
