/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lib/measure/detect.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_statistics_double.h>

/* a jump is the difference of two straight lines, each through this much signal */
static const double side_time = 0.8e-3;
/* rest before the motion (s) */
static const double quiet_time = 5e-3;
/* a jump this soon after the tip begins to move is the start: a tangential impact of
 * real materials takes its time (Zhao 2008, section 4.2: less than 10 ms) */
static const double shock_time = 8e-3;
/* around a kink that is located (s) */
static const double hinge_time = 10e-3;

enum {
    MAX_SIDE = 64,
    ENOUGH_REST = 50 /* samples that tell what a channel shows at rest */
};

/* one side's line at the boundary, half a sample off, as weights of its samples */
struct side {
    size_t n;
    double weight[MAX_SIDE];
    double gain; /* rms of the jump per rms of a sample */
};

static struct side make_side(double period)
{
    struct side side = {.n = (size_t)fmin(MAX_SIDE, fmax(4, round(side_time / period)))};
    const double n = (double)side.n, middle = 0.5 * n;
    double spread = 0, squares = 0;
    for (size_t i = 0; i < side.n; i++)
        spread += pow((double)i + 0.5 - middle, 2);
    for (size_t i = 0; i < side.n; i++) {
        side.weight[i] = 1 / n - middle * ((double)i + 0.5 - middle) / spread;
        squares += side.weight[i] * side.weight[i];
    }
    side.gain = sqrt(2 * squares);
    return side;
}

static double jump_at(const struct side *side, const double *v, size_t k)
{
    double sum = 0;
    for (size_t i = 0; i < side->n; i++)
        sum += side->weight[i] * (v[k + i] - v[k - 1 - i]);
    return sum;
}

double measure_detect_size(const struct measure_record *measured, double jump_t, double jump_n)
{
    const double gain = make_side(measured->period).gain;
    double t = measured->v[MEASURE_TIP_T] ? jump_t / (gain * measured->noise[MEASURE_TIP_T]) : 0;
    double n = measured->v[MEASURE_TIP_N] ? jump_n / (gain * measured->noise[MEASURE_TIP_N]) : 0;
    return hypot(t, n);
}

static double size_at(const struct measure_record *m, const struct side *side, size_t k)
{
    double sum = 0;
    for (int c = MEASURE_TIP_T; c <= MEASURE_TIP_N; c++)
        if (m->v[c])
            sum += pow(jump_at(side, m->v[c], k) / (side->gain * m->noise[c]), 2);
    return sqrt(sum);
}

/* sum of squares about one line through n samples from v on */
static double line_misfit(const double *v, size_t n)
{
    double sy = 0, sxy = 0, syy = 0;
    const double middle = 0.5 * (double)(n - 1);
    double sxx = 0;
    for (size_t i = 0; i < n; i++) {
        const double x = (double)i - middle;
        sy += v[i];
        sxx += x * x;
        sxy += x * v[i];
    }
    const double mean = sy / (double)n;
    for (size_t i = 0; i < n; i++)
        syy += (v[i] - mean) * (v[i] - mean);
    return syy - sxy * sxy / sxx;
}

/* the boundary near k between two lines that fit both channels best */
static size_t locate(const struct measure_record *m, size_t width, size_t k)
{
    size_t best = k;
    double least = INFINITY;
    const size_t reach = width / 2;
    const size_t low = k - width, high = k + width; /* samples in use, for every candidate */
    for (size_t j = k - reach; j <= k + reach; j++) {
        double misfit = 0;
        for (int c = MEASURE_TIP_T; c <= MEASURE_TIP_N; c++)
            if (m->v[c])
                misfit += (line_misfit(m->v[c] + low, j - low) +
                           line_misfit(m->v[c] + j, high - j)) /
                          pow(m->noise[c], 2);
        if (misfit < least) {
            least = misfit;
            best = j;
        }
    }
    return best;
}

static bool is_peak(const double *size, size_t n, size_t width, size_t k)
{
    const size_t low = k > width ? k - width : 0, high = k + width < n ? k + width : n - 1;
    for (size_t j = low; j <= high; j++)
        if (size[j] > size[k] || (j < k && size[j] == size[k]))
            return false;
    return true;
}

static double time_of(const struct measure_record *m, double sample)
{
    return m->first + sample * m->period;
}

