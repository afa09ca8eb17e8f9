/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "map/curve.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "map/line.h"

void map_curve_free(struct map_curve *curve)
{
    free(curve->points);
    *curve = (struct map_curve){0};
}

enum error_code map_curve_add(struct map_curve *curve, size_t piece, const double at[2],
                              struct error *err)
{
    if (curve->n == curve->room) {
        const size_t room = curve->room ? 2 * curve->room : 256;
        struct map_point *points = realloc(curve->points, room * sizeof *points);
        if (!points)
            return error_memory(err);
        curve->points = points;
        curve->room = room;
    }
    curve->points[curve->n++] = (struct map_point){piece, {at[0], at[1]}};
    return ERROR_OK;
}

enum error_code map_curve_join(struct map_curve *curve, const struct map_curve *other,
                               struct error *err)
{
    const size_t first = curve->n ? curve->points[curve->n - 1].piece + 1 : 0;
    enum error_code code = ERROR_OK;
    for (size_t i = 0; !code && i < other->n; i++)
        code = map_curve_add(curve, first + other->points[i].piece, other->points[i].at, err);
    return code;
}

/* ---- tracing */

/* edges are numbered: those along x first, then those along y */
enum { NO_EDGE = -1 };

struct trace {
    const struct map_grid *grid;
    enum map_field field;
    int32_t (*next)[2]; /* of each edge, the edges whose points are its neighbours */
    bool *done;
    size_t edges, along_x;
};

static size_t edge_x(const struct trace *t, size_t i, size_t j)
{
    return j * (t->grid->nx - 1) + i;
}

static size_t edge_y(const struct trace *t, size_t i, size_t j)
{
    return t->along_x + j * t->grid->nx + i;
}

static bool positive(const struct trace *t, size_t node)
{
    return t->grid->field[node][t->field] > 0;
}

static void join(struct trace *t, size_t a, size_t b)
{
    t->next[a][t->next[a][0] == NO_EDGE ? 0 : 1] = (int32_t)b;
    t->next[b][t->next[b][0] == NO_EDGE ? 0 : 1] = (int32_t)a;
}

/* the middle decides how the four points of a saddle are joined */
static bool middle_positive(const struct trace *t, size_t i, size_t j)
{
    const struct map_place *place = t->grid->place;
    double low[2], high[2], field[MAP_FIELDS];
    map_grid_at(place, i, j, low);
    map_grid_at(place, i + 1, j + 1, high);
    const double at[2] = {0.5 * (low[0] + high[0]), 0.5 * (low[1] + high[1])};
    return map_place_fields(place, at, field) && field[t->field] > 0;
}

static void join_cell(struct trace *t, size_t i, size_t j)
{
    const size_t nx = t->grid->nx, corner = j * nx + i;
    const size_t nodes[4] = {corner, corner + 1, corner + nx + 1, corner + nx};
    const size_t edges[4] = {edge_x(t, i, j), edge_y(t, i + 1, j), edge_x(t, i, j + 1),
                             edge_y(t, i, j)};
    size_t crossed[4], n = 0;
    for (size_t k = 0; k < 4; k++) {
        if (!t->grid->defined[nodes[k]] || !isfinite(t->grid->field[nodes[k]][t->field]))
            return;
        if (positive(t, nodes[k]) != positive(t, nodes[(k + 1) % 4]))
            crossed[n++] = edges[k];
    }
    if (n == 2) {
        join(t, crossed[0], crossed[1]);
    } else if (n == 4) {
        /* each corner on the other side of zero than the middle is cut off */
        const bool first_cut = positive(t, nodes[0]) != middle_positive(t, i, j);
        join(t, crossed[0], crossed[first_cut ? 3 : 1]);
        join(t, crossed[2], crossed[first_cut ? 1 : 3]);
    }
}

/* the zero on an edge */
static void zero_of(const struct trace *t, size_t edge, double at[2])
{
    const size_t nx = t->grid->nx, axis = edge >= t->along_x;
    const size_t k = edge - axis * t->along_x, width = axis ? nx : nx - 1;
    const size_t i = k % width, j = k / width;
    double end[2];
    map_grid_at(t->grid->place, i, j, at);
    map_grid_at(t->grid->place, i + !axis, j + axis, end);
    struct map_line line = {
        .place = t->grid->place, .axis = axis, .field = t->field, .at = {at[0], at[1]}};
    at[axis] = map_line_root(&line, at[axis], end[axis]);
}

static enum error_code walk(struct trace *t, size_t edge, size_t piece, struct map_curve *curve,
                            struct error *err)
{
    double at[2];
    size_t e = edge;
    for (;;) {
        zero_of(t, e, at);
        enum error_code code = map_curve_add(curve, piece, at, err);
        if (code)
            return code;
        t->done[e] = true;
        const int32_t *next = t->next[e];
        if (next[0] != NO_EDGE && !t->done[next[0]])
            e = (size_t)next[0];
        else if (next[1] != NO_EDGE && !t->done[next[1]])
            e = (size_t)next[1];
        else
            break;
    }
    const bool closed = t->next[edge][0] != NO_EDGE && t->next[edge][1] != NO_EDGE;
    if (!closed)
        return ERROR_OK;
    zero_of(t, edge, at);
    return map_curve_add(curve, piece, at, err);
}

