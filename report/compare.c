/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "report/compare.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/run/run.h"
#include "lib/measure/match.h"
#include "lib/measure/rail.h"
#include "lib/predict/belt.h"
#include "report/portrait.h"
#include "report/rigs.h"

/* scale and limit of the matching, and how far apart events may be that are still
 * one and the same (REPORT_SAME_EVENT) */
static const double event_scale = 5e-3, event_limit = 4;
/* a slip between two sticks that is shorter is not told from a dropout */
static const double short_slip = 10e-3;

/* ---- what run.json tells */

static char *copy(const char *text, bool *lost)
{
    char *made = text ? strdup(text) : NULL;
    *lost = *lost || (text && !made);
    return made;
}

static enum error_code read_origin(const char *dir, struct report_origin *origin, struct error *err)
{
    struct run *run;
    enum error_code code = run_open(dir, &run, err);
    if (code)
        return code;
    const struct run_info *info = &run->info;
    bool lost = false;
    *origin = (struct report_origin){.note = copy(info->note, &lost),
                                     .start = copy(info->start, &lost),
                                     .program = copy(info->program, &lost),
                                     .device = copy(info->device, &lost),
                                     .driver = copy(info->driver, &lost),
                                     .sha256 = copy(run->sha256, &lost),
                                     .state = copy(run_state_text(run->state), &lost),
                                     .warning = *run->warning ? copy(run->warning, &lost) : NULL,
                                     .frames = run->frames,
                                     .period = 1e-9 * (double)info->period_ns,
                                     .simulated = info->driver &&
                                                  strcmp(info->driver, "simulated rig") == 0};
    run_close(run);
    return lost ? error_memory(err) : ERROR_OK;
}

/* ---- measured */

/* what measure_detect took off */
static void take_rest(struct report_run *run)
{
    for (int c = 0; c < 2; c++)
        run->rest[c] = run->detected.rest[c].mean;
}

static bool fits_belt(const struct report_fitted *fitted)
{
    for (size_t i = 0; fitted && i < fitted->n; i++)
        if (strcmp(fitted->parameters[i].name, "belt_speed") == 0)
            return true;
    return false;
}

/* as in the fit: the recorded rail drives the belt where it is uneven, its mean
 * elsewhere, unless the fit has found a speed of its own */
static enum error_code take_belt(const struct report_fitted *fitted, struct report_run *run,
                                 struct error *err)
{
    const struct measure_record *m = &run->measured;
    run->belt = rig_value(run->rig, "belt_speed")->value;
    run->belt_uncertainty = NAN;
    if (!m->v[MEASURE_RAIL] || run->rig->belt.kind != RIG_BELT_CONSTANT)
        return ERROR_OK;
    const size_t from = measure_detect_first(m, &run->detected);
    run->belt = measure_record_mean(m, MEASURE_RAIL, from, &run->belt_uncertainty);
    enum error_code code = rig_set_value(run->rig, "belt_speed", run->belt, err);
    if (!code && !fits_belt(fitted) && measure_rail_uneven(m, from))
        code = predict_belt_recorded(m, from, &run->rail, err);
    return code;
}

/* take out what a dropout looks like */
static void drop_short_slips(struct measure_events *events)
{
    size_t kept = 0;
    for (size_t i = 0; i < events->n; i++) {
        const struct measure_event *e = &events->list[i];
        if (i + 1 < events->n && e->kind == MEASURE_EVENT_LEAVE &&
            e[1].kind == MEASURE_EVENT_STICK && e[1].t - e->t < short_slip)
            i++;
        else
            events->list[kept++] = *e;
    }
    events->n = kept;
}

static enum error_code read_measured(struct report_run *run, struct error *err)
{
    enum error_code code = measure_record_read(run->dir, &run->measured, err);
    if (!code)
        code = measure_detect(&run->measured, &run->detected, err);
    if (!code) {
        take_rest(run);
        drop_short_slips(&run->detected.events);
    }
    return code;
}

/* ---- events */

static enum error_code match(const struct report_run *run, size_t *partner, int *spurious,
                             struct error *err)
{
    /* the start is where the two are laid over each other, not an event to compare */
    const size_t n = run->detected.events.n - 1;
    struct measure_event *seen = malloc((n + 1) * sizeof *seen);
    double *scale = malloc((n + 1) * sizeof *scale);
    enum error_code code = seen && scale ? ERROR_OK : error_memory(err);
    for (size_t i = 0; !code && i < n; i++) {
        seen[i] = run->detected.events.list[i + 1];
        seen[i].t -= run->alignment.after;
        scale[i] = event_scale;
    }
    struct measure_match matched = {.partner = partner, .spurious = spurious};
    if (!code)
        code = measure_match_events(seen, scale, n, run->prediction.events.list,
                                    run->prediction.events.n, event_limit, &matched, err);
    free(seen);
    free(scale);
    return code;
}

