/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "report/small.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/thin.h"

enum { POINTS = 240, EDGE = 8 };

/* the time by which all has happened: a quarter after the last event, or the whole record */
static double end_of(const struct report_run *run)
{
    const struct measure_record *m = &run->measured;
    const double whole = m->first + (double)m->n * m->period - run->alignment.after;
    double last = 0;
    for (size_t i = 0; i < run->n_events; i++) {
        const struct report_event *e = &run->events[i];
        last = fmax(last, isnan(e->seen) ? e->predicted : e->seen);
    }
    return last > 0 ? fmin(1.25 * last, whole) : whole;
}

static double *thinned(const double *values, size_t n, struct report_small *small,
                       struct report_document *scratch)
{
    const struct figure_series all = {
        .mark = FIGURE_LINE, .first = small->first, .step = small->step, .y = values, .n = n};
    const struct figure_series thin = report_thin_series(&all, POINTS, scratch);
    double *kept = scratch->arena.failed ? NULL : malloc(thin.n * sizeof *kept);
    for (size_t i = 0; kept && i < thin.n; i++) {
        kept[i] = thin.y[i];
        small->low = fmin(small->low, kept[i]);
        small->high = fmax(small->high, kept[i]);
    }
    small->n = thin.n;
    return kept;
}

bool report_small_take(struct report_run *run)
{
    struct report_small *small = &run->small;
    const struct measure_record *m = &run->measured;
    const double period = m->period, end = end_of(run), before = 0.04 * end;
    const double whole = m->first - run->alignment.after;
    *small = (struct report_small){.low = INFINITY, .high = -INFINITY};
    if (!m->v[MEASURE_TIP_T] || !(end > 0))
        return true;
    const size_t from = whole < -before ? (size_t)((-before - whole) / period) : 0;
    const size_t wanted = (size_t)fmax(2, (end - whole) / period);
    const size_t to = wanted < m->n ? wanted : m->n;
    if (to <= from)
        return true;
    const struct report_small grid = {
        .first = whole + (double)from * period, .step = period, .low = INFINITY, .high = -INFINITY};
    struct report_document scratch = {0};
    *small = grid;
    small->measured = thinned(m->v[MEASURE_TIP_T] + from, to - from, small, &scratch);
    small->predicted = thinned(run->prediction.tip[0] + from, to - from, small, &scratch);
    small->step = (double)(to - from) * period / (double)small->n;
    report_document_free(&scratch);
    return small->measured && small->predicted;
}

static double across(const struct report_small *s, double t)
{
    return REPORT_SMALL_WIDTH * (t - s->first) / ((double)s->n * s->step);
}

static void draw_curve(const struct report_small *s, const double *values, enum report_look look,
                       struct figure_canvas *canvas)
{
    const struct figure_style *style = report_look(look);
    const double scale = s->high > s->low ? (REPORT_SMALL_HEIGHT - 2 * EDGE) / (s->high - s->low)
                                          : 0;
    bool pen = false;
    for (size_t i = 0; i < s->n; i++) {
        if (!isnan(values[i]))
            (pen ? canvas->line : canvas->move)(canvas,
                                                across(s, s->first + ((double)i + 0.5) * s->step),
                                                EDGE + scale * (s->high - values[i]));
        pen = !isnan(values[i]);
    }
    canvas->paint(canvas, &(struct figure_ink){.role = "line",
                                               .word = style->word,
                                               .stroke = style->colour,
                                               .width = style->width,
                                               .opacity = style->opacity});
}

static void draw_events(const struct report_run *run, bool predicted, struct figure_canvas *canvas)
{
    const struct figure_style *style = report_look(predicted ? REPORT_LOOK_PREDICTED
                                                             : REPORT_LOOK_MEASURED);
    const double top = predicted ? REPORT_SMALL_HEIGHT - EDGE + 2 : 0;
    for (size_t i = 0; i < run->n_events; i++) {
        const struct report_event *e = &run->events[i];
        const double t = predicted ? e->predicted : e->seen;
        const double x = isnan(t) ? -1 : across(&run->small, t);
        if (x < 0 || x > REPORT_SMALL_WIDTH)
            continue;
        canvas->move(canvas, x, top);
        canvas->line(canvas, x, top + EDGE - 2);
    }
    canvas->paint(canvas, &(struct figure_ink){.role = "tick-mark",
                                               .word = style->word,
                                               .stroke = style->colour,
                                               .width = 1.2});
}

void report_small_draw(const struct report_run *run, struct figure_canvas *canvas)
{
    if (!run->small.measured || !run->small.predicted)
        return;
    draw_curve(&run->small, run->small.measured, REPORT_LOOK_MEASURED, canvas);
    draw_curve(&run->small, run->small.predicted, REPORT_LOOK_PREDICTED, canvas);
    draw_events(run, false, canvas);
    draw_events(run, true, canvas);
}
