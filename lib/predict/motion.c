/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "lib/predict/motion.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/predict/band.h"

enum { CURVE_POINTS = 5000 }; /* of the phase portrait, at the most */

static double *blank(size_t n)
{
    double *v = malloc(n * sizeof *v);
    for (size_t i = 0; v && i < n; i++)
        v[i] = NAN;
    return v;
}

/* ---- the simulation */

/* the first sample at or after the start */
static size_t first_sample(const struct measure_record *m, double start)
{
    const double i = ceil((start - m->first) / m->period);
    return i <= 0 ? 0 : i >= (double)m->n ? m->n : (size_t)i;
}

static struct predict_base base_of(const struct predict_mechanism *mechanism, double start)
{
    struct predict_base base;
    predict_base_from_rig(mechanism->rig, &base);
    predict_base_drive(&base, mechanism->belt);
    base.inputs.belt_shift = mechanism->recorded ? start : 0;
    return base;
}

/* every sample of the record from the one with which the motion begins */
static struct predict_wish wish_of(const struct measure_record *m, double start, size_t first)
{
    return (struct predict_wish){.duration = m->first + ((double)m->n - 0.5) * m->period - start,
                                 .n_samples = m->n - first,
                                 .sample_period = m->period,
                                 .first_sample = m->first + (double)first * m->period - start};
}

/* what the k-th of so many curves beside the first coordinate shows */
static size_t which_more(size_t k, size_t n)
{
    return k + 2 == n   ? SIM_SHOWN_FORCE_T
           : k + 1 == n ? SIM_SHOWN_FORCE_N
                        : SIM_SHOWN_STATES + 1 + k;
}

/* a motion that ends early has given its samples up to there */
static enum error_code follow(const struct predict_base *base, const struct measure_record *m,
                              double start, struct predict_result *got, struct predict_motion *out,
                              struct error *err)
{
    size_t shown[SIM_MAX_SHOWN], n = 0;
    while (n < out->n_shown) {
        shown[n] = out->shown[n].channel.which;
        n++;
    }
    for (size_t k = 0; k < out->state.n_more; k++)
        shown[n++] = which_more(k, out->state.n_more);
    struct predict_wish wish = wish_of(m, start, out->first);
    wish.shown = shown;
    wish.n_shown = n;
    struct error why = {0};
    enum error_code code = predict_run(base, m, &wish, got, &why);
    if (code == ERROR_NUMERIC && got->n_samples > 0) {
        memcpy(out->ended, why.message, sizeof out->ended);
        code = ERROR_OK;
    }
    if (code && err)
        *err = why;
    return code;
}

static enum error_code take_velocities(const struct predict_result *got, size_t n,
                                       struct predict_motion *out, struct error *err)
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

static void take_events(struct predict_result *got, struct predict_motion *out)
{
    out->events = got->events;
    got->events = (struct measure_events){0};
    for (size_t i = 0; i < out->events.n; i++)
        out->events.list[i].uncertainty = NAN;
}

/* ---- the band */

/* Samples at which members are looked at, at the most: on paper and on screens fewer have room,
 * and to sample a member takes longer than to follow it. */
enum { BAND_POINTS = 4000 };

/* which stretches between these samples have an event of the motion */
static bool *find_jumps(const struct predict_motion *out, const struct predict_wish *wish)
{
    bool *jumps = calloc(wish->n_samples + 1, sizeof *jumps);
    for (size_t i = 0; jumps && i < out->events.n; i++) {
        const double at = (out->events.list[i].t - wish->first_sample) / wish->sample_period;
        if (at >= 0 && at < (double)wish->n_samples)
            jumps[(size_t)at] = true;
    }
    return jumps;
}

