/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "fit/residuals.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fit/rail.h"
#include "lib/measure/jump.h"
#include "lib/measure/match.h"

/* velocities are averaged over blocks this long: shorter than any motion between
 * events, and ten thousand samples a second hold no more than blocks do */
static const double block_time = 1e-3;
/* simulated beyond the window, so that an event that comes late is still one: a time
 * (s) and, while events are far off, a share of the window */
static const double margin = 20e-3, margin_share = 0.5;

/* no jump can be told this close to the end of a record (s) */
static const double blind_end = 2e-3;

/* ---- the grid of blocks */

static size_t block_samples(const struct measure_record *m)
{
    return (size_t)fmax(1, round(block_time / m->period));
}

static double block_period(const struct measure_record *m)
{
    return (double)block_samples(m) * m->period;
}

static double block_middle(const struct measure_record *m, size_t block)
{
    const double samples = (double)block_samples(m);
    return m->first + ((double)block * samples + 0.5 * (samples - 1)) * m->period;
}

static double block_mean(const struct measure_record *m, int channel, size_t block)
{
    const size_t samples = block_samples(m);
    const double *v = m->v[channel] + block * samples;
    double sum = 0;
    for (size_t i = 0; i < samples; i++)
        sum += v[i];
    return sum / (double)samples;
}

/* instruments with a low-pass remember jumps: then the prediction has the blocks' means itself */
static bool low_passed(const struct measure_record *m)
{
    return m->bandwidth[MEASURE_TIP_T] > 0 || m->bandwidth[MEASURE_TIP_N] > 0;
}

/* The mean of a block against the value in its middle: v'' T^2 (1 - 1/n^2) / 24, and
 * v'' from the blocks beside it. This is the weight of each of those. */
static double beside_weight(const struct measure_record *m)
{
    const double samples = (double)block_samples(m);
    if (low_passed(m))
        return 0;
    return (1 - 1 / (samples * samples)) / 24;
}

/* means over blocks from values in their middles, `stride` apart */
static double averaged(const double *v, size_t stride, double weight)
{
    return v[0] + weight * (*(v - stride) - 2 * v[0] + v[stride]);
}

static bool block_lost(const struct measure_record *m, size_t block)
{
    const size_t samples = block_samples(m);
    for (size_t i = block * samples; i < (block + 1) * samples; i++)
        if (m->lost[i])
            return true;
    return false;
}

/* leave out the blocks that overlap low to high */
static void mask(const struct measure_record *m, struct fit_part *part, double low, double high)
{
    const double half = 0.5 * block_period(m);
    for (size_t b = 0; b < part->n_blocks; b++) {
        const double middle = block_middle(m, part->first_block + b);
        if (middle + half > low && middle - half < high)
            part->use[b] = 0;
    }
}

/* ---- which parameters a run has */

struct columns {
    size_t n, free[SIM_MAX_DIRECTIONS], column[SIM_MAX_DIRECTIONS];
    size_t n_ways; /* in which the belt moves: its gain, or what the rail may be off by */
    struct sim_belt *ways[SIM_MAX_DIRECTIONS];
    size_t way_column[SIM_MAX_DIRECTIONS];
    size_t width;            /* of the Jacobian */
    size_t of[FIT_KINDS];    /* column of each kind but FIT_MODEL; width: none */
    double value[FIT_KINDS]; /* of each */
    double t0;
    struct predict_base base; /* with the values at p */
    struct sim_belt *belt;    /* as it is at p; NULL: as it was recorded */
};

/* that kind of a channel, from the one of tip_t */
static enum fit_parameter_kind of_channel(enum fit_parameter_kind kind, int channel)
{
    return (enum fit_parameter_kind)((int)kind + channel);
}

/* the rail's gain stretches all of its speed */
static enum error_code take_gain(const struct fit_run *run, struct columns *c, struct error *err)
{
    enum error_code code = fit_belt_make(run, c->value[FIT_RAIL_GAIN], &c->belt, err);
    c->base.inputs.belt = c->belt;
    c->way_column[0] = c->of[FIT_RAIL_GAIN];
    return code ? code : fit_belt_gain(run, c->t0, &c->ways[c->n_ways++], err);
}

static enum error_code find_columns(const struct fit_problem *problem, size_t run, const double *p,
                                    struct columns *c, struct error *err)
{
    *c = (struct columns){
        .base = problem->runs[run].base,
        .width = problem->n,
        .value = {[FIT_GAIN_T] = 1,
                  [FIT_GAIN_N] = 1,
                  [FIT_TIME_OFFSET] = problem->runs[run].detected.events.list[0].t}};
    for (size_t kind = 0; kind < FIT_KINDS; kind++)
        c->of[kind] = problem->n;
    for (size_t slot = 0; slot < SIM_MAX_SHOWN; slot++)
        c->value[FIT_OTHER_GAIN + slot] = 1;
    for (size_t i = 0; i < problem->n; i++) {
        const struct fit_parameter *parameter = &problem->parameters[i];
        if (parameter->run != FIT_SHARED && parameter->run != run)
            continue;
        if (parameter->kind != FIT_MODEL) {
            c->of[parameter->kind] = i;
            c->value[parameter->kind] = p[i];
        } else if (c->n + 2 == SIM_MAX_DIRECTIONS) { /* two are for the belt's shift and gain */
            return error_set(err, ERROR_INPUT, "more than %d free parameters for one run",
                             SIM_MAX_DIRECTIONS - 2);
        } else {
            c->free[c->n] = parameter->index;
            c->column[c->n++] = i;
            predict_base_set(&c->base, parameter->index, p[i]);
        }
    }
    c->t0 = c->value[FIT_TIME_OFFSET];
    c->base.inputs.belt_shift = c->t0; /* a recorded belt has the record's clock */
    if (!problem->runs[run].belt || c->of[FIT_RAIL_GAIN] == problem->n)
        return ERROR_OK;
    return take_gain(&problem->runs[run], c, err);
}

static void ways_free(struct columns *c)
{
    while (c->n_ways > 0)
        sim_belt_free(c->ways[--c->n_ways]);
}

static void columns_free(struct columns *c)
{
    ways_free(c);
    sim_belt_free(c->belt);
}

