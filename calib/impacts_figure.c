/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Measured and predicted impulses in the plane of normal and tangential impulse, restitution over
 * the speed of approach. Impulses are over the body's mass and the speed of approach, and turned
 * so that every impact slips forwards: then impacts of all speeds lie in one picture. */
#include "config.h"

#include "calib/impacts.h"

#include <math.h>
#include <string.h>

#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics_double.h>

enum { ENDS = 2 };
static const struct figure_style measured = {.colour = "#909090", .size = 1.8, .opacity = 0.7},
                                 predicted = {.colour = "#c03030", .size = 1.5};

/* of an impact, by the speed of approach and the sign of the slip */
struct scaled {
    double slip, q_tt, q_tn, q_nn; /* of the point */
    double t, n;                   /* impulses */
};

static struct scaled scale(const struct calib_impact_row *row, const double after[CALIB_VELOCITIES],
                           double square)
{
    const double approach = calib_impact_approach(row);
    const double slip = row->before[0] + row->arm[0] * row->before[2];
    const double sign = slip < 0 ? -1 : 1;
    return (struct scaled){.slip = fabs(slip) / approach,
                           .q_tt = 1 + row->arm[0] * row->arm[0] / square,
                           .q_tn = sign * row->arm[0] * row->arm[1] / square,
                           .q_nn = 1 + row->arm[1] * row->arm[1] / square,
                           .t = sign * (after[0] - row->before[0]) / approach,
                           .n = (after[1] - row->before[1]) / approach};
}

static void add_points(struct figure *figure, struct figure_panel *panel, const char *name,
                       const struct figure_style *style, const double *x, const double *y, size_t n)
{
    figure_series_add(
        &figure->arena, panel,
        (struct figure_series){
            .name = name, .style = style, .mark = FIGURE_POINTS, .x = x, .y = y, .n = n});
}

/* the straight line y = level + slope x from `from` to `to` */
static void add_line(struct figure *figure, struct figure_panel *panel, const char *name,
                     const struct figure_style *style, const double line[4])
{
    double *data = arena_doubles(&figure->arena, 2 * (size_t)ENDS);
    if (!data)
        return;
    for (size_t i = 0; i < ENDS; i++) {
        data[i] = line[2 + i];
        data[ENDS + i] = line[0] + line[1] * data[i];
    }
    figure_series_add(&figure->arena, panel,
                      (struct figure_series){
                          .name = name, .style = style, .x = data, .y = data + ENDS, .n = ENDS});
}

static double median(double *values, size_t n)
{
    gsl_sort(values, 1, n);
    return gsl_stats_median_from_sorted_data(values, 1, n);
}

/* The axis shows all but the furthest few of a hundred measured values, with room: a record of
 * impacts has some that went wrong, and these would press all others into a corner. */
static void show_most(struct figure_axis *axis, const double *values, size_t n, double *room)
{
    static const double beyond = 0.005, margin = 0.15;
    memcpy(room, values, n * sizeof *room);
    gsl_sort(room, 1, n);
    const double low = gsl_stats_quantile_from_sorted_data(room, 1, n, beyond);
    const double high = gsl_stats_quantile_from_sorted_data(room, 1, n, 1 - beyond);
    axis->fixed = high > low;
    axis->low = low - margin * (high - low);
    axis->high = high + margin * (high - low);
}

/* where the impact of median shape stops slipping, and where it is most compressed: along these
 * lines the velocities of the point are zero */
static void add_lines(struct figure *figure, struct figure_panel *panel,
                      const struct calib_impacts *impacts, double *room, double furthest)
{
    static const struct figure_style cone = {.colour = "#303030", .width = 1.2},
                                     stick = {.colour = "#208040", .dash = FIGURE_DASHED},
                                     compressed = {.colour = "#8040a0", .dash = FIGURE_DOTTED};
    const struct calib_impact_fit *fit = &impacts->fits[impacts->chosen];
    const struct calib_impact_table *table = &impacts->table;
    const double mu = fit->values.p[CALIB_IMPACT_FRICTION];
    const double square = pow(fit->values.p[CALIB_IMPACT_GYRATION], 2);
    struct scaled middle = {0};
    double *const of[] = {&middle.slip, &middle.q_tt, &middle.q_tn, &middle.q_nn};
    for (size_t k = 0; k < 4; k++) {
        for (size_t i = 0; i < table->n; i++) {
            const struct scaled s = scale(&table->rows[i], table->rows[i].after, square);
            const double values[] = {s.slip, s.q_tt, s.q_tn, s.q_nn};
            room[i] = values[k];
        }
        *of[k] = median(room, table->n);
    }
    add_line(figure, panel, "friction cone", &cone, (const double[4]){0, -mu, 0, furthest});
    add_line(figure, panel, "", &cone, (const double[4]){0, mu, 0, furthest});
    add_line(
        figure, panel, "sticking, median impact", &stick,
        (const double[4]){-middle.slip / middle.q_tt, -middle.q_tn / middle.q_tt, 0, furthest});
    const double steep = middle.q_tn != 0 ? middle.q_nn / middle.q_tn : INFINITY;
    if (fabs(steep) > 1e3) { /* upright, for a picture */
        add_line(figure, panel, "greatest compression, median impact", &compressed,
                 (const double[4]){0, 0, 1 / middle.q_nn, 1 / middle.q_nn});
        return;
    }
    const double at = 1 / middle.q_nn, half = mu * furthest / fabs(steep);
    add_line(figure, panel, "greatest compression, median impact", &compressed,
             (const double[4]){steep * at, -steep, at - half, at + half});
}

