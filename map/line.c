/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "map/line.h"

#include <math.h>

enum { GRID = 500 };

struct node {
    bool defined;
    double x, value, slope;
};

bool map_line_at(const struct map_line *line, double x, double *value, double *slope)
{
    double at[MAP_MAX_AXES], field[MAP_FIELDS];
    for (size_t k = 0; k < line->place->n_axes; k++)
        at[k] = k == line->axis ? x : line->at[k];
    if (!map_place_fields(line->place, at, field))
        return false;
    *value = field[line->field];
    if (slope) {
        map_place_slopes(line->place, at, line->axis, field);
        *slope = field[line->field];
    }
    return true;
}

double map_line_root(const struct map_line *line, double low, double high)
{
    double value, slope, value_low;
    if (!map_line_at(line, low, &value_low, NULL) || value_low == 0)
        return low;
    double x = 0.5 * (low + high);
    for (int i = 0; i < 200; i++) {
        if (!map_line_at(line, x, &value, &slope) || value == 0)
            return x;
        if ((value > 0) == (value_low > 0))
            low = x;
        else
            high = x;
        const double middle = 0.5 * (low + high), newton = x - value / slope;
        const bool inside = newton > fmin(low, high) && newton < fmax(low, high);
        const double next = inside ? newton : middle;
        if (next == x || middle == low || middle == high)
            return x;
        if (inside && fabs(next - x) <= 2e-16 * fabs(x))
            return next;
        x = next;
    }
    return x;
}

/* where the slope vanishes between two points where it differs in sign */
static double extremum(const struct map_line *line, double low, double high)
{
    double value, slope, slope_low;
    if (!map_line_at(line, low, &value, &slope_low))
        return low;
    for (int i = 0; i < 200; i++) {
        const double x = 0.5 * (low + high);
        if (x == low || x == high || !map_line_at(line, x, &value, &slope))
            break;
        if ((slope > 0) == (slope_low > 0))
            low = x;
        else
            high = x;
    }
    return 0.5 * (low + high);
}

static struct node node_at(const struct map_line *line, size_t i)
{
    const double share = (double)i / GRID;
    struct node node = {.x = (1 - share) * line->low + share * line->high};
    node.defined = map_line_at(line, node.x, &node.value, &node.slope) && isfinite(node.value);
    return node;
}

static void add(double x, double *found, size_t *n)
{
    if (*n < MAP_MAX_ROOTS && (*n == 0 || found[*n - 1] != x))
        found[(*n)++] = x;
}

/* a dip to the other side of zero between two values of one sign */
static void roots_of_dip(const struct map_line *line, const struct node *a, const struct node *b,
                         double *roots, size_t *n)
{
    const double sign = a->value > 0 ? 1 : -1;
    if (!(sign * a->slope < 0 && sign * b->slope > 0))
        return;
    double value;
    const double x = extremum(line, a->x, b->x);
    if (!map_line_at(line, x, &value, NULL) || sign * value > 0)
        return;
    add(map_line_root(line, a->x, x), roots, n);
    add(map_line_root(line, x, b->x), roots, n);
}

size_t map_line_roots(const struct map_line *line, double roots[MAP_MAX_ROOTS])
{
    size_t n = 0;
    struct node a = node_at(line, 0);
    for (size_t i = 1; i <= GRID; i++) {
        const struct node b = node_at(line, i);
        if (a.defined && b.defined) {
            if ((a.value > 0) != (b.value > 0))
                add(map_line_root(line, a.x, b.x), roots, &n);
            else
                roots_of_dip(line, &a, &b, roots, &n);
        }
        a = b;
    }
    return n;
}

size_t map_line_extrema(const struct map_line *line, double extrema[MAP_MAX_ROOTS])
{
    size_t n = 0;
    struct node a = node_at(line, 0);
    for (size_t i = 1; i <= GRID; i++) {
        const struct node b = node_at(line, i);
        if (a.defined && b.defined && (a.slope > 0) != (b.slope > 0))
            add(extremum(line, a.x, b.x), extrema, &n);
        a = b;
    }
    return n;
}