/* all that looks like a jump, by time */
static enum error_code find_jumps(const struct measure_record *m, struct measure_events *jumps,
                                  struct error *err)
{
    const struct side side = make_side(m->period);
    if (m->n < 4 * side.n)
        return ERROR_OK;
    double *size = calloc(m->n, sizeof *size);
    if (!size)
        return error_memory(err);
    for (size_t k = side.n; k + side.n <= m->n; k++)
        size[k] = size_at(m, &side, k);
    bool room = true;
    for (size_t k = side.n; room && k + side.n <= m->n; k++) {
        if (size[k] < MEASURE_JUMP_SEEN || !is_peak(size, m->n, side.n, k))
            continue;
        const size_t at = locate(m, side.n, k);
        struct measure_event event = {.kind = MEASURE_EVENT_JUMP,
                                      .t = time_of(m, (double)at - 0.5),
                                      .size = size[k],
                                      /* anywhere between two samples; a small jump less surely */
                                      .uncertainty = m->period * hypot(1 / sqrt(12), 4 / size[k])};
        room = measure_events_add(jumps, event);
    }
    free(size);
    return room ? ERROR_OK : error_memory(err);
}

/* misfit of b d + c d^2 with d counted from `place`, over the samples beyond it */
static double hinge_misfit(const double *y, size_t n, int side, double place)
{
    double s2 = 0, s3 = 0, s4 = 0, r1 = 0, r2 = 0, yy = 0;
    for (size_t i = 0; i < n; i++) {
        const double d = side * ((double)i - place);
        yy += y[i] * y[i];
        if (d <= 0)
            continue;
        s2 += d * d;
        s3 += d * d * d;
        s4 += d * d * d * d;
        r1 += d * y[i];
        r2 += d * d * y[i];
    }
    const double det = s2 * s4 - s3 * s3;
    if (!(det > 1e-9 * s2 * s4))
        return yy;
    const double b = (r1 * s4 - r2 * s3) / det, c = (r2 * s2 - r1 * s3) / det;
    return yy - b * r1 - c * r2;
}

double measure_detect_hinge(const double *y, size_t n, int side, double noise, double *uncertainty)
{
    const double step = 0.25;
    const size_t steps = (size_t)((double)(n - 1) / step);
    double best = 0, least = INFINITY;
    for (size_t i = 0; i <= steps; i++) {
        const double misfit = hinge_misfit(y, n, side, step * (double)i);
        if (misfit < least) {
            least = misfit;
            best = step * (double)i;
        }
    }
    /* one standard deviation: where the misfit has grown by one variance */
    double low = best, high = best;
    for (size_t i = 0; i <= steps; i++) {
        const double place = step * (double)i;
        if (hinge_misfit(y, n, side, place) <= least + noise * noise) {
            low = fmin(low, place);
            high = fmax(high, place);
        }
    }
    *uncertainty = fmax(0.5 * (high - low), 1);
    return best;
}

/* ---- start of the motion */

static bool rests(const struct measure_record *m, size_t n)
{
    for (int c = MEASURE_TIP_T; c <= MEASURE_TIP_N; c++)
        if (m->v[c] && gsl_stats_sd(m->v[c], 1, n) > 2.5 * m->noise[c])
            return false;
    return true;
}

/* has channel c left its rest, as the mean of `width` samples from i on tells? */
static bool departs(const struct measure_record *m, int c, double rest, size_t i, size_t width)
{
    const double mean = gsl_stats_mean(m->v[c] + i, 1, width);
    return fabs(mean - rest) > 8 * m->noise[c] / sqrt((double)width);
}

/* first sample where a tip channel has left its rest; n when none does */
static size_t first_departure(const struct measure_record *m, size_t quiet, size_t width,
                              int *channel)
{
    for (size_t i = quiet; i + width < m->n; i++)
        for (int c = MEASURE_TIP_T; c <= MEASURE_TIP_N; c++)
            if (m->v[c] && departs(m, c, gsl_stats_mean(m->v[c], 1, quiet), i, width)) {
                *channel = c;
                return i;
            }
    return m->n;
}

