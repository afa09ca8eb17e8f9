/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "calib/quiet.h"

#include <math.h>
#include <stdlib.h>

#include <gsl/gsl_statistics_double.h>

/* by blocks: what noise with memory makes of the mean shows between their means */
static double mean_uncertainty(const double *samples, size_t n, double mean)
{
    enum { BLOCKS = 10 };
    const size_t length = n / BLOCKS;
    double sum = 0;
    if (length == 0)
        return NAN;
    for (size_t b = 0; b < BLOCKS; b++) {
        double block = 0;
        for (size_t i = 0; i < length; i++)
            block += samples[b * length + i] / (double)length;
        sum += (block - mean) * (block - mean);
    }
    return sqrt(sum / (BLOCKS * (BLOCKS - 1)));
}

struct calib_quiet calib_quiet_of(const double *samples, size_t first, size_t n)
{
    struct calib_quiet quiet = {.first = first, .n = n};
    if (n < 2)
        return (struct calib_quiet){0};
    double square = 0;
    for (size_t i = first; i < first + n; i++)
        quiet.mean += samples[i] / (double)n;
    for (size_t i = first; i < first + n; i++)
        square += (samples[i] - quiet.mean) * (samples[i] - quiet.mean);
    quiet.sigma = sqrt(square / (double)(n - 1));
    quiet.mean_u = mean_uncertainty(samples + first, n, quiet.mean);
    return quiet;
}

struct calib_quiet calib_quiet_find(const double *samples, const bool *flags, size_t n,
                                    size_t length)
{
    struct calib_quiet best = {0};
    const size_t step = length / 2 ? length / 2 : 1;
    for (size_t first = 0; first + length <= n; first += step) {
        bool clean = true;
        for (size_t i = 0; flags && i < length && clean; i++)
            clean = !flags[first + i];
        if (!clean)
            continue;
        const struct calib_quiet here = calib_quiet_of(samples, first, length);
        if (best.n == 0 || here.sigma < best.sigma)
            best = here;
    }
    return best;
}

enum error_code calib_quiet_difference(const double *samples, size_t n, double *sigma,
                                       struct error *err)
{
    enum { ENOUGH = 100000 };
    const size_t stride = 1 + n / ENOUGH;
    double *differences = malloc((n / stride + 1) * sizeof *differences);
    if (!differences)
        return error_memory(err);
    size_t count = 0;
    for (size_t i = 1; i < n; i += stride)
        differences[count++] = fabs(samples[i] - samples[i - 1]);
    /* the median of a normal magnitude is 0.6745 sigma */
    *sigma = count ? gsl_stats_median(differences, 1, count) / 0.6745 : NAN;
    free(differences);
    return ERROR_OK;
}
