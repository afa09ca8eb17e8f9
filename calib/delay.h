/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How much one signal lags behind another: the slope of their cross-spectrum's phase. */
#ifndef CALIB_DELAY_H
#define CALIB_DELAY_H

#include <stddef.h>

#include "lib/base/error.h"

struct calib_delay {
    double samples;     /* the second lags the first by these */
    double uncertainty; /* standard */
    double coherence;   /* mean over the frequencies used; 0: the signals have nothing in
                           common, and there is no delay */
};

enum error_code calib_delay_find(const double *first, const double *second, size_t n,
                                 struct calib_delay *delay, struct error *err);

#endif