double fit_rows_since_jump(const struct fit_rows *rows, size_t run, size_t block)
{
    const struct fit_run *source = &rows->problem->runs[run];
    const struct measure_events *seen = &source->detected.events;
    const double at = block_middle(&source->measured, rows->parts[run].first_block + block);
    double since = INFINITY;
    for (size_t i = 0; i < seen->n && seen->list[i].t < at; i++)
        if (seen->list[i].kind == MEASURE_EVENT_JUMP)
            since = at - seen->list[i].t;
    return since;
}

/* ---- making the rows */

/* to half-way between the last jump that counts and the next, from the start of
 * the motion */
static double window(const struct fit_run *run, size_t jumps)
{
    const struct measure_record *m = &run->measured;
    const struct measure_events *events = &run->detected.events;
    double last = events->list[0].t;
    size_t n = 0;
    for (size_t i = 1; jumps && i < events->n; i++) {
        if (events->list[i].kind != MEASURE_EVENT_JUMP)
            continue;
        if (++n > jumps)
            return 0.5 * (last + events->list[i].t) - events->list[0].t;
        last = events->list[i].t;
    }
    return m->first + (double)m->n * m->period - events->list[0].t;
}

static bool counts(const struct fit_stage *stage, const struct measure_event *event)
{
    /* in the end kinks are in the velocities, which are masked beside jumps only */
    return stage->event_scale > 0 || event->kind == MEASURE_EVENT_JUMP ||
           (event->kind == MEASURE_EVENT_START && event->size > 0);
}

static enum error_code take_events(const struct fit_run *run, const struct fit_stage *stage,
                                   struct fit_part *part, struct error *err)
{
    const struct measure_events *seen = &run->detected.events;
    part->scale = malloc(seen->n * sizeof *part->scale);
    if (!part->scale)
        return error_memory(err);
    for (size_t i = 0; i < seen->n; i++) {
        if (!counts(stage, &seen->list[i]) || seen->list[i].t > seen->list[0].t + part->until)
            continue;
        if (!measure_events_add(&part->events, seen->list[i]))
            return error_memory(err);
        const double own = hypot(seen->list[i].uncertainty,
                                 MEASURE_JUMP_PLACE * run->measured.period);
        part->scale[part->events.n - 1] = fmax(stage->event_scale, own);
    }
    return ERROR_OK;
}

static enum error_code take_blocks(const struct fit_run *run, const struct fit_stage *stage,
                                   struct fit_part *part, struct error *err)
{
    const struct measure_record *m = &run->measured;
    const double start = run->detected.events.list[0].t;
    const size_t all = m->n / block_samples(m);
    while (part->first_block < all && block_middle(m, part->first_block) < start + FIT_ALIGN)
        part->first_block++;
    while (part->first_block + part->n_blocks < all &&
           block_middle(m, part->first_block + part->n_blocks) < start + part->until)
        part->n_blocks++;
    part->use = malloc(part->n_blocks + 1);
    if (!part->use)
        return error_memory(err);
    for (size_t b = 0; b < part->n_blocks; b++)
        part->use[b] = !block_lost(m, part->first_block + b);
    if (part->n_blocks) /* an average needs blocks on both sides */
        part->use[0] = part->use[part->n_blocks - 1] = 0;
    for (int c = 0; c < 2; c++) {
        if (!m->v[c])
            continue;
        part->mean[c] = malloc((part->n_blocks + 1) * sizeof(double));
        if (!part->mean[c])
            return error_memory(err);
        for (size_t b = 0; b < part->n_blocks; b++)
            part->mean[c][b] = block_mean(m, c, part->first_block + b);
    }
    for (size_t i = 0; i < run->detected.events.n; i++) {
        const struct measure_event *event = &run->detected.events.list[i];
        if (event->kind == MEASURE_EVENT_JUMP)
            mask(m, part, event->t - fmin(stage->mask, 1e-3),
                 event->t + fmax(stage->mask, MEASURE_SETTLING * m->period));
    }
    return ERROR_OK;
}

/* means of the other channels over the blocks */
static enum error_code take_others(const struct fit_run *run, struct fit_part *part,
                                   struct error *err)
{
    const size_t samples = block_samples(&run->measured);
    for (size_t k = 0; k < run->n_others; k++) {
        const struct measure_channel *channel = run->others[k].measured;
        part->other[k] = malloc((part->n_blocks + 1) * sizeof(double));
        if (!part->other[k])
            return error_memory(err);
        for (size_t b = 0; b < part->n_blocks; b++) {
            const size_t from = (part->first_block + b) * samples;
            double sum = 0;
            for (size_t i = from; i < from + samples; i++)
                sum += channel->flags && channel->flags[i] ? NAN : channel->values[i];
            part->other[k][b] = sum / (double)samples;
        }
    }
    return ERROR_OK;
}

static struct predict_wish make_wish(const struct fit_rows *rows, size_t run,
                                     const struct columns *c, bool slopes)
{
    const struct fit_part *part = &rows->parts[run];
    const struct measure_record *m = &rows->problem->runs[run].measured;
    const double beyond = rows->stage.velocities ? 0 : margin_share * part->until;
    struct predict_wish wish = {.slopes = slopes,
                                .duration = part->until + fmax(margin, beyond),
                                .n_free = c->n,
                                .free = c->free,
                                .n_ways = c->n_ways,
                                .ways = c->ways};
    if (rows->stage.velocities && part->n_blocks) {
        const double clock = 1 + c->value[FIT_CLOCK];
        wish.n_samples = part->n_blocks;
        wish.sample_period = block_period(m) * clock;
        wish.average = low_passed(m) ? block_samples(m) : 0;
        wish.shown = rows->problem->runs[run].shown;
        wish.n_shown = rows->problem->runs[run].n_others;
        wish.first_sample = (block_middle(m, part->first_block) - c->t0) * clock;
        wish.duration = fmax(wish.duration,
                             wish.first_sample + (double)part->n_blocks * wish.sample_period);
    }
    return wish;
}

/* a record whose head shows the tip at rest */
static bool rests_before(const struct measure_record *m)
{
    return m->background[MEASURE_TIP_T].rest.n > 0 || m->background[MEASURE_TIP_N].rest.n > 0;
}

/* What comes before the motion is rest, not the motion back in time: where the start of a slow one
 * was seen too early, its true place lies among the blocks, and could never be found there. */
