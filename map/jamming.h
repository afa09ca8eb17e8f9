/* SPDX-License-Identifier: GPL-3.0-or-later */
/* When slip can jam: reach A = 0 with a force without bound (Or 2012), found
 * for any mechanism by its singular points and by simulation. */
#ifndef MAP_JAMMING_H
#define MAP_JAMMING_H

#include "map/outcome.h"
#include "map/singular.h"

/* the least friction at which a singular point attracts slip with unbounded
 * force (Or 2012, mu_c of (26)). The place has the axes coordinate, velocity and
 * friction; `from` is the least critical friction. False: none up to 20 times that. */
bool map_jamming_friction(const struct map_line *line, enum map_slip slip, double from,
                          double *friction);

/* a value that goes from 0 up and moves axis 0 of the place: at = origin + rate * value */
struct map_dial {
    const struct map_place *place;
    double origin, rate;
};

/* the least value from which on the start jams, to 12 digits; it must jam at
 * `most`, else false */
bool map_jamming_least(const struct map_dial *dial, const struct map_watch *watch, double most,
                       double *value);

#endif
