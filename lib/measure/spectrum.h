/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The power of a signal over frequency, by a windowed FFT. */
#ifndef LIB_MEASURE_SPECTRUM_H
#define LIB_MEASURE_SPECTRUM_H

#include <stddef.h>

#include "lib/base/error.h"

/* power |X|^2 / sum w^2 at k / (2 (bins - 1)) cycles per sample: the Hann window,
 * mean removed, zeros added. The caller frees it. */
enum error_code measure_spectrum_power(const double *samples, size_t n, double **power,
                                       size_t *bins, struct error *err);

/* amplitude of a line of that power in n samples: the window's mean is 1/2, and 3/8 that of its
 * square */
double measure_spectrum_amplitude(double power, size_t n);

#endif
