/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Singular points of slip, A_s = B = 0, in a plane of states. Only there can slip reach A_s = 0;
 * sim/singular.h has what it does close to them. */
#ifndef MAP_SINGULAR_H
#define MAP_SINGULAR_H

#include "map/line.h"

enum { MAP_MAX_SINGULAR = 4 * MAP_MAX_ROOTS };

enum map_slip { MAP_SLIP_MINUS = -1, MAP_SLIP_AUTO, MAP_SLIP_PLUS };

struct map_singular {
    int slip;
    double at[2];        /* coordinate and velocity */
    double value[2];     /* eigenvalues */
    double vector[2][2]; /* of length 1 in the plane of the axes */
    const char *type;    /* "saddle" and so on */
    bool jams;           /* slip can end here with a force without bound (Or 2012, prop. 4.3) */
};

/* axis 0 of the place is a coordinate, axis 1 its velocity; others are at
 * line->at. AUTO: only points whose slip is in the direction of their A_s; else
 * that direction is taken as given. Sorted by coordinate and velocity. */
size_t map_singular_points(const struct map_line *line, enum map_slip slip,
                           struct map_singular out[MAP_MAX_SINGULAR]);

#endif
