/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A branch of orbits or of equilibria: where it is followed, and who gets its points. */
#ifndef ORBIT_BRANCH_H
#define ORBIT_BRANCH_H

#include "orbit/follow.h"

struct orbit_range {
    double low, high; /* of the parameter */
    int direction;    /* +1 or -1: where the parameter goes first */
    double step;      /* longest, as a share of the range and of the orbit's size */
    long max_points;
};

struct orbit_sink {
    void *context;
    enum error_code (*point)(void *context, const struct orbit_point *point, struct error *err);
};

#endif
