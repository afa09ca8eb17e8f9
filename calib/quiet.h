/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The quietest stretch of a signal: its offset and its noise. */
#ifndef CALIB_QUIET_H
#define CALIB_QUIET_H

#include <stdbool.h>
#include <stddef.h>

#include "lib/base/error.h"

struct calib_quiet {
    size_t first, n;
    double mean, sigma;
    double mean_u; /* standard uncertainty of the mean, memory of the noise included */
};

/* over the samples that are given */
struct calib_quiet calib_quiet_of(const double *samples, size_t first, size_t n);

/* the stretch of `length` samples with the least variance; samples with a flag
 * (may be NULL) are not in it. n is 0 when there is none. */
struct calib_quiet calib_quiet_find(const double *samples, const bool *flags, size_t n,
                                    size_t length);

/* standard deviation of the difference of neighbours, which slow motion hardly
 * changes and a few jumps do not: from its median */
enum error_code calib_quiet_difference(const double *samples, size_t n, double *sigma,
                                       struct error *err);

#endif