static int by_time(const void *a, const void *b)
{
    const struct report_event *x = a, *y = b;
    const double tx = isnan(x->seen) ? x->predicted : x->seen;
    const double ty = isnan(y->seen) ? y->predicted : y->seen;
    return (tx > ty) - (tx < ty);
}

static void add_event(struct report_run *run, struct report_event event)
{
    run->events[run->n_events++] = event;
    run->n_matched += event.state == REPORT_MATCHED;
    run->n_missed += event.state == REPORT_MISSED;
    run->n_spurious += event.state == REPORT_SPURIOUS;
}

static void fill_events(struct report_run *run, const size_t *partner, int *spurious)
{
    const struct measure_events *seen = &run->detected.events, *expected = &run->prediction.events;
    const double *u = run->prediction.event_uncertainty;
    for (size_t i = 0; i + 1 < seen->n; i++) {
        const struct measure_event *event = &seen->list[i + 1];
        const size_t j = partner[i];
        const double t = event->t - run->alignment.after;
        const bool paired = j != MEASURE_NO_PARTNER;
        const bool matched = paired && fabs(t - expected->list[j].t) <= REPORT_SAME_EVENT;
        if (paired && !matched)
            spurious[j] = 1;
        add_event(run, (struct report_event){.state = matched ? REPORT_MATCHED : REPORT_MISSED,
                                             .kind = event->kind,
                                             .seen = t,
                                             .seen_uncertainty = event->uncertainty,
                                             .predicted = matched ? expected->list[j].t : NAN,
                                             .predicted_uncertainty = matched && u ? u[j] : NAN});
    }
    for (size_t j = 0; j < expected->n; j++)
        if (spurious[j])
            add_event(run, (struct report_event){.state = REPORT_SPURIOUS,
                                                 .kind = expected->list[j].kind,
                                                 .seen = NAN,
                                                 .seen_uncertainty = NAN,
                                                 .predicted = expected->list[j].t,
                                                 .predicted_uncertainty = u ? u[j] : NAN});
    qsort(run->events, run->n_events, sizeof *run->events, by_time);
}

static enum error_code compare_events(struct report_run *run, struct error *err)
{
    const size_t n_seen = run->detected.events.n, n_expected = run->prediction.events.n;
    size_t *partner = malloc((n_seen + 1) * sizeof *partner);
    int *spurious = calloc(n_expected + 1, sizeof *spurious);
    run->events = malloc((n_seen + n_expected + 1) * sizeof *run->events);
    enum error_code code = partner && spurious && run->events ? ERROR_OK : error_memory(err);
    if (!code)
        code = match(run, partner, spurious, err);
    if (!code)
        fill_events(run, partner, spurious);
    free(partner);
    free(spurious);
    return code;
}

/* ---- signals */

/* those that a record shows; the prediction knows of smaller ones */
static size_t count_impacts(const struct measure_events *events)
{
    size_t n = 0;
    for (size_t i = 0; i < events->n; i++)
        n += events->list[i].kind == MEASURE_EVENT_JUMP &&
             events->list[i].size >= MEASURE_JUMP_SEEN;
    return n;
}

/* what was not measured is neither compared nor drawn */
static void hide_lost(struct measure_record *m)
{
    for (int c = 0; c < MEASURE_CHANNELS; c++)
        for (size_t i = 0; m->flags[c] && i < m->n; i++)
            if (measure_flag_near(m->flags[c], m->n, i))
                m->v[c][i] = NAN;
}

