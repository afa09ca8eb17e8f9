/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The level of a stretch of a signal: its mean, how well that is known, and the scatter
 * about it. Samples with a flag do not count; flags may be NULL. */
#ifndef LIB_MEASURE_LEVEL_H
#define LIB_MEASURE_LEVEL_H

#include <stddef.h>

struct measure_level {
    size_t first, n; /* the stretch; n is 0 when there is none, and all else then too */
    double mean, sigma;
    double uncertainty; /* standard, of the mean: what noise with memory makes of it included */
};

struct measure_level measure_level_of(const double *values, const unsigned char *flags,
                                      size_t first, size_t n, double period);

/* the stretch of `length` samples with the least scatter, of those without a flag */
struct measure_level measure_level_quietest(const double *values, const unsigned char *flags,
                                            size_t n, size_t length, double period);

/* Where a channel rests, if it does: of the stretches of `length` samples that scatter less than
 * twice as much as the quietest, the one whose mean is nearest to zero, since a steady speed is as
 * quiet as a rest, and an offset smaller than a speed; with all beside it that is at its level */
struct measure_level measure_level_rest(const double *values, const unsigned char *flags, size_t n,
                                        size_t length, double period);

#endif
