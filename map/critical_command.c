/* SPDX-License-Identifier: GPL-3.0-or-later */
/* skitter-map critical */
#include <math.h>

#include "map/critical.h"
#include "map/job.h"

static const struct quantity friction_quantity = {.name = "critical friction coefficient",
                                                  .unit = "1"};

static const char *slip_word(int slip) { return slip > 0 ? "+" : slip < 0 ? "-" : ""; }

static void add_row(struct map_table *table, const char *kind, const struct map_critical *c)
{
    map_table_row(table,
                  (struct map_cell[]){MAP_WORD(kind), MAP_NUMBER(c->at), MAP_NUMBER(c->friction),
                                      MAP_WORD(slip_word(c->slip))});
}

/* curves[0] of slip +, curves[1] of slip -, curves[2] the least */
static enum error_code over_configuration(const struct map_job *job, struct map_table *table,
                                          struct map_curve curves[3], struct error *err)
{
    struct map_line line;
    struct map_critical c;
    enum error_code code = map_job_line(job, &line, err);
    struct map_axis axis = job->place->axes[0];
    axis.low = line.low;
    axis.high = line.high;
    int last = 0;
    for (size_t i = 0, piece = 0; !code && i < axis.n; i++) {
        const double at = map_axis_value(&axis, i);
        if (!map_critical_at(&line, at, &c))
            continue;
        add_row(table, "curve", &c);
        piece += c.slip != last;
        last = c.slip;
        if (c.slip)
            code = map_curve_add(&curves[c.slip < 0], piece, (double[]){at, c.friction}, err);
    }
    for (int slip = 1; !code && slip >= -1; slip -= 2)
        if (map_critical_least(&line, slip, &c)) {
            add_row(table, "least", &c);
            code = map_curve_add(&curves[2], curves[2].n, (double[]){c.at, c.friction}, err);
        }
    return code;
}

/* the least over axis 0, for each value of axis 1 */
static enum error_code least_by(const struct map_job *job, struct map_table *table,
                                struct map_curve curves[3], struct error *err)
{
    const struct map_axis *by = &job->place->axes[1];
    if (!by->ranged)
        return error_set(err, ERROR_USAGE, "axis '%s' needs a range: write %s=LOW:HIGH",
                         by->quantity->name, by->quantity->name);
    enum error_code code = ERROR_OK;
    for (size_t i = 0; !code && i < by->n; i++) {
        struct map_line line = {.place = job->place};
        struct map_critical c;
        line.at[0] = job->at[0];
        line.at[1] = map_axis_value(by, i);
        /* out of reach at this value: no row */
        if (map_place_range(job->place, 0, line.at, &line.low, &line.high, NULL) ||
            !map_critical_least(&line, 0, &c))
            continue;
        map_table_row(table,
                      (struct map_cell[]){MAP_NUMBER(line.at[1]), MAP_NUMBER(c.at),
                                          MAP_NUMBER(c.friction), MAP_WORD(slip_word(c.slip))});
        code = map_curve_add(&curves[2], 0, (double[]){line.at[1], c.friction}, err);
    }
    return code;
}

static enum error_code draw(struct map_job *job, bool by, const struct map_curve curves[3],
                            struct error *err)
{
    struct map_figure figure = map_job_figure(job);
    double least = INFINITY;
    for (size_t i = 0; i < curves[2].n; i++)
        least = fmin(least, curves[2].points[i].at[1]);
    if (by)
        figure.axes[0] = job->place->axes[1];
    figure.axes[1] = (struct map_axis){.quantity = &friction_quantity, .unit = "1", .scale = 1};
    if (!by) {
        figure.axes[1].ranged = true;
        figure.axes[1].high = fmax(2, 4 * (isfinite(least) ? least : 1));
    }
    map_figure_add(&figure, "slip +", MAP_LINE, "#0072b2", &curves[0]);
    map_figure_add(&figure, "slip -", MAP_DASHES, "#d55e00", &curves[1]);
    map_figure_add(&figure, "least", by ? MAP_LINE : MAP_DISCS, by ? "#0072b2" : "#000000",
                   &curves[2]);
    return map_job_draw(job, &figure, err);
}

enum error_code map_critical_command(const struct map_settings *settings, const char *rig,
                                     struct error *err)
{
    static const struct map_wants wants = {
        .least_axes = 1, .most_axes = 2, .coordinate = true, .points = 500, .kind = MAP_GEOMETRY};
    struct map_job job;
    struct map_table *table = NULL;
    struct map_curve curves[3] = {{0}};
    enum error_code code = map_job_open(settings, rig, &wants, &job, err);
    if (code)
        return code;
    const bool by = job.place->n_axes == 2;
    const char *name = job.place->axes[0].quantity->name;
    const char *const one[] = {"kind", name, "critical_friction", "slip"};
    const char *const two[] = {by ? job.place->axes[1].quantity->name : "", name,
                               "critical_friction", "slip"};
    code = map_job_table(&job, by ? two : one, 4, &table, err);
    if (!code)
        code = by ? least_by(&job, table, curves, err)
                  : over_configuration(&job, table, curves, err);
    if (!code && settings->figure)
        code = draw(&job, by, curves, err);
    code = map_table_close(table, code, err);
    for (size_t i = 0; i < 3; i++)
        map_curve_free(&curves[i]);
    map_job_close(&job);
    return code;
}
