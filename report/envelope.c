/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "report/envelope.h"

#include <math.h>

/* the samples of a column: [*begin, *end); with fewer samples than columns, the
 * one whose place it is */
static void find_samples(const struct report_series *s, double from, double to, size_t columns,
                         size_t i, size_t *begin, size_t *end)
{
    const double width = (to - from) / (double)columns;
    const double low = (from + (double)i * width - s->first) / s->step;
    const double high = (from + (double)(i + 1) * width - s->first) / s->step;
    const double n = (double)s->n;
    *begin = (size_t)fmin(fmax(ceil(low), 0), n);
    *end = (size_t)fmin(fmax(ceil(high), 0), n);
}

static struct report_extent extent(const struct report_series *s, size_t begin, size_t end,
                                   bool band)
{
    struct report_extent e = {.low = INFINITY, .high = -INFINITY};
    for (size_t i = begin; i < end; i++) {
        const double half = band ? s->z[i] : 0;
        if (!isfinite(s->y[i]) || !isfinite(half))
            continue;
        if (e.n++ == 0)
            e.first = s->y[i];
        e.last = s->y[i];
        e.low = fmin(e.low, s->y[i] - half);
        e.high = fmax(e.high, s->y[i] + half);
    }
    return e;
}

struct report_extent report_envelope_column(const struct report_series *series, double from,
                                            double to, size_t columns, size_t i)
{
    size_t begin, end;
    find_samples(series, from, to, columns, i, &begin, &end);
    return extent(series, begin, end, false);
}

struct report_extent report_envelope_samples(const struct report_series *band, size_t begin,
                                             size_t end)
{
    return extent(band, begin, end, true);
}

struct report_extent report_envelope_band(const struct report_series *series, double from,
                                          double to, size_t columns, size_t i)
{
    size_t begin, end;
    find_samples(series, from, to, columns, i, &begin, &end);
    return extent(series, begin, end, true);
}
