/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "calib/line.h"

#include <math.h>
#include <stdlib.h>

#include "lib/measure/noise.h"

/* level and slope by sums over times that are centred; residuals left in `left` */
static void solve(const double *samples, size_t n, const double *times, double *level,
                  double *slope, double *left)
{
    double sum = 0, over = 0, under = 0;
    for (size_t i = 0; i < n; i++) {
        sum += samples[i];
        over += times[i] * samples[i];
        under += times[i] * times[i];
    }
    *level = sum / (double)n;
    *slope = over / under;
    for (size_t i = 0; i < n; i++)
        left[i] = samples[i] - *level - *slope * times[i];
}

enum error_code calib_straight_fit(const double *samples, size_t n, double period,
                                   struct calib_straight *line, struct error *err)
{
    *line = (struct calib_straight){0};
    if (n < 8)
        return error_set(err, ERROR_NUMERIC, "%zu samples are too few for a straight line", n);
    double *room = malloc(3 * n * sizeof *room);
    if (!room)
        return error_memory(err);
    double *ones = room, *times = room + n, *left = room + 2 * n;
    for (size_t i = 0; i < n; i++) {
        ones[i] = 1;
        times[i] = ((double)i - 0.5 * (double)(n - 1)) * period;
    }
    solve(samples, n, times, &line->level, &line->slope, left);
    double *const columns[] = {ones, times};
    struct measure_noise noise;
    double covariance[4], naive[4];
    enum error_code code = measure_noise_fit(left, n, 2, &noise, err);
    if (!code)
        code = measure_noise_covariance(&noise, columns, 2, n, covariance, naive, err);
    free(room);
    if (code)
        return code;
    line->level_u = sqrt(covariance[0]);
    line->slope_u = sqrt(covariance[3]);
    line->level_by_slope = covariance[1];
    line->rms = sqrt(noise.variance);
    const double worth = covariance[3] > 0 ? naive[3] / covariance[3] : 1;
    line->degrees = fmax(fmin(worth, 1) * (double)n - 2, 1);
    return ERROR_OK;
}
