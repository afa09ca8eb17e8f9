/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "report/residuals.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <gsl/gsl_math.h>

#include "lib/base/memory.h"

enum { LAGS = 101, PARTS = 400, BINS = 24 };

static const enum report_look looks[2] = {REPORT_LOOK_RESIDUAL_T, REPORT_LOOK_RESIDUAL_N};
static const char *const names[2] = {"tangential", "normal"};

/* of the motion alone: what lies before is the record at rest */
struct stretch {
    const double *e;
    size_t n;
};

static struct stretch motion_of(const struct report_run *run, int channel)
{
    const size_t first = run->prediction.first;
    return (struct stretch){run->residual[channel] ? run->residual[channel] + first : NULL,
                            run->residual[channel] ? run->prediction.n : 0};
}

static struct report_figure begin(const char *id, const char *suffix, const char *title)
{
    struct report_figure figure = {.title = title, .half = true, .panel = {.height = 200}};
    snprintf(figure.id, sizeof figure.id, "%s-%s", id, suffix);
    return figure;
}

/* ---- noise or not */

enum { AT_ONCE = 4 }; /* lags whose sums do not wait for each other */

/* products of what is so far apart, from the k-th lag on; what is missing is 0 in e */
static void add_products(const double *e, size_t n, size_t k, double sums[AT_ONCE])
{
    for (int j = 0; j < AT_ONCE; j++)
        sums[j] = 0;
    for (size_t i = 0; i + k + AT_ONCE <= n; i++)
        for (int j = 0; j < AT_ONCE; j++)
            sums[j] += e[i] * e[i + k + (size_t)j];
    for (size_t j = 0; j < AT_ONCE; j++) /* the last ones have not all partners */
        for (size_t i = n > k + AT_ONCE - 1 ? n - k - AT_ONCE + 1 : 0; i + k + j < n; i++)
            sums[j] += e[i] * e[i + k + j];
}

size_t report_autocorrelation(const double *e, size_t n, double *r, size_t n_lags)
{
    double *there = calloc(n + 1, sizeof *there), *one = calloc(n + 1, sizeof *one); /* 1: it is */
    const bool room = there && one;
    size_t count = 0;
    if (!room)
        memory_note();
    for (size_t i = 0; room && i < n; i++)
        if (!isnan(e[i])) {
            there[i] = e[i];
            one[i] = 1;
            count++;
        }
    for (size_t k = 0; k < n_lags; k += AT_ONCE) {
        double sums[AT_ONCE] = {0}, pairs[AT_ONCE] = {0};
        if (room)
            add_products(there, n, k, sums);
        if (room && count < n)
            add_products(one, n, k, pairs);
        for (size_t j = 0; j < AT_ONCE && k + j < n_lags; j++)
            r[k + j] = sums[j] / (count < n ? pairs[j] : (double)(n - k - j));
    }
    free(there);
    free(one);
    for (size_t k = n_lags; k-- > 0;)
        r[k] /= r[0];
    return count;
}

/* where white noise stays 19 times of 20 */
static void add_limits(size_t n, double last, struct report_figure *figure, struct arena *arena)
{
    const double limit = 1.96 / sqrt((double)n);
    for (int sign = -1; sign <= 1; sign += 2) {
        double *x = arena_doubles(arena, 2), *y = arena_doubles(arena, 2);
        if (arena->failed)
            return;
        x[0] = 0;
        x[1] = last;
        y[0] = y[1] = sign * limit;
        figure_series_add(arena, &figure->panel,
                          (struct figure_series){.name = sign > 0 ? "95 % of white noise" : "",
                                                 .style = report_look(REPORT_LOOK_LIMIT),
                                                 .mark = FIGURE_LINE,
                                                 .x = x,
                                                 .y = y,
                                                 .n = 2});
    }
}

static void add_autocorrelation(const struct report_run *run, const char *id,
                                struct report_document *document)
{
    struct report_figure figure = begin(id, "autocorrelation", "Autocorrelation of the residual");
    struct arena *arena = &document->arena;
    const double period = 1e3 * run->measured.period;
    size_t n = 0;
    for (int c = 0; c < 2; c++) {
        const struct stretch s = motion_of(run, c);
        double *r = s.n > 2 * LAGS ? arena_doubles(arena, LAGS) : NULL;
        if (!r)
            continue;
        n = report_autocorrelation(s.e, s.n, r, LAGS);
        figure_series_add(arena, &figure.panel,
                          (struct figure_series){.name = names[c],
                                                 .style = report_look(looks[c]),
                                                 .mark = FIGURE_LINE,
                                                 .first = period,
                                                 .step = period,
                                                 .y = r + 1,
                                                 .n = LAGS - 1});
    }
    if (n == 0)
        return;
    add_limits(n, period * LAGS, &figure, arena);
    figure.panel.axes[0] = (struct figure_axis){.label = "lag (ms)", .name = "lag"};
    figure.panel.axes[1].label = "correlation";
    figure.caption =
        "Residuals that are noise of the instruments stay within the lines; a slow fall "
        "is what the model leaves, or an instrument's bandwidth.";
    report_document_figure(document, &figure);
}

/* ---- where in the motion */

struct bins {
    double sum[BINS], square[BINS];
    size_t n[BINS];
};

