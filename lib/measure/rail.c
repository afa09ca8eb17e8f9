/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lib/measure/rail.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_statistics_double.h>

#include "lib/measure/spline.h"

static const double median_time = 2e-3, knot_time = 25e-3;
/* a motion is followed this far beyond the record (s) */
static const double beyond = 50e-3;
/* unevenness, in units of what noise would show, from which a rail is uneven */
static const double uneven = 3;

bool measure_rail_uneven(const struct measure_record *measured, size_t from)
{
    if (from + 8 > measured->n)
        return false;
    double uncertainty;
    measure_record_mean(measured, MEASURE_RAIL, from, &uncertainty);
    const double white = measured->noise[MEASURE_RAIL] / sqrt((double)(measured->n - from));
    return uncertainty > uneven * white;
}

/* medians over `median_time`: t and v, in one allocation */
struct medians {
    size_t n;
    double *t, *v;
};

static enum error_code make_medians(const struct measure_record *m, size_t from,
                                    struct medians *out, struct error *err)
{
    const size_t width = (size_t)fmax(1, round(median_time / m->period));
    *out = (struct medians){.n = (m->n - from) / width};
    if (out->n < 8)
        return error_set(err, ERROR_INPUT, "%s: too little of the rail's speed is recorded",
                         m->name);
    double *work = malloc(width * sizeof *work);
    out->t = malloc(2 * out->n * sizeof *out->t);
    if (!work || !out->t) {
        free(work);
        return error_memory(err);
    }
    out->v = out->t + out->n;
    for (size_t i = 0; i < out->n; i++) {
        const size_t at = from + i * width;
        memcpy(work, m->v[MEASURE_RAIL] + at, width * sizeof *work);
        out->v[i] = gsl_stats_median(work, 1, width);
        out->t[i] = m->first + ((double)at + 0.5 * (double)(width - 1)) * m->period;
    }
    free(work);
    return ERROR_OK;
}

static size_t knots_of(const struct medians *medians)
{
    const double span = medians->t[medians->n - 1] - medians->t[0];
    const size_t wanted = (size_t)(span / knot_time + 2), most = medians->n / 4;
    return wanted < 3 || most < 3 ? 3 : wanted < most ? wanted : most;
}

/* the spline at its knots, through which the belt is a spline again: with knots in
 * between the simulator would stop at each, since its third derivative jumps there */
static enum error_code sample_spline(struct measure_spline *spline, const struct medians *medians,
                                     struct sim_belt **belt, struct error *err)
{
    const size_t n = knots_of(medians);
    const double first = medians->t[0], last = medians->t[medians->n - 1];
    const double step = (last - first) / (double)(n - 1);
    double *t = malloc(2 * (n + 2) * sizeof *t), *v = t ? t + n + 2 : NULL;
    if (!t)
        return error_memory(err);
    for (size_t i = 0; i < n; i++) {
        t[i + 1] = fmin(first + (double)i * step, last);
        v[i + 1] = measure_spline_at(spline, t[i + 1]);
    }
    /* straight on at both ends, where the motion may go on a little longer */
    const double near = 0.2 * step, far = fmax(step, beyond);
    t[0] = first - far;
    v[0] = v[1] + far * (v[1] - measure_spline_at(spline, first + near)) / near;
    t[n + 1] = last + far;
    v[n + 1] = v[n] + far * (v[n] - measure_spline_at(spline, last - near)) / near;
    enum error_code code = sim_belt_create(t, v, n + 2, belt, err);
    free(t);
    return code;
}

enum error_code measure_rail_smooth(const struct measure_record *measured, size_t from,
                                    struct sim_belt **belt, struct error *err)
{
    struct medians medians;
    *belt = NULL;
    struct measure_spline *spline = NULL;
    enum error_code code = make_medians(measured, from, &medians, err);
    if (!code)
        code = measure_spline_create(medians.t, medians.v, medians.n, knots_of(&medians), &spline,
                                     err);
    if (!code)
        code = sample_spline(spline, &medians, belt, err);
    measure_spline_free(spline);
    free(medians.t);
    return code;
}
