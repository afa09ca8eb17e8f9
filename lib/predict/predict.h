/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One run simulated: the tip's velocities at the record's times and the events
 * that a record would show, with their derivatives by the free values. */
#ifndef LIB_PREDICT_PREDICT_H
#define LIB_PREDICT_PREDICT_H

#include "lib/rig/rig.h"
#include "lib/measure/events.h"
#include "lib/measure/record.h"
#include "sim/setup.h"

/* a run's values before any is fitted */
struct predict_base {
    struct sim_values values;
    struct sim_inputs inputs; /* contact law and belt; model, n and p are the values' */
    enum rig_impact impact;
    double rtol;
};

/* values of the rig, and which of them a person gave: the others follow in a fit too */
void predict_base_from_rig(const struct rig *rig, struct predict_base *base);

/* a belt whose speed is known over time instead of a constant one; NULL: as it is */
void predict_base_drive(struct predict_base *base, const struct sim_belt *belt);

/* set the value at an index of sim_values_index */
void predict_base_set(struct predict_base *base, size_t index, double value);

/* what is wanted; times from the start of the motion */
struct predict_wish {
    bool slopes;
    double duration;
    double first_sample, sample_period; /* n_samples 0: none */
    size_t n_samples;
    size_t n_free;
    const size_t *free;  /* indices of sim_values_index */
    size_t n_shown;      /* SIM_MAX_SHOWN at the most */
    const size_t *shown; /* of sim/shown.h */
};

struct predict_change {
    double t;
    enum sim_mode to;
};

/* With a recorded belt (base.inputs.belt) there is one direction more than free
 * values, the last: by the belt's shift. */
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
    bool smooth; /* derivatives are defined to the end */
};

/* `seen` tells how large a jump must be to be seen. The prediction's memory is
 * used again from call to call; predict_result_free gives it back. */
enum error_code predict_run(const struct predict_base *base, const struct measure_record *seen,
                            const struct predict_wish *wish, struct predict_result *out,
                            struct error *err);
void predict_result_free(struct predict_result *prediction);

#endif
