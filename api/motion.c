/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A motion in memory: what skitter-sim writes as two tables. */
#include "config.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/private.h"
#include "sim/simulate.h"

enum { CONTACT_COLUMNS = 6 };
static const char *const contact_names[CONTACT_COLUMNS] = {"tip_t", "tip_n",   "slip",
                                                           "gap",   "force_t", "force_n"};

enum { NAME_SIZE = 80 };

struct skitter_motion {
    size_t width, n_directions, n_columns;
    char (*names)[NAME_SIZE]; /* of columns */
    double **columns;
    uint8_t *modes;
    size_t n_samples, room;
    struct skitter_event *events;
    double *event_states, *event_slopes; /* a row for each event */
    size_t n_events, event_room;
};

void skitter_motion_free(skitter_motion *motion)
{
    if (!motion)
        return;
    for (size_t i = 0; motion->columns && i < motion->n_columns; i++)
        free(motion->columns[i]);
    free(motion->columns);
    free(motion->names);
    free(motion->modes);
    free(motion->events);
    free(motion->event_states);
    free(motion->event_slopes);
    free(motion);
}

/* ---- making room */

/* false without memory: then it is as it was */
static bool grow(void *array, size_t n, size_t size)
{
    void **at = array, *larger = n > SIZE_MAX / size ? NULL : realloc(*at, n * size);
    if (larger)
        *at = larger;
    return larger != NULL;
}

static bool grow_samples(struct skitter_motion *motion)
{
    const size_t room = motion->room ? 2 * motion->room : 1024;
    bool whole = grow(&motion->modes, room, sizeof *motion->modes);
    for (size_t i = 0; i < motion->n_columns && whole; i++)
        whole = grow(&motion->columns[i], room, sizeof *motion->columns[i]);
    if (whole)
        motion->room = room;
    return whole;
}

static bool grow_events(struct skitter_motion *motion)
{
    const size_t room = motion->event_room ? 2 * motion->event_room : 32;
    const bool whole = grow(&motion->events, room, sizeof *motion->events) &&
                       grow(&motion->event_states, room,
                            motion->width * sizeof *motion->event_states) &&
                       (motion->n_directions == 0 ||
                        grow(&motion->event_slopes, room,
                             motion->n_directions * sizeof *motion->event_slopes));
    if (whole)
        motion->event_room = room;
    return whole;
}

/* ---- while it is computed */

static enum error_code keep_sample(struct skitter_motion *motion, const struct sim_sample *sample,
                                   struct error *err)
{
    if (motion->n_samples == motion->room && !grow_samples(motion))
        return error_memory(err);
    const struct sim_motion *m = sample->motion;
    const double contact[CONTACT_COLUMNS] = {m->tip_t, m->tip_n,   m->slip,
                                             m->gap,   m->force_t, m->force_n};
    double **column = motion->columns;
    const size_t at = motion->n_samples++;
    (*column++)[at] = sample->t;
    for (size_t i = 0; i < motion->width; i++)
        (*column++)[at] = sample->x[i];
    for (size_t i = 0; i < CONTACT_COLUMNS; i++)
        (*column++)[at] = contact[i];
    for (size_t i = 0; i < motion->n_directions * motion->width; i++)
        (*column++)[at] = sample->slopes[i];
    motion->modes[at] = (uint8_t)sample->mode;
    return ERROR_OK;
}

static enum error_code keep_event(struct skitter_motion *motion, const struct sim_setup *setup,
                                  const struct sim_event *event, struct error *err)
{
    if (motion->n_events == motion->event_room && !grow_events(motion))
        return error_memory(err);
    const size_t at = motion->n_events++;
    api_event(setup, event, &motion->events[at]);
    memcpy(motion->event_states + at * motion->width, event->x,
           motion->width * sizeof *motion->event_states);
    if (motion->n_directions)
        memcpy(motion->event_slopes + at * motion->n_directions, event->time_slopes,
               motion->n_directions * sizeof *motion->event_slopes);
    return ERROR_OK;
}

struct follower {
    const struct sim_setup *setup;
    const struct skitter_options *options;
    struct skitter_motion *motion; /* NULL: only told */
};

static enum error_code take_sample(void *context, const struct sim_sample *sample,
                                   struct error *err)
{
    const struct follower *f = context;
    const enum error_code code = f->motion ? keep_sample(f->motion, sample, err) : ERROR_OK;
    return code ? code : api_tell_sample(f->options, 2 * f->setup->problem.inputs.n, sample, err);
}

