/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is wanted of a simulated run, and what comes of it. */
#ifndef LIB_PREDICT_RESULT_H
#define LIB_PREDICT_RESULT_H

#include <stdbool.h>
#include <stddef.h>

#include "lib/measure/events.h"
#include "sim/problem.h"

/* what is wanted; times from the start of the motion */
struct predict_wish {
    bool slopes;
    double duration;
    double first_sample, sample_period; /* n_samples 0: none */
    size_t n_samples;
    size_t average; /* each is the mean of as many that fill its period; 0: of one, itself */
    size_t n_free;
    const size_t *free; /* indices of sim_values_index */
    size_t n_ways;      /* speeds added to the belt's: derivatives by how much of each */
    struct sim_belt *const *ways;
    size_t n_shown;      /* SIM_MAX_SHOWN at the most */
    const size_t *shown; /* of sim/shown.h */
    /* told of each piece of the motion, where no samples are wanted; NULL: not */
    enum error_code (*piece)(void *context, const struct sim_piece *piece, struct error *err);
    void *piece_context;
};

struct predict_change {
    double t;
    enum sim_mode to;
    double size; /* of an impact, as of an event's; 0: it is none */
};

/* Directions are by the free values, with a recorded belt (base.inputs.belt) by the belt's shift,
 * and by the ways. */
struct predict_result {
    size_t n_directions;
    struct measure_events events;
    double *event_slopes; /* rows of n_directions */
    size_t slopes_room;
    size_t n_samples;   /* given so far */
    size_t room, width; /* of the arrays below: samples, directions */
    double *tip[2], *rate[2];
    double *slopes[2];            /* rows of n_directions */
    double *first[2];             /* the first coordinate and its velocity */
    double *shown, *shown_slopes; /* rows of the wish's n_shown, and of n_directions for each */
    size_t shown_room;            /* doubles of the two together */
    /* every event of the simulation, thinned by nothing, and the mode that follows it */
    struct predict_change *changes;
    size_t n_changes, changes_room;
    bool smooth;         /* derivatives are defined to the end */
    double smooth_until; /* or else to here (s) */
};

#endif
