/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "map/critical.h"

#include <math.h>

bool map_critical_at(const struct map_line *line, double at, struct map_critical *out)
{
    struct map_line steepness = *line;
    steepness.field = MAP_STEEPNESS;
    double value;
    if (!map_line_at(&steepness, at, &value, NULL))
        return false;
    *out = (struct map_critical){
        .at = at, .friction = 1 / fabs(value), .slip = (value > 0) - (value < 0)};
    return true;
}

bool map_critical_least(const struct map_line *line, int slip, struct map_critical *out)
{
    /* mu_c has poles, its inverse has none */
    struct map_line steepness = *line;
    steepness.field = MAP_STEEPNESS;
    double candidates[MAP_MAX_ROOTS + 2];
    size_t n = map_line_extrema(&steepness, candidates);
    candidates[n++] = line->low;
    candidates[n++] = line->high;
    out->friction = INFINITY;
    for (size_t i = 0; i < n; i++) {
        struct map_critical one;
        if (map_critical_at(line, candidates[i], &one) && one.slip != 0 &&
            (slip == 0 || one.slip == slip) && one.friction < out->friction)
            *out = one;
    }
    return isfinite(out->friction);
}
