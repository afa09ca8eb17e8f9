#include "sim/map_critical.h"

#include <math.h>

bool sim_map_critical_at(const struct sim_map_line *line, double at,
                         struct sim_map_critical *out)
{
    struct sim_map_line steepness = *line;
    steepness.field = SIM_MAP_STEEPNESS;
    double value;
    if (!sim_map_line_at(&steepness, at, &value, NULL))
        return false;
    *out = (struct sim_map_critical){
        .at = at, .friction = 1 / fabs(value), .slip = (value > 0) - (value < 0)};
    return true;
}

bool sim_map_critical_least(const struct sim_map_line *line, int slip,
                            struct sim_map_critical *out)
{
    /* mu_c has poles, its inverse has none */
    struct sim_map_line steepness = *line;
    steepness.field = SIM_MAP_STEEPNESS;
    double candidates[SIM_MAP_MAX_ROOTS + 2];
    size_t n = sim_map_line_extrema(&steepness, candidates);
    candidates[n++] = line->low;
    candidates[n++] = line->high;
    out->friction = INFINITY;
    for (size_t i = 0; i < n; i++) {
        struct sim_map_critical one;
        if (sim_map_critical_at(line, candidates[i], &one) && one.slip != 0 &&
            (slip == 0 || one.slip == slip) && one.friction < out->friction)
            *out = one;
    }
    return isfinite(out->friction);
}
