/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a channel shows while nothing moves: its level, drift and hum of the mains, which go on
 * in the motion and are taken off there, and the noise that is left, with its colour. */
#ifndef LIB_MEASURE_BACKGROUND_H
#define LIB_MEASURE_BACKGROUND_H

#include "lib/measure/level.h"
#include "lib/measure/noise.h"

enum { MEASURE_HARMONICS = 3 };

struct measure_background {
    struct measure_level rest; /* drift and hum taken off; n is 0: there was none to see */
    double drift;              /* per second; 0: none is seen */
    double drift_u;            /* standard uncertainty of it */
    double mains;              /* Hz; 0: no hum is seen */
    double sine[MEASURE_HARMONICS], cosine[MEASURE_HARMONICS]; /* t from the first sample */
    double hum;                 /* amplitude of the strongest harmonic */
    struct measure_noise noise; /* in units of the channel */
};

/* From n samples of rest, those with a flag (may be NULL) left out. A drift is believed where the
 * corrected criterion of Akaike prefers it in noise of that colour, a hum of 50 or 60 Hz where
 * noise would show as much in one channel of a thousand. ERROR_OK with rest.n == 0 where there are
 * too few. */
enum error_code measure_background_find(const double *values, const unsigned char *flags, size_t n,
                                        double period, struct measure_background *background,
                                        struct error *err);

/* The noise of a signal that never rests: what is left of cubic parabolas through pieces of 10 ms,
 * in the piece of median scatter. */
enum error_code measure_background_of_motion(const double *values, const unsigned char *flags,
                                             size_t n, double period, struct measure_noise *noise,
                                             struct error *err);

/* How well the drift is known, also where none was seen and taken off, in noise of this much
 * (measure_noise_slow); 0: there was no rest to tell. */
double measure_background_drift(const struct measure_background *background, double noise,
                                double period);

/* what is to be taken off sample i */
double measure_background_at(const struct measure_background *background, double period, size_t i);

/* rms of means over many samples, times the root of their number: noise with a memory has more of
 * it than its rms */
double measure_noise_slow(const struct measure_noise *noise);

/* rms of the sum of weight[i] r[i] */
double measure_noise_of_sum(const struct measure_noise *noise, const double *weight, size_t n);

#endif