/* the kink where a channel leaves its rest, in samples */
static enum error_code start_kink(const struct measure_record *m, int channel, size_t at,
                                  size_t quiet, double *place, double *uncertainty,
                                  struct error *err)
{
    const size_t reach = (size_t)fmax(8, hinge_time / m->period);
    const size_t low = at > reach ? at - reach : 0;
    const size_t high = at + reach / 2 < m->n ? at + reach / 2 : m->n;
    double *y = calloc(high - low, sizeof *y);
    if (!y)
        return error_memory(err);
    const double rest = gsl_stats_mean(m->v[channel], 1, quiet);
    for (size_t i = low; i < high; i++)
        y[i - low] = m->v[channel][i] - rest;
    *place = (double)low + measure_detect_hinge(y, high - low, 1, m->noise[channel], uncertainty);
    free(y);
    return ERROR_OK;
}

static enum error_code find_start(const struct measure_record *m,
                                  const struct measure_events *jumps, struct measure_event *start,
                                  size_t *quiet, struct error *err)
{
    const size_t head = (size_t)fmax(8, quiet_time / m->period);
    *start = (struct measure_event){
        .kind = MEASURE_EVENT_START, .t = m->first, .uncertainty = m->period};
    *quiet = 0;
    if (head >= m->n || !rests(m, head))
        return ERROR_OK;
    int channel = MEASURE_TIP_T;
    const size_t at = first_departure(m, head, 8, &channel);
    if (at == m->n)
        return error_set(err, ERROR_INPUT,
                         "%s: no events found: the tip does not move beyond the noise (%.3g m/s "
                         "rms); is it the right run, and are its channels the right ones?",
                         m->name, m->noise[channel]);
    const double coarse = time_of(m, (double)at);
    if (jumps->n && jumps->list[0].t < coarse + shock_time) {
        *start = jumps->list[0];
        start->kind = MEASURE_EVENT_START;
    } else {
        double place = 0, uncertainty = 0;
        enum error_code code = start_kink(m, channel, at, head, &place, &uncertainty, err);
        if (code)
            return code;
        start->t = time_of(m, place);
        start->uncertainty = uncertainty * m->period;
    }
    const double margin = fmax(2 * start->uncertainty, 2 * m->period);
    const double rest = (start->t - margin - m->first) / m->period;
    *quiet = rest > 1 ? (size_t)rest : 0;
    return ERROR_OK;
}

/* ---- stick */

/* does the tip move with the rail, as the mean of `width` samples from i on tells? */
static bool sticks_at(const struct measure_record *m, size_t i, size_t width)
{
    double slip = 0, normal = 0;
    for (size_t j = i; j < i + width; j++) {
        slip += m->v[MEASURE_TIP_T][j] - m->v[MEASURE_RAIL][j];
        normal += m->v[MEASURE_TIP_N] ? m->v[MEASURE_TIP_N][j] : 0;
    }
    const double root = sqrt((double)width);
    const double noise = hypot(m->noise[MEASURE_TIP_T], m->noise[MEASURE_RAIL]) / root;
    return fabs(slip / (double)width) < MEASURE_NO_SPEED + 4 * noise &&
           fabs(normal / (double)width) < MEASURE_NO_SPEED + 4 * m->noise[MEASURE_TIP_N] / root;
}

static bool jump_near(const struct measure_events *jumps, double low, double high)
{
    for (size_t i = 0; i < jumps->n; i++)
        if (jumps->list[i].kind <= MEASURE_EVENT_JUMP && jumps->list[i].t > low &&
            jumps->list[i].t < high)
            return true;
    return false;
}

/* locate one end of a stick phase by the slip beyond it */
static enum error_code add_kink(const struct measure_record *m, struct measure_events *events,
                                enum measure_event_kind kind, size_t at, struct error *err)
{
    const size_t reach = (size_t)fmax(8, hinge_time / m->period);
    const size_t low = at > reach ? at - reach : 0, high = at + reach < m->n ? at + reach : m->n;
    double *y = calloc(high - low, sizeof *y);
    if (!y)
        return error_memory(err);
    for (size_t i = low; i < high; i++)
        y[i - low] = m->v[MEASURE_TIP_T][i] - m->v[MEASURE_RAIL][i];
    const double noise = hypot(m->noise[MEASURE_TIP_T], m->noise[MEASURE_RAIL]);
    double uncertainty;
    const double place = measure_detect_hinge(y, high - low, kind == MEASURE_EVENT_STICK ? -1 : 1,
                                              noise, &uncertainty);
    free(y);
    struct measure_event event = {.kind = kind,
                                  .t = time_of(m, (double)low + place),
                                  .uncertainty = fmax(uncertainty, 2) * m->period};
    return measure_events_add(events, event) ? ERROR_OK : error_memory(err);
}

