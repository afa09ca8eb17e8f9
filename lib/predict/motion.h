/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One run predicted, with one simulation: velocities at the record's times, events, regimes and
 * states; and the band that uncertain values leave, with an ensemble of more. */
#ifndef LIB_PREDICT_MOTION_H
#define LIB_PREDICT_MOTION_H

#include "lib/measure/record.h"
#include "lib/measure/regime.h"
#include "lib/predict/ensemble.h"
#include "lib/predict/predict.h"
#include "lib/predict/shown.h"
#include "lib/rig/rig.h"
#include "sim/belt.h"

/* the motion in coordinates of the mechanism */
struct predict_curve {
    double *x, *y; /* the first and its velocity */
    /* the others; of a prediction then the contact's forces along and off the surface, if as much
     * can be shown beside the channels */
    double *more[SIM_MAX_SHOWN];
    size_t n_more;
    size_t n, every; /* points, one of so many samples */
};

void predict_curve_free(struct predict_curve *curve);

/* another channel of the record and what it should show, on the record's grid */
struct predict_shown {
    struct predict_channel channel;
    double *values;
};

struct predict_motion {
    size_t first;   /* sample with which the motion begins */
    size_t n;       /* samples that are predicted, from there on */
    double *tip[2]; /* on the record's grid; NaN where nothing is predicted */
    double *rate[2];
    double *middle[2], *band[2];  /* 95 % of an ensemble (lib/predict/ensemble.h): middle less
                                     band to middle and band; NULL: not known */
    unsigned char *regime;        /* enum measure_regime of each sample of the record */
    struct measure_events events; /* times from the start of the motion; uncertainty NaN:
                                     not known */
    struct predict_shown shown[SIM_MAX_SHOWN];
    size_t n_shown;
    struct predict_curve state;
    double a, b;                    /* of the slip at the start; NaN without slip */
    char ended[ERROR_MESSAGE_SIZE]; /* "" or why it ends before the record */
};

/* what moves: the mechanism, over its belt */
struct predict_mechanism {
    const struct rig *rig;
    const struct sim_belt *belt; /* NULL: the rig's belt_speed */
    bool recorded;               /* the belt has the record's clock, not the motion's */
};

/* velocities, rates and events alone; the motion starts at `start` in the record's time.
 * What cannot be followed to its end is no failure: see `ended`. */
enum error_code predict_motion_velocities(const struct predict_mechanism *mechanism,
                                          const struct measure_record *measured, double start,
                                          struct predict_motion *out, struct error *err);

/* all of it */
enum error_code predict_motion_whole(const struct predict_mechanism *mechanism,
                                     const struct measure_record *measured, double start,
                                     const struct predict_uncertain *uncertain,
                                     struct predict_motion *out, struct error *err);

void predict_motion_free(struct predict_motion *motion);

#endif