static void draw_plane(const struct calib_impacts *impacts, struct figure *figure, double *data)
{
    const struct calib_impact_fit *fit = &impacts->fits[impacts->chosen];
    const struct calib_impact_table *table = &impacts->table;
    const double square = pow(fit->values.p[CALIB_IMPACT_GYRATION], 2);
    double furthest = 0;
    for (size_t i = 0; i < table->n; i++) {
        const struct calib_impact_row *row = &table->rows[i];
        double after[CALIB_VELOCITIES] = {NAN, NAN, NAN};
        calib_impact_predict(fit->law.rule, &fit->values, row->arm, row->before, after);
        const struct scaled seen = scale(row, row->after, square), told = scale(row, after, square);
        data[i] = seen.n;
        data[table->n + i] = seen.t;
        data[2 * table->n + i] = told.n;
        data[3 * table->n + i] = told.t;
        furthest = fmax(furthest, fmax(seen.n, isnan(told.n) ? 0 : told.n));
    }
    struct figure_panel *panel = figure_panel_add(figure, 400,
                                                  "normal impulse over mass and speed of approach",
                                                  "tangential impulse over the same");
    if (!panel)
        return;
    add_points(figure, panel, "measured", &measured, data, data + table->n, table->n);
    add_points(figure, panel, "predicted", &predicted, data + 2 * table->n, data + 3 * table->n,
               table->n);
    double *room = arena_doubles(&figure->arena, table->n);
    if (!room)
        return;
    add_lines(figure, panel, impacts, room, furthest);
    show_most(&panel->axes[0], data, table->n, room);
    show_most(&panel->axes[1], data + table->n, table->n, room);
    panel->axes[0].low = fmin(panel->axes[0].low, 0); /* where the cone begins */
}

/* of the point's normal speeds */
static void draw_restitution(const struct calib_impacts *impacts, struct figure *figure,
                             double *data)
{
    const struct calib_impact_table *table = &impacts->table;
    const struct calib_impact_fit *fit = &impacts->fits[impacts->chosen];
    for (size_t i = 0; i < table->n; i++) {
        const struct calib_impact_row *row = &table->rows[i];
        double after[CALIB_VELOCITIES] = {NAN, NAN, NAN};
        calib_impact_predict(fit->law.rule, &fit->values, row->arm, row->before, after);
        data[i] = calib_impact_approach(row);
        data[table->n + i] = (row->after[1] + row->arm[1] * row->after[2]) / data[i];
        data[2 * table->n + i] = (after[1] + row->arm[1] * after[2]) / data[i];
    }
    struct figure_panel *panel = figure_panel_add(figure, 260, "speed of approach (m/s)",
                                                  "normal speed after over before");
    if (!panel)
        return;
    add_points(figure, panel, "measured", &measured, data, data + table->n, table->n);
    add_points(figure, panel, "predicted", &predicted, data, data + 2 * table->n, table->n);
    double *room = arena_doubles(&figure->arena, table->n);
    for (int axis = 0; room && axis < 2; axis++)
        show_most(&panel->axes[axis], data + (size_t)axis * table->n, table->n, room);
}

void calib_impacts_draw(const struct calib_impacts *impacts, struct figure *figure)
{
    const size_t n = impacts->table.n;
    double *data = arena_doubles(&figure->arena, 7 * n);
    if (!data)
        return;
    draw_plane(impacts, figure, data);
    draw_restitution(impacts, figure, data + 4 * n);
}
