/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The critical friction coefficient: A_s = Q_nn - s mu Q_tn vanishes at
 * mu_c = Q_nn / |Q_tn| for the slip direction s with the sign of Q_tn; no
 * friction makes the other direction paradoxical. */
#ifndef MAP_CRITICAL_H
#define MAP_CRITICAL_H

#include "map/line.h"

struct map_critical {
    double at;       /* the configuration */
    double friction; /* infinite where Q_tn vanishes */
    int slip;        /* +1, -1; 0 where Q_tn vanishes */
};

/* line->field is ignored. False: the mechanism does not reach that place. */
bool map_critical_at(const struct map_line *line, double at, struct map_critical *out);

/* the least one between the ends of the line, those included, for one slip
 * direction or (slip 0) for both. False: there is none. */
bool map_critical_least(const struct map_line *line, int slip, struct map_critical *out);

#endif
