/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "report/compare.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/measure/match.h"
#include "lib/measure/rail.h"
#include "lib/measure/start.h"
#include "lib/predict/belt.h"
#include "lib/predict/portrait.h"
#include "lib/predict/rig.h"
#include "lib/run/run.h"
#include "sim/belt_source.h"

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

static enum error_code take_origin(const struct run *run, struct report_origin *origin,
                                   struct error *err)
{
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
                                     .period = run_period(info),
                                     .simulated = info->driver &&
                                                  strcmp(info->driver, "simulated rig") == 0};
    return lost ? error_memory(err) : ERROR_OK;
}

/* ---- measured */

/* what measure_detect took off */
static void take_rest(struct report_run *run)
{
    for (int c = 0; c < 2; c++)
        run->rest[c] = run->detected.rest[c].mean;
}

/* is the belt's speed one that the fit has found for this run? */
static bool fits_belt(const struct report_fitted *fitted, size_t run)
{
    for (size_t i = 0; fitted && i < fitted->n; i++) {
        const struct report_parameter *p = &fitted->parameters[i];
        if (strcmp(p->name, "belt_speed") == 0 && (p->run == REPORT_SHARED || p->run == run))
            return true;
    }
    return false;
}

/* The rail as in the fit: it finds a speed for each of its runs whose rail was recorded, unless
 * that rail itself drives the belt. Other runs have their recorded rail where it is uneven,
 * else its mean. A belt that the rig names goes before both. */
static enum error_code take_belt(const struct report_fitted *fitted, struct report_run *run,
                                 struct error *err)
{
    const struct measure_record *m = &run->measured;
    run->belt = rig_value(run->rig, "belt_speed")->value;
    run->belt_uncertainty = NAN;
    const double length = m->first + (double)m->n * m->period - run->detected.events.list[0].t;
    if (run->rig->belt.kind != RIG_BELT_CONSTANT)
        return sim_belt_source_read(&run->rig->belt, length, &run->rail, err);
    if (!m->v[MEASURE_RAIL])
        return ERROR_OK;
    const size_t from = measure_detect_first(m, &run->detected);
    run->belt = measure_record_mean(m, MEASURE_RAIL, from, &run->belt_uncertainty);
    enum error_code code = rig_set_value(run->rig, "belt_speed", run->belt, err);
    if (!code && !fits_belt(fitted, run->fitted_run) &&
        (run->fitted_run != REPORT_NOT_FITTED || measure_rail_uneven(m, from)))
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

static enum error_code read_measured(const struct report_request *request, struct run *opened,
                                     struct report_run *run, struct error *err)
{
    enum error_code code = opened ? ERROR_OK : run_open(run->dir, &opened, err);
    if (code)
        return code;
    code = take_origin(opened, &run->origin, err);
    if (code)
        run_close(opened);
    else
        code = measure_record_take(opened, &run->measured, err);
    if (!code && request->rig)
        measure_record_instruments(&run->measured, request->rig);
    if (!code)
        code = measure_start_take(request->start_at.items, request->start_at.n, &run->measured,
                                  err);
    if (!code)
        code = measure_detect(&run->measured, &run->detected, err);
    if (!code) {
        take_rest(run);
        drop_short_slips(&run->detected.events);
    }
    return code;
}

/* ---- events */

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

static void fill_events(struct report_run *run, const struct measure_match *match)
{
    const struct measure_events *seen = &run->detected.events, *expected = &run->prediction.events;
    for (size_t i = 0; i + 1 < seen->n; i++) {
        const struct measure_event *event = &seen->list[i + 1];
        const size_t j = match->partner[i];
        const double t = event->t - run->alignment.after;
        const bool paired = j != MEASURE_NO_PARTNER;
        const bool matched = paired && fabs(t - expected->list[j].t) <= REPORT_SAME_EVENT;
        const struct measure_event *partnered = matched ? &expected->list[j] : NULL;
        if (paired && !matched)
            match->spurious[j] = 1;
        add_event(run, (struct report_event){
                           .state = matched ? REPORT_MATCHED : REPORT_MISSED,
                           .kind = event->kind,
                           .seen = t,
                           .seen_uncertainty = event->uncertainty,
                           .predicted = partnered ? partnered->t : NAN,
                           .predicted_uncertainty = partnered ? partnered->uncertainty : NAN});
    }
    for (size_t j = 0; j < expected->n; j++)
        if (match->spurious[j])
            add_event(
                run, (struct report_event){.state = REPORT_SPURIOUS,
                                           .kind = expected->list[j].kind,
                                           .seen = NAN,
                                           .seen_uncertainty = NAN,
                                           .predicted = expected->list[j].t,
                                           .predicted_uncertainty = expected->list[j].uncertainty});
    qsort(run->events, run->n_events, sizeof *run->events, by_time);
}

static enum error_code compare_events(struct report_run *run, struct error *err)
{
    const struct measure_events *all = &run->detected.events, *expected = &run->prediction.events;
    /* the start is where the two are laid over each other, not an event to compare */
    const struct measure_events seen = {.list = all->list + 1, .n = all->n ? all->n - 1 : 0};
    const struct measure_match_rule rule = {
        .start = run->alignment.after, .same_scale = event_scale, .limit = event_limit};
    struct measure_match matched = {0};
    run->events = malloc((seen.n + expected->n + 1) * sizeof *run->events);
    enum error_code code = run->events ? measure_match_events(&seen, expected, &rule, &matched, err)
                                       : error_memory(err);
    if (!code)
        fill_events(run, &matched);
    measure_match_free(&matched);
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
    const struct predict_motion *p = &run->prediction;
    run->regime = calloc(m->n, 1);
    if (!run->regime)
        return error_memory(err);
    measure_regime_seen(m, no_rest, run->belt, p->first, run->regime);
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
        for (int r = 0; r < MEASURE_REGIMES; r++)
            run->metrics[c][r] = report_metrics(m->v[c], p->tip[c], run->regime,
                                                r ? r : REPORT_EVERY, m->n, run->range[c]);
    }
    run->seen = report_behaviour_of(run->regime, p->first, m->n, m->period,
                                    count_impacts(&run->detected.events));
    run->predicted = report_behaviour_of(p->regime, p->first, m->n, m->period,
                                         count_impacts(&p->events));
    return ERROR_OK;
}