static void rest_before(const struct predict_wish *wish, struct predict_result *out)
{
    for (size_t i = 0; i < out->n_samples; i++) {
        if (wish->first_sample + (double)i * wish->sample_period >= 0)
            break;
        for (int c = 0; c < 2; c++) {
            out->tip[c][i] = out->rate[c][i] = 0;
            for (size_t k = 0; wish->slopes && k < out->n_directions; k++)
                out->slopes[c][i * out->n_directions + k] = 0;
        }
    }
}

static enum error_code simulate(const struct fit_rows *rows, size_t run, const struct columns *c,
                                bool slopes, struct predict_result *out, struct error *err)
{
    const struct measure_record *m = &rows->problem->runs[run].measured;
    const struct predict_wish wish = make_wish(rows, run, c, slopes);
    enum error_code code = predict_run(&c->base, m, &wish, out, err);
    if (!code && rests_before(m))
        rest_before(&wish, out);
    if (!code && slopes && !out->smooth)
        code = error_set(err, ERROR_NUMERIC, "the motion has no derivative (a graze)");
    return code;
}

/* When a motion's jump is seen: by the record's clock, and when a low-pass of first order has done
 * half of it, which is ln 2 of its time constant later; a known bandwidth is no lag: it was taken
 * off where the jump was found (lib/measure/jump.c). Of both channels the mean. */
static double time_seen(const struct columns *c, double t)
{
    return c->t0 + t / (1 + c->value[FIT_CLOCK]) +
           0.5 * M_LN2 * (c->value[FIT_LAG_T] + c->value[FIT_LAG_N]);
}

/* Of jumps within the samples that one is looked for in (lib/measure/jump.h) one is seen, and not
 * in its place: of two of sizes a and b, d apart, between them, by up to d b / (a + b). By how much
 * an event that was seen may be off for what the motion does beside it. */
static double blur(const struct measure_record *m, const struct measure_event *seen,
                   const struct columns *c, const struct predict_result *prediction)
{
    const struct predict_change *own = NULL;
    double off = INFINITY, sum = 0;
    for (size_t k = 0; k < prediction->n_changes; k++) {
        const struct predict_change *change = &prediction->changes[k];
        if (change->size > 0 && fabs(time_seen(c, change->t) - seen->t) < off) {
            own = change;
            off = fabs(time_seen(c, change->t) - seen->t);
        }
    }
    for (size_t k = 0; own && k < prediction->n_changes; k++) {
        const struct predict_change *change = &prediction->changes[k];
        const double apart = fabs(change->t - own->t);
        if (change != own && change->size > 0 && apart < measure_jump_side(m->period))
            sum += apart * change->size / (own->size + change->size);
    }
    return fmin(sum, measure_jump_side(m->period));
}

static void widen_events(const struct measure_record *m, const struct columns *c,
                         const struct predict_result *prediction, struct fit_part *part)
{
    for (size_t i = 0; i < part->events.n; i++)
        if (part->events.list[i].size > 0)
            part->scale[i] = hypot(part->scale[i], blur(m, &part->events.list[i], c, prediction));
}

/* samples next to what the simulation does at p would jump from one side of it
 * to the other as p moves */
static enum error_code see_simulated(const struct fit_rows *rows, size_t run, const double *p,
                                     struct error *err)
{
    struct predict_result prediction = {0};
    struct columns c;
    struct fit_part *part = &rows->parts[run];
    const struct measure_record *m = &rows->problem->runs[run].measured;
    enum error_code code = find_columns(rows->problem, run, p, &c, err);
    if (!code)
        code = simulate(rows, run, &c, false, &prediction, err);
    const double beside = block_period(m);
    for (size_t i = 0; !code && i < prediction.n_changes; i++) {
        const double t = c.t0 + prediction.changes[i].t;
        mask(m, part, t - beside, t + fmax(beside, MEASURE_SETTLING * m->period));
    }
    if (!code && rests_before(m))
        mask(m, part, c.t0 - beside, c.t0 + beside);
    if (!code)
        widen_events(m, &c, &prediction, part);
    predict_result_free(&prediction);
    columns_free(&c);
    return code;
}

static enum error_code make_part(struct fit_rows *rows, size_t run, const double *p,
                                 struct error *err)
{
    const struct fit_run *source = &rows->problem->runs[run];
    const struct measure_record *m = &source->measured;
    struct fit_part *part = &rows->parts[run];
    part->until = window(source, rows->stage.jumps);
    enum error_code code = take_events(source, &rows->stage, part, err);
    if (!code && rows->stage.velocities) {
        code = take_blocks(source, &rows->stage, part, err);
        if (!code)
            code = take_others(source, part, err);
        if (!code)
            code = see_simulated(rows, run, p, err);
    }
    if (code)
        return code;
    part->row = rows->n;
    part->spurious = part->row + part->events.n;
    rows->n = part->spurious + 1;
    for (size_t b = 0; b < part->n_blocks; b++)
        part->n_used += part->use[b];
    for (int c = 0; c < 2; c++) {
        part->channel_row[c] = rows->n;
        if (m->v[c])
            rows->n += part->n_used;
    }
    for (size_t k = 0; k < source->n_others; k++) {
        part->other_row[k] = rows->n;
        rows->n += part->n_used;
    }
    part->rail_row = part->other_row[source->n_others] = rows->n;
    for (size_t k = 0; rows->stage.rail && source->belt && k < source->rail.n_ways; k++)
        part->n_rail += fit_belt_counts(source, k);
    rows->n += part->n_rail;
    return ERROR_OK;
}

void fit_rows_free(struct fit_rows *rows)
{
    if (!rows)
        return;
    for (size_t i = 0; rows->parts && i < rows->problem->n_runs; i++) {
        measure_events_free(&rows->parts[i].events);
        free(rows->parts[i].scale);
        free(rows->parts[i].use);
        free(rows->parts[i].mean[0]);
        free(rows->parts[i].mean[1]);
        for (size_t k = 0; k < SIM_MAX_SHOWN; k++)
            free(rows->parts[i].other[k]);
        fit_rail_free(rows->parts[i].rail);
    }
    free(rows->parts);
    free(rows);
}

/* ---- filling them */

/* where the rows of one run go */
struct target {
    const struct fit_rows *rows;
    const struct fit_part *part;
    const struct columns *c;
    const struct predict_result *prediction;
    double *r, *jacobian;
    double weight; /* beside_weight */
    double period; /* of the blocks, in the motion's time */
    size_t block;  /* the one that is worked on */
};

