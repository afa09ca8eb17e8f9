/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lib/measure/rail.h"

#include <math.h>
#include <stdlib.h>

#include <gsl/gsl_statistics_double.h>

#include "lib/measure/spline.h"

static const double mean_time = 2e-3, knot_time = 25e-3;
/* a motion is followed this far beyond the record (s) */
static const double beyond = 50e-3;
/* and the spline's last piece goes on this long: the start of the motion comes a little before
 * what the instrument shows of it (s) */
static const double goes_on = 5e-3;
/* the pieces at the ends have this many points, so that no bend is lost beside what comes after */
enum { AT_ENDS = 4 };
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

/* samples of a mean */
static double mean_width(double period) { return fmax(1, round(mean_time / period)); }

/* means over `mean_time`: t and v, in one allocation */
struct means {
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

static enum error_code check_means(const struct measure_record *m, size_t from,
                                   const struct means *means, struct error *err)
{
    double known = m->first + (double)from * m->period;
    const double end = m->first + (double)m->whole * m->period;
    for (size_t i = 0; i <= means->n; i++) {
        const double next = i < means->n ? means->t[i] : end;
        if (m->flags[MEASURE_RAIL] && next - known > longest_hole)
            return unknown_from(m, known, next, err);
        known = next;
    }
    if (means->n < 8)
        return error_set(err, ERROR_INPUT, "%s: too little of the rail's speed is recorded",
                         m->name);
    return ERROR_OK;
}

static enum error_code make_means(const struct measure_record *m, size_t from, struct means *out,
                                  struct error *err)
{
    const size_t width = (size_t)mean_width(m->period);
    const size_t most = from < m->whole ? (m->whole - from) / width : 0;
    double *work = malloc(width * sizeof *work);
    *out = (struct means){.t = malloc((2 * most + 1) * sizeof *out->t)};
    if (!work || !out->t) {
        free(work);
        return error_memory(err);
    }
    out->v = out->t + most;
    for (size_t i = 0; i < most; i++) {
        const size_t at = from + i * width, good = take_good(m, at, width, work);
        if (good == 0)
            continue;
        out->v[out->n] = gsl_stats_mean(work, 1, good);
        out->t[out->n++] = m->first + ((double)at + 0.5 * (double)(width - 1)) * m->period;
    }
    free(work);
    return check_means(m, from, out, err);
}

static size_t knots_of(const struct means *means)
{
    const double span = means->t[means->n - 1] - means->t[0];
    const size_t wanted = (size_t)(span / knot_time + 2), most = means->n / 4;
    return wanted < 3 || most < 3 ? 3 : wanted < most ? wanted : most;
}

/* Where the belt's points are: at the knots, since the simulator stops at each, and closer in the
 * first and the last piece. t has room for count_points. */
static size_t count_points(size_t knots) { return knots + 2 * (AT_ENDS - 1) + 4; }

static void place_points(const struct means *means, size_t knots, double *t)
{
    const double first = means->t[0], last = means->t[means->n - 1];
    const double step = (last - first) / (double)(knots - 1), close = step / AT_ENDS;
    size_t n = 0;
    t[n++] = first - goes_on - beyond;
    t[n++] = first - goes_on;
    for (int k = 0; k < AT_ENDS; k++)
        t[n++] = first + k * close;
    for (size_t i = 1; i + 1 < knots; i++)
        t[n++] = first + (double)i * step;
    for (int k = AT_ENDS - 1; k >= 0; k--)
        t[n++] = last - k * close;
    t[n++] = last + goes_on;
    t[n] = last + goes_on + beyond;
}

/* the two outermost points are straight on from those beside them */
static void straight_on(const double *t, double *v, size_t n)
{
    v[0] = v[1] + (v[2] - v[1]) * (t[0] - t[1]) / (t[2] - t[1]);
    v[n - 1] = v[n - 2] + (v[n - 2] - v[n - 3]) * (t[n - 1] - t[n - 2]) / (t[n - 2] - t[n - 3]);
}

/* ---- how well it is known */

/* what a change of the level, of the drift and of the lag does, in their uncertainties */
static void add_systematic(const struct measure_record *m, const struct measure_rail *rail,
                           double *level, double *drift, double *lag)
{
    const struct measure_background *background = &m->background[MEASURE_RAIL];
    const double rest = m->first + 0.5 * (double)background->rest.n * m->period;
    const double slow = fmax(measure_noise_slow(&background->noise), m->noise[MEASURE_RAIL]);
    const double u = measure_background_drift(background, slow, m->period);
    for (size_t i = 0; i < rail->n; i++) {
        const size_t a = i > 0 ? i - 1 : 0, b = i + 1 < rail->n ? i + 1 : i;
        const double slope = (rail->v[b] - rail->v[a]) / (rail->t[b] - rail->t[a]);
        level[i] = background->rest.uncertainty;
        drift[i] = u * (rail->t[i] - rest);
        lag[i] = MEASURE_LAG * m->period * slope;
    }
}

/* the ways of noise of each sample, and room for others after them */
static enum error_code find_noisy_ways(struct measure_spline *spline, double noise, double period,
                                       size_t others, struct measure_rail *rail, struct error *err)
{
    const size_t n = rail->n, noisy = measure_spline_ways(spline);
    rail->n_ways = noisy + others;
    rail->ways = calloc(rail->n_ways * n, sizeof *rail->ways);
    enum error_code code = rail->ways ? ERROR_OK : error_memory(err);
    for (size_t k = 0; !code && k < noisy; k++) {
        double *way = rail->ways + k * n;
        code = measure_spline_way(spline, k, rail->t, n, way, err);
        straight_on(rail->t, way, n);
        for (size_t i = 0; i < n; i++)
            way[i] *= noise / sqrt(mean_width(period));
    }
    return code;
}

static enum error_code find_ways(const struct measure_record *m, struct measure_spline *spline,
                                 struct measure_rail *rail, struct error *err)
{
    enum { SYSTEMATIC = 3 };
    const double noise = fmax(measure_noise_slow(&m->background[MEASURE_RAIL].noise),
                              m->noise[MEASURE_RAIL]);
    enum error_code code = find_noisy_ways(spline, noise, m->period, SYSTEMATIC, rail, err);
    if (!code) {
        double *way = rail->ways + (rail->n_ways - SYSTEMATIC) * rail->n;
        add_systematic(m, rail, way, way + rail->n, way + 2 * rail->n);
    }
    return code;
}

/* ---- all together */

static enum error_code sample_spline(struct measure_spline *spline, const struct means *means,
                                     size_t knots, struct measure_rail *rail, struct error *err)
{
    const size_t n = count_points(knots);
    double *t = malloc(2 * n * sizeof *t), *v = t ? t + n : NULL;
    if (!t)
        return error_memory(err);
    place_points(means, knots, t);
    for (size_t i = 0; i < n; i++)
        v[i] = measure_spline_at(spline, t[i]);
    straight_on(t, v, n);
    *rail = (struct measure_rail){.n = n, .t = t, .v = v};
    return ERROR_OK;
}

enum error_code measure_rail_smooth(const struct measure_record *measured, size_t from,
                                    struct measure_rail *rail, struct error *err)
{
    struct means means;
    *rail = (struct measure_rail){0};
    struct measure_spline *spline = NULL;
    enum error_code code = make_means(measured, from + MEASURE_SETTLING, &means, err);
    if (!code)
        code = measure_spline_create(means.t, means.v, means.n, knots_of(&means), &spline, err);
    if (!code)
        code = sample_spline(spline, &means, knots_of(&means), rail, err);
    if (!code)
        code = find_ways(measured, spline, rail, err);
    if (code)
        measure_rail_free(rail);
    measure_spline_free(spline);
    free(means.t);
    return code;
}

enum error_code measure_rail_expect(double duration, double period, double noise, size_t most,
                                    struct measure_rail *rail, struct error *err)
{
    enum { BESIDE_KNOTS = 2 }; /* ways of a cubic spline that its knots are not */
    struct measure_spline *spline = NULL;
    struct means means = {.n = (size_t)fmax(8, duration / mean_time)};
    *rail = (struct measure_rail){0};
    means.t = calloc(2 * means.n, sizeof *means.t);
    if (!means.t)
        return error_memory(err);
    means.v = means.t + means.n;
    for (size_t i = 0; i < means.n; i++)
        means.t[i] = ((double)i + 0.5) * mean_time;
    const size_t wanted = knots_of(&means);
    const size_t knots = wanted + BESIDE_KNOTS > most ? most - BESIDE_KNOTS : wanted;
    enum error_code code = measure_spline_create(means.t, means.v, means.n, knots, &spline, err);
    if (!code)
        code = sample_spline(spline, &means, knots, rail, err);
    if (!code)
        code = find_noisy_ways(spline, noise, period, 0, rail, err);
    if (code)
        measure_rail_free(rail);
    measure_spline_free(spline);
    free(means.t);
    return code;
}

void measure_rail_free(struct measure_rail *rail)
{
    free(rail->t); /* v is in the same allocation */
    free(rail->ways);
    *rail = (struct measure_rail){0};
}
