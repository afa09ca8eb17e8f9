/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "report/predict.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "sim/setup.h"
#include "sim/registry.h"
#include "sim/simulate.h"
#include "sim/values.h"

enum { STATE_POINTS = 20000 };    /* of the phase portrait, at the most */
static const double coverage = 2; /* k of the expanded uncertainty: some 95 % */

static double *blank(size_t n)
{
    double *v = malloc(n * sizeof *v);
    for (size_t i = 0; v && i < n; i++)
        v[i] = NAN;
    return v;
}

/* ---- velocities and events, by the fit's own predictor */

/* the first sample at or after the start */
static size_t first_sample(const struct measure_record *m, double start)
{
    const double i = ceil((start - m->first) / m->period);
    return i <= 0 ? 0 : i >= (double)m->n ? m->n : (size_t)i;
}

static struct predict_wish wish_from(const struct measure_record *m, double start, size_t first)
{
    const double until = m->first + ((double)m->n - 0.5) * m->period - start;
    return (struct predict_wish){.duration = until,
                                 .n_samples = m->n - first,
                                 .sample_period = m->period,
                                 .first_sample = m->first + (double)first * m->period - start};
}

/* a motion that ends early has given its samples up to there */
static enum error_code follow(const struct report_mechanism *mechanism,
                              const struct measure_record *m, double start,
                              const struct predict_wish *wish, struct predict_result *got,
                              struct report_prediction *out, struct error *err)
{
    struct predict_base base;
    struct error why = {0};
    predict_base_from_rig(mechanism->rig, &base);
    base.inputs.belt = mechanism->belt;
    base.inputs.belt_shift = start;
    enum error_code code = predict_run(&base, m, wish, got, &why);
    if (code == ERROR_NUMERIC && got->n_samples > 0) {
        memcpy(out->ended, why.message, sizeof out->ended);
        code = ERROR_OK;
    }
    if (code && err)
        *err = why;
    return code;
}

static enum error_code take_velocities(const struct predict_result *got, size_t n,
                                       struct report_prediction *out, struct error *err)
{
    for (int c = 0; c < 2; c++) {
        out->tip[c] = blank(n);
        out->rate[c] = blank(n);
        if (!out->tip[c] || !out->rate[c])
            return error_memory(err);
        memcpy(out->tip[c] + out->first, got->tip[c], got->n_samples * sizeof(double));
        memcpy(out->rate[c] + out->first, got->rate[c], got->n_samples * sizeof(double));
    }
    out->n = got->n_samples;
    return ERROR_OK;
}

static void take_events(struct predict_result *got, struct report_prediction *out)
{
    out->events = got->events;
    got->events = (struct measure_events){0};
}

enum error_code report_predict_velocities(const struct report_mechanism *mechanism,
                                          const struct measure_record *measured, double start,
                                          struct report_prediction *out, struct error *err)
{
    *out = (struct report_prediction){.first = first_sample(measured, start), .a = NAN, .b = NAN};
    const struct predict_wish wish = wish_from(measured, start, out->first);
    struct predict_result got = {0};
    enum error_code code = follow(mechanism, measured, start, &wish, &got, out, err);
    if (!code)
        code = take_velocities(&got, measured->n, out, err);
    take_events(&got, out);
    predict_result_free(&got);
    return code;
}

/* ---- the band */

struct free_values {
    size_t n;
    size_t index[SIM_MAX_DIRECTIONS];     /* of sim_values_index */
    size_t parameter[SIM_MAX_DIRECTIONS]; /* of the fit */
};

static struct free_values find_free(const struct rig *rig, const struct report_fitted *fitted,
                                    size_t run)
{
    struct free_values free = {0};
    const struct sim_model *model = sim_registry_of(rig->model);
    for (size_t i = 0; fitted && fitted->covariance && i < fitted->n; i++) {
        const struct report_parameter *p = &fitted->parameters[i];
        const size_t index = sim_values_index(model, p->name);
        if ((p->run == REPORT_SHARED || p->run == run) && index != SIZE_MAX &&
            free.n + 1 < SIM_MAX_DIRECTIONS) { /* one is for the belt's shift */
            free.index[free.n] = index;
            free.parameter[free.n++] = i;
        }
    }
    return free;
}

/* sqrt(g C g) */
static double spread(const double *slopes, const struct free_values *free,
                     const struct report_fitted *fitted)
{
    double sum = 0;
    for (size_t i = 0; i < free->n; i++)
        for (size_t j = 0; j < free->n; j++)
            sum += slopes[i] * slopes[j] *
                   fitted->covariance[free->parameter[i] * fitted->n + free->parameter[j]];
    return sqrt(fmax(sum, 0));
}

static enum error_code take_band(const struct predict_result *got, size_t n,
                                 const struct free_values *free, const struct report_fitted *fitted,
                                 struct report_prediction *out, struct error *err)
{
    for (int c = 0; c < 2; c++) {
        out->band[c] = blank(n);
        if (!out->band[c])
            return error_memory(err);
        for (size_t i = 0; i < got->n_samples; i++)
            out->band[c][out->first + i] = coverage * spread(got->slopes[c] + i * got->n_directions,
                                                             free, fitted);
    }
    out->event_uncertainty = malloc((got->events.n + 1) * sizeof(double));
    if (!out->event_uncertainty)
        return error_memory(err);
    for (size_t i = 0; i < got->events.n; i++)
        out->event_uncertainty[i] = spread(got->event_slopes + i * got->n_directions, free, fitted);
    return ERROR_OK;
}