/* on the record's grid */
static enum error_code spread_band(const struct predict_ensemble *ensemble,
                                   const struct predict_wish *wish, size_t every, size_t n,
                                   struct predict_motion *out, struct error *err)
{
    bool *jumps = find_jumps(out, wish);
    if (!jumps)
        return error_memory(err);
    for (int c = 0; c < 2; c++) {
        const struct predict_band band = {every, ensemble->middle[c], ensemble->half[c], jumps};
        out->middle[c] = blank(n);
        out->band[c] = blank(n);
        if (out->middle[c] && out->band[c])
            predict_band_fill(&band, out->tip[c] + out->first, out->n, out->middle[c] + out->first,
                              out->band[c] + out->first);
    }
    free(jumps);
    return out->middle[0] && out->middle[1] && out->band[0] && out->band[1] ? ERROR_OK
                                                                            : error_memory(err);
}

static enum error_code take_band(const struct predict_base *base, const struct measure_record *m,
                                 double start, const struct predict_uncertain *uncertain,
                                 struct predict_motion *out, struct error *err)
{
    struct predict_wish wish = wish_of(m, start, out->first);
    struct predict_ensemble ensemble;
    const size_t every = wish.n_samples / BAND_POINTS + 1;
    wish.n_samples = predict_band_points(wish.n_samples, every);
    wish.sample_period *= (double)every;
    enum error_code code = predict_ensemble_make(base, m, &wish, uncertain, &out->events, &ensemble,
                                                 err);
    if (code)
        return code;
    code = spread_band(&ensemble, &wish, every, m->n, out, err);
    for (size_t i = 0; i < out->events.n; i++)
        out->events.list[i].uncertainty = ensemble.event_uncertainty[i];
    predict_ensemble_free(&ensemble);
    return code;
}

/* ---- other channels */

static void find_shown(const struct rig *rig, const struct measure_record *m,
                       struct predict_motion *out)
{
    struct predict_channel channels[SIM_MAX_SHOWN];
    out->n_shown = predict_shown_channels(rig, m, channels);
    for (size_t k = 0; k < out->n_shown; k++)
        out->shown[k].channel = channels[k];
    const size_t n_more = rig_coordinates(rig) - 1 + 2;
    out->state.n_more = out->n_shown + n_more <= SIM_MAX_SHOWN ? n_more : 0;
}

static enum error_code take_shown(const struct predict_result *got, size_t n,
                                  struct predict_motion *out, struct error *err)
{
    for (size_t k = 0; k < out->n_shown; k++) {
        struct predict_shown *shown = &out->shown[k];
        shown->values = blank(n);
        if (!shown->values)
            return error_memory(err);
        for (size_t i = 0; i < got->n_samples; i++)
            shown->values[out->first + i] = got->shown[i * (out->n_shown + out->state.n_more) + k];
    }
    return ERROR_OK;
}

/* ---- regimes and states */

static enum measure_regime regime_of(enum sim_mode mode)
{
    return mode == SIM_FLIGHT ? MEASURE_FLIGHT : mode == SIM_STICK ? MEASURE_STICK : MEASURE_SLIP;
}

/* each regime lasts from one change to the next, the last one as long as the motion */
static enum error_code take_regimes(const struct predict_result *got,
                                    const struct measure_record *m, double start,
                                    struct predict_motion *out, struct error *err)
{
    out->regime = calloc(m->n, 1);
    if (!out->regime)
        return error_memory(err);
    const double end = (double)(out->first + out->n);
    for (size_t k = 0; k < got->n_changes; k++) {
        const struct predict_change *change = &got->changes[k];
        const double from = ceil((start + change->t - m->first) / m->period);
        const double to = k + 1 < got->n_changes
                              ? ceil((start + change[1].t - m->first) / m->period)
                              : end;
        for (double i = fmax(from, 0); i < to && i < end; i++)
            out->regime[(size_t)i] = (unsigned char)regime_of(change->to);
    }
    measure_regime_smooth(out->regime + out->first, m->n - out->first, m->period);
    return ERROR_OK;
}