static void add_slope(const struct target *to, double *row, enum fit_parameter_kind kind,
                      double slope)
{
    if (to->c->of[kind] < to->c->width)
        row[to->c->of[kind]] += slope;
}

/* the Jacobian's column of a direction of the motion; width: none. The belt's shift, which comes
 * behind the free values, is the time offset. */
static size_t column_of(const struct columns *c, size_t direction)
{
    if (direction < c->n)
        return c->column[direction];
    return direction == c->n ? c->of[FIT_TIME_OFFSET] : c->way_column[direction - c->n - 1];
}

/* adds factor * d(time of simulated event)/dp, and through the time offset
 * factor * offset_slope, to a row */
static void add_event_slopes(const struct target *to, size_t row, size_t event, double factor,
                             double offset_slope)
{
    if (!to->jacobian)
        return;
    double *out = to->jacobian + row * to->c->width;
    const double direct = factor * offset_slope; /* of an event's own time */
    const size_t nd = to->prediction->n_directions;
    const double *slopes = event == MEASURE_NO_PARTNER ? NULL
                                                       : to->prediction->event_slopes + event * nd;
    for (size_t d = 0; slopes && d < nd; d++)
        if (column_of(to->c, d) < to->c->width)
            out[column_of(to->c, d)] += factor * slopes[d];
    add_slope(to, out, FIT_TIME_OFFSET, direct);
    if (slopes)
        add_slope(to, out, FIT_CLOCK, -direct * to->prediction->events.list[event].t);
    for (int channel = 0; channel < 2; channel++)
        add_slope(to, out, of_channel(FIT_LAG_T, channel), 0.5 * M_LN2 * direct);
}

/* the event of that kind nearest to t; MEASURE_NO_PARTNER when there is none */
static size_t nearest(const struct measure_events *events, enum measure_event_kind kind, double t)
{
    size_t best = MEASURE_NO_PARTNER;
    for (size_t i = 0; i < events->n; i++)
        if (events->list[i].kind == kind &&
            (best == MEASURE_NO_PARTNER ||
             fabs(events->list[i].t - t) < fabs(events->list[best].t - t)))
            best = i;
    return best;
}

/* residual (simulated - seen) / scale of a pair; a missed event is as far as the
 * nearest simulated one of its kind, at the most the limit */
static void fill_event(const struct target *to, size_t i, size_t partner)
{
    const struct fit_part *part = to->part;
    const struct measure_event *seen = &part->events.list[i];
    const double scale = part->scale[i], limit = to->rows->stage.event_limit;
    const size_t row = part->row + i;
    double simulated = 0, slope;
    if (seen->kind != MEASURE_EVENT_START) {
        if (partner == MEASURE_NO_PARTNER)
            partner = nearest(&to->prediction->events, seen->kind, seen->t - to->c->t0);
        if (partner == MEASURE_NO_PARTNER) {
            to->r[row] = limit;
            return;
        }
        simulated = to->prediction->events.list[partner].t;
    }
    const double d = (time_seen(to->c, simulated) - seen->t) / scale;
    to->r[row] = measure_match_saturate(d, limit, &slope);
    add_event_slopes(to, row, seen->kind == MEASURE_EVENT_START ? MEASURE_NO_PARTNER : partner,
                     slope / scale, 1);
}

/* one residual for all events that were simulated and not seen: each counts by
 * its distance from the nearest seen one or from the end of the window */
static void fill_spurious(const struct target *to, const int *spurious)
{
    const struct fit_part *part = to->part;
    const struct measure_events *simulated = &to->prediction->events;
    const double limit = to->rows->stage.event_limit;
    double sum = 0;
    to->r[part->spurious] = 0;
    if (to->rows->stage.event_scale == 0) /* near the minimum the velocities tell, and an impact */
        return;                           /* that the record only just hides must not pull */
    for (size_t i = 0; i < simulated->n; i++) {
        const double t = simulated->list[i].t, left = part->until - blind_end - t;
        if (!spurious[i] || left <= 0)
            continue;
        const double at = time_seen(to->c, t);
        size_t seen = nearest(&part->events, simulated->list[i].kind, at);
        double distance = left, sign = -1, offset_slope = 0;
        double scale = fmax(to->rows->stage.event_scale, 1e-4);
        if (seen != MEASURE_NO_PARTNER && fabs(at - part->events.list[seen].t) < left) {
            distance = fabs(at - part->events.list[seen].t);
            sign = at > part->events.list[seen].t ? 1 : -1;
            offset_slope = 1;
        }
        double slope;
        const double w = measure_match_saturate(distance / scale, limit, &slope);
        sum += w * w;
        add_event_slopes(to, part->spurious, i, w * slope * sign / scale, offset_slope);
    }
    const double r = sqrt(sum);
    to->r[part->spurious] = r;
    if (to->jacobian && r > 0)
        for (size_t j = 0; j < to->c->width; j++)
            to->jacobian[part->spurious * to->c->width + j] /= r;
}

/* what a channel sees of the tip: its velocity along the beam, and how that changes with time */
struct sight {
    double along[2]; /* share of tip_t and tip_n, gain included */
    double v, rate, curve;
};

/* of rows of `stride`: a mean over a block, and its rate from those beside it */
static double seen_value(const struct sight *s, const double *const of[2], size_t stride,
                         double weight)
{
    return s->along[0] * averaged(of[0], stride, weight) +
           s->along[1] * averaged(of[1], stride, weight);
}

static double seen_rate(const struct sight *s, const double *const of[2], size_t stride,
                        double period)
{
    return (s->along[0] * (of[0][stride] - *(of[0] - stride)) +
            s->along[1] * (of[1][stride] - *(of[1] - stride))) /
           (2 * period);
}

static double seen_curve(const struct sight *s, const double *const of[2], size_t stride,
                         double period)
{
    double sum = 0;
    for (int k = 0; k < 2; k++)
        sum += s->along[k] * (of[k][stride] - 2 * of[k][0] + *(of[k] - stride));
    return sum / (period * period);
}

static struct sight beam_of(const struct columns *c, int channel)
{
    const double gain = c->value[of_channel(FIT_GAIN_T, channel)];
    const double angle = c->value[of_channel(FIT_ANGLE_T, channel)];
    struct sight s = {0};
    s.along[channel] = gain * cos(angle);
    s.along[1 - channel] = gain * sin(angle);
    return s;
}

