/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A band that is known at every few samples, at all of them. */
#ifndef LIB_PREDICT_BAND_H
#define LIB_PREDICT_BAND_H

#include <stdbool.h>
#include <stddef.h>

/* at the samples 0, every, 2 every... of a motion */
struct predict_band {
    size_t every;
    const double *middle, *half; /* the band is middle - half to middle + half; NaN: none */
    const bool *jumps;           /* the motion has an event between this sample and the next */
};

/* how many of n samples that are */
size_t predict_band_points(size_t n, size_t every);

/* Between two of them the band is off the motion itself by as much as their mean, weighted by how
 * near they are: off by little, it changes little. Where the motion jumps between them, it has
 * both sides. Behind the last it is as wide as there. */
void predict_band_fill(const struct predict_band *band, const double *motion, size_t n,
                       double *middle, double *half);

#endif
