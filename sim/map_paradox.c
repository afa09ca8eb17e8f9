#include "sim/map_paradox.h"

static size_t intervals_of(const struct sim_map_line *line, int slip,
                           struct sim_map_interval *out)
{
    double ends[SIM_MAP_MAX_ROOTS + 2];
    size_t n = 1, found = 0;
    ends[0] = line->low;
    n += sim_map_line_roots(line, ends + 1);
    ends[n++] = line->high;
    for (size_t i = 0; i + 1 < n; i++) {
        double value;
        if (sim_map_line_at(line, 0.5 * (ends[i] + ends[i + 1]), &value, NULL) &&
            value < 0 && found < SIM_MAP_MAX_ROOTS)
            out[found++] =
                (struct sim_map_interval){.slip = slip, .low = ends[i], .high = ends[i + 1]};
    }
    return found;
}

size_t sim_map_paradox_intervals(const struct sim_map_line *line,
                                 struct sim_map_interval out[SIM_MAP_MAX_INTERVALS])
{
    struct sim_map_line directed = *line;
    directed.field = SIM_MAP_A_PLUS;
    size_t n = intervals_of(&directed, 1, out);
    directed.field = SIM_MAP_A_MINUS;
    return n + intervals_of(&directed, -1, out + n);
}
