/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A motion as it was recorded: velocities of tip and rail on one time grid, without holes,
 * and all that is known of the run. */
#ifndef LIB_MEASURE_RECORD_H
#define LIB_MEASURE_RECORD_H

#include <stdbool.h>
#include <stddef.h>

#include <jansson.h>

#include "lib/base/error.h"
#include "lib/measure/background.h"
#include "lib/measure/channels.h"
#include "lib/rig/rig.h"

enum measure_role { MEASURE_TIP_T, MEASURE_TIP_N, MEASURE_RAIL, MEASURE_CHANNELS };

struct measure_record {
    /* every channel of the run, and what run.json says. The values of those that `v` has are
     * here those of `v`. */
    struct measure_channels channels;
    const char *name;            /* the run's directory */
    const char *sha256;          /* "" when not known */
    json_t *rig;                 /* as it was when recording; NULL when not known */
    size_t n;                    /* samples in use; who uses fewer may lower it */
    size_t whole;                /* samples recorded */
    double first, period;        /* time of sample i is first + i * period */
    double *v[MEASURE_CHANNELS]; /* m/s; NULL: not recorded */
    const unsigned char *flags[MEASURE_CHANNELS]; /* of each sample; NULL: all are good */
    double noise[MEASURE_CHANNELS];               /* rms of a single sample, m/s */
    double bandwidth[MEASURE_CHANNELS]; /* Hz, of its instrument's low-pass; 0: wide enough */
    double bandwidth_uncertainty[MEASURE_CHANNELS]; /* standard; NaN: not told */
    double offset_uncertainty[MEASURE_CHANNELS];    /* of the offset that the rig has taken off,
                                                       m/s; 0: none, or not told */
    double cut_at;   /* samples are missing from here on, and what is behind is not read; 0: none */
    bool start_told; /* a person said when the motion starts: */
    double start_at; /* s */
    /* of measure_detect: what was taken off each channel, with the noise that is left, and the
     * rms of what that noise makes of a jump (0: not looked at) */
    struct measure_background background[MEASURE_CHANNELS];
    double jump_noise[MEASURE_CHANNELS];
    unsigned char *lost; /* of each sample: a tip channel was clipped or had dropped out */
    size_t n_lost;
};

/* Channels of the roles tip_t, tip_n and rail, those with a skew moved to the times of the
 * first. Where one is clipped or dropped out a straight line is put in its place, so that no
 * impact is seen there, and `lost` tells that the samples are worth nothing. tip_t or tip_n
 * must be there, and no channel be clipped too much. Times after a gap are not known: a record ends
 * at its first. */
enum error_code measure_record_read(const char *dir, struct measure_record *measured,
                                    struct error *err);
/* the same of a run that is open, which is the record's from then on, or closed on failure; a gap
 * is an error here */
enum error_code measure_record_take(struct run *run, struct measure_record *measured,
                                    struct error *err);
void measure_record_free(struct measure_record *measured);

/* What the rig tells of its channels now, in its file or an included result, goes before what it
 * told when the run was recorded: the bandwidth is taken from it, and the offset (that of
 * `skitter calib channels`) taken off where run.json does not have it yet. Before measure_detect; a
 * rest in the record itself is still taken off there. */
void measure_record_instruments(struct measure_record *measured, const struct rig *rig);

/* an error when a channel is clipped in more than half of its samples from `from` on */
enum error_code measure_record_usable(const struct measure_record *measured, size_t from,
                                      struct error *err);

/* mean of a channel from sample `from` on, and the standard uncertainty of that mean */
double measure_record_mean(const struct measure_record *measured, enum measure_role channel,
                           size_t from, double *uncertainty);

#endif
