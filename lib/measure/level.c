/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "lib/measure/level.h"

#include <math.h>
#include <stdbool.h>

/* Noise with memory shows in the scatter of the means of blocks that are longer than the
 * memory: 20 ms, a period of the mains, or a tenth of it all when that is less. */
static const double block_time = 0.02;
enum { FEWEST_BLOCKS = 10 };

static bool good(const unsigned char *flags, size_t i) { return !flags || !flags[i]; }

/* sum over [first, end) of (value - from)^power, and how many samples that are */
static double sum_of(const double *values, const unsigned char *flags, size_t first, size_t end,
                     double from, int power, size_t *n)
{
    double sum = 0;
    *n = 0;
    for (size_t i = first; i < end; i++) {
        if (!good(flags, i))
            continue;
        const double off = values[i] - from;
        sum += power == 1 ? off : off * off;
        ++*n;
    }
    return sum;
}

/* standard uncertainty of the mean as the means of blocks tell it; 0 when they cannot */
static double scatter_of_blocks(const double *values, const unsigned char *flags,
                                const struct measure_level *level, double period)
{
    const double most = floor((double)level->n / FEWEST_BLOCKS);
    const size_t length = (size_t)fmax(1, fmin(round(block_time / period), most));
    double squares = 0, blocks = 0;
    for (size_t at = level->first; at + length <= level->first + level->n; at += length) {
        size_t n;
        const double sum = sum_of(values, flags, at, at + length, level->mean, 1, &n);
        if (n == 0)
            continue;
        squares += pow(sum / (double)n, 2);
        blocks++;
    }
    return blocks > 1 ? sqrt(squares / (blocks * (blocks - 1))) : 0;
}

struct measure_level measure_level_of(const double *values, const unsigned char *flags,
                                      size_t first, size_t n, double period)
{
    struct measure_level level = {.first = first, .n = n};
    size_t used;
    const double sum = sum_of(values, flags, first, first + n, 0, 1, &used);
    if (used < 2)
        return (struct measure_level){0};
    level.mean = sum / (double)used;
    level.sigma = sqrt(sum_of(values, flags, first, first + n, level.mean, 2, &used) /
                       (double)(used - 1));
    level.uncertainty = fmax(level.sigma / sqrt((double)used),
                             scatter_of_blocks(values, flags, &level, period));
    return level;
}

struct measure_level measure_level_quietest(const double *values, const unsigned char *flags,
                                            size_t n, size_t length, double period)
{
    struct measure_level best = {0};
    const size_t step = length / 2 ? length / 2 : 1;
    for (size_t first = 0; first + length <= n; first += step) {
        bool clean = true;
        for (size_t i = first; i < first + length && clean; i++)
            clean = good(flags, i);
        if (!clean)
            continue;
        const struct measure_level here = measure_level_of(values, NULL, first, length, period);
        if (here.n && (best.n == 0 || here.sigma < best.sigma))
            best = here;
    }
    return best;
}
