/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "map/jamming.h"

#include <math.h>

enum { FRICTION_AXIS = 2 };

static bool can_jam(const struct map_line *line, enum map_slip slip, double friction)
{
    struct map_singular points[MAP_MAX_SINGULAR];
    struct map_line here = *line;
    here.at[FRICTION_AXIS] = friction;
    const size_t n = map_singular_points(&here, slip, points);
    for (size_t i = 0; i < n; i++)
        if (points[i].jams)
            return true;
    return false;
}

static bool can_jam_either(const struct map_line *line, enum map_slip slip, double friction)
{
    if (slip != MAP_SLIP_AUTO)
        return can_jam(line, slip, friction);
    return can_jam(line, MAP_SLIP_PLUS, friction) || can_jam(line, MAP_SLIP_MINUS, friction);
}

bool map_jamming_friction(const struct map_line *line, enum map_slip slip, double from,
                          double *friction)
{
    enum { STEPS = 60 };
    double low = from, high = from;
    bool found = false;
    for (int i = 1; i <= STEPS && !found; i++) {
        low = high;
        high = from * pow(20, (double)i / STEPS);
        found = can_jam_either(line, slip, high);
    }
    while (found && high - low > 1e-14 * high) {
        const double middle = 0.5 * (low + high);
        if (middle == low || middle == high)
            break;
        *(can_jam_either(line, slip, middle) ? &high : &low) = middle;
    }
    *friction = high;
    return found;
}

static bool jams(const struct map_dial *dial, const struct map_watch *watch, double value)
{
    struct map_motion motion;
    const double at = dial->origin + dial->rate * value;
    map_outcome_at(dial->place, &at, watch, &motion);
    return motion.outcome == MAP_OUTCOME_JAMS;
}

bool map_jamming_least(const struct map_dial *dial, const struct map_watch *watch, double most,
                       double *value)
{
    double low = 0, high = most;
    if (!jams(dial, watch, most))
        return false;
    while (high - low > 1e-12 * high)
        *(jams(dial, watch, 0.5 * (low + high)) ? &high : &low) = 0.5 * (low + high);
    *value = high;
    return true;
}