static double spread_of(const double *v, size_t n, double *mean)
{
    double square = 0;
    *mean = 0;
    for (size_t i = 0; i < n; i++)
        *mean += v[i] / (double)n;
    for (size_t i = 0; i < n; i++)
        square += (v[i] - *mean) * (v[i] - *mean) / (double)n;
    return sqrt(square);
}

/* phase: the angle in the plane of the first coordinate and its velocity, each over its spread */
static void sort_in(const struct report_run *run, const struct stretch *s, struct bins *bins)
{
    const struct predict_curve *p = &run->prediction.state;
    double mean[2];
    const double size[2] = {spread_of(p->x, p->n, &mean[0]), spread_of(p->y, p->n, &mean[1])};
    for (size_t k = 0; k < p->n && k * p->every < s->n; k++) {
        const double x = (p->x[k] - mean[0]) / size[0], y = (p->y[k] - mean[1]) / size[1];
        const double e = s->e[k * p->every], turn = (atan2(-y, x) + M_PI) / (2 * M_PI);
        if (!(hypot(x, y) > 0.2) || isnan(e))
            continue;
        const size_t bin = (size_t)(turn * BINS) % BINS;
        bins->sum[bin] += e;
        bins->square[bin] += e * e;
        bins->n[bin]++;
    }
}

static bool add_bins(const struct bins *bins, int channel, struct report_figure *figure,
                     struct arena *arena)
{
    double *x = arena_doubles(arena, BINS), *y = arena_doubles(arena, BINS),
           *z = arena_doubles(arena, BINS);
    size_t n = 0;
    for (size_t k = 0; !arena->failed && k < BINS; k++) {
        const double count = (double)bins->n[k], mean = bins->sum[k] / count;
        if (bins->n[k] < 5)
            continue;
        x[n] = ((double)k + 0.5 + 0.2 * channel) * 360 / BINS - 180;
        y[n] = 1e3 * mean;
        z[n++] = 2e3 * sqrt(fmax(bins->square[k] / count - mean * mean, 0) / count);
    }
    if (n)
        figure_series_add(arena, &figure->panel,
                          (struct figure_series){.name = names[channel],
                                                 .style = report_look(looks[channel]),
                                                 .mark = FIGURE_POINTS,
                                                 .x = x,
                                                 .y = y,
                                                 .z = z,
                                                 .n = n});
    return n > 0;
}

static void add_phase(const struct report_run *run, const char *id,
                      struct report_document *document)
{
    struct report_figure figure = begin(id, "phase", "Residual against the phase of the motion");
    bool any = false;
    for (int c = 0; c < 2; c++) {
        const struct stretch s = motion_of(run, c);
        struct bins bins = {0};
        if (s.n == 0)
            continue;
        sort_in(run, &s, &bins);
        any |= add_bins(&bins, c, &figure, &document->arena);
    }
    if (!any)
        return;
    figure.panel.axes[0] = (struct figure_axis){.label = "phase (°)", .name = "phase"};
    figure.panel.axes[1].label = "mean residual (mm/s)";
    figure.caption =
        "Phase: the angle in the phase portrait, both axes over their spread. Means of "
        "24 parts with two standard errors, as of independent samples.";
    report_document_figure(document, &figure);
}

/* ---- which samples weigh */

void report_shares(const double *e, size_t n, double *shares, size_t parts)
{
    double sum = 0;
    size_t i = 0;
    for (size_t k = 0; k < parts; k++) {
        for (const size_t end = n * (k + 1) / parts; i < end; i++)
            sum += isnan(e[i]) ? 0 : e[i] * e[i];
        shares[k] = sum;
    }
    for (size_t k = 0; k < parts; k++)
        shares[k] /= sum;
}

static void add_pull(const struct report_run *run, const char *id, struct report_document *document)
{
    struct report_figure figure = begin(id, "pull",
                                        "Which samples pull: the sum of squares so far");
    const struct measure_record *m = &run->measured;
    const double first = m->first + (double)run->prediction.first * m->period -
                         run->alignment.after;
    for (int c = 0; c < 2; c++) {
        const struct stretch s = motion_of(run, c);
        double *shares = s.n >= PARTS ? arena_doubles(&document->arena, PARTS) : NULL;
        if (!shares)
            continue;
        const double step = (double)s.n * m->period / PARTS;
        report_shares(s.e, s.n, shares, PARTS);
        for (size_t k = 0; k < PARTS; k++)
            shares[k] *= 100;
        figure_series_add(&document->arena, &figure.panel,
                          (struct figure_series){.name = names[c],
                                                 .style = report_look(looks[c]),
                                                 .mark = FIGURE_LINE,
                                                 .first = first + step,
                                                 .step = step,
                                                 .y = shares,
                                                 .n = PARTS});
    }
    if (figure.panel.n_series == 0)
        return;
    figure.timed = true;
    figure.panel.axes[0] = (struct figure_axis){.label = "time from the start of the motion (s)",
                                                .name = "t",
                                                .fixed = true,
                                                .low = m->first - run->alignment.after,
                                                .high = m->first - run->alignment.after +
                                                        (double)m->n * m->period};
    figure.panel.axes[1].label = "share of squares (%)";
    figure.caption = "Noise rises evenly; a step is a stretch of samples that pulls at any fit.";
    report_document_figure(document, &figure);
}

void report_residual_figures(const struct report_run *run, const char *id,
                             struct report_document *document)
{
    add_autocorrelation(run, id, document);
    add_phase(run, id, document);
    add_pull(run, id, document);
}