/* what that beam sees of a block */
static struct sight sight_of(const struct sight *beam, const struct predict_result *prediction,
                             size_t block, double weight, double period)
{
    const double *const v[2] = {prediction->tip[0] + block, prediction->tip[1] + block};
    const double *const rate[2] = {prediction->rate[0] + block, prediction->rate[1] + block};
    struct sight s = *beam;
    s.v = seen_value(&s, v, 1, weight);
    s.rate = seen_value(&s, rate, 1, weight);
    s.curve = seen_rate(&s, rate, 1, period);
    return s;
}

/* time of a block from the start of the motion, by the record's clock */
static double block_since(const struct fit_part *part, const struct measure_record *m,
                          const struct columns *c, size_t block)
{
    return block_middle(m, part->first_block + block) - c->t0;
}

/* a low-pass of first order, slow beside nothing but jumps: s - lag s' + lag^2 s'' */
static double shown(const struct columns *c, const struct sight *s, int channel, double since)
{
    const double lag = c->value[of_channel(FIT_LAG_T, channel)];
    return s->v - lag * (s->rate - lag * s->curve) + c->value[of_channel(FIT_OFFSET_T, channel)] +
           c->value[of_channel(FIT_DRIFT_T, channel)] * since;
}

static void fill_instrument_slopes(const struct target *to, int channel, const struct sight *s,
                                   double since, double factor, double *out)
{
    const struct columns *c = to->c;
    const double gain = c->value[of_channel(FIT_GAIN_T, channel)];
    const double lag = c->value[of_channel(FIT_LAG_T, channel)];
    const double late = s->rate - lag * s->curve; /* rate of what is shown */
    struct sight turned = *s;                     /* d/d(angle) */
    turned.along[channel] = -s->along[1 - channel];
    turned.along[1 - channel] = s->along[channel];
    const double *const v[2] = {to->prediction->tip[0] + to->block,
                                to->prediction->tip[1] + to->block};
    const double *const rate[2] = {to->prediction->rate[0] + to->block,
                                   to->prediction->rate[1] + to->block};
    add_slope(to, out, of_channel(FIT_OFFSET_T, channel), factor);
    add_slope(to, out, of_channel(FIT_DRIFT_T, channel), factor * since);
    add_slope(to, out, of_channel(FIT_GAIN_T, channel), factor * (s->v - lag * late) / gain);
    add_slope(to, out, of_channel(FIT_ANGLE_T, channel),
              factor * (seen_value(&turned, v, 1, to->weight) -
                        lag * (seen_value(&turned, rate, 1, to->weight) -
                               lag * seen_rate(&turned, rate, 1, to->period))));
    add_slope(to, out, of_channel(FIT_LAG_T, channel), factor * (-s->rate + 2 * lag * s->curve));
    add_slope(to, out, FIT_CLOCK, factor * late * since);
    add_slope(to, out, FIT_TIME_OFFSET,
              -factor *
                  (late * (1 + c->value[FIT_CLOCK]) + c->value[of_channel(FIT_DRIFT_T, channel)]));
}

static void fill_velocity_slopes(const struct target *to, int channel, const struct sight *s,
                                 double factor, double *out)
{
    const size_t nd = to->prediction->n_directions;
    const double lag = to->c->value[of_channel(FIT_LAG_T, channel)];
    for (size_t d = 0; d < nd; d++) {
        const double *const slopes[2] = {to->prediction->slopes[0] + to->block * nd + d,
                                         to->prediction->slopes[1] + to->block * nd + d};
        const double slope = seen_value(s, slopes, nd, to->weight) -
                             lag * (seen_rate(s, slopes, nd, to->period) -
                                    lag * seen_curve(s, slopes, nd, to->period));
        if (column_of(to->c, d) < to->c->width)
            out[column_of(to->c, d)] += factor * slope;
    }
}

static void fill_velocities(struct target *to, const struct fit_run *run, int channel)
{
    const struct fit_part *part = to->part;
    const struct measure_record *m = &run->measured;
    const double noise = fit_run_noise(run, channel) / sqrt((double)block_samples(m));
    const struct sight beam = beam_of(to->c, channel);
    size_t row = part->channel_row[channel];
    for (size_t b = 0; b < part->n_blocks; b++) {
        if (!part->use[b])
            continue;
        const double since = block_since(part, m, to->c, b);
        const struct sight s = sight_of(&beam, to->prediction, b, to->weight, to->period);
        const double off = shown(to->c, &s, channel, since) - part->mean[channel][b];
        double slope;
        to->r[row] = fit_loss(&to->rows->loss, off / noise, &slope);
        if (to->jacobian) {
            double *out = to->jacobian + row * to->c->width;
            to->block = b;
            fill_velocity_slopes(to, channel, &s, slope / noise, out);
            fill_instrument_slopes(to, channel, &s, since, slope / noise, out);
        }
        row++;
    }
}

/* what another channel shows in the middle of a block, as a mean over it, and how fast it changes
 */
struct other_sight {
    double value, rate, weight;
};

static struct other_sight see_other(const struct target *to, const struct fit_run *run, size_t k,
                                    size_t block)
{
    const size_t n = run->n_others;
    const double *v = to->prediction->shown + block * n + k;
    const double samples = (double)block_samples(&run->measured);
    struct other_sight s = {.weight = (1 - 1 / (samples * samples)) / 24,
                            .rate = (v[n] - *(v - n)) / (2 * to->period)};
    s.value = averaged(v, n, s.weight) + s.rate * run->others[k].measured->skew;
    return s;
}

static void fill_other_slopes(const struct target *to, const struct fit_run *run, size_t k,
                              const struct other_sight *s, double since, double factor, double *out)
{
    const struct columns *c = to->c;
    const size_t nd = to->prediction->n_directions, stride = run->n_others * nd;
    const enum fit_parameter_kind own = (enum fit_parameter_kind)(FIT_OTHER_GAIN +
                                                                  run->others[k].slot);
    const double gain = c->value[own];
    const double *slopes = to->prediction->shown_slopes + to->block * stride + k * nd;
    for (size_t d = 0; d < nd; d++) {
        if (column_of(c, d) < c->width)
            out[column_of(c, d)] += factor * gain * averaged(slopes + d, stride, s->weight);
    }
    add_slope(to, out, own, factor * s->value);
    add_slope(to, out, FIT_CLOCK, factor * gain * s->rate * since);
    add_slope(to, out, FIT_TIME_OFFSET, -factor * gain * s->rate * (1 + c->value[FIT_CLOCK]));
}

