/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "report/thin.h"

#include <math.h>

#include "report/envelope.h"

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
static struct report_series thin_line(const struct report_series *s, size_t size,
                                      struct report_document *document)
{
    struct report_series thin = *s;
    thin.n = 2 * ((s->n + size - 1) / size);
    thin.step = 0.5 * (double)size * s->step;
    thin.first = s->first + (0.25 * (double)size - 0.5) * s->step;
    double *y = report_document_array(document, thin.n);
    double *x = s->x ? report_document_array(document, thin.n) : NULL;
    if (document->failed)
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
static struct report_series thin_band(const struct report_series *s, size_t size,
                                      struct report_document *document)
{
    struct report_series thin = *s;
    thin.n = (s->n + size - 1) / size;
    thin.step = (double)size * s->step;
    thin.first = s->first + 0.5 * ((double)size - 1) * s->step;
    double *y = report_document_array(document, thin.n),
           *z = report_document_array(document, thin.n);
    if (document->failed)
        return *s;
    for (size_t k = 0; k < thin.n; k++) {
        const size_t end = (k + 1) * size < s->n ? (k + 1) * size : s->n;
        const struct report_extent e = report_envelope_samples(s, k * size, end);
        y[k] = e.n ? 0.5 * (e.low + e.high) : NAN;
        z[k] = e.n ? 0.5 * (e.high - e.low) : NAN;
    }
    thin.y = y;
    thin.z = z;
    return thin;
}

struct report_series report_thin_series(const struct report_series *series, size_t points,
                                        struct report_document *document)
{
    if (series->n <= points)
        return *series;
    const size_t size = bin_size(series->n, points);
    return (series->mark == REPORT_BAND ? thin_band : thin_line)(series, size, document);
}

void report_thin_document(struct report_document *document, size_t points,
                          struct report_thinned *count)
{
    for (size_t i = 0; i < document->n; i++) {
        struct report_figure *figure = &document->blocks[i].figure;
        for (size_t k = 0; k < figure->n_series; k++) {
            struct report_series *s = &figure->series[k];
            if (s->mark != REPORT_LINE && s->mark != REPORT_BAND)
                continue;
            const size_t all = s->n;
            *s = report_thin_series(s, points, document);
            figure->thinned |= s->n < all;
            count->all += all;
            count->shown += s->n;
        }
    }
}
