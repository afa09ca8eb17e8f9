/* The intervals of one axis in which A_s < 0: the configurations where slip in
 * the direction s has no solution or two. */
#ifndef SIM_MAP_PARADOX_H
#define SIM_MAP_PARADOX_H

#include "sim/map_line.h"

struct sim_map_interval {
    int slip;
    double low, high;
};

enum { SIM_MAP_MAX_INTERVALS = 2 * SIM_MAP_MAX_ROOTS };

/* for both slip directions, + first; line->field is ignored. Returns how many. */
size_t sim_map_paradox_intervals(const struct sim_map_line *line,
                                 struct sim_map_interval out[SIM_MAP_MAX_INTERVALS]);

#endif