static void fill_other(struct target *to, const struct fit_run *run, size_t k)
{
    const struct fit_part *part = to->part;
    const struct measure_record *m = &run->measured;
    const struct fit_other *other = &run->others[k];
    const double noise = other->measured->noise * other->excess / sqrt((double)block_samples(m));
    size_t row = part->other_row[k];
    for (size_t b = 0; b < part->n_blocks; b++) {
        if (!part->use[b])
            continue;
        const struct other_sight s = see_other(to, run, k, b);
        const double off = to->c->value[FIT_OTHER_GAIN + other->slot] * s.value - part->other[k][b];
        double slope = 0;
        to->block = b;
        to->r[row] = isfinite(off) ? fit_loss(&to->rows->loss, off / noise, &slope) : 0;
        if (to->jacobian && isfinite(off))
            fill_other_slopes(to, run, k, &s, block_since(part, m, to->c, b), slope / noise,
                              to->jacobian + row * to->c->width);
        row++;
    }
}

static enum error_code match(const struct fit_rows *rows, size_t run, const struct columns *c,
                             const struct predict_result *prediction, struct measure_match *out,
                             struct error *err)
{
    const struct fit_part *part = &rows->parts[run];
    const struct measure_match_rule rule = {
        .start = c->t0, .scale = part->scale, .limit = rows->stage.event_limit};
    return measure_match_events(&part->events, &prediction->events, &rule, out, err);
}

/* rows of one run, and their derivatives by the columns that it has */
static enum error_code fill_columns(const struct fit_rows *rows, size_t run,
                                    const struct columns *c, double *r, double *jacobian,
                                    struct error *err)
{
    struct predict_result prediction = {0};
    struct measure_match matched = {0};
    enum error_code code = simulate(rows, run, c, jacobian != NULL, &prediction, err);
    if (!code)
        code = match(rows, run, c, &prediction, &matched, err);
    if (!code) {
        const struct measure_record *m = &rows->problem->runs[run].measured;
        struct target to = {.rows = rows,
                            .part = &rows->parts[run],
                            .c = c,
                            .prediction = &prediction,
                            .r = r,
                            .jacobian = jacobian,
                            .weight = beside_weight(m),
                            .period = block_period(m) * (1 + c->value[FIT_CLOCK])};
        for (size_t i = 0; i < to.part->events.n; i++)
            fill_event(&to, i, matched.partner[i]);
        fill_spurious(&to, matched.spurious);
        for (int channel = 0; rows->stage.velocities && channel < 2; channel++)
            if (rows->problem->runs[run].measured.v[channel])
                fill_velocities(&to, &rows->problem->runs[run], channel);
        for (size_t k = 0; rows->stage.velocities && k < rows->problem->runs[run].n_others; k++)
            fill_other(&to, &rows->problem->runs[run], k);
    }
    measure_match_free(&matched);
    predict_result_free(&prediction);
    return code;
}

static enum error_code fill_run(const struct fit_rows *rows, size_t run, const double *p, double *r,
                                double *jacobian, struct error *err)
{
    struct columns c;
    enum error_code code = find_columns(rows->problem, run, p, &c, err);
    if (!code)
        code = fill_columns(rows, run, &c, r, jacobian, err);
    columns_free(&c);
    if (code)
        error_prefix(err, "%s", rows->problem->runs[run].measured.name);
    return code;
}

/* ---- what the rail does */

/* the ways of a rail from `from` on instead of the parameters, as many as fit */
static enum error_code take_ways(const struct fit_run *run, const struct fit_rail *rail,
                                 size_t from, struct columns *c, struct error *err)
{
    enum error_code code = ERROR_OK;
    for (size_t kind = 0; kind < FIT_KINDS; kind++)
        c->of[kind] = rail->n;
    c->width = rail->n;
    c->n = 0;
    ways_free(c);
    for (size_t k = from; !code && k < rail->n && c->n_ways + 1 < SIM_MAX_DIRECTIONS; k++) {
        c->way_column[c->n_ways] = k;
        code = fit_belt_way(run, rail->way[k], c->value[FIT_RAIL_GAIN], c->t0,
                            &c->ways[c->n_ways++], err);
    }
    return code;
}

/* what the ways do to the rows of a run, exactly: by the derivatives of its motion */
static enum error_code fill_ways(const struct fit_rows *rows, size_t run, const double *p,
                                 const struct fit_rail *rail, double *room, struct error *err)
{
    const struct fit_part *part = &rows->parts[run];
    double *const jacobian = room + rows->n;
    enum error_code code = ERROR_OK;
    for (size_t from = 0, taken = 0; !code && from < rail->n; from += taken) {
        struct columns c;
        code = find_columns(rows->problem, run, p, &c, err);
        if (!code)
            code = take_ways(&rows->problem->runs[run], rail, from, &c, err);
        if (!code)
            code = fill_columns(rows, run, &c, room, jacobian, err);
        taken = c.n_ways;
        columns_free(&c);
    }
    for (size_t i = 0; !code && i < rail->columns->size1; i++)
        for (size_t k = 0; k < rail->n; k++)
            gsl_matrix_set(rail->columns, i, k, jacobian[(part->row + i) * rail->n + k]);
    return code;
}

static enum error_code linearise_run(struct fit_rows *rows, size_t run, const double *p,
                                     struct error *err)
{
    struct fit_part *part = &rows->parts[run];
    struct fit_rail *rail = fit_rail_create(&rows->problem->runs[run], part->n_rail,
                                            part->rail_row - part->row);
    double *room = calloc(rows->n * (1 + part->n_rail), sizeof *room);
    enum error_code code = rail && room ? fill_ways(rows, run, p, rail, room, err)
                                        : error_memory(err);
    free(room);
    if (!code)
        code = fit_rail_factor(rail, err);
    if (code) {
        fit_rail_free(rail);
        return code;
    }
    fit_rail_free(part->rail);
    part->rail = rail;
    return ERROR_OK;
}

