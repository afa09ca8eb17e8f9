/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lib/measure/match.h"

#include <math.h>
#include <stdlib.h>

#include "lib/measure/detect.h"

double measure_match_saturate(double d, double limit, double *slope)
{
    const double q = 1 + (d / limit) * (d / limit);
    if (slope)
        *slope = 1 / (q * sqrt(q));
    return d / sqrt(q);
}

/* what a record may or may not show costs nothing when alone */
static double alone(const struct measure_event *simulated, double limit)
{
    const int sure = simulated->kind == MEASURE_EVENT_JUMP && simulated->size >= MEASURE_JUMP_SURE;
    return sure ? limit * limit : 0;
}

static double pair_cost(const struct measure_event *seen, double scale,
                        const struct measure_event *simulated, double limit)
{
    if (seen->kind != simulated->kind)
        return INFINITY;
    const double r = measure_match_saturate((seen->t - simulated->t) / scale, limit, NULL);
    return r * r;
}

enum error_code measure_match_events(const struct measure_event *seen, const double *scale,
                                     size_t n_seen, const struct measure_event *simulated,
                                     size_t n_simulated, double limit, struct measure_match *match,
                                     struct error *err)
{
    const size_t width = n_simulated + 1;
    double *cost = malloc((n_seen + 1) * width * sizeof *cost);
    if (!cost)
        return error_memory(err);
    cost[0] = 0;
    for (size_t j = 1; j < width; j++)
        cost[j] = cost[j - 1] + alone(&simulated[j - 1], limit);
    for (size_t i = 1; i <= n_seen; i++) {
        cost[i * width] = cost[(i - 1) * width] + limit * limit;
        for (size_t j = 1; j < width; j++) {
            const double missed = cost[(i - 1) * width + j] + limit * limit;
            const double extra = cost[i * width + j - 1] + alone(&simulated[j - 1], limit);
            const double pair = cost[(i - 1) * width + j - 1] +
                                pair_cost(&seen[i - 1], scale[i - 1], &simulated[j - 1], limit);
            cost[i * width + j] = fmin(pair, fmin(missed, extra));
        }
    }
    size_t i = n_seen, j = n_simulated;
    while (i > 0 || j > 0) {
        const double here = cost[i * width + j];
        if (i > 0 && j > 0 &&
            here == cost[(i - 1) * width + j - 1] +
                        pair_cost(&seen[i - 1], scale[i - 1], &simulated[j - 1], limit)) {
            match->partner[--i] = --j;
            match->spurious[j] = 0;
        } else if (i > 0 && (j == 0 || here == cost[(i - 1) * width + j] + limit * limit)) {
            match->partner[--i] = MEASURE_NO_PARTNER;
        } else {
            j--;
            match->spurious[j] = alone(&simulated[j], limit) > 0;
        }
    }
    free(cost);
    return ERROR_OK;
}
