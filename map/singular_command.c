/* SPDX-License-Identifier: GPL-3.0-or-later */
/* skitter-map singular */
#include <stdio.h>

#include "map/job.h"

static enum error_code check_plane(const struct map_job *job, struct error *err)
{
    const struct map_axis *axes = job->place->axes;
    if (!axes[0].state || !axes[1].state || axes[0].index >= job->n ||
        axes[1].index != axes[0].index + job->n)
        return error_set(err, ERROR_USAGE,
                         "singular points are sought over a coordinate and its velocity, "
                         "not over '%s' and '%s'",
                         axes[0].quantity->name, axes[1].quantity->name);
    return ERROR_OK;
}

static enum error_code run(const struct map_job *job, struct error *err)
{
    const char *x = job->place->axes[0].quantity->name;
    const char *y = job->place->axes[1].quantity->name;
    char parts[4][64];
    for (int i = 0; i < 4; i++)
        snprintf(parts[i], sizeof parts[i], "vector%d_%s", i / 2 + 1, i % 2 ? y : x);
    const char *const names[] = {"slip",        x,        y,        "eigenvalue1",
                                 "eigenvalue2", parts[0], parts[1], parts[2],
                                 parts[3],      "type",   "jams"};
    struct map_singular points[MAP_MAX_SINGULAR];
    struct map_line line;
    struct map_table *table = NULL;
    enum error_code code = map_job_coulomb_line(job, &line, err);
    if (!code)
        code = map_job_table(job, names, 11, &table, err);
    if (code)
        return code;
    const size_t n = map_singular_points(&line, map_settings_slip(job->settings), points);
    for (size_t i = 0; i < n; i++) {
        const struct map_singular *p = &points[i];
        map_table_row(table,
                      (struct map_cell[]){MAP_WORD(p->slip > 0 ? "+" : "-"), MAP_NUMBER(p->at[0]),
                                          MAP_NUMBER(p->at[1]), MAP_NUMBER(p->value[0]),
                                          MAP_NUMBER(p->value[1]), MAP_NUMBER(p->vector[0][0]),
                                          MAP_NUMBER(p->vector[0][1]), MAP_NUMBER(p->vector[1][0]),
                                          MAP_NUMBER(p->vector[1][1]), MAP_WORD(p->type),
                                          MAP_WORD(p->jams ? "yes" : "no")});
    }
    return map_table_close(table, code, err);
}

enum error_code map_singular_command(const struct map_settings *settings, const char *rig,
                                     struct error *err)
{
    static const struct map_wants wants = {
        .least_axes = 2, .most_axes = 2, .coordinate = true, .points = 2};
    struct map_job job;
    enum error_code code = map_job_open(settings, rig, &wants, &job, err);
    if (code)
        return code;
    code = check_plane(&job, err);
    if (!code)
        code = run(&job, err);
    map_job_close(&job);
    return code;
}
