/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "lib/predict/ensemble.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/measure/match.h"
#include "lib/measure/normal.h"
#include "sim/values.h"

enum { OUT = PREDICT_ENSEMBLE_OUT, TRIES = 100 };
static const unsigned long seed = 1;
/* how far from its place the event of a member is still that one: as reports match events (s) */
static const double event_scale = 5e-3, event_limit = 4;

/* ---- the members */

static bool possible(const struct predict_base *base, const struct predict_uncertain *u,
                     const double *values)
{
    struct error ignored;
    for (size_t i = 0; i < u->n; i++)
        if (quantity_check(sim_values_quantity(base->values.model, u->index[i]), values[i],
                           &ignored))
            return false;
    return true;
}

/* rows of u->n: what cannot be, as a negative restitution, is drawn again */
static void draw_rows(const struct predict_base *base, const struct predict_uncertain *u,
                      const struct measure_normal *normal, gsl_rng *rng, double *rows)
{
    for (size_t m = 0; m < PREDICT_ENSEMBLE; m++) {
        double *values = rows + m * u->n;
        int tries = 0;
        do {
            measure_normal_draw(normal, rng, values);
            for (size_t i = 0; i < u->n; i++)
                values[i] += sim_values_get(&base->values, u->index[i]);
        } while (!possible(base, u, values) && ++tries < TRIES);
    }
}

static enum error_code draw_all(const struct predict_base *base, const struct predict_uncertain *u,
                                double *rows, struct error *err)
{
    double covariance[SIM_MAX_DIRECTIONS * SIM_MAX_DIRECTIONS];
    for (size_t i = 0; i < u->n; i++)
        for (size_t j = 0; j < u->n; j++)
            covariance[i * u->n + j] = u->covariance[i][j];
    struct measure_normal *normal = NULL;
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    enum error_code code = rng ? measure_normal_open(covariance, u->n, &normal, err)
                               : error_memory(err);
    if (!code) {
        gsl_rng_set(rng, seed);
        draw_rows(base, u, normal, rng, rows);
    }
    measure_normal_close(normal);
    if (rng)
        gsl_rng_free(rng);
    return code;
}

/* ---- what they show */

/* the lowest and the highest of the samples so far, each from the outermost inwards */
struct extremes {
    double low[OUT], high[OUT];
};

struct work {
    const struct predict_base *base;
    const struct measure_record *seen;
    const struct predict_wish *wish;
    const struct predict_uncertain *uncertain;
    const struct measure_events *expected;
    double *values; /* rows of uncertain->n */
    struct extremes *extremes[2];
    unsigned *members;    /* that reach each sample */
    double *late;         /* of each member a row: expected events, NaN: it has none such */
    enum error_code code; /* of any of them */
};

static void take_value(struct extremes *e, double value)
{
    double low = value, high = value;
    for (int k = 0; k < OUT; k++) {
        if (low < e->low[k]) {
            const double was = e->low[k];
            e->low[k] = low;
            low = was;
        }
        if (high > e->high[k]) {
            const double was = e->high[k];
            e->high[k] = high;
            high = was;
        }
    }
}

static void take_member(struct work *w, const struct predict_result *got)
{
    for (size_t i = 0; i < got->n_samples; i++) {
        for (int c = 0; c < 2; c++)
            take_value(&w->extremes[c][i], got->tip[c][i]);
        w->members[i]++;
    }
}

static enum error_code take_events(struct work *w, size_t member, const struct predict_result *got)
{
    const struct measure_match_rule rule = {.same_scale = event_scale, .limit = event_limit};
    struct measure_match match = {0};
    struct error told;
    double *late = w->late + member * w->expected->n;
    enum error_code code = measure_match_events(w->expected, &got->events, &rule, &match, &told);
    for (size_t i = 0; !code && i < w->expected->n; i++)
        late[i] = match.partner[i] == MEASURE_NO_PARTNER
                      ? NAN
                      : got->events.list[match.partner[i]].t - w->expected->list[i].t;
    measure_match_free(&match);
    return code;
}

