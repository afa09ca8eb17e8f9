/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One run predicted: velocities at the record's times, events, regimes, states
 * and the band that uncertain parameters leave. */
#ifndef REPORT_PREDICT_H
#define REPORT_PREDICT_H

#include "lib/rig/rig.h"
#include "lib/measure/record.h"
#include "lib/predict/predict.h"
#include "report/fitted.h"
#include "report/regime.h"
#include "sim/belt.h"

struct report_curve {
    double *x, *y;
    size_t n;
};

struct report_prediction {
    size_t first;   /* sample with which the motion begins */
    size_t n;       /* samples that are predicted, from there on */
    double *tip[2]; /* on the record's grid; NaN where nothing is predicted */
    double *rate[2];
    double *band[2]; /* expanded uncertainty (k = 2); NULL: not known */
    unsigned char *regime;
    struct measure_events events;   /* times from the start of the motion */
    double *event_uncertainty;      /* of each, standard; NULL: not known */
    struct report_curve state;      /* first coordinate and its velocity */
    double a, b;                    /* of the slip at the start; NaN without slip */
    bool smooth;                    /* the derivatives hold to the end */
    char ended[ERROR_MESSAGE_SIZE]; /* "" or why it ends before the record */
};

/* what moves: the mechanism, over its belt or a recorded one */
struct report_mechanism {
    const struct rig *rig;
    const struct sim_belt *belt; /* in the record's time; NULL: the rig's belt_speed */
};

/* velocities, rates and events alone; the motion starts at `start` in the record's time.
 * What cannot be followed to its end is no failure: see `ended`. */
enum error_code report_predict_velocities(const struct report_mechanism *mechanism,
                                          const struct measure_record *measured, double start,
                                          struct report_prediction *out, struct error *err);

/* all of it; fitted may be NULL */
enum error_code report_predict(const struct report_mechanism *mechanism,
                               const struct measure_record *measured, double start,
                               const struct report_fitted *fitted, size_t run,
                               struct report_prediction *out, struct error *err);

void report_prediction_free(struct report_prediction *prediction);

#endif
