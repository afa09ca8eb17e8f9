/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lib/measure/rail.h"

#include <math.h>
#include <stdlib.h>

#include <gsl/gsl_statistics_double.h>

#include "lib/measure/spline.h"

static const double median_time = 2e-3, knot_time = 25e-3;
/* a motion is followed this far beyond the record (s) */
static const double beyond = 50e-3;
/* unevenness, in units of what noise would show, from which a rail is uneven */
static const double uneven = 3;

/* the longest time without a good sample: with more, some knots would hang in the air */
static const double longest_hole = 50e-3;

bool measure_rail_uneven(const struct measure_record *measured, size_t from)
{
    const struct measure_record *m = measured;
    if (from + 8 > m->whole)
        return false;
    const size_t n = m->whole - from;
    const struct measure_level level = measure_level_of(m->v[MEASURE_RAIL], m->flags[MEASURE_RAIL],
                                                        from, n, m->period);
    return level.uncertainty > uneven * m->noise[MEASURE_RAIL] / sqrt((double)n);
}

/* medians over `median_time`: t and v, in one allocation */
struct medians {
    size_t n;
    double *t, *v;
};

/* the good ones of `width` samples; returns how many */
static size_t take_good(const struct measure_record *m, size_t at, size_t width, double *good)
{
    const unsigned char *flags = m->flags[MEASURE_RAIL];
    size_t n = 0;
    for (size_t i = at; i < at + width; i++)
        if (!flags || !flags[i])
            good[n++] = m->v[MEASURE_RAIL][i];
    return n;
}

static enum error_code unknown_from(const struct measure_record *m, double from, double to,
                                    struct error *err)
{
    char text[MEASURE_FLAG_TEXT] = "channel rail: its sensor saw nothing";
    const size_t clipped = measure_flag_count(m->flags[MEASURE_RAIL], m->whole, MEASURE_CLIPPED);
    if (clipped > 0)
        measure_flag_clipped_text("rail", (int64_t)clipped, (int64_t)m->whole, text);
    return error_set(err, ERROR_INPUT,
                     "%s: %s, so that the rail's speed is not known from %.6g to %.6g s; record it "
                     "again%s",
                     m->name, text, from, to, clipped > 0 ? " with a wider range" : "");
}

static enum error_code check_medians(const struct measure_record *m, size_t from,
                                     const struct medians *medians, struct error *err)
{
    double known = m->first + (double)from * m->period;
    const double end = m->first + (double)m->whole * m->period;
    for (size_t i = 0; i <= medians->n; i++) {
        const double next = i < medians->n ? medians->t[i] : end;
        if (m->flags[MEASURE_RAIL] && next - known > longest_hole)
            return unknown_from(m, known, next, err);
        known = next;
    }
    if (medians->n < 8)
        return error_set(err, ERROR_INPUT, "%s: too little of the rail's speed is recorded",
                         m->name);
    return ERROR_OK;
}

static enum error_code make_medians(const struct measure_record *m, size_t from,
                                    struct medians *out, struct error *err)
{
    const size_t width = (size_t)fmax(1, round(median_time / m->period));
    const size_t most = from < m->whole ? (m->whole - from) / width : 0;
    double *work = malloc(width * sizeof *work);
    *out = (struct medians){.t = malloc((2 * most + 1) * sizeof *out->t)};
    if (!work || !out->t) {
        free(work);
        return error_memory(err);
    }
    out->v = out->t + most;
    for (size_t i = 0; i < most; i++) {
        const size_t at = from + i * width, good = take_good(m, at, width, work);
        if (good == 0)
            continue;
        out->v[out->n] = gsl_stats_median(work, 1, good);
        out->t[out->n++] = m->first + ((double)at + 0.5 * (double)(width - 1)) * m->period;
    }
    free(work);
    return check_medians(m, from, out, err);
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
                                     struct measure_rail *rail, struct error *err)
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
    *rail = (struct measure_rail){n + 2, t, v};
    return ERROR_OK;
}

enum error_code measure_rail_smooth(const struct measure_record *measured, size_t from,
                                    struct measure_rail *rail, struct error *err)
{
    struct medians medians;
    *rail = (struct measure_rail){0};
    struct measure_spline *spline = NULL;
    enum error_code code = make_medians(measured, from, &medians, err);
    if (!code)
        code = measure_spline_create(medians.t, medians.v, medians.n, knots_of(&medians), &spline,
                                     err);
    if (!code)
        code = sample_spline(spline, &medians, rail, err);
    measure_spline_free(spline);
    free(medians.t);
    return code;
}

void measure_rail_free(struct measure_rail *rail)
{
    free(rail->t); /* v is in the same allocation */
    *rail = (struct measure_rail){0};
}
