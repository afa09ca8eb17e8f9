/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "lib/measure/detect.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_statistics_double.h>

/* rest before the motion, a period of the mains where there is as much (s) */
static const double quiet_times[] = {20e-3, 5e-3};
/* the tip is judged by means over this time (s) */
static const double block_time = 1e-3;
/* a jump this soon after the tip begins to move is the start: a tangential impact of
 * real materials takes its time (Zhao 2008, section 4.2: less than 10 ms) */
static const double shock_time = 8e-3;
/* around a kink that is located (s) */
static const double hinge_time = 10e-3;

/* a start that a person tells, or a trigger, is the true one to this (s) */
static const double told_time = 1e-3;

enum { FEWEST_IN_BLOCK = 4 };

static double time_of(const struct measure_record *m, double sample)
{
    return m->first + sample * m->period;
}

/* sums over the samples beyond a place, d counted from it, and the farthest */
struct hinge {
    double s2, s3, s4, r1, r2, yy, far;
};

static struct hinge hinge_sums(const double *y, size_t n, int side, double place)
{
    struct hinge h = {0};
    for (size_t i = 0; i < n; i++) {
        const double d = side * ((double)i - place);
        h.yy += y[i] * y[i];
        if (d <= 0)
            continue;
        h.s2 += d * d;
        h.s3 += d * d * d;
        h.s4 += d * d * d * d;
        h.r1 += d * y[i];
        h.r2 += d * d * y[i];
        h.far = fmax(h.far, d);
    }
    return h;
}

/* Misfit of b d + c d^2. What leaves rest goes one way, and does not turn back as far as is looked:
 * b and b + 2 c far have one sign. Else noise that happens to rise before it falls is taken for the
 * beginning of a motion that is yet to come. */
