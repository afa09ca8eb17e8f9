/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A run as the fit sees it: velocities of tip and rail on one time grid, with
 * the noise level of each channel. */
#ifndef LIB_MEASURE_RECORD_H
#define LIB_MEASURE_RECORD_H

#include <stdbool.h>
#include <stddef.h>

#include <jansson.h>

#include "lib/base/error.h"

enum measure_channel { MEASURE_TIP_T, MEASURE_TIP_N, MEASURE_RAIL, MEASURE_CHANNELS };

struct measure_record {
    char *name; /* the run's directory */
    char *sha256;
    json_t *rig; /* as it was when recording; NULL when not known */
    size_t n;
    double first, period;           /* time of sample i is first + i * period */
    double *v[MEASURE_CHANNELS];    /* m/s; NULL: not recorded */
    double noise[MEASURE_CHANNELS]; /* rms of a single sample, m/s */
    unsigned char *lost;            /* of each sample: a tip channel had dropped out */
    size_t n_lost;
};

/* channels of the roles tip_t, tip_n and rail, those with a skew moved to the
 * times of the first; tip_t or tip_n must be there */
enum error_code measure_record_read(const char *dir, struct measure_record *measured,
                                    struct error *err);
void measure_record_free(struct measure_record *measured);

/* Where the light of a vibrometer did not come back its output falls to what it shows
 * at rest for some samples and returns: such samples are marked as lost, and a straight
 * line is put in their place so that they are not taken for impacts. Returns how many. */
size_t measure_record_dropouts(double *v, size_t n, double rest, double noise, size_t longest,
                               unsigned char *lost);

/* white noise of a signal that is smooth but for a few jumps, from its second
 * differences; `least` when these vanish (a converter's steps), NaN without memory */
double measure_record_noise(const double *v, size_t n, double least);

/* mean of a channel from sample `from` on, and the standard uncertainty of
 * that mean as blocks of 20 ms tell it */
double measure_record_mean(const struct measure_record *measured, enum measure_channel channel,
                           size_t from, double *uncertainty);

#endif
