/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "lib/predict/band.h"

#include <math.h>

size_t predict_band_points(size_t n, size_t every) { return n ? (n - 1) / every + 1 : 0; }

static void fill_between(const struct predict_band *band, size_t k, const double *motion,
                         double *middle, double *half)
{
    const double off[2] = {band->middle[k] - motion[0], band->middle[k + 1] - motion[band->every]};
    for (size_t i = 1; i < band->every; i++) {
        const double share = (double)i / (double)band->every;
        middle[i] = motion[i] + (1 - share) * off[0] + share * off[1];
        half[i] = (1 - share) * band->half[k] + share * band->half[k + 1];
    }
}

/* from the least to the largest of both ends and of the motion between them */
static void fill_jump(const struct predict_band *band, size_t k, const double *motion,
                      double *middle, double *half)
{
    double low = INFINITY, high = -INFINITY;
    for (size_t end = k; end <= k + 1; end++) {
        low = fmin(low, band->middle[end] - band->half[end]);
        high = fmax(high, band->middle[end] + band->half[end]);
    }
    for (size_t i = 0; i <= band->every; i++) {
        low = fmin(low, motion[i]);
        high = fmax(high, motion[i]);
    }
    const bool known = !isnan(band->half[k]) && !isnan(band->half[k + 1]);
    for (size_t i = 1; i < band->every; i++) {
        middle[i] = known ? 0.5 * (high + low) : NAN;
        half[i] = known ? 0.5 * (high - low) : NAN;
    }
}

void predict_band_fill(const struct predict_band *band, const double *motion, size_t n,
                       double *middle, double *half)
{
    const size_t points = predict_band_points(n, band->every);
    for (size_t k = 0; k < points; k++) {
        const size_t at = k * band->every;
        middle[at] = band->middle[k];
        half[at] = band->half[k];
        if (k + 1 < points)
            (band->jumps[k] ? fill_jump : fill_between)(band, k, motion + at, middle + at,
                                                        half + at);
        else
            for (size_t i = at + 1; i < n; i++) {
                middle[i] = motion[i] + band->middle[k] - motion[at];
                half[i] = band->half[k];
            }
    }
}