/* one that cannot be followed to its end counts up to there */
static void follow_member(struct work *w, size_t member, struct predict_result *got)
{
    struct predict_base base = *w->base;
    for (size_t i = 0; i < w->uncertain->n; i++)
        predict_base_set(&base, w->uncertain->index[i], w->values[member * w->uncertain->n + i]);
    struct error ignored = {0};
    enum error_code code = predict_run(&base, w->seen, w->wish, got, &ignored);
    if (code != ERROR_MEMORY)
        code = take_events(w, member, got);
#pragma omp critical(predict_ensemble)
    {
        if (code)
            w->code = code;
        else
            take_member(w, got);
    }
}

static void follow_all(struct work *w)
{
#pragma omp parallel
    {
        struct predict_result got = {0};
#pragma omp for schedule(dynamic, 1)
        for (size_t m = 0; m < PREDICT_ENSEMBLE; m++)
            follow_member(w, m, &got);
        predict_result_free(&got);
    }
}

/* ---- the band */

static void fill_band(const struct work *w, struct predict_ensemble *out)
{
    for (size_t i = 0; i < w->wish->n_samples; i++)
        for (int c = 0; c < 2; c++) {
            const struct extremes *e = &w->extremes[c][i];
            const bool most = 2 * w->members[i] > PREDICT_ENSEMBLE;
            out->middle[c][i] = most ? 0.5 * (e->high[OUT - 1] + e->low[OUT - 1]) : NAN;
            out->half[c][i] = most ? 0.5 * (e->high[OUT - 1] - e->low[OUT - 1]) : NAN;
        }
}

static void fill_events(const struct work *w, struct predict_ensemble *out)
{
    for (size_t i = 0; i < w->expected->n; i++) {
        double squares = 0;
        size_t n = 0;
        for (size_t m = 0; m < PREDICT_ENSEMBLE; m++) {
            const double late = w->late[m * w->expected->n + i];
            if (!isnan(late)) {
                squares += late * late;
                n++;
            }
        }
        out->event_uncertainty[i] = 2 * n > PREDICT_ENSEMBLE ? sqrt(squares / (double)n) : NAN;
    }
}

static bool make_room(struct work *w, struct predict_ensemble *out)
{
    const size_t n = w->wish->n_samples + 1, events = w->expected->n + 1;
    w->values = calloc(PREDICT_ENSEMBLE * w->uncertain->n + 1, sizeof *w->values);
    w->members = calloc(n, sizeof *w->members);
    w->late = malloc(PREDICT_ENSEMBLE * events * sizeof *w->late);
    out->event_uncertainty = malloc(events * sizeof *out->event_uncertainty);
    bool room = w->values && w->members && w->late && out->event_uncertainty;
    for (int c = 0; c < 2; c++) {
        w->extremes[c] = malloc(n * sizeof *w->extremes[c]);
        out->middle[c] = malloc(n * sizeof *out->middle[c]);
        out->half[c] = malloc(n * sizeof *out->half[c]);
        room = room && w->extremes[c] && out->middle[c] && out->half[c];
    }
    for (size_t i = 0; room && i < n; i++)
        for (int c = 0; c < 2; c++)
            for (int k = 0; k < OUT; k++) {
                w->extremes[c][i].low[k] = INFINITY;
                w->extremes[c][i].high[k] = -INFINITY;
            }
    return room;
}

enum error_code predict_ensemble_make(const struct predict_base *base,
                                      const struct measure_record *seen,
                                      const struct predict_wish *wish,
                                      const struct predict_uncertain *uncertain,
                                      const struct measure_events *expected,
                                      struct predict_ensemble *ensemble, struct error *err)
{
    *ensemble = (struct predict_ensemble){0};
    struct work w = {
        .base = base, .seen = seen, .wish = wish, .uncertain = uncertain, .expected = expected};
    enum error_code code = make_room(&w, ensemble) ? draw_all(base, uncertain, w.values, err)
                                                   : error_memory(err);
    if (!code) {
        follow_all(&w);
        code = w.code ? error_memory(err) : ERROR_OK;
    }
    if (!code) {
        fill_band(&w, ensemble);
        fill_events(&w, ensemble);
    } else {
        predict_ensemble_free(ensemble);
    }
    free(w.values);
    free(w.members);
    free(w.late);
    free(w.extremes[0]);
    free(w.extremes[1]);
    return code;
}

void predict_ensemble_free(struct predict_ensemble *ensemble)
{
    for (int c = 0; c < 2; c++) {
        free(ensemble->middle[c]);
        free(ensemble->half[c]);
    }
    free(ensemble->event_uncertainty);
    *ensemble = (struct predict_ensemble){0};
}
