/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lib/predict/predict.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/measure/detect.h"
#include "lib/predict/instrument.h"
#include "sim/simulate.h"
#include "sim/slopes.h"

void predict_base_from_rig(const struct rig *rig, struct predict_base *base)
{
    *base = (struct predict_base){.rtol = 1e-8};
    sim_setup_laws(rig, &base->surface, &base->inputs, &base->impact);
    sim_values_from_rig(rig, &base->values);
}

void predict_base_drive(struct predict_base *base, const struct sim_belt *belt)
{
    if (!belt)
        return;
    base->inputs.belt = belt;
    base->rtol = 1e-10; /* a spline is not smooth at its knots, and what is fitted must be */
}

void predict_base_set(struct predict_base *base, size_t index, double value)
{
    sim_values_set(&base->values, index, value);
}

/* ---- taking in what the simulator tells */

struct taker {
    const struct sim_problem *problem;
    const struct measure_record *seen;
    const struct predict_wish *wish;
    struct predict_result *out;
    struct predict_instrument instrument;
    double stuck_since; /* NaN: not in stick */
    bool quiet_stick;   /* the stick began without a jump */
    size_t stick_event; /* its place in the list */
    size_t n_others;    /* samples of other channels, beside an instrument */
};

/* an array with room for one more of that size; NULL: no memory, and it stays as it was */
static void *reserve(void *array, size_t *room, size_t n, size_t size)
{
    if (n < *room)
        return array;
    const size_t more = *room ? 2 * *room : 64;
    void *new = realloc(array, more * size);
    if (new)
        *room = more;
    return new;
}

static enum error_code add_event(struct taker *taker, struct measure_event event,
                                 const double *slopes, struct error *err)
{
    struct predict_result *out = taker->out;
    const size_t nd = out->n_directions;
    double *rows = reserve(out->event_slopes, &out->slopes_room, out->events.n,
                           SIM_MAX_DIRECTIONS * sizeof *rows);
    if (rows)
        out->event_slopes = rows;
    if (!rows || !measure_events_add(&out->events, event))
        return error_memory(err);
    if (slopes)
        memcpy(out->event_slopes + (out->events.n - 1) * nd, slopes, nd * sizeof *slopes);
    return ERROR_OK;
}

static enum error_code take_jump(struct taker *taker, const struct sim_event *event,
                                 struct error *err)
{
    const double size = measure_jump_size(taker->seen, event->slip_after - event->slip_before,
                                          event->normal_after - event->normal_before);
    taker->out->changes[taker->out->n_changes - 1].size = size;
    if (size < 0.5 * MEASURE_JUMP_SEEN || event->t < MEASURE_TOGETHER)
        return ERROR_OK;
    return add_event(
        taker, (struct measure_event){.kind = MEASURE_EVENT_JUMP, .t = event->t, .size = size},
        event->time_slopes, err);
}

/* a stick that was told and turns out too short is taken back */
static void take_back(struct taker *taker)
{
    struct predict_result *out = taker->out;
    if (taker->stick_event + 1 == out->events.n)
        out->events.n--;
}

static enum error_code take_stick(struct taker *taker, const struct sim_event *event,
                                  struct error *err)
{
    enum error_code code = ERROR_OK;
    const bool in = event->to == SIM_STICK, was = event->from == SIM_STICK;
    if (in && !was) {
        taker->stuck_since = event->t;
        taker->quiet_stick = event->kind == SIM_EVENT_STICK;
        if (taker->quiet_stick) {
            taker->stick_event = taker->out->events.n;
            code = add_event(taker,
                             (struct measure_event){.kind = MEASURE_EVENT_STICK, .t = event->t},
                             event->time_slopes, err);
        }
    } else if (was && !in) {
        const bool brief = event->t - taker->stuck_since < MEASURE_STICK_LEAST;
        if (brief && taker->quiet_stick)
            take_back(taker);
        const bool leaves = event->kind == SIM_EVENT_SLIP || event->kind == SIM_EVENT_TAKEOFF;
        if (!brief && leaves)
            code = add_event(taker,
                             (struct measure_event){.kind = MEASURE_EVENT_LEAVE, .t = event->t},
                             event->time_slopes, err);
    }
    return code;
}

