/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The intervals of one axis in which A_s < 0: the configurations where slip in
 * the direction s has no solution or two. */
#ifndef MAP_PARADOX_H
#define MAP_PARADOX_H

#include "map/line.h"

struct map_interval {
    int slip;
    double low, high;
};

enum { MAP_MAX_INTERVALS = 2 * MAP_MAX_ROOTS };

/* for both slip directions, + first; line->field is ignored. Returns how many. */
size_t map_paradox_intervals(const struct map_line *line,
                             struct map_interval out[MAP_MAX_INTERVALS]);

#endif