/* open pieces from their ends first, then the closed ones */
static enum error_code collect(struct trace *t, struct map_curve *curve, struct error *err)
{
    enum error_code code = ERROR_OK;
    size_t piece = 0;
    for (int closed = 0; closed < 2; closed++)
        for (size_t e = 0; !code && e < t->edges; e++)
            if (!t->done[e] && t->next[e][0] != NO_EDGE && (closed || t->next[e][1] == NO_EDGE))
                code = walk(t, e, piece++, curve, err);
    return code;
}

enum error_code map_curve_trace(const struct map_grid *grid, enum map_field field,
                                struct map_curve *curve, struct error *err)
{
    struct trace t = {.grid = grid, .field = field, .along_x = (grid->nx - 1) * grid->ny};
    t.edges = t.along_x + grid->nx * (grid->ny - 1);
    t.next = malloc(t.edges * sizeof *t.next);
    t.done = calloc(t.edges, sizeof *t.done);
    *curve = (struct map_curve){0};
    enum error_code code = ERROR_OK;
    if (!t.next || !t.done)
        code = error_memory(err);
    for (size_t e = 0; !code && e < t.edges; e++)
        t.next[e][0] = t.next[e][1] = NO_EDGE;
    for (size_t j = 0; !code && j + 1 < grid->ny; j++)
        for (size_t i = 0; i + 1 < grid->nx; i++)
            join_cell(&t, i, j);
    if (!code)
        code = collect(&t, curve, err);
    free(t.next);
    free(t.done);
    if (code)
        map_curve_free(curve);
    return code;
}

/* ---- where two fields vanish */

static bool value_of(const struct map_place *place, const double at[2], enum map_field field,
                     double *value)
{
    double fields[MAP_FIELDS];
    if (!map_place_fields(place, at, fields))
        return false;
    *value = fields[field];
    return isfinite(*value);
}

/* Newton's method from a point nearby; false: it leads elsewhere */
static bool meet(const struct map_place *place, enum map_field f, enum map_field g,
                 const double a[2], const double b[2], double at[2])
{
    double value[MAP_FIELDS], slope[2][MAP_FIELDS];
    const double reach = 2 * hypot(b[0] - a[0], b[1] - a[1]);
    at[0] = 0.5 * (a[0] + b[0]);
    at[1] = 0.5 * (a[1] + b[1]);
    for (int i = 0; i < 30; i++) {
        if (!map_place_fields(place, at, value))
            return false;
        for (size_t k = 0; k < 2; k++)
            map_place_slopes(place, at, k, slope[k]);
        const double det = slope[0][f] * slope[1][g] - slope[1][f] * slope[0][g];
        const double dx = (value[f] * slope[1][g] - slope[1][f] * value[g]) / det;
        const double dy = (slope[0][f] * value[g] - value[f] * slope[0][g]) / det;
        if (!isfinite(dx) || !isfinite(dy))
            return false;
        at[0] -= dx;
        at[1] -= dy;
        if (fabs(dx) <= 1e-15 * (1 + fabs(at[0])) && fabs(dy) <= 1e-15 * (1 + fabs(at[1])))
            break;
    }
    return hypot(at[0] - a[0], at[1] - a[1]) <= reach;
}

enum error_code map_curve_clip(const struct map_place *place, enum map_field field,
                               enum map_field other, int sign, struct map_curve *curve,
                               struct error *err)
{
    struct map_curve kept = {0};
    enum error_code code = ERROR_OK;
    size_t piece = 0;
    bool was_in = false;
    for (size_t i = 0; !code && i < curve->n; i++) {
        const struct map_point *p = &curve->points[i];
        const bool first = i == 0 || p[-1].piece != p->piece;
        double value, cut[2];
        const bool in = value_of(place, p->at, other, &value) && sign * value >= 0;
        if (!first && in != was_in && meet(place, field, other, p[-1].at, p->at, cut)) {
            piece += in;
            code = map_curve_add(&kept, piece, cut, err);
        } else if (in && (first || !was_in)) {
            piece++;
        }
        if (in && !code)
            code = map_curve_add(&kept, piece, p->at, err);
        was_in = in;
    }
    map_curve_free(curve);
    *curve = kept;
    if (code)
        map_curve_free(curve);
    return code;
}

enum error_code map_curve_cross(const struct map_place *place, const struct map_curve *curve,
                                enum map_field field, enum map_field other, struct map_curve *out,
                                struct error *err)
{
    for (size_t i = 1; i < curve->n; i++) {
        const struct map_point *p = &curve->points[i];
        double before, value, at[2];
        if (p[-1].piece == p->piece && value_of(place, p[-1].at, other, &before) &&
            value_of(place, p->at, other, &value) && (before > 0) != (value > 0) &&
            meet(place, field, other, p[-1].at, p->at, at)) {
            enum error_code code = map_curve_add(out, out->n, at, err);
            if (code)
                return code;
        }
    }
    return ERROR_OK;
}
