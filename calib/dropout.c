/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "calib/dropout.h"

#include <math.h>

#include "calib/quiet.h"

enum { HELD = 12 }; /* equal samples in a row; noise above 2 counts does it once in 1e9 */

static const double longest = 0.02;  /* s */
static const double over_noise = 12; /* of a jump, in sigmas of a difference */
static const double returned = 0.25; /* of the jump, how near to where it was */

static size_t find_held(const double *x, size_t n, bool *flags)
{
    size_t count = 0;
    for (size_t i = 0; i < n;) {
        size_t end = i + 1;
        while (end < n && x[end] == x[i])
            end++;
        if (end - i >= HELD) {
            count++;
            for (size_t j = i; j < end; j++)
                flags[j] = true;
        }
        i = end;
    }
    return count;
}

/* the sample where an excursion that begins at i is over; 0 when it is none */
static size_t excursion_end(const double *x, size_t n, size_t i, size_t most, double least)
{
    const double jump = x[i] - x[i - 1];
    for (size_t j = i + 1; j < n && j <= i + most; j++)
        if ((x[j] - x[j - 1]) * jump < 0 && fabs(x[j] - x[j - 1]) > least &&
            fabs(x[j] - x[i - 1]) < returned * fabs(jump))
            return j;
    return 0;
}

enum error_code calib_dropout_find(const double *samples, size_t n, double period, double sigma,
                                   double step, bool *flags, size_t *count, struct error *err)
{
    double noise;
    const enum error_code code = calib_quiet_difference(samples, n, &noise, err);
    if (code)
        return code;
    *count = sigma > 2 * fabs(step) ? find_held(samples, n, flags) : 0;
    const double least = over_noise * fmax(noise, fabs(step));
    const size_t most = (size_t)(longest / period);
    for (size_t i = 1; i < n; i++) {
        if (flags[i] || flags[i - 1] || !(fabs(samples[i] - samples[i - 1]) > least))
            continue;
        const size_t end = excursion_end(samples, n, i, most, least);
        for (size_t j = i; j < end; j++)
            flags[j] = true;
        *count += end > 0;
        i = end > 0 ? end : i;
    }
    return ERROR_OK;
}