static enum error_code take_event(void *context, const struct sim_event *event, struct error *err)
{
    struct taker *taker = context;
    struct predict_result *out = taker->out;
    if (event->kind == SIM_EVENT_END)
        return ERROR_OK;
    struct predict_change *changes = reserve(out->changes, &out->changes_room, out->n_changes,
                                             sizeof *changes);
    if (!changes)
        return error_memory(err);
    out->changes = changes;
    changes[out->n_changes++] = (struct predict_change){.t = event->t, .to = event->to};
    enum error_code code = ERROR_OK;
    if (event->kind == SIM_EVENT_IMPACT || event->kind == SIM_EVENT_TANGENTIAL_IMPACT)
        code = take_jump(taker, event, err);
    return code ? code : take_stick(taker, event, err);
}

static void take_shown(const struct taker *taker, const struct sim_tip *tip, size_t i)
{
    struct predict_result *out = taker->out;
    const size_t n = taker->wish->n_shown, row = n * out->n_directions;
    if (n > 0)
        memcpy(out->shown + i * n, tip->shown, n * sizeof(double));
    if (n > 0 && tip->shown_slopes)
        memcpy(out->shown_slopes + i * row, tip->shown_slopes, row * sizeof(double));
}

static enum error_code take_tip(void *context, const struct sim_tip *tip, struct error *err)
{
    (void)err;
    const struct taker *taker = context;
    struct predict_result *out = taker->out;
    const size_t i = out->n_samples;
    if (i >= taker->wish->n_samples)
        return ERROR_OK;
    for (int c = 0; c < 2; c++) {
        out->tip[c][i] = tip->velocity[c];
        out->rate[c][i] = tip->rate[c];
        out->first[c][i] = tip->first[c];
        if (tip->slopes[c])
            memcpy(out->slopes[c] + i * out->n_directions, tip->slopes[c],
                   out->n_directions * sizeof(double));
    }
    take_shown(taker, tip, i);
    out->n_samples++;
    return ERROR_OK;
}

/* beside an instrument, which gives the velocities: what other channels show of a motion has no
 * low-pass */
static enum error_code take_others(void *context, const struct sim_tip *tip, struct error *err)
{
    (void)err;
    struct taker *taker = context;
    if (taker->n_others < taker->wish->n_samples)
        take_shown(taker, tip, taker->n_others++);
    return ERROR_OK;
}

static enum error_code take_piece(void *context, const struct sim_piece *piece, struct error *err)
{
    (void)err;
    struct taker *taker = context;
    predict_instrument_take(&taker->instrument, piece);
    return ERROR_OK;
}

static enum error_code pass_piece(void *context, const struct sim_piece *piece, struct error *err)
{
    const struct taker *taker = context;
    return taker->wish->piece(taker->wish->piece_context, piece, err);
}

/* only what a record can show stays in the list */
static enum error_code thin(struct predict_result *out, struct error *err)
{
    if (!out->events.n)
        return ERROR_OK;
    int *keep = malloc(out->events.n * sizeof *keep);
    if (!keep)
        return error_memory(err);
    measure_events_thin(out->events.list, out->events.n, keep);
    const size_t nd = out->n_directions;
    size_t kept = 0;
    for (size_t i = 0; i < out->events.n; i++) {
        if (!keep[i])
            continue;
        out->events.list[kept] = out->events.list[i];
        memmove(out->event_slopes + kept * nd, out->event_slopes + i * nd, nd * sizeof(double));
        kept++;
    }
    out->events.n = kept;
    free(keep);
    return ERROR_OK;
}

/* ---- the simulation */

static enum error_code make_problem(const struct predict_base *base,
                                    const struct predict_wish *wish, struct sim_problem *problem,
                                    struct sim_direction *directions, struct error *err)
{
    *problem = (struct sim_problem){.inputs = base->inputs,
                                    .impact = base->impact,
                                    .t_end = wish->duration,
                                    .rtol = base->rtol};
    if (base->inputs.surface) /* of this base, which may be a copy of the one that was made */
        problem->inputs.surface = &base->surface;
    struct sim_values values = base->values;
    enum error_code code = sim_values_complete(&values, err);
    if (code)
        return code;
    sim_values_to_problem(&values, problem);
    if (wish->slopes) {
        for (size_t i = 0; i < wish->n_free; i++)
            sim_values_direction(&values, wish->free[i], &directions[i]);
        problem->n_directions = wish->n_free;
        if (base->inputs.belt)
            directions[problem->n_directions++] = (struct sim_direction){.belt_shift = 1};
        for (size_t i = 0; i < wish->n_ways; i++)
            directions[problem->n_directions++] = (struct sim_direction){.belt_way = wish->ways[i]};
        problem->directions = directions;
    }
    if (wish->n_samples) {
        problem->rate = 1 / wish->sample_period;
        problem->phase = wish->first_sample;
        problem->shown = wish->shown;
        problem->n_shown = wish->n_shown;
    }
    return ERROR_OK;
}

