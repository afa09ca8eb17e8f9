/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/belt.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_errno.h>
#include <gsl/gsl_math.h>
#include <gsl/gsl_spline.h>

#include "lib/base/csv.h"

struct sim_belt {
    gsl_spline *spline; /* NULL: waves */
    enum sim_belt_way way;
    double first, last;
    double speed, drift;
    size_t n_waves;
    struct sim_belt_wave waves[SIM_BELT_WAVES_MAX];
};

enum error_code sim_belt_create(enum sim_belt_way way, const double *t, const double *speed,
                                size_t n, struct sim_belt **belt, struct error *err)
{
    const gsl_interp_type *const types[] = {[SIM_BELT_MONOTONE] = gsl_interp_steffen,
                                            [SIM_BELT_LINEAR] = gsl_interp_linear,
                                            [SIM_BELT_SPLINE] = gsl_interp_cspline};
    *belt = NULL;
    if (n < 3)
        return error_set(err, ERROR_INPUT,
                         "a belt table needs three points or more, this one has %zu", n);
    for (size_t i = 0; i < n; i++)
        if (!isfinite(t[i]) || !isfinite(speed[i]) || (i > 0 && t[i] <= t[i - 1]))
            return error_set(err, ERROR_INPUT,
                             "belt table, point %zu: times must increase and all "
                             "numbers be finite",
                             i + 1);
    struct sim_belt *new = calloc(1, sizeof *new);
    if (!new)
        return error_memory(err);
    new->way = way;
    new->spline = gsl_spline_alloc(types[way], n);
    if (!new->spline) {
        free(new);
        return error_memory(err);
    }
    gsl_spline_init(new->spline, t, speed, n);
    new->first = t[0];
    new->last = t[n - 1];
    *belt = new;
    return ERROR_OK;
}

enum error_code sim_belt_create_waves(double speed, double drift, const struct sim_belt_wave *waves,
                                      size_t n, struct sim_belt **belt, struct error *err)
{
    if (n > SIM_BELT_WAVES_MAX)
        return error_set(err, ERROR_INPUT, "a belt has at most %d waves", SIM_BELT_WAVES_MAX);
    *belt = calloc(1, sizeof **belt);
    if (!*belt)
        return error_memory(err);
    **belt = (struct sim_belt){
        .first = -INFINITY, .last = INFINITY, .speed = speed, .drift = drift, .n_waves = n};
    for (size_t i = 0; i < n; i++) /* waves may be NULL where there are none */
        (*belt)->waves[i] = waves[i];
    return ERROR_OK;
}

void sim_belt_free(struct sim_belt *belt)
{
    if (belt && belt->spline)
        gsl_spline_free(belt->spline);
    free(belt);
}

double sim_belt_first(const struct sim_belt *belt) { return belt->first; }

double sim_belt_last(const struct sim_belt *belt) { return belt->last; }

static void waves_at(const struct sim_belt *belt, double t, double speed[3])
{
    speed[0] = belt->speed + belt->drift * t;
    speed[1] = belt->drift;
    speed[2] = 0;
    for (size_t i = 0; i < belt->n_waves; i++) {
        const struct sim_belt_wave *wave = &belt->waves[i];
        const double omega = 2 * M_PI * wave->frequency, angle = omega * t + wave->phase;
        speed[0] += wave->amplitude * sin(angle);
        speed[1] += wave->amplitude * omega * cos(angle);
        speed[2] -= wave->amplitude * omega * omega * sin(angle);
    }
}

void sim_belt_at(const struct sim_belt *belt, double t, double speed[3])
{
    if (!belt->spline) {
        waves_at(belt, t, speed);
        return;
    }
    /* a stage of a step may look past the end by rounding; hold the end there */
    const double inside = fmin(fmax(t, belt->first), belt->last);
    speed[0] = gsl_spline_eval(belt->spline, inside, NULL);
    speed[1] = gsl_spline_eval_deriv(belt->spline, inside, NULL);
    speed[2] = gsl_spline_eval_deriv2(belt->spline, inside, NULL);
}

double sim_belt_period(const struct sim_belt *belt)
{
    double period = INFINITY;
    for (size_t i = 0; i < belt->n_waves; i++)
        if (belt->waves[i].amplitude != 0 && belt->waves[i].frequency != 0)
            period = fmin(period, 1 / fabs(belt->waves[i].frequency));
    return period;
}

/* the piece of a table in which t is */
static size_t piece_of(const struct sim_belt *belt, double t)
{
    const double inside = fmin(fmax(t, belt->first), belt->last);
    return gsl_interp_bsearch(belt->spline->x, inside, 0, belt->spline->size - 1);
}

double sim_belt_piece_end(const struct sim_belt *belt, double t)
{
    if (!belt->spline)
        return t + 0.25 * sim_belt_period(belt);
    const double *x = belt->spline->x;
    size_t end = t < belt->first ? 0 : piece_of(belt, t) + 1;
    if (sim_belt_is_at(t, x[end]))
        end++;
    return end < belt->spline->size && x[end] > t ? x[end] : INFINITY;
}

/* speed + drift t + the sum of a sin(w t + phase), whose k-th derivative is a w^k times its sine a
 * quarter of a turn further for each */