static enum error_code take_states(const struct predict_result *got, struct predict_motion *out,
                                   struct error *err)
{
    struct predict_curve *state = &out->state;
    const size_t every = got->n_samples / CURVE_POINTS + 1;
    const size_t room = got->n_samples / every + 1;
    const size_t columns = out->n_shown + state->n_more;
    bool good = true;
    state->every = every;
    state->x = malloc(room * sizeof *state->x);
    state->y = malloc(room * sizeof *state->y);
    for (size_t k = 0; k < state->n_more; k++)
        good &= (state->more[k] = malloc(room * sizeof *state->more[k])) != NULL;
    if (!state->x || !state->y || !good)
        return error_memory(err);
    for (size_t i = 0; i < got->n_samples; i += every, state->n++) {
        state->x[state->n] = got->first[0][i];
        state->y[state->n] = got->first[1][i];
        for (size_t k = 0; k < state->n_more; k++)
            state->more[k][state->n] = got->shown[i * columns + out->n_shown + k];
    }
    return ERROR_OK;
}

/* A and B of the slip that the motion starts with */
static void see_start(const struct predict_base *base, struct predict_motion *out)
{
    struct sim_problem problem = {.inputs = base->inputs};
    struct sim_values values = base->values;
    struct sim_motion motion;
    if (sim_values_complete(&values, NULL))
        return;
    sim_values_to_problem(&values, &problem);
    sim_motion_at(&problem.inputs, SIM_FLIGHT, 0, problem.x, &motion);
    if (motion.slip == 0)
        return;
    sim_motion_at(&problem.inputs, motion.slip > 0 ? SIM_SLIP_PLUS : SIM_SLIP_MINUS, 0, problem.x,
                  &motion);
    out->a = motion.a;
    out->b = motion.b;
}

/* ---- all of it */

static struct predict_motion begin(const struct measure_record *measured, double start)
{
    return (struct predict_motion){.first = first_sample(measured, start), .a = NAN, .b = NAN};
}

enum error_code predict_motion_velocities(const struct predict_mechanism *mechanism,
                                          const struct measure_record *measured, double start,
                                          struct predict_motion *out, struct error *err)
{
    *out = begin(measured, start);
    const struct predict_base base = base_of(mechanism, start);
    struct predict_result got = {0};
    enum error_code code = follow(&base, measured, start, &got, out, err);
    if (!code)
        code = take_velocities(&got, measured->n, out, err);
    take_events(&got, out);
    predict_result_free(&got);
    return code;
}

enum error_code predict_motion_whole(const struct predict_mechanism *mechanism,
                                     const struct measure_record *measured, double start,
                                     const struct predict_uncertain *uncertain,
                                     struct predict_motion *out, struct error *err)
{
    *out = begin(measured, start);
    const struct predict_base base = base_of(mechanism, start);
    struct predict_result got = {0};
    see_start(&base, out);
    find_shown(mechanism->rig, measured, out);
    enum error_code code = follow(&base, measured, start, &got, out, err);
    if (!code)
        code = take_velocities(&got, measured->n, out, err);
    take_events(&got, out);
    if (!code && uncertain->n > 0)
        code = take_band(&base, measured, start, uncertain, out, err);
    if (!code)
        code = take_shown(&got, measured->n, out, err);
    if (!code)
        code = take_regimes(&got, measured, start, out, err);
    if (!code)
        code = take_states(&got, out, err);
    predict_result_free(&got);
    return code;
}

void predict_curve_free(struct predict_curve *curve)
{
    free(curve->x);
    free(curve->y);
    for (size_t k = 0; k < SIM_MAX_SHOWN; k++)
        free(curve->more[k]);
    *curve = (struct predict_curve){0};
}

void predict_motion_free(struct predict_motion *motion)
{
    for (int c = 0; c < 2; c++) {
        free(motion->tip[c]);
        free(motion->rate[c]);
        free(motion->middle[c]);
        free(motion->band[c]);
    }
    for (size_t k = 0; k < motion->n_shown; k++)
        free(motion->shown[k].values);
    free(motion->regime);
    predict_curve_free(&motion->state);
    measure_events_free(&motion->events);
    *motion = (struct predict_motion){0};
}
