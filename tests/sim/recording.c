/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "tests/sim/recording.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/registry.h"
#include "sim/simulate.h"
#include "tests/test.h"

struct rig *recording_rig(const char *name, const char *settings)
{
    char path[1024], text[512];
    struct rig *rig;
    struct error err;
    const char *top = getenv("TOP_SRCDIR");
    snprintf(path, sizeof path, "%s/data/%s.yaml", top ? top : ".", name);
    if (rig_read(path, sim_registry, &rig, &err))
        fail_msg("%s", err.message);
    snprintf(text, sizeof text, "%s", settings);
    char *rest;
    for (char *word = strtok_r(text, " ", &rest); word; word = strtok_r(NULL, " ", &rest))
        if (rig_set(rig, word, &err))
            fail_msg("%s", err.message);
    return rig;
}

struct sim_setup *recording_setup(const struct rig *rig, double duration, double rtol)
{
    struct sim_setup *setup;
    struct error err;
    if (sim_setup_create(rig, duration, rtol, NULL, 0, &setup, &err))
        fail_msg("%s", err.message);
    setup->problem.rate = 0;
    return setup;
}

struct sim_setup *recording_setup_of(const char *name, const char *settings, double duration,
                                     double rtol)
{
    struct rig *rig = recording_rig(name, settings);
    struct sim_setup *setup = recording_setup(rig, duration, rtol);
    rig_free(rig);
    return setup;
}

static void *grown(void *items, size_t n, size_t *room, size_t size)
{
    if (n < *room)
        return items;
    *room = *room ? 2 * *room : 64;
    items = realloc(items, *room * size);
    assert_non_null(items);
    return items;
}

static enum error_code take_event(void *context, const struct sim_event *event, struct error *err)
{
    struct recording *r = context;
    (void)err;
    r->events = grown(r->events, r->n_events, &r->event_room, sizeof *r->events);
    struct recorded_event *kept = &r->events[r->n_events++];
    *kept = (struct recorded_event){.t = event->t,
                                    .kind = event->kind,
                                    .from = event->from,
                                    .to = event->to,
                                    .slip_before = event->slip_before,
                                    .normal_before = event->normal_before,
                                    .slip_after = event->slip_after,
                                    .normal_after = event->normal_after,
                                    .impulse_t = event->impulse_t,
                                    .impulse_n = event->impulse_n};
    memcpy(kept->x, event->x, r->width * sizeof(double));
    if (r->n_directions) {
        memcpy(kept->time_slopes, event->time_slopes, r->n_directions * sizeof(double));
        memcpy(kept->state_slopes, event->state_slopes,
               r->n_directions * r->width * sizeof(double));
    }
    return ERROR_OK;
}

static enum error_code take_sample(void *context, const struct sim_sample *sample,
                                   struct error *err)
{
    struct recording *r = context;
    (void)err;
    r->samples = grown(r->samples, r->n_samples, &r->sample_room, sizeof *r->samples);
    struct recorded_sample *kept = &r->samples[r->n_samples++];
    *kept = (struct recorded_sample){
        .t = sample->t, .mode = sample->mode, .motion = *sample->motion};
    memcpy(kept->x, sample->x, r->width * sizeof(double));
    return ERROR_OK;
}

struct recording *recording_try(const struct sim_problem *problem)
{
    struct recording *r = calloc(1, sizeof *r);
    assert_non_null(r);
    r->width = 2 * problem->inputs.n;
    r->n_directions = problem->n_directions;
    struct sim_sink sink = {.context = r, .event = take_event, .sample = take_sample};
    r->code = sim_simulate(problem, &sink, &r->statistics, &r->err);
    return r;
}

struct recording *recording_run(const struct sim_problem *problem)
{
    struct recording *r = recording_try(problem);
    if (r->code)
        fail_msg("%s", r->err.message);
    return r;
}

struct recording *recording_of(const char *name, const char *settings, double duration, double rtol)
{
    struct sim_setup *setup = recording_setup_of(name, settings, duration, rtol);
    struct recording *r = recording_run(&setup->problem);
    sim_setup_free(setup);
    return r;
}

void recording_free(struct recording *recording)
{
    if (recording) {
        free(recording->events);
        free(recording->samples);
    }
    free(recording);
}

void recording_restart(const struct sim_problem *problem, double t, const double *x,
                       struct sim_problem *copy)
{
    *copy = *problem;
    copy->inputs.p = copy->p;
    copy->t_start = t;
    memmove(copy->x, x, 2 * problem->inputs.n * sizeof(double));
}

size_t recording_count(const struct recording *recording, enum sim_event_kind kind)
{
    size_t count = 0;
    for (size_t i = 0; i < recording->n_events; i++)
        count += recording->events[i].kind == kind;
    return count;
}

const struct recorded_event *recording_event(const struct recording *recording,
                                             enum sim_event_kind kind, size_t i)
{
    for (size_t k = 0; k < recording->n_events; k++)
        if (recording->events[k].kind == kind && i-- == 0)
            return &recording->events[k];
    fail_msg("there is no such %s event", sim_event_word(kind));
    return NULL;
}

char *recording_kinds(const struct recording *recording)
{
    enum { LONGEST = 20 };
    char *text = calloc(recording->n_events + 1, LONGEST);
    assert_non_null(text);
    char *at = text;
    for (size_t i = 0; i < recording->n_events; i++)
        at += sprintf(at, "%s%s", i ? " " : "", sim_event_word(recording->events[i].kind));
    return text;
}

void recording_rate(const struct sim_problem *problem, enum sim_mode mode, double t,
                    const double *x, double *rate)
{
    const size_t n = problem->inputs.n;
    struct sim_motion motion;
    sim_motion_at(&problem->inputs, mode, t, x, &motion);
    memcpy(rate, x + n, n * sizeof *rate);
    memcpy(rate + n, motion.acceleration, n * sizeof *rate);
}

void recording_assert_near(double a, double b, double tolerance, const char *what, const char *file,
                           int line)
{
    if (fabs(a - b) <= tolerance)
        return;
    print_error("%s is %.17g instead of %.17g: off by %.3g, allowed %.3g\n", what, a, b, a - b,
                tolerance);
    _fail(file, line);
}