static double hinge_misfit(const double *y, size_t n, int side, double place)
{
    const struct hinge h = hinge_sums(y, n, side, place);
    const double det = h.s2 * h.s4 - h.s3 * h.s3;
    if (!(det > 1e-9 * h.s2 * h.s4))
        return h.yy;
    const double b = (h.r1 * h.s4 - h.r2 * h.s3) / det, c = (h.r2 * h.s2 - h.r1 * h.s3) / det;
    if (b * (b + 2 * c * h.far) >= 0)
        return h.yy - b * h.r1 - c * h.r2;
    /* the two that are just allowed: one that begins without speed, and one that ends so */
    const double k = -0.5 / h.far, along = h.r1 + k * h.r2;
    const double length = h.s2 + 2 * k * h.s3 + k * k * h.s4;
    return h.yy - fmax(h.r2 * h.r2 / h.s4, along * along / length);
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

/* ---- how long it rests */

/* means over block_time of a channel */
struct blocks {
    size_t n, length;
    double *mean;
};

static enum error_code make_blocks(const struct measure_record *m, int c, struct blocks *blocks,
                                   struct error *err)
{
    blocks->length = (size_t)fmax(FEWEST_IN_BLOCK, round(block_time / m->period));
    blocks->n = m->n / blocks->length;
    blocks->mean = malloc((blocks->n + 1) * sizeof *blocks->mean);
    if (!blocks->mean)
        return error_memory(err);
    for (size_t i = 0; i < blocks->n; i++)
        blocks->mean[i] = gsl_stats_mean(m->v[c] + i * blocks->length, 1, blocks->length);
    return ERROR_OK;
}

/* Do the first `head` blocks of the tip rest? Then they scatter as white noise does, or far less
 * than the motion: by less than a twentieth of what all of them do. */
static bool rests(const struct measure_record *m, const struct blocks blocks[2], size_t head)
{
    double own = 0, all = 0;
    bool white = true;
    for (int c = MEASURE_TIP_T; c <= MEASURE_TIP_N; c++) {
        const struct blocks *b = &blocks[c];
        if (!m->v[c])
            continue;
        if (head < 3 || head + 2 > b->n)
            return false;
        const double variance = gsl_stats_variance(b->mean, 1, head);
        white = white && variance < pow(2.5 * m->noise[c], 2) / (double)b->length;
        own += variance;
        all += gsl_stats_variance(b->mean, 1, b->n);
    }
    return white || own < 0.05 * 0.05 * all;
}

/* blocks of rest at the head to begin with; 0: it moves from the first on */
static size_t find_head(const struct measure_record *m, const struct blocks blocks[2])
{
    const size_t length = m->v[MEASURE_TIP_T] ? blocks[MEASURE_TIP_T].length
                                              : blocks[MEASURE_TIP_N].length;
    for (size_t k = 0; k < sizeof quiet_times / sizeof *quiet_times; k++) {
        const size_t head = (size_t)fmax(3, round(quiet_times[k] / ((double)length * m->period)));
        if (rests(m, blocks, head))
            return head;
    }
    return 0;
}

/* mean and sum of squares about it of what has been seen, one after the other (Welford) */
struct seen {
    size_t n;
    double mean, squares;
};

static void see(struct seen *seen, const double *values, size_t until)
{
    for (; seen->n < until; seen->n++) {
        const double off = values[seen->n] - seen->mean;
        seen->mean += off / (double)(seen->n + 1);
        seen->squares += off * (values[seen->n] - seen->mean);
    }
}

/* The first block that leaves the rest, together with the one after it: by eight times the
 * scatter of all before, hum and colour included; the number of blocks when none does. */
static size_t departure(const struct measure_record *m, int c, const struct blocks *blocks,
                        size_t head)
{
    enum { LATE = 2 }; /* blocks that may hold its slow beginning */
    const double *mean = blocks->mean;
    struct seen rest = {0};
    for (size_t i = head; i + 1 < blocks->n; i++) {
        see(&rest, mean, i > head + LATE ? i - LATE : head);
        const double scatter = fmax(sqrt(rest.squares / (double)(rest.n - 1)),
                                    m->noise[c] / sqrt((double)blocks->length));
        const double off = mean[i] - rest.mean, next = mean[i + 1] - rest.mean;
        if (fabs(off) > 8 * scatter && fabs(next) > 8 * scatter)
            return i;
    }
    return blocks->n;
}

/* where a tip channel leaves its rest, in samples, and which one it is */
struct leaving {
    bool rests;
    size_t at; /* m->n: nothing moves */
    int channel;
};

/* a trigger that was armed before the motion fires after its start, not before */
static size_t trigger_sample(const struct measure_record *m)
{
    const struct run *run = m->channels.run;
    if (!run || !run->info.trigger.text || run->info.trigger.frame <= m->channels.first)
        return m->n;
    const int64_t at = run->info.trigger.frame - m->channels.first;
    return at < (int64_t)m->n ? (size_t)at : m->n;
}

static enum error_code find_leaving(const struct measure_record *m, struct leaving *leaving,
                                    struct error *err)
{
    struct blocks blocks[2] = {{0}, {0}};
    enum error_code code = ERROR_OK;
    *leaving = (struct leaving){.at = m->n, .channel = MEASURE_TIP_T};
    for (int c = MEASURE_TIP_T; !code && c <= MEASURE_TIP_N; c++)
        if (m->v[c])
            code = make_blocks(m, c, &blocks[c], err);
    const size_t head = code ? 0 : find_head(m, blocks);
    leaving->rests = head > 0;
    for (int c = MEASURE_TIP_T; head > 0 && c <= MEASURE_TIP_N; c++) {
        const size_t left = m->v[c] ? departure(m, c, &blocks[c], head) : blocks[c].n;
        const size_t at = left < blocks[c].n ? left * blocks[c].length : m->n;
        if (at < leaving->at) {
            leaving->at = at;
            leaving->channel = c;
        }
    }
    free(blocks[0].mean);
    free(blocks[1].mean);
    const size_t trigger = trigger_sample(m);
    leaving->at = trigger < leaving->at ? trigger : leaving->at;
    return code;
}

static enum error_code nothing_moves(const struct measure_record *m, int channel, struct error *err)
{
    return error_set(err, ERROR_INPUT,
                     "%s: no events found: the tip does not move beyond the noise (%.3g m/s "
                     "rms); is it the right run, and are its channels the right ones?",
                     m->name, m->noise[channel]);
}

/* ---- what the rest tells */

/* A rail that moves before the tip does shows no rest: then it is nearer to the speed that it has
 * later than to none. */
static bool rail_rests(const struct measure_record *m, size_t quiet)
{
    const double *v = m->v[MEASURE_RAIL];
    return fabs(gsl_stats_mean(v, 1, quiet)) <
           0.5 * fabs(gsl_stats_mean(v + quiet, 1, m->whole - quiet));
}

/* The mean of samples that a converter rounds to counts of `step` is off by up to half of one where
 * their noise does not spread them over several: rms over all places of the truth between two
 * counts (Widrow and Kollar, Quantization Noise, 2008, section 4.3). */
static double rounding_of_mean(double step, double variance)
{
    /* of samples on two counts, of which nobody knows how much of their scatter is noise, none */
    const double noise = fmax(0, variance / (step * step) - 0.25);
    double sum = 0;
    for (int k = 1; k <= 8; k++)
        sum += exp(-4 * M_PI * M_PI * k * k * noise) / (k * k);
    return step * sqrt(sum / 2) / M_PI;
}

/* Level and drift are known no better than rounding lets them: a drift by less than a count in all
 * of the rest may not show at all. What rounds the mean changes along the rest, as a straight line
 * does that is off by it at one end and by as much the other way at the other. */
static void round_background(double step, double period, struct measure_background *background)
{
    const double rounding = rounding_of_mean(step, pow(background->rest.sigma, 2));
    background->rest.uncertainty = hypot(background->rest.uncertainty, rounding);
    background->drift_u = hypot(background->drift_u,
                                sqrt(12) * rounding / ((double)background->rest.n * period));
}

/* of the converter; 0 for a record that no converter made */
static double step_of(const struct measure_record *m, int c)
{
    static const char *const roles[MEASURE_CHANNELS] = {"tip_t", "tip_n", "rail"};
    const struct measure_channel *channel = m->channels.run
                                                ? measure_channels_find(&m->channels, roles[c])
                                                : NULL;
    return channel ? fabs(measure_channel_step(channel->info)) : 0;
}

/* take off what channel c shows in the first `quiet` samples; find its noise there, or in the
 * motion where nothing rests */
static enum error_code take_background(struct measure_record *m, int c, size_t quiet,
                                       struct error *err)
{
    struct measure_background *background = &m->background[c];
    const bool at_rest = quiet > 0 && (c != MEASURE_RAIL || rail_rests(m, quiet));
    enum error_code code = ERROR_OK;
    *background = (struct measure_background){.drift = 0};
    if (at_rest)
        code = measure_background_find(m->v[c], m->flags[c], quiet, m->period, background, err);
    if (!code && background->rest.n > 0 && step_of(m, c) > 0)
        round_background(step_of(m, c), m->period, background);
    if (!code && background->rest.n == 0)
        code = measure_background_of_motion(m->v[c], m->flags[c], m->n, m->period,
                                            &background->noise, err);
    for (size_t i = 0; !code && background->rest.n > 0 && i < m->whole; i++)
        m->v[c][i] -= measure_background_at(background, m->period, i);
    /* rounding to counts, and whatever the rest did not show, stay */
    if (background->noise.variance < m->noise[c] * m->noise[c])
        background->noise = (struct measure_noise){.innovation = m->noise[c] * m->noise[c],
                                                   .variance = m->noise[c] * m->noise[c]};
    m->noise[c] = sqrt(background->noise.variance);
    m->jump_noise[c] = measure_jump_noise(&background->noise, m->period);
    return code;
}

/* ---- start of the motion */

/* the kink where a channel leaves its rest, in samples */
static enum error_code start_kink(const struct measure_record *m, int channel, size_t at,
                                  double *place, double *uncertainty, struct error *err)
{
    const size_t reach = (size_t)fmax(8, hinge_time / m->period);
    const size_t low = at > 2 * reach ? at - 2 * reach : 0;
    const size_t high = at + reach / 2 < m->n ? at + reach / 2 : m->n;
    double *y = calloc(high - low, sizeof *y);
    if (!y)
        return error_memory(err);
    const double rest = m->background[channel].rest.n > 0
                            ? 0
                            : gsl_stats_mean(m->v[channel], 1, low > 0 ? low : high - low);
    for (size_t i = low; i < high; i++)
        y[i - low] = m->v[channel][i] - rest;
    *place = (double)low + measure_detect_hinge(y, high - low, 1,
                                                measure_noise_slow(&m->background[channel].noise),
                                                uncertainty);
    free(y);
    return ERROR_OK;
}

/* the first jump from shortly before the tip was seen to leave */
static const struct measure_event *first_jump(const struct measure_events *jumps, double from)
{
    for (size_t i = 0; i < jumps->n; i++)
        if (jumps->list[i].t > from)
            return &jumps->list[i];
    return NULL;
}

static enum error_code find_start(const struct measure_record *m, const struct leaving *leaving,
                                  const struct measure_events *jumps, struct measure_event *start,
                                  struct error *err)
{
    *start = (struct measure_event){
        .kind = MEASURE_EVENT_START, .t = m->first, .uncertainty = m->period};
    if (m->start_told || !leaving->rests) {
        const size_t trigger = trigger_sample(m); /* where it moves from the first sample on */
        if (m->start_told || trigger < m->n) {
            start->t = m->start_told ? m->start_at : time_of(m, (double)trigger);
            start->uncertainty = told_time;
        }
        return ERROR_OK;
    }
    const double coarse = time_of(m, (double)leaving->at);
    const struct measure_event *jump = first_jump(jumps, coarse - shock_time);
    if (jump && jump->t < coarse + shock_time) {
        *start = *jump;
        start->kind = MEASURE_EVENT_START;
        return ERROR_OK;
    }
    double place = 0, uncertainty = 0;
    enum error_code code = start_kink(m, leaving->channel, leaving->at, &place, &uncertainty, err);
    start->t = time_of(m, place);
    start->uncertainty = uncertainty * m->period;
    return code;
}

/* samples that rest for sure, before the start */
static size_t quiet_before(const struct measure_record *m, const struct measure_event *start)
{
    const double margin = fmax(2 * start->uncertainty, 2 * m->period);
    const double rest = (start->t - margin - m->first) / m->period;
    return rest > 1 ? (size_t)fmin(rest, (double)m->n) : 0;
}

/* ---- stick */

static double slow_noise(const struct measure_record *m, int c)
{
    return measure_noise_slow(&m->background[c].noise);
}

/* does the tip move with the rail, as the mean of `width` samples from i on tells? */
static bool sticks_at(const struct measure_record *m, size_t i, size_t width)
{
    double slip = 0, normal = 0;
    for (size_t j = i; j < i + width; j++) {
        slip += m->v[MEASURE_TIP_T][j] - m->v[MEASURE_RAIL][j];
        normal += m->v[MEASURE_TIP_N] ? m->v[MEASURE_TIP_N][j] : 0;
    }
    const double root = sqrt((double)width);
    const double noise = hypot(slow_noise(m, MEASURE_TIP_T), slow_noise(m, MEASURE_RAIL)) / root;
    return fabs(slip / (double)width) < MEASURE_NO_SPEED + 4 * noise &&
           fabs(normal / (double)width) <
               MEASURE_NO_SPEED + 4 * slow_noise(m, MEASURE_TIP_N) / root;
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
    const double noise = hypot(slow_noise(m, MEASURE_TIP_T), slow_noise(m, MEASURE_RAIL));
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
    const size_t width = (size_t)fmax(8, round(block_time / m->period));
    if (!m->v[MEASURE_TIP_T] || !m->v[MEASURE_RAIL])
        return ERROR_OK;
    const size_t least = (size_t)(MEASURE_STICK_LEAST / m->period);
    const size_t first = (size_t)fmax(0, (start->t - m->first) / m->period);
    size_t from = m->n;
    enum error_code code = ERROR_OK;
    for (size_t i = first; !code && i + width < m->n; i++) {
        const bool sticks = sticks_at(m, i, width);
        if (sticks && from == m->n)
            from = i;
        const bool last = i + width + 1 == m->n;
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

/* all channels less what they show at rest, and with their noise */
static enum error_code take_backgrounds(struct measure_record *m, const struct leaving *leaving,
                                        struct error *err)
{
    size_t quiet = leaving->rests ? leaving->at : 0;
    if (m->start_told) { /* from the first sample on: no rest, however quiet it begins */
        const double told = (m->start_at - m->first) / m->period - 2;
        quiet = leaving->rests && told > (double)quiet ? quiet : (size_t)fmax(told, 0);
    }
    /* what was seen to leave did so a little before */
    const size_t margin = (size_t)fmax(2, hinge_time / m->period);
    if (!m->start_told)
        quiet = quiet > 2 * margin ? quiet - margin : quiet / 2;
    enum error_code code = ERROR_OK;
    for (int c = 0; !code && c < MEASURE_CHANNELS; c++)
        if (m->v[c])
            code = take_background(m, c, quiet, err);
    return code;
}

static enum error_code find_events(struct measure_record *m, struct measure_detected *detected,
                                   struct error *err)
{
    struct measure_events jumps = {0};
    struct measure_event start;
    struct leaving leaving;
    enum error_code code = find_leaving(m, &leaving, err);
    if (!code && leaving.rests && leaving.at == m->n && !m->start_told)
        code = nothing_moves(m, leaving.channel, err);
    if (!code)
        code = take_backgrounds(m, &leaving, err);
    if (!code)
        code = measure_jump_find(m, &jumps, err);
    if (!code)
        code = find_start(m, &leaving, &jumps, &start, err);
    if (!code) {
        detected->quiet = leaving.rests || m->start_told ? quiet_before(m, &start) : 0;
        code = keep_jumps(&jumps, &start, &detected->events, err);
    }
    if (!code)
        code = find_sticks(m, &start, &detected->events, err);
    measure_events_free(&jumps);
    return code;
}

enum error_code measure_detect(struct measure_record *measured, struct measure_detected *detected,
                               struct error *err)
{
    *detected = (struct measure_detected){0};
    enum error_code code = find_events(measured, detected, err);
    if (!code)
        code = measure_record_usable(measured, measure_detect_first(measured, detected), err);
    if (code) {
        measure_events_free(&detected->events);
        return code;
    }
    for (int c = 0; c < MEASURE_CHANNELS; c++)
        detected->rest[c] = measured->background[c].rest;
    qsort(detected->events.list, detected->events.n, sizeof *detected->events.list, by_time);
    return ERROR_OK;
}
