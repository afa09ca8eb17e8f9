/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "report/rail.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_statistics_double.h>

/* of one median, and how far the belt goes on beyond the record (s) */
static const double window = 10e-3, beyond = 50e-3;

/* places 1 to n of t and v; work: as long as a window */
static void take_medians(const struct measure_record *m, size_t from, size_t width, size_t n,
                         double *t, double *v, double *work)
{
    for (size_t i = 0; i < n; i++) {
        const size_t at = from + i * width;
        memcpy(work, m->v[MEASURE_RAIL] + at, width * sizeof *work);
        v[i + 1] = gsl_stats_median(work, 1, width);
        t[i + 1] = m->first + ((double)at + 0.5 * (double)(width - 1)) * m->period;
    }
}

enum error_code report_rail_smooth(const struct measure_record *measured, size_t from,
                                   struct sim_belt **belt, struct error *err)
{
    const size_t width = (size_t)fmax(1, round(window / measured->period));
    const size_t n = from < measured->n ? (measured->n - from) / width : 0;
    *belt = NULL;
    if (n < 3)
        return ERROR_OK;
    double *t = malloc((2 * (n + 2) + width) * sizeof *t);
    if (!t)
        return error_memory(err);
    double *v = t + n + 2;
    take_medians(measured, from, width, n, t, v, v + n + 2);
    const double step = t[2] - t[1], ends = (window + beyond) / step;
    t[0] = t[1] - ends * step;
    v[0] = v[1] - ends * (v[2] - v[1]);
    t[n + 1] = t[n] + ends * step;
    v[n + 1] = v[n] + ends * (v[n] - v[n - 1]);
    enum error_code code = sim_belt_create(t, v, n + 2, belt, err);
    free(t);
    return code;
}
