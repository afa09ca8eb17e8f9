/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lib/measure/match.h"

#include <math.h>
#include <stdbool.h>
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

/* the costs of all pairs of beginnings of the two lists */
struct table {
    const struct measure_events *seen, *simulated;
    const struct measure_match_rule *rule;
    size_t width;
    double *cost;
};

static double pair_cost(const struct table *table, size_t i, size_t j)
{
    const struct measure_match_rule *rule = table->rule;
    const struct measure_event *seen = &table->seen->list[i],
                               *simulated = &table->simulated->list[j];
    if (seen->kind != simulated->kind)
        return INFINITY;
    const double scale = rule->scale ? rule->scale[i] : rule->same_scale;
    const double r = measure_match_saturate((seen->t - rule->start - simulated->t) / scale,
                                            rule->limit, NULL);
    return r * r;
}

static void fill(struct table *table)
{
    const size_t width = table->width;
    const double limit = table->rule->limit;
    double *cost = table->cost;
    cost[0] = 0;
    for (size_t j = 1; j < width; j++)
        cost[j] = cost[j - 1] + alone(&table->simulated->list[j - 1], limit);
    for (size_t i = 1; i <= table->seen->n; i++) {
        cost[i * width] = cost[(i - 1) * width] + limit * limit;
        for (size_t j = 1; j < width; j++) {
            const double missed = cost[(i - 1) * width + j] + limit * limit;
            const double extra = cost[i * width + j - 1] +
                                 alone(&table->simulated->list[j - 1], limit);
            const double pair = cost[(i - 1) * width + j - 1] + pair_cost(table, i - 1, j - 1);
            cost[i * width + j] = fmin(pair, fmin(missed, extra));
        }
    }
}

/* back along the way of the least cost */
static void trace(const struct table *table, struct measure_match *match)
{
    const size_t width = table->width;
    const double limit = table->rule->limit, *cost = table->cost;
    size_t i = table->seen->n, j = table->simulated->n;
    while (i > 0 || j > 0) {
        const double here = cost[i * width + j];
        if (i > 0 && j > 0 &&
            here == cost[(i - 1) * width + j - 1] + pair_cost(table, i - 1, j - 1)) {
            match->partner[--i] = --j;
            match->spurious[j] = 0;
        } else if (i > 0 && (j == 0 || here == cost[(i - 1) * width + j] + limit * limit)) {
            match->partner[--i] = MEASURE_NO_PARTNER;
        } else {
            j--;
            match->spurious[j] = alone(&table->simulated->list[j], limit) > 0;
        }
    }
}

enum error_code measure_match_events(const struct measure_events *seen,
                                     const struct measure_events *simulated,
                                     const struct measure_match_rule *rule,
                                     struct measure_match *match, struct error *err)
{
    struct table table = {.seen = seen,
                          .simulated = simulated,
                          .rule = rule,
                          .width = simulated->n + 1,
                          .cost = malloc((seen->n + 1) * (simulated->n + 1) * sizeof(double))};
    match->partner = malloc((seen->n + 1) * sizeof *match->partner);
    match->spurious = calloc(simulated->n + 1, sizeof *match->spurious);
    const bool room = table.cost && match->partner && match->spurious;
    if (room) {
        fill(&table);
        trace(&table, match);
    } else {
        measure_match_free(match);
    }
    free(table.cost);
    return room ? ERROR_OK : error_memory(err);
}

void measure_match_free(struct measure_match *match)
{
    free(match->partner);
    free(match->spurious);
    *match = (struct measure_match){0};
}
