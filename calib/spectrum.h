/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The strongest line of a signal: windowed FFT, then an interpolation between
 * two points of the Fourier transform that is exact for a decaying exponential. */
#ifndef CALIB_SPECTRUM_H
#define CALIB_SPECTRUM_H

#include <stddef.h>

#include "lib/base/error.h"

struct calib_line {
    double frequency;      /* cycles per sample */
    double decay;          /* per sample, of the amplitude; 0 or more */
    double amplitude;      /* at the first sample */
    double mean_amplitude; /* over the stretch, as the window weights it */
    double phase;          /* at the first sample: amplitude * cos(phase) over `level` */
    double level;
    size_t length;   /* of the stretch, from the first sample on, that shows it best */
    double strength; /* power over the median of the noise around it */
};

/* what lies less than this over the noise around it is no line: it would come
 * out of noise once in 2^40 frequencies */
#define CALIB_SPECTRUM_STRENGTH 40.0

/* The strongest line with at least three cycles in a stretch from the start, and
 * at most a third of a cycle per sample. With no maximum at all, strength is 0. */
enum error_code calib_spectrum_line(const double *samples, size_t n, struct calib_line *line,
                                    struct error *err);

#endif
