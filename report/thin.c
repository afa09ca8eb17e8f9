/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "report/thin.h"

#include <math.h>

/* samples of a bin, two points of which stay */
static size_t bin_size(size_t n, size_t points)
{
    const size_t bins = points / 2 ? points / 2 : 1;
    return (n + bins - 1) / bins;
}

/* where the least and the largest are, in the order of time; nothing finite: the first */
static void find_extremes(const double *y, size_t begin, size_t end, size_t at[2])
{
    size_t low = end, high = end;
    for (size_t i = begin; i < end; i++) {
        if (!isfinite(y[i]))
            continue;
        if (low == end || y[i] < y[low])
            low = i;
        if (high == end || y[i] > y[high])
            high = i;
    }
    at[0] = low == end ? begin : low < high ? low : high;
    at[1] = low == end ? begin : low < high ? high : low;
}

/* over a grid the two of a bin stand a quarter from its ends, so that it stays a grid */
static struct figure_series thin_line(const struct figure_series *s, size_t size,
                                      struct report_document *document)
{
    struct figure_series thin = *s;
    thin.n = 2 * ((s->n + size - 1) / size);
    thin.step = 0.5 * (double)size * s->step;
    thin.first = s->first + (0.25 * (double)size - 0.5) * s->step;
    double *y = arena_doubles(&document->arena, thin.n);
    double *x = s->x ? arena_doubles(&document->arena, thin.n) : NULL;
    if (document->arena.failed)
        return *s;
    for (size_t k = 0; k < thin.n; k += 2) {
        const size_t begin = k / 2 * size, end = begin + size < s->n ? begin + size : s->n;
        size_t at[2];
        find_extremes(s->y, begin, end, at);
        for (size_t i = 0; i < 2; i++) {
            y[k + i] = s->y[at[i]];
            if (x)
                x[k + i] = s->x[at[i]];
        }
    }
    thin.y = y;
    thin.x = x;
    return thin;
}

/* one for each bin: around all that the band covers there */
static struct figure_series thin_band(const struct figure_series *s, size_t size,
                                      struct report_document *document)
{
    struct figure_series thin = *s;
    thin.n = (s->n + size - 1) / size;
    thin.step = (double)size * s->step;
    thin.first = s->first + 0.5 * ((double)size - 1) * s->step;
    double *y = arena_doubles(&document->arena, thin.n),
           *z = arena_doubles(&document->arena, thin.n);
    if (document->arena.failed)
        return *s;
    for (size_t k = 0; k < thin.n; k++) {
        const size_t end = (k + 1) * size < s->n ? (k + 1) * size : s->n;
        double low = INFINITY, high = -INFINITY;
        for (size_t i = k * size; i < end; i++)
            if (isfinite(s->y[i]) && isfinite(s->z[i])) {
                low = fmin(low, s->y[i] - s->z[i]);
                high = fmax(high, s->y[i] + s->z[i]);
            }
        y[k] = low <= high ? 0.5 * (low + high) : NAN;
        z[k] = low <= high ? 0.5 * (high - low) : NAN;
    }
    thin.y = y;
    thin.z = z;
    return thin;
}

struct figure_series report_thin_series(const struct figure_series *series, size_t points,
                                        struct report_document *document)
{
    if (series->n <= points)
        return *series;
    const size_t size = bin_size(series->n, points);
    return (series->mark == FIGURE_BAND ? thin_band : thin_line)(series, size, document);
}

/* curves that belong together from point to point, as coordinates of one mechanism do */
static struct figure_series every_other(const struct figure_series *s, size_t points,
                                        struct report_document *document)
{
    struct figure_series thin = *s;
    if (s->n <= points)
        return *s;
    const size_t every = (s->n + points - 1) / points;
    double *y = arena_doubles(&document->arena, s->n / every + 1);
    thin.n = 0;
    for (size_t i = 0; y && i < s->n; i += every)
        y[thin.n++] = s->y[i];
    thin.step = (double)every * s->step;
    thin.y = y;
    return thin;
}

void report_thin_document(struct report_document *document, size_t points,
                          struct report_thinned *count)
{
    for (size_t i = 0; i < document->n; i++) {
        struct report_figure *figure = &document->blocks[i].figure;
        const bool film = document->blocks[i].kind == REPORT_MOVING;
        for (size_t k = 0; k < figure->panel.n_series; k++) {
            struct figure_series *s = &figure->panel.series[k];
            if (s->mark != FIGURE_LINE && s->mark != FIGURE_BAND)
                continue;
            const size_t all = s->n;
            *s = film ? every_other(s, points, document) : report_thin_series(s, points, document);
            figure->thinned |= s->n < all;
            count->all += all;
            count->shown += s->n;
        }
    }
}