static enum error_code compare_signals(struct report_run *run, struct error *err)
{
    static const double no_rest[2] = {0, 0};
    const struct measure_record *m = &run->measured;
    const struct report_prediction *p = &run->prediction;
    run->regime = calloc(m->n, 1);
    if (!run->regime)
        return error_memory(err);
    report_regime_seen(m, no_rest, run->belt, p->first, run->regime);
    hide_lost(&run->measured);
    for (int c = 0; c < 2; c++) {
        if (!m->v[c])
            continue;
        run->residual[c] = malloc(m->n * sizeof *run->residual[c]);
        if (!run->residual[c])
            return error_memory(err);
        for (size_t i = 0; i < m->n; i++)
            run->residual[c][i] = m->v[c][i] - p->tip[c][i];
        run->noise[c] = m->noise[c];
        run->range[c] = report_metrics_range(m->v[c], p->tip[c], m->n);
        for (int r = 0; r < REPORT_REGIMES; r++)
            run->metrics[c][r] = report_metrics(m->v[c], p->tip[c], run->regime,
                                                r ? r : REPORT_EVERY, m->n, run->range[c]);
    }
    run->seen = report_regime_behaviour(run->regime, p->first, m->n, m->period,
                                        count_impacts(&run->detected.events));
    run->predicted = report_regime_behaviour(p->regime, p->first, m->n, m->period,
                                             count_impacts(&p->events));
    return ERROR_OK;
}

/* ---- all of it */

static enum error_code compare(const struct report_request *request, struct report_run *run,
                               struct error *err)
{
    const struct report_fitted *fitted = request->fitted;
    enum error_code code = read_origin(run->dir, &run->origin, err);
    if (!code)
        code = read_measured(run, err);
    if (!code && fitted)
        run->fitted_run = report_fitted_run(fitted, run->measured.sha256);
    if (!code)
        code = report_rigs_make(request, run->measured.rig, run->dir, &run->rig, err);
    if (!code)
        code = take_belt(fitted, run, err);
    if (!code && fitted)
        code = report_fitted_apply(fitted, run->fitted_run, run->rig, err);
    const struct report_mechanism mechanism = {.rig = run->rig, .belt = run->rail};
    if (!code)
        code = report_align(&mechanism, &run->measured, &run->detected.events, &run->alignment,
                            err);
    if (!code)
        code = report_predict(&mechanism, &run->measured, run->alignment.after, fitted,
                              run->fitted_run, &run->prediction, err);
    if (!code)
        code = report_portrait_measure(run->rig, &run->measured, run->prediction.first, &run->state,
                                       err);
    if (!code) {
        drop_short_slips(&run->prediction.events);
        code = compare_signals(run, err);
    }
    if (!code)
        code = compare_events(run, err);
    return code;
}

/* "a/b/" is called b */
static char *name_of(const char *dir)
{
    size_t end = strlen(dir);
    while (end > 1 && dir[end - 1] == '/')
        end--;
    size_t begin = end;
    while (begin > 0 && dir[begin - 1] != '/')
        begin--;
    return strndup(dir + begin, end - begin);
}

enum error_code report_compare(const struct report_request *request, const char *dir,
                               struct report_run **run, struct error *err)
{
    struct report_run *new = calloc(1, sizeof *new);
    *run = new;
    if (!new)
        return error_memory(err);
    new->dir = strdup(dir);
    new->name = name_of(dir);
    new->fitted_run = REPORT_NOT_FITTED;
    if (!new->dir || !new->name)
        return error_memory(err);
    struct error why = {0};
    enum error_code code = compare(request, new, &why);
    new->good = !code;
    memcpy(new->why, why.message, sizeof new->why);
    return code == ERROR_MEMORY ? error_memory(err) : ERROR_OK;
}

bool report_run_is_noise(const struct report_run *run, int channel, int regime)
{
    return run->metrics[channel][regime].level < REPORT_NO_SIGNAL * run->noise[channel];
}

void report_run_slim(struct report_run *run)
{
    measure_record_free(&run->measured);
    measure_events_free(&run->detected.events);
    const double a = run->prediction.a, b = run->prediction.b;
    report_prediction_free(&run->prediction);
    run->prediction.a = a;
    run->prediction.b = b;
    double **const arrays[] = {&run->residual[0], &run->residual[1], &run->state.x, &run->state.y};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
        free(*arrays[i]);
        *arrays[i] = NULL;
    }
    free(run->regime);
    run->regime = NULL;
}

void report_run_free(struct report_run *run)
{
    if (!run)
        return;
    report_run_slim(run);
    char *const texts[] = {run->dir,           run->name,           run->origin.note,
                           run->origin.start,  run->origin.program, run->origin.device,
                           run->origin.driver, run->origin.sha256,  run->origin.state,
                           run->origin.warning};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        free(texts[i]);
    rig_free(run->rig);
    sim_belt_free(run->rail);
    free(run->events);
    free(run);
}
