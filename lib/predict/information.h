/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a run would teach before it is recorded: the Fisher information that its velocities and
 * impact times have about values of the mechanism and about what is unknown of the instruments.
 * Rows are those of a fit (fit/residuals.c), in white noise; instead of sums over samples there
 * are integrals over the pieces of the motion, by Gauss's rule, which is exact for them. */
#ifndef LIB_PREDICT_INFORMATION_H
#define LIB_PREDICT_INFORMATION_H

#include "lib/predict/predict.h"

/* Unknowns beside the mechanism's values, of the pairs tip_t's first. A channel shows
 *     gain (u + angle w)(t - lag) + offset + drift t
 * of the tip's velocity u in its direction and w in the other one. */
enum predict_extra {
    PREDICT_TIME_OFFSET, /* when the motion starts in the record */
    PREDICT_OFFSET_T,
    PREDICT_OFFSET_N,
    PREDICT_DRIFT_T,
    PREDICT_DRIFT_N,
    PREDICT_GAIN_T,
    PREDICT_GAIN_N,
    PREDICT_ANGLE_T,
    PREDICT_ANGLE_N,
    PREDICT_LAG_T,
    PREDICT_LAG_N,
    PREDICT_CLOCK,
    PREDICT_EXTRAS
};

enum { PREDICT_UNKNOWNS = SIM_MAX_DIRECTIONS + PREDICT_EXTRAS };

/* how a run will be recorded */
struct predict_recording {
    double duration, period; /* of the motion, of sampling (s) */
    double mask;             /* velocities this soon after a jump do not count (s) */
    double noise[2];         /* rms of a sample of tip_t and tip_n, m/s; 0: no such channel */
    double most[2];          /* m/s at which each is clipped; INFINITY: never */
    bool extras[PREDICT_EXTRAS];
    /* ways in which the rail may be off what its channel will say, each by a standard uncertainty
     * of 1; with the free values SIM_MAX_DIRECTIONS - 1 at the most */
    size_t n_ways;
    struct sim_belt *const *ways;
};

struct predict_information {
    size_t n; /* unknowns: the free values, then all extras */
    double matrix[PREDICT_UNKNOWNS][PREDICT_UNKNOWNS];
    double peak[2];      /* largest velocities of the tip, m/s */
    bool clipped;        /* one of them is beyond what its channel shows */
    size_t impacts;      /* that a record would show */
    double first_impact; /* s; NaN: none */
    double until;        /* beyond this derivatives are not defined, or the motion has ended (s) */
};

/* of values free[n_free] (indices of sim_values_index), at those of `base`. A motion that cannot
 * be followed to its end teaches until then; one that has no start is an error. */
enum error_code predict_information_of(const struct predict_base *base,
                                       const struct predict_recording *recording,
                                       const size_t *free, size_t n_free,
                                       struct predict_information *out, struct error *err);

/* Information about some unknowns when the others, `gone`, are unknown too (Schur's complement):
 * kept x kept, in order. prior: information that there is of each already, 0: none.
 * False: the others are not determined, nor is anything then. */
bool predict_information_about(const struct predict_information *all, const bool *gone,
                               const double *prior, double *kept);

#endif
