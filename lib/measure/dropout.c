/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "lib/measure/dropout.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "lib/measure/flag.h"

enum { HELD = 12 }; /* equal samples in a row; noise above 2 counts does it once in 1e9 */

static const double longest = 5e-3; /* s */
/* in units of the noise: a jump is larger, a level is steadier, and what comes back is nearer
 * to where it was, than this */
static const double abrupt = 25, steady = 6, returned = 10;
/* the same in units of how much neighbours differ beside it, since a fast motion is no jump
 * and goes on meanwhile */
static const double abrupt_slopes = 5, returned_slopes = 3;

static bool is_good(const unsigned char *flags, size_t first, size_t end)
{
    for (size_t i = first; i < end; i++)
        if (flags[i])
            return false;
    return true;
}

static size_t find_held(const double *v, size_t n, unsigned char *flags)
{
    size_t count = 0;
    for (size_t i = 0, end; i < n; i = end) {
        for (end = i + 1; end < n && v[end] == v[i];)
            end++;
        if (end - i >= HELD && is_good(flags, i, end)) {
            memset(flags + i, MEASURE_LOST, end - i);
            count++;
        }
    }
    return count;
}

/* the end of the level that begins at i */
static size_t level_end(const double *v, size_t n, size_t i, double noise)
{
    size_t end = i + 1;
    while (end < n && fabs(v[end] - v[i]) < steady * noise)
        end++;
    return end;
}

/* left and regained abruptly, from i to j, and the motion goes on where it was */
static bool is_dropout(const double *v, size_t n, double noise, size_t i, size_t j)
{
    if (i < 3 || j + 3 > n)
        return false;
    const double slope = 0.25 * (fabs(v[i - 1] - v[i - 3]) + fabs(v[j + 2] - v[j]));
    const double least = abrupt * noise + abrupt_slopes * slope;
    const double away = v[i] - v[i - 1], back = v[j] - v[j - 1];
    return away * back < 0 && fmin(fabs(away), fabs(back)) > least &&
           fabs(v[j] - v[i - 1]) < returned * noise + returned_slopes * slope * (double)(j - i + 1);
}

size_t measure_dropout_find(const double *values, size_t n, double period, double noise,
                            double step, unsigned char *flags)
{
    size_t count = noise > 2 * fabs(step) ? find_held(values, n, flags) : 0;
    const size_t most = (size_t)(longest / period);
    for (size_t i = 1; i < n; i++) {
        if (!(fabs(values[i] - values[i - 1]) > abrupt * noise))
            continue;
        const size_t end = level_end(values, n, i, noise);
        if (end - i > most || !is_dropout(values, n, noise, i, end) ||
            !is_good(flags, i - 1, end + 1))
            continue;
        memset(flags + i, MEASURE_LOST, end - i);
        count++;
        i = end;
    }
    return count;
}
