/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "orbit/end.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* how exactly the last two orbits tell where the branch ends, in shares of the way to there */
static const double known = 0.05;

struct search {
    double limit; /* where the period would be zero */
    struct orbit_point *nearest;
    double distance;
};

static enum error_code look(void *context, const struct orbit_point *point, struct error *err)
{
    (void)err;
    struct search *search = context;
    const double distance = fabs(point->place.value - search->limit);
    if (point->special > ORBIT_SPECIAL_END && distance < search->distance) {
        *search->nearest = *point;
        search->distance = distance;
    }
    return ERROR_OK;
}

bool orbit_end_find(struct orbit_system *system, const struct orbit_place *before,
                    const struct orbit_place *last, const struct orbit_range *range,
                    struct orbit_point *end)
{
    const double left = last->period * (last->value - before->value) /
                        (before->period - last->period);
    if (!isfinite(left) || left == 0)
        return false;
    struct search search = {.limit = last->value + left, .nearest = end, .distance = INFINITY};
    const double beyond = last->value + 2 * left;
    const struct orbit_range way = {.low = fmax(fmin(last->value, beyond), range->low),
                                    .high = fmin(fmax(last->value, beyond), range->high),
                                    .direction = left > 0 ? 1 : -1,
                                    .step = 0.1,
                                    .max_points = 100};
    const struct orbit_sink sink = {.context = &search, .point = look};
    struct orbit_place start = *last;
    struct orbit_follow_report report;
    struct error unused;
    enum orbit_balance kinds[3];
    orbit_equilibrium_kinds(system, kinds);
    memset(start.x + system->width / 2, 0, system->width / 2 * sizeof *start.x);
    if (orbit_equilibrium_follow(system, kinds[0], &start, &way, &sink, &report, &unused) ||
        search.distance > known * fabs(left))
        return false;
    snprintf(end->note, sizeof end->note, "orbits and their periods shrink to it");
    return true;
}
