/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One field along one axis of a map: its zeros and its extrema. Zeros are
 * bracketed on a grid, dips between two values of one sign included, and found
 * by Newton's method inside the bracket to the last digits. */
#ifndef MAP_LINE_H
#define MAP_LINE_H

#include "map/place.h"

struct map_line {
    const struct map_place *place;
    size_t axis;
    enum map_field field;
    double at[MAP_MAX_AXES]; /* of the other axes */
    double low, high;
};

enum { MAP_MAX_ROOTS = 32 };

/* false: not defined there */
bool map_line_at(const struct map_line *line, double x, double *value, double *slope);

/* zeros in increasing order; returns how many */
size_t map_line_roots(const struct map_line *line, double roots[MAP_MAX_ROOTS]);

/* places between the ends where the slope vanishes */
size_t map_line_extrema(const struct map_line *line, double extrema[MAP_MAX_ROOTS]);

/* the zero between two points of opposite sign, one of which may be zero */
double map_line_root(const struct map_line *line, double low, double high);

#endif