/* the first failure of the runs, if there is one */
static enum error_code first_failure(const struct error *failures, size_t n, struct error *err)
{
    for (size_t run = 0; run < n; run++)
        if (failures[run].code) {
            *err = failures[run];
            return failures[run].code;
        }
    return ERROR_OK;
}

enum error_code fit_rows_linearise(struct fit_rows *rows, const double *p, struct error *err)
{
    const size_t n = rows->problem->n_runs;
    struct error *failures = calloc(n, sizeof *failures);
    if (!failures)
        return error_memory(err);
#pragma omp parallel for schedule(dynamic, 1)
    for (size_t run = 0; run < n; run++)
        if (rows->parts[run].n_rail > 0)
            failures[run].code = linearise_run(rows, run, p, &failures[run]);
    const enum error_code code = first_failure(failures, n, err);
    free(failures);
    return code;
}

static enum error_code absorb_rail(const struct fit_rows *rows, size_t run, double *r,
                                   double *jacobian, struct error *err)
{
    const struct fit_part *part = &rows->parts[run];
    const size_t n = rows->problem->n;
    const double *stands = rows->problem->runs[run].rail_off;
    for (size_t k = 0; rows->rail_held && k < part->n_rail; k++)
        r[part->rail_row + k] = stands[part->rail->way[k]];
    if (rows->rail_held)
        return ERROR_OK;
    enum error_code code = fit_rail_absorb(part->rail, stands, r + part->row, 1, err);
    if (!code && jacobian && n > 0)
        code = fit_rail_absorb(part->rail, NULL, jacobian + part->row * n, n, err);
    return code;
}

static enum error_code evaluate_run(const struct fit_rows *rows, size_t run, const double *p,
                                    double *r, double *jacobian, struct error *err)
{
    enum error_code code = fill_run(rows, run, p, r, jacobian, err);
    if (!code && rows->parts[run].rail)
        code = absorb_rail(rows, run, r, jacobian, err);
    return code;
}

enum error_code fit_rows_create(const struct fit_problem *problem, const struct fit_stage *stage,
                                const struct fit_loss *loss, const double *p,
                                struct fit_rows **rows, struct error *err)
{
    struct fit_rows *new = calloc(1, sizeof *new);
    *rows = NULL;
    if (!new)
        return error_memory(err);
    *new = (struct fit_rows){.problem = problem,
                             .stage = *stage,
                             .loss = *loss,
                             .parts = calloc(problem->n_runs, sizeof *new->parts)};
    enum error_code code = new->parts ? ERROR_OK : error_memory(err);
    for (size_t i = 0; !code && i < problem->n_runs; i++) {
        code = make_part(new, i, p, err);
        if (code)
            error_prefix(err, "%s", problem->runs[i].measured.name);
    }
    new->prior_row = new->n;
    for (size_t i = 0; i < problem->n; i++)
        new->n += isfinite(problem->parameters[i].prior_uncertainty) ? 1 : 0;
    /* GSL wants as many rows as parameters; empty ones change nothing */
    new->n = new->n < problem->n ? problem->n : new->n;
    if (!code)
        code = fit_rows_linearise(new, p, err);
    if (code) {
        fit_rows_free(new);
        return code;
    }
    *rows = new;
    return ERROR_OK;
}

static void fill_priors(const struct fit_rows *rows, const double *p, double *r, double *jacobian)
{
    size_t row = rows->prior_row;
    for (size_t i = 0; i < rows->problem->n; i++) {
        const struct fit_parameter *parameter = &rows->problem->parameters[i];
        if (!isfinite(parameter->prior_uncertainty))
            continue;
        r[row] = (p[i] - parameter->prior) / parameter->prior_uncertainty;
        if (jacobian)
            jacobian[row * rows->problem->n + i] = 1 / parameter->prior_uncertainty;
        row++;
    }
}

enum error_code fit_rows_evaluate(const struct fit_rows *rows, const double *p, double *r,
                                  double *jacobian, struct error *err)
{
    const size_t n = rows->problem->n_runs;
    struct error *failures = calloc(n, sizeof *failures);
    if (!failures)
        return error_memory(err);
    memset(r, 0, rows->n * sizeof *r);
    if (jacobian)
        memset(jacobian, 0, rows->n * rows->problem->n * sizeof *jacobian);
#pragma omp parallel for schedule(dynamic, 1)
    for (size_t run = 0; run < n; run++)
        failures[run].code = evaluate_run(rows, run, p, r, jacobian, &failures[run]);
    fill_priors(rows, p, r, jacobian);
    const enum error_code code = first_failure(failures, n, err);
    free(failures);
    return code;
}

enum fit_group fit_rows_group(const struct fit_rows *rows, size_t row)
{
    if (row >= rows->prior_row)
        return FIT_GROUP_PRIOR;
    size_t run = 0;
    while (run + 1 < rows->problem->n_runs && rows->parts[run + 1].row <= row)
        run++;
    const struct fit_part *part = &rows->parts[run];
    if (row <= part->spurious)
        return FIT_GROUP_EVENT;
    if (row >= part->rail_row)
        return FIT_GROUP_RAIL;
    if (row >= part->other_row[0])
        return FIT_GROUP_OTHER;
    return row >= part->channel_row[1] ? FIT_GROUP_TIP_N : FIT_GROUP_TIP_T;
}

/* ---- what came of it */

static void channel_outcome(const struct fit_rows *rows, size_t run, int channel,
                            const struct columns *c, const struct predict_result *prediction,
                            struct fit_outcome *outcome)
{
    const struct fit_part *part = &rows->parts[run];
    const struct measure_record *m = &rows->problem->runs[run].measured;
    const struct sight beam = beam_of(c, channel);
    double squares = 0, signal = 0;
    size_t n = 0;
    for (size_t b = 0; m->v[channel] && b < part->n_blocks; b++) {
        if (!part->use[b])
            continue;
        const struct sight s = sight_of(&beam, prediction, b, beside_weight(m),
                                        block_period(m) * (1 + c->value[FIT_CLOCK]));
        const double r = shown(c, &s, channel, block_since(part, m, c, b)) - part->mean[channel][b];
        squares += r * r;
        signal += part->mean[channel][b] * part->mean[channel][b];
        n++;
    }
    const struct fit_run *source = &rows->problem->runs[run];
    const double noise = fit_run_noise(source, channel) / source->excess[channel] /
                         sqrt((double)block_samples(m));
    outcome->samples[channel] = n;
    outcome->rms[channel] = n ? sqrt(squares / (double)n) / noise : 0;
    outcome->share[channel] = signal > 0 ? sqrt(squares / signal) : 0;
}