/* ---- regimes and states, by the simulator */

struct watcher {
    struct report_prediction *out;
    double start, first, period; /* of the record */
    size_t n;                    /* its samples */
    size_t coordinates;
    double since;
    enum report_regime regime;
};

static enum report_regime regime_of(enum sim_mode mode)
{
    return mode == SIM_FLIGHT ? REPORT_FLIGHT : mode == SIM_STICK ? REPORT_STICK : REPORT_SLIP;
}

/* the regime so far lasts until t of the motion */
static void close_regime(struct watcher *w, double t)
{
    const double from = ceil((w->start + w->since - w->first) / w->period);
    const double to = ceil((w->start + t - w->first) / w->period);
    for (double i = fmax(from, 0); i < to && i < (double)w->n; i++)
        w->out->regime[(size_t)i] = (unsigned char)w->regime;
}

static enum error_code see_event(void *context, const struct sim_event *event, struct error *err)
{
    (void)err;
    struct watcher *w = context;
    close_regime(w, event->t);
    w->since = event->t;
    w->regime = regime_of(event->to);
    return ERROR_OK;
}

static enum error_code see_sample(void *context, const struct sim_sample *sample, struct error *err)
{
    (void)err;
    const struct watcher *w = context;
    struct report_curve *state = &w->out->state;
    if (state->n < STATE_POINTS) {
        state->x[state->n] = sample->x[0];
        state->y[state->n++] = sample->x[w->coordinates];
    }
    return ERROR_OK;
}

/* A and B of the slip that the motion starts with */
static void see_start(const struct sim_problem *problem, struct report_prediction *out)
{
    struct sim_motion motion;
    sim_motion_at(&problem->inputs, SIM_FLIGHT, 0, problem->x, &motion);
    if (motion.slip == 0)
        return;
    sim_motion_at(&problem->inputs, motion.slip > 0 ? SIM_SLIP_PLUS : SIM_SLIP_MINUS, 0, problem->x,
                  &motion);
    out->a = motion.a;
    out->b = motion.b;
}

/* how the motion was followed to `ended` is told already */
static enum error_code watch(const struct report_mechanism *mechanism,
                             const struct measure_record *m, double start,
                             struct report_prediction *out, struct error *err)
{
    struct sim_setup *setup;
    struct sim_statistics statistics;
    const double until = m->first + (double)m->n * m->period - start;
    enum error_code code = sim_setup_create(mechanism->rig, until, 1e-8, NULL, 0, &setup, err);
    if (code)
        return code;
    if (mechanism->belt)
        setup->problem.inputs.belt = mechanism->belt;
    setup->problem.inputs.belt_shift = mechanism->belt ? start : 0;
    struct watcher watcher = {.out = out,
                              .start = start,
                              .first = m->first,
                              .period = m->period,
                              .n = m->n,
                              .coordinates = setup->problem.inputs.n};
    const struct sim_sink sink = {.context = &watcher, .event = see_event, .sample = see_sample};
    setup->problem.rate = fmin(1 / m->period, STATE_POINTS / until);
    see_start(&setup->problem, out);
    struct error why = {0};
    code = sim_simulate(&setup->problem, &sink, &statistics, &why);
    if (!code)
        close_regime(&watcher, until);
    if (code == ERROR_NUMERIC)
        code = ERROR_OK;
    if (code && err)
        *err = why;
    sim_setup_free(setup);
    return code;
}

static enum error_code make_room(size_t n, struct report_prediction *out, struct error *err)
{
    out->regime = calloc(n, 1);
    out->state.x = malloc(STATE_POINTS * sizeof(double));
    out->state.y = malloc(STATE_POINTS * sizeof(double));
    return out->regime && out->state.x && out->state.y ? ERROR_OK : error_memory(err);
}

/* ---- all of it */

enum error_code report_predict(const struct report_mechanism *mechanism,
                               const struct measure_record *measured, double start,
                               const struct report_fitted *fitted, size_t run,
                               struct report_prediction *out, struct error *err)
{
    *out = (struct report_prediction){.first = first_sample(measured, start), .a = NAN, .b = NAN};
    struct predict_wish wish = wish_from(measured, start, out->first);
    const struct free_values free = find_free(mechanism->rig, fitted, run);
    wish.slopes = free.n > 0;
    wish.n_free = free.n;
    wish.free = free.index;
    struct predict_result got = {0};
    enum error_code code = make_room(measured->n, out, err);
    if (!code)
        code = follow(mechanism, measured, start, &wish, &got, out, err);
    if (!code)
        code = take_velocities(&got, measured->n, out, err);
    if (!code && free.n > 0)
        code = take_band(&got, measured->n, &free, fitted, out, err);
    if (!code) {
        out->smooth = got.smooth;
        take_events(&got, out);
        code = watch(mechanism, measured, start, out, err);
    }
    predict_result_free(&got);
    if (!code)
        report_regime_smooth(out->regime + out->first, measured->n - out->first, measured->period);
    return code;
}

void report_prediction_free(struct report_prediction *prediction)
{
    for (int c = 0; c < 2; c++) {
        free(prediction->tip[c]);
        free(prediction->rate[c]);
        free(prediction->band[c]);
    }
    free(prediction->regime);
    free(prediction->event_uncertainty);
    free(prediction->state.x);
    free(prediction->state.y);
    measure_events_free(&prediction->events);
    *prediction = (struct report_prediction){0};
}