static enum error_code take_event(void *context, const struct sim_event *event, struct error *err)
{
    const struct follower *f = context;
    const enum error_code code = f->motion ? keep_event(f->motion, f->setup, event, err) : ERROR_OK;
    return code ? code : api_tell_event(f->options, f->setup, event, err);
}

static bool stop(void *context)
{
    const struct follower *f = context;
    return f->options->stop(f->options->context) != 0;
}

/* ---- a new one */

static void name_columns(struct skitter_motion *motion, const struct sim_setup *setup)
{
    char(*name)[NAME_SIZE] = motion->names;
    snprintf(*name++, NAME_SIZE, "t");
    for (size_t i = 0; i < motion->width; i++)
        snprintf(*name++, NAME_SIZE, "%s", sim_setup_state(setup, i));
    for (size_t i = 0; i < CONTACT_COLUMNS; i++)
        snprintf(*name++, NAME_SIZE, "%s", contact_names[i]);
    for (size_t d = 0; d < motion->n_directions; d++)
        for (size_t i = 0; i < motion->width; i++)
            snprintf(*name++, NAME_SIZE, "d(%s)/d(%s)", sim_setup_state(setup, i),
                     setup->direction_names[d]);
}

static struct skitter_motion *motion_new(const struct sim_setup *setup)
{
    struct skitter_motion *motion = calloc(1, sizeof *motion);
    if (!motion)
        return NULL;
    motion->width = 2 * setup->problem.inputs.n;
    motion->n_directions = setup->n_directions;
    motion->n_columns = 1 + motion->width * (1 + motion->n_directions) + CONTACT_COLUMNS;
    motion->columns = calloc(motion->n_columns, sizeof *motion->columns);
    motion->names = calloc(motion->n_columns, sizeof *motion->names);
    if (!motion->columns || !motion->names) {
        skitter_motion_free(motion);
        return NULL;
    }
    name_columns(motion, setup);
    return motion;
}

int skitter_simulate(const skitter_rig *rig, const struct skitter_options *options,
                     skitter_motion **motion, struct skitter_error *err)
{
    struct sim_setup *setup;
    struct sim_statistics statistics;
    struct error inner;
    if (motion)
        *motion = NULL;
    const int answer = api_setup(rig, options, &setup, err);
    if (answer)
        return answer;
    struct follower follower = {setup, options, motion ? motion_new(setup) : NULL};
    const struct sim_sink sink = {.context = &follower,
                                  .sample = motion || options->sample ? take_sample : NULL,
                                  .event = take_event,
                                  .stop = options->stop ? stop : NULL};
    const enum error_code code = motion && !follower.motion
                                     ? error_memory(&inner)
                                     : sim_simulate(&setup->problem, &sink, &statistics, &inner);
    if (motion)
        *motion = follower.motion;
    sim_setup_free(setup);
    return api_answer(code, &inner, err);
}

/* ---- looking at it */

size_t skitter_motion_samples(const skitter_motion *motion) { return motion->n_samples; }

const char *skitter_motion_column_name(const skitter_motion *motion, size_t i)
{
    return i < motion->n_columns ? motion->names[i] : NULL;
}

const double *skitter_motion_column(const skitter_motion *motion, const char *name)
{
    for (size_t i = 0; i < motion->n_columns; i++)
        if (strcmp(motion->names[i], name) == 0)
            return motion->columns[i];
    return NULL;
}

const uint8_t *skitter_motion_modes(const skitter_motion *motion) { return motion->modes; }

size_t skitter_motion_events(const skitter_motion *motion) { return motion->n_events; }

const struct skitter_event *skitter_motion_event(const skitter_motion *motion, size_t i)
{
    return i < motion->n_events ? &motion->events[i] : NULL;
}

const double *skitter_motion_event_state(const skitter_motion *motion, size_t i, size_t *n)
{
    *n = i < motion->n_events ? motion->width : 0;
    return *n ? motion->event_states + i * motion->width : NULL;
}

const double *skitter_motion_event_slopes(const skitter_motion *motion, size_t i)
{
    return i < motion->n_events && motion->n_directions
               ? motion->event_slopes + i * motion->n_directions
               : NULL;
}