/* ---- all of it */

static enum error_code make_rig(const struct report_request *request, struct report_run *run,
                                struct error *err)
{
    const struct predict_names names = {.recorded = {request->from_run}};
    enum error_code code = predict_rig_make(request->rig, run->measured.rig, run->dir, &names,
                                            &run->rig, err);
    if (!code)
        code = take_belt(request->fitted, run, err);
    if (!code && request->fitted)
        code = report_fitted_apply(request->fitted, run->fitted_run, run->rig, err);
    return code;
}

static enum error_code predict(const struct report_request *request, struct report_run *run,
                               struct error *err)
{
    const struct predict_mechanism mechanism = {
        .rig = run->rig, .belt = run->rail, .recorded = run->rig->belt.kind == RIG_BELT_CONSTANT};
    struct predict_uncertain uncertain = {0};
    if (request->fitted)
        report_fitted_uncertain(request->fitted, run->fitted_run, run->rig, &uncertain);
    enum error_code code = report_align(&mechanism, &run->measured, &run->detected.events,
                                        &run->alignment, err);
    if (!code)
        code = predict_motion_whole(&mechanism, &run->measured, run->alignment.after, &uncertain,
                                    &run->prediction, err);
    if (!code)
        code = predict_portrait_measured(run->rig, &run->measured, run->prediction.first,
                                         &run->state, err);
    return code;
}

static enum error_code compare(const struct report_request *request, struct run *opened,
                               struct report_run *run, struct error *err)
{
    enum error_code code = read_measured(request, opened, run, err);
    if (!code && request->fitted)
        run->fitted_run = report_fitted_run(request->fitted, run->measured.sha256);
    if (!code)
        code = make_rig(request, run, err);
    if (!code)
        code = predict(request, run, err);
    if (!code) {
        drop_short_slips(&run->prediction.events);
        code = compare_signals(run, err);
    }
    return code ? code : compare_events(run, err);
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
                               struct run *opened, struct report_run **run, struct error *err)
{
    struct report_run *new = *run = calloc(1, sizeof *new);
    if (new) {
        new->dir = strdup(dir);
        new->name = name_of(dir);
        new->fitted_run = REPORT_NOT_FITTED;
    }
    if (!new || !new->dir || !new->name) {
        run_close(opened);
        return error_memory(err);
    }
    struct error why = {0};
    enum error_code code = compare(request, opened, new, &why);
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
    predict_motion_free(&run->prediction);
    run->prediction.a = a;
    run->prediction.b = b;
    double **const arrays[] = {&run->residual[0], &run->residual[1]};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
        free(*arrays[i]);
        *arrays[i] = NULL;
    }
    predict_curve_free(&run->state);
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
    free(run->small.measured);
    free(run->small.predicted);
    free(run->events);
    free(run);
}