static void series_of_waves(const struct sim_belt *belt, double t, int n, double *c)
{
    c[0] = belt->speed + belt->drift * t;
    c[1] = belt->drift;
    for (size_t i = 0; i < belt->n_waves; i++) {
        const struct sim_belt_wave *wave = &belt->waves[i];
        const double omega = 2 * M_PI * wave->frequency, angle = omega * t + wave->phase;
        const double turned[] = {sin(angle), cos(angle), -sin(angle), -cos(angle)};
        double size = wave->amplitude;
        for (int k = 0; k <= n; k++) {
            c[k] += size * turned[k % 4];
            size *= omega / (k + 1);
        }
    }
}

void sim_belt_series(const struct sim_belt *belt, double t, int n, double *c)
{
    memset(c, 0, (size_t)(n + 1) * sizeof *c);
    if (!belt->spline) {
        series_of_waves(belt, t, n, c);
        return;
    }
    double here[3], there[3];
    const double point = belt->spline->x[piece_of(belt, t) + 1];
    const double begin = sim_belt_is_at(t, point) ? point : t;
    const double half = 0.5 * (sim_belt_piece_end(belt, t) - begin);
    sim_belt_at(belt, begin, here);
    sim_belt_at(belt, begin + half, there);
    c[0] = here[0];
    c[1] = here[1];
    c[2] = here[2] / 2;
    if (isfinite(half) && n > 2)
        c[3] = (there[2] - here[2]) / (6 * half);
}

double sim_belt_next_jump(const struct sim_belt *belt, double t, int *order)
{
    *order = belt->way == SIM_BELT_LINEAR ? 1 : 2;
    return belt->spline && belt->way != SIM_BELT_SPLINE ? sim_belt_piece_end(belt, t) : INFINITY;
}

/* A piece of a cubic lies between the least and the greatest of its Bezier points. For the
 * monotone ways these are the ends */
static void piece_range(const struct sim_belt *belt, size_t i, double *low, double *high)
{
    const double *x = belt->spline->x, *y = belt->spline->y, third = (x[i + 1] - x[i]) / 3;
    double points[] = {y[i], y[i + 1], y[i], y[i + 1]};
    if (belt->way == SIM_BELT_SPLINE) {
        points[2] += third * gsl_spline_eval_deriv(belt->spline, x[i], NULL);
        points[3] -= third * gsl_spline_eval_deriv(belt->spline, x[i + 1], NULL);
    }
    for (size_t k = 0; k < 4; k++) {
        *low = fmin(*low, points[k]);
        *high = fmax(*high, points[k]);
    }
}

static void table_range(const struct sim_belt *belt, double t0, double t1, double *low,
                        double *high)
{
    const gsl_spline *spline = belt->spline;
    size_t i = piece_of(belt, t0);
    *low = INFINITY;
    *high = -INFINITY;
    do
        piece_range(belt, i++, low, high);
    while (i + 1 < spline->size && spline->x[i] < t1);
}

void sim_belt_range(const struct sim_belt *belt, double t0, double t1, double *low, double *high)
{
    if (belt->spline) {
        table_range(belt, t0, t1, low, high);
        return;
    }
    const double a = belt->speed + belt->drift * t0, b = belt->speed + belt->drift * t1;
    *low = fmin(a, b);
    *high = fmax(a, b);
    for (size_t i = 0; i < belt->n_waves; i++) {
        *low -= fabs(belt->waves[i].amplitude);
        *high += fabs(belt->waves[i].amplitude);
    }
}

struct points {
    double *t, *v;
    size_t n, room;
};

static enum error_code points_add(struct points *points, double t, double v, struct error *err)
{
    if (points->n == points->room) {
        size_t room = points->room ? 2 * points->room : 256;
        double *more_t = realloc(points->t, room * sizeof *more_t);
        if (!more_t)
            return error_memory(err);
        points->t = more_t;
        double *more_v = realloc(points->v, room * sizeof *more_v);
        if (!more_v)
            return error_memory(err);
        points->v = more_v;
        points->room = room;
    }
    points->t[points->n] = t;
    points->v[points->n++] = v;
    return ERROR_OK;
}

/* a column of that name, in that unit if one is given */
static bool is_column(const struct csv *csv, size_t i, const char *name, const char *unit)
{
    const struct csv_column *column = csv_column(csv, i);
    return strcmp(column->name, name) == 0 && (!*column->unit || strcmp(column->unit, unit) == 0);
}

static enum error_code read_points(struct csv *csv, const char *path, struct points *points,
                                   struct error *err)
{
    if (csv_columns(csv) != 2 || !is_column(csv, 0, "t", "s") || !is_column(csv, 1, "v", "m/s"))
        return error_set(err, ERROR_INPUT,
                         "%s:1: the first line must be the header t,v (s and m/s)", path);
    enum error_code code = ERROR_OK;
    for (bool more = true; !code && more;) {
        double row[2];
        code = csv_read(csv, row, NULL, &more, err);
        if (!code && more)
            code = points_add(points, row[0], row[1], err);
    }
    return code;
}

enum error_code sim_belt_read_table(const char *path, enum sim_belt_way way, struct sim_belt **belt,
                                    struct error *err)
{
    *belt = NULL;
    struct csv *csv;
    struct points points = {0};
    enum error_code code = csv_open(path, &csv, err);
    if (code) {
        error_prefix(err, "the belt table");
        return code;
    }
    code = read_points(csv, path, &points, err);
    csv_close(csv);
    if (!code) {
        code = sim_belt_create(way, points.t, points.v, points.n, belt, err);
        if (code)
            error_prefix(err, "%s", path);
    }
    free(points.t);
    free(points.v);
    return code;
}
