/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "lib/figure/outline.h"

#include <math.h>

enum { NORMAL_POINTS = 81 };
static const double furthest = 4;

static struct figure_series of_points(struct arena *arena, size_t n, double **x, double **y)
{
    *x = arena_doubles(arena, n);
    *y = arena_doubles(arena, n);
    if (!*x || !*y)
        return (struct figure_series){.name = ""};
    return (struct figure_series){.name = "", .mark = FIGURE_LINE, .x = *x, .y = *y, .n = n};
}

struct figure_series figure_outline_bins(struct arena *arena, const struct figure_outline *o,
                                         double low, double high, const double *density, size_t n)
{
    double *x, *y;
    const struct figure_series series = of_points(arena, 2 * n + 2, &x, &y);
    for (size_t edge = 0; series.n && edge <= n; edge++) {
        const double at = low + (high - low) * (double)edge / (double)n;
        x[2 * edge] = x[2 * edge + 1] = (at - o->origin) / o->unit;
        y[2 * edge] = o->base + o->height * (edge > 0 ? density[edge - 1] : 0);
        y[2 * edge + 1] = o->base + o->height * (edge < n ? density[edge] : 0);
    }
    return series;
}

struct figure_series figure_outline_normal(struct arena *arena, const struct figure_outline *o,
                                           double mean, double deviation)
{
    double *x, *y;
    const struct figure_series series = of_points(arena, NORMAL_POINTS, &x, &y);
    for (size_t i = 0; i < series.n; i++) {
        const double z = furthest * (2.0 * (double)i / (NORMAL_POINTS - 1) - 1);
        x[i] = (mean + z * deviation - o->origin) / o->unit;
        y[i] = o->base + o->height * exp(-0.5 * z * z) / (deviation * sqrt(2 * M_PI));
    }
    return series;
}
