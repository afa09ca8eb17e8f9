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

/* the stretch of `length` samples at `first`; n is 0 where a sample has a flag */
static struct measure_level stretch(const double *values, const unsigned char *flags, size_t first,
                                    size_t length, double period)
{
    for (size_t i = first; i < first + length; i++)
        if (!good(flags, i))
            return (struct measure_level){0};
    return measure_level_of(values, NULL, first, length, period);
}

struct measure_level measure_level_quietest(const double *values, const unsigned char *flags,
                                            size_t n, size_t length, double period)
{
    struct measure_level best = {0};
    const size_t step = length / 2 ? length / 2 : 1;
    for (size_t first = 0; first + length <= n; first += step) {
        const struct measure_level here = stretch(values, flags, first, length, period);
        if (here.n && (best.n == 0 || here.sigma < best.sigma))
            best = here;
    }
    return best;
}

/* The stretch, and what lies beside it and is at the same level: the more is known of a rest the
 * better, and the one nearest to zero of many is nearer than the truth. */
static struct measure_level extended(const double *values, const unsigned char *flags, size_t n,
                                     struct measure_level level, double period)
{
    const size_t step = level.n / 2 ? level.n / 2 : 1;
    const double reach = 8 * level.uncertainty, loudest = 2 * level.sigma;
    size_t first = level.first, end = level.first + level.n;
    while (end + step <= n) {
        const struct measure_level next = stretch(values, flags, end, step, period);
        if (!next.n || fabs(next.mean - level.mean) > reach || next.sigma > loudest)
            break;
        end += step;
    }
    while (first >= step) {
        const struct measure_level next = stretch(values, flags, first - step, step, period);
        if (!next.n || fabs(next.mean - level.mean) > reach || next.sigma > loudest)
            break;
        first -= step;
    }
    return measure_level_of(values, flags, first, end - first, period);
}

struct measure_level measure_level_rest(const double *values, const unsigned char *flags, size_t n,
                                        size_t length, double period)
{
    const struct measure_level quietest = measure_level_quietest(values, flags, n, length, period);
    struct measure_level best = quietest;
    const size_t step = length / 2 ? length / 2 : 1;
    for (size_t first = 0; quietest.n && first + length <= n; first += step) {
        double sum = 0; /* quickly: nearly all are farther from zero than the best */
        for (size_t i = first; i < first + length; i++)
            sum += values[i];
        if (!(fabs(sum) < fabs(best.mean) * (double)length))
            continue;
        const struct measure_level here = stretch(values, flags, first, length, period);
        if (here.n && here.sigma <= 2 * quietest.sigma)
            best = here;
    }
    return best.n ? extended(values, flags, n, best, period) : best;
}