/* a stick phase from sample `from` to `to`: those of its ends that are no jumps */
static enum error_code add_stick(const struct measure_record *m, const struct measure_event *start,
                                 size_t from, size_t to, struct measure_events *events,
                                 struct error *err)
{
    const double near = hinge_time, begin = time_of(m, (double)from), end = time_of(m, (double)to);
    enum error_code code = ERROR_OK;
    if (begin > start->t + near && !jump_near(events, begin - near, begin + 0.2 * near))
        code = add_kink(m, events, MEASURE_EVENT_STICK, from, err);
    if (!code && to + (size_t)(near / m->period) < m->n &&
        !jump_near(events, end - 0.2 * near, end + 0.5 * near))
        code = add_kink(m, events, MEASURE_EVENT_LEAVE, to, err);
    return code;
}

static enum error_code find_sticks(const struct measure_record *m,
                                   const struct measure_event *start, struct measure_events *events,
                                   struct error *err)
{
    enum { WIDTH = 8 };
    if (!m->v[MEASURE_TIP_T] || !m->v[MEASURE_RAIL])
        return ERROR_OK;
    const size_t least = (size_t)(MEASURE_STICK_LEAST / m->period);
    const size_t first = (size_t)fmax(0, (start->t - m->first) / m->period);
    size_t from = m->n;
    enum error_code code = ERROR_OK;
    for (size_t i = first; !code && i + WIDTH < m->n; i++) {
        const bool sticks = sticks_at(m, i, WIDTH);
        if (sticks && from == m->n)
            from = i;
        const bool last = i + WIDTH + 1 == m->n;
        if (from < m->n && (!sticks || last)) {
            if (i - from >= least)
                code = add_stick(m, start, from, last ? m->n : i, events, err);
            from = m->n;
        }
    }
    return code;
}

static int by_time(const void *a, const void *b)
{
    const struct measure_event *x = a, *y = b;
    return (x->t > y->t) - (x->t < y->t);
}

/* the jumps that a record can show, after the start */
static enum error_code keep_jumps(const struct measure_events *jumps,
                                  const struct measure_event *start, struct measure_events *events,
                                  struct error *err)
{
    if (!measure_events_add(events, *start))
        return error_memory(err);
    if (!jumps->n)
        return ERROR_OK;
    int *keep = calloc(jumps->n, sizeof *keep);
    if (!keep)
        return error_memory(err);
    measure_events_thin(jumps->list, jumps->n, keep);
    bool room = true;
    for (size_t i = 0; room && i < jumps->n; i++)
        if (keep[i] && jumps->list[i].t > start->t + MEASURE_TOGETHER)
            room = measure_events_add(events, jumps->list[i]);
    free(keep);
    return room ? ERROR_OK : error_memory(err);
}

size_t measure_detect_first(const struct measure_record *measured,
                            const struct measure_detected *detected)
{
    const double t = detected->events.list[0].t - measured->first;
    return (size_t)fmax(0, ceil(t / measured->period));
}

static void take_rests(const struct measure_record *m, struct measure_detected *detected)
{
    for (int c = 0; c < MEASURE_CHANNELS && detected->quiet >= ENOUGH_REST; c++)
        if (m->v[c])
            detected->rest[c] = measure_level_of(m->v[c], m->flags[c], 0, detected->quiet,
                                                 m->period);
}

enum error_code measure_detect(const struct measure_record *measured,
                               struct measure_detected *detected, struct error *err)
{
    struct measure_events jumps = {0};
    struct measure_event start;
    *detected = (struct measure_detected){0};
    enum error_code code = find_jumps(measured, &jumps, err);
    if (!code)
        code = find_start(measured, &jumps, &start, &detected->quiet, err);
    if (!code)
        code = keep_jumps(&jumps, &start, &detected->events, err);
    if (!code)
        code = find_sticks(measured, &start, &detected->events, err);
    if (!code)
        code = measure_record_usable(measured, measure_detect_first(measured, detected), err);
    measure_events_free(&jumps);
    if (code) {
        measure_events_free(&detected->events);
        return code;
    }
    take_rests(measured, detected);
    qsort(detected->events.list, detected->events.n, sizeof *detected->events.list, by_time);
    return ERROR_OK;
}