/* how far off an impact may be and still be that one: a twentieth of the time since
 * the event before, 1 to 5 ms */
static double reach(const struct measure_events *events, size_t i)
{
    const double since = i > 0 ? events->list[i].t - events->list[i - 1].t : 0;
    return fmin(fmax(0.05 * since, MEASURE_TOGETHER), 5 * MEASURE_TOGETHER);
}

/* Jumps so close together that the windows by which they are seen (lib/measure/jump.h: five samples
 * or 0.8 ms to either side) overlap are not told apart: none of them can be said to be missed. */
static bool crowded(const struct measure_record *m, const struct measure_events *events, size_t i)
{
    enum { WINDOW = 10 };
    const double near = fmax(2 * MEASURE_TOGETHER, WINDOW * m->period);
    for (size_t k = 0; k < events->n; k++)
        if (k != i && events->list[k].kind == MEASURE_EVENT_JUMP &&
            fabs(events->list[k].t - events->list[i].t) < near)
            return true;
    return false;
}

/* By how much the motion's own impact is off; infinite: there is none. One that lies so close to a
 * larger one that the list of the simulated thins it out is there all the same: where bounces come
 * a millisecond apart, noise decides of which list they are. */
static double impact_off(const struct columns *c, const struct predict_result *prediction,
                         const struct measure_event *seen, size_t partner)
{
    double off = INFINITY;
    if (partner != MEASURE_NO_PARTNER)
        return fabs(time_seen(c, prediction->events.list[partner].t) - seen->t);
    for (size_t k = 0; k < prediction->n_changes; k++)
        if (prediction->changes[k].size > MEASURE_JUMP_SEEN)
            off = fmin(off, fabs(time_seen(c, prediction->changes[k].t) - seen->t));
    return off;
}

enum error_code fit_rows_outcome(const struct fit_rows *rows, const double *p, size_t run,
                                 struct fit_outcome *outcome, struct error *err)
{
    struct predict_result prediction = {0};
    struct measure_match matched = {0};
    struct columns c;
    const struct fit_part *part = &rows->parts[run];
    outcome->seen = outcome->missed = outcome->spurious = 0;
    enum error_code code = find_columns(rows->problem, run, p, &c, err);
    if (!code)
        code = simulate(rows, run, &c, false, &prediction, err);
    if (!code)
        code = match(rows, run, &c, &prediction, &matched, err);
    for (size_t i = 0; !code && i < part->events.n; i++)
        if (part->events.list[i].kind == MEASURE_EVENT_JUMP) {
            outcome->seen++;
            outcome->missed += impact_off(&c, &prediction, &part->events.list[i],
                                          matched.partner[i]) > reach(&part->events, i) &&
                               part->events.list[i].size > MEASURE_JUMP_SURE;
        }
    for (size_t i = 0; !code && i < prediction.events.n; i++)
        outcome->spurious += matched.spurious[i] &&
                             !crowded(&rows->problem->runs[run].measured, &prediction.events, i) &&
                             prediction.events.list[i].size > MEASURE_JUMP_SURE &&
                             prediction.events.list[i].t < part->until - blind_end;
    for (int channel = 0; !code && rows->stage.velocities && channel < 2; channel++)
        channel_outcome(rows, run, channel, &c, &prediction, outcome);
    measure_match_free(&matched);
    predict_result_free(&prediction);
    columns_free(&c);
    return code;
}

/* ---- a record as it would be */

/* a channel of the tip: late by its lag, which is no low-pass here, since jumps are whole */
static enum error_code show_tip(const struct fit_run *run, const struct columns *c, int channel,
                                double *shown, struct error *err)
{
    const struct measure_record *m = &run->measured;
    const double clock = 1 + c->value[FIT_CLOCK];
    const double begin = c->t0 + c->value[of_channel(FIT_LAG_T, channel)];
    size_t first = 0;
    while (first < m->n && m->first + (double)first * m->period < begin)
        first++;
    const double since = m->first + (double)first * m->period - begin;
    const struct predict_wish wish = {
        .duration = (since + ((double)(m->n - first) + 1) * m->period) * clock,
        .n_samples = m->n - first,
        .sample_period = m->period * clock,
        .first_sample = since * clock};
    struct predict_result got = {0};
    enum error_code code = predict_run(&c->base, m, &wish, &got, err);
    const double gain = c->value[of_channel(FIT_GAIN_T, channel)];
    const double angle = c->value[of_channel(FIT_ANGLE_T, channel)];
    for (size_t i = 0; !code && i < m->n; i++) {
        const double t = m->first + (double)i * m->period - c->t0;
        shown[i] = c->value[of_channel(FIT_OFFSET_T, channel)] +
                   c->value[of_channel(FIT_DRIFT_T, channel)] * t;
        if (i >= first)
            shown[i] += gain * (cos(angle) * got.tip[channel][i - first] +
                                sin(angle) * got.tip[1 - channel][i - first]);
    }
    predict_result_free(&got);
    return code;
}

static void show_rail(const struct fit_run *run, const struct columns *c, double *shown)
{
    const struct measure_record *m = &run->measured;
    const bool rests = m->background[MEASURE_RAIL].rest.n > 0;
    for (size_t i = 0; i < m->n; i++) {
        const double t = m->first + (double)i * m->period;
        double speed[3] = {sim_values_get(&c->base.values, SIM_BELT_SPEED)};
        if (c->base.inputs.belt)
            sim_belt_at(c->base.inputs.belt, fmax(t, c->t0), speed);
        shown[i] = t < c->t0 && rests ? 0 : speed[0];
    }
}

enum error_code fit_rows_show(const struct fit_problem *problem, size_t run, const double *p,
                              double *const shown[MEASURE_CHANNELS], struct error *err)
{
    struct columns c;
    enum error_code code = find_columns(problem, run, p, &c, err);
    for (int channel = 0; !code && channel < 2; channel++)
        if (shown[channel])
            code = show_tip(&problem->runs[run], &c, channel, shown[channel], err);
    if (!code && shown[MEASURE_RAIL])
        show_rail(&problem->runs[run], &c, shown[MEASURE_RAIL]);
    columns_free(&c);
    return code;
}
