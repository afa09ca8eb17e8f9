/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is fitted to what: runs, and parameters that all runs share or that each
 * run has of its own. */
#ifndef FIT_PROBLEM_H
#define FIT_PROBLEM_H

#include "lib/measure/detect.h"
#include "lib/measure/rail.h"
#include "lib/measure/record.h"
#include "lib/predict/predict.h"
#include "lib/predict/shown.h"
#include "lib/rig/description.h"

/* Of the two kinds of a pair the first is tip_t's. A channel shows
 *     gain (u cos(angle) + w sin(angle))(t - lag) + offset + drift (t - start)
 * of the tip's velocity u in its direction and w in the other one. */
enum fit_parameter_kind {
    FIT_MODEL,       /* a parameter or start value of the mechanism */
    FIT_TIME_OFFSET, /* time in the record at which the motion starts */
    FIT_CLOCK,       /* true seconds in a second of the record, less one */
    FIT_OFFSET_T,    /* what is left of what tip_t shows when the tip rests */
    FIT_OFFSET_N,
    FIT_DRIFT_T, /* what the offset gains in a second */
    FIT_DRIFT_N,
    FIT_GAIN_T, /* true sensitivity over the one of the rig */
    FIT_GAIN_N,
    FIT_ANGLE_T, /* of the beam, beside the one of the rig */
    FIT_ANGLE_N,
    FIT_LAG_T, /* by which the instrument is late */
    FIT_LAG_N,
    FIT_RAIL_GAIN,  /* of the recorded rail; all else that it may be off by: fit/rail.h */
    FIT_OTHER_GAIN, /* true sensitivity of another channel over the rig's, one for each slot */
    FIT_KINDS = FIT_OTHER_GAIN + SIM_MAX_SHOWN
};

#define FIT_SHARED ((size_t)-1)

struct fit_parameter {
    char *name; /* "stiffness"; of one run: "theta1[2]", counted from 1 */
    const char *unit;
    enum fit_parameter_kind kind;
    size_t index; /* of sim_values_index, for FIT_MODEL */
    size_t run;   /* FIT_SHARED, or whose it is */
    double start, low, high;
    double prior, prior_uncertainty; /* Gaussian; NaN: none */
    bool asked;                      /* by a person, with --free or --own: a result; all others are
                                        there so that their uncertainty is in the results */
};

/* A channel beside those of the tip and the rail that the rig predicts: a force, an angle, an
 * acceleration. Its level is the one that the rig's calibration gives it: what it shows at rest may
 * be true. */
struct fit_other {
    char name[RIG_NAME_SIZE]; /* what it shows, or its role */
    const struct measure_channel *measured;
    size_t slot; /* which of the rig's such channels it is */
    double excess;
};

struct fit_run {
    struct measure_record measured;
    struct measure_detected detected;
    struct predict_base base;
    struct sim_belt *belt;    /* recorded speed of the rail; NULL: the belt's speed is a number */
    struct measure_rail rail; /* what the belt is made of */
    double *rail_off;         /* of each of its ways, how much is in the belt (fit/rail.h) */
    double known[SIM_MAX_PARAMETERS + SIM_MAX_STATES]; /* uncertainty of each value by the index of
                                                          sim_values_index; NaN: not told */
    double rail_gain; /* relative uncertainty of the rail channel's sensitivity */
    /* what the residuals of tip_t and tip_n are beyond the noise, found before the last solve:
     * the root of their variance and of how many are worth one */
    double excess[2];
    struct fit_other others[SIM_MAX_SHOWN];
    size_t shown[SIM_MAX_SHOWN]; /* what each of them shows (sim/shown.h) */
    size_t n_others;
};

struct fit_problem {
    struct fit_run *runs;
    size_t n_runs;
    struct fit_parameter *parameters;
    size_t n;
};

/* The means over n samples in a row scatter by this over the root of n: noise that remembers, and
 * what is in excess of it. */
double fit_run_noise(const struct fit_run *run, int channel);

/* How well the drift of a channel is known from its rest, also where none was seen and taken off;
 * 0: there was no rest to tell (m/s2). */
double fit_run_drift(const struct fit_run *run, int channel);

/* the start of the motion is known to this, or to its own uncertainty where that is more, and no
 * sample nearer to where it is seen is used (s) */
#define FIT_ALIGN 3e-3

void fit_problem_free(struct fit_problem *problem); /* what it points to */

/* bounds for a value when none are given: a third to three times of what cannot
 * be negative, 0 to 1 of a fraction, and for others as far again as they are
 * large; 0.1 around zero */
void fit_problem_bounds(enum quantity_range range, double value, double *low, double *high);

#endif