static enum error_code make_room(const struct predict_wish *wish, struct predict_result *out,
                                 struct error *err)
{
    const size_t width = wish->n_free + 1 + wish->n_ways;
    if (wish->n_samples <= out->room && width <= out->width)
        return ERROR_OK;
    for (int c = 0; c < 2; c++) {
        free(out->tip[c]);
        free(out->rate[c]);
        free(out->first[c]);
        free(out->slopes[c]);
        out->tip[c] = malloc(wish->n_samples * sizeof(double));
        out->rate[c] = malloc(wish->n_samples * sizeof(double));
        out->first[c] = malloc(wish->n_samples * sizeof(double));
        out->slopes[c] = malloc(wish->n_samples * width * sizeof(double));
        if (!out->tip[c] || !out->rate[c] || !out->first[c] || !out->slopes[c])
            return error_memory(err);
    }
    out->room = wish->n_samples;
    out->width = width;
    return ERROR_OK;
}

static enum error_code make_room_shown(const struct predict_wish *wish, size_t n_directions,
                                       struct predict_result *out, struct error *err)
{
    const size_t values = wish->n_samples * wish->n_shown, slopes = values * n_directions;
    if (values + slopes > out->shown_room) {
        free(out->shown);
        out->shown = malloc((values + slopes) * sizeof(double));
        out->shown_room = out->shown ? values + slopes : 0;
        if (!out->shown)
            return error_memory(err);
    }
    out->shown_slopes = out->shown + values;
    return ERROR_OK;
}

enum error_code predict_run(const struct predict_base *base, const struct measure_record *seen,
                            const struct predict_wish *wish, struct predict_result *out,
                            struct error *err)
{
    struct sim_problem problem;
    struct sim_direction directions[SIM_MAX_DIRECTIONS];
    struct sim_statistics statistics;
    enum error_code code = make_room(wish, out, err);
    if (!code)
        code = make_problem(base, wish, &problem, directions, err);
    if (code)
        return code;
    out->n_directions = problem.n_directions;
    if (wish->n_shown > 0)
        code = make_room_shown(wish, problem.n_directions, out, err);
    if (code)
        return code;
    out->events.n = out->n_samples = out->n_changes = 0;
    struct taker taker = {
        .problem = &problem, .seen = seen, .wish = wish, .out = out, .stuck_since = NAN};
    const bool filtered = predict_instrument_needed(seen, wish);
    if (filtered)
        taker.instrument = predict_instrument_begin(&problem, seen, wish, out);
    const struct sim_sink sink = {.context = &taker,
                                  .event = take_event,
                                  .piece = filtered      ? take_piece
                                           : wish->piece ? pass_piece
                                                         : NULL,
                                  .tip = wish->n_samples == 0 ? NULL
                                         : !filtered          ? take_tip
                                         : wish->n_shown      ? take_others
                                                              : NULL};
    code = sim_simulate(&problem, &sink, &statistics, err);
    if (!code && out->n_samples < wish->n_samples)
        code = error_set(err, ERROR_NUMERIC, "the simulated motion ends before the record does");
    out->smooth = !statistics.slopes_why;
    out->smooth_until = out->smooth ? INFINITY : statistics.slopes_end;
    return code ? code : thin(out, err);
}

void predict_result_free(struct predict_result *prediction)
{
    measure_events_free(&prediction->events);
    free(prediction->event_slopes);
    free(prediction->changes);
    free(prediction->shown);
    for (int c = 0; c < 2; c++) {
        free(prediction->tip[c]);
        free(prediction->rate[c]);
        free(prediction->first[c]);
        free(prediction->slopes[c]);
    }
    *prediction = (struct predict_result){0};
}
