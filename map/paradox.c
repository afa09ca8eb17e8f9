/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "map/paradox.h"

static size_t intervals_of(const struct map_line *line, int slip, struct map_interval *out)
{
    double ends[MAP_MAX_ROOTS + 2];
    size_t n = 1, found = 0;
    ends[0] = line->low;
    n += map_line_roots(line, ends + 1);
    ends[n++] = line->high;
    for (size_t i = 0; i + 1 < n; i++) {
        double value;
        if (map_line_at(line, 0.5 * (ends[i] + ends[i + 1]), &value, NULL) && value < 0 &&
            found < MAP_MAX_ROOTS)
            out[found++] = (struct map_interval){.slip = slip, .low = ends[i], .high = ends[i + 1]};
    }
    return found;
}

size_t map_paradox_intervals(const struct map_line *line,
                             struct map_interval out[MAP_MAX_INTERVALS])
{
    struct map_line directed = *line;
    directed.field = MAP_A_PLUS;
    size_t n = intervals_of(&directed, 1, out);
    directed.field = MAP_A_MINUS;
    return n + intervals_of(&directed, -1, out + n);
}
