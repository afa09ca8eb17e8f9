/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The modes of a contact, the series that follow them, and the columns of these. */
#ifndef SIM_WAYS_H
#define SIM_WAYS_H

#include <stdbool.h>
#include <stddef.h>

#include "lib/rig/law.h"
#include "sim/model.h"

enum sim_mode { SIM_FLIGHT, SIM_SLIP_PLUS, SIM_SLIP_MINUS, SIM_STICK };

enum { SIM_MODES = SIM_STICK + 1 };

/* The series of a mechanism: those of the modes of a rigid contact with Coulomb's friction come
 * first, in the order of the modes. A spring's flight is the rigid one's. The others have one
 * series for both directions of slip, in which the coefficient of friction has its sign */
enum sim_way {
    SIM_WAY_SPRING_SLIP = SIM_MODES,
    SIM_WAY_SPRING_STICK,
    SIM_WAY_BY_SPEED, /* slip whose friction changes with its speed */
    SIM_WAY_SPRING_BY_SPEED,
    SIM_WAYS
};

static inline int sim_way_of(enum sim_mode mode, enum rig_law law, bool by_speed)
{
    const bool spring = law == RIG_LAW_COMPLIANT;
    if (mode == SIM_FLIGHT || !(spring || by_speed))
        return mode;
    if (mode == SIM_STICK)
        return spring ? SIM_WAY_SPRING_STICK : SIM_STICK;
    return !by_speed ? SIM_WAY_SPRING_SLIP : spring ? SIM_WAY_SPRING_BY_SPEED : SIM_WAY_BY_SPEED;
}

/* what a way follows; either direction of slip is slip+ */
struct sim_way_kind {
    enum sim_mode mode;
    bool spring, by_speed;
};

static inline struct sim_way_kind sim_way_kind(int way)
{
    static const struct sim_way_kind others[] = {
        {SIM_SLIP_PLUS, true, false}, /* spring, slip */
        {SIM_STICK, true, false},
        {SIM_SLIP_PLUS, false, true},
        {SIM_SLIP_PLUS, true, true},
    };
    return way < SIM_MODES ? (struct sim_way_kind){.mode = (enum sim_mode)way}
                           : others[way - SIM_MODES];
}

/* Columns of what bounds a mode, beside the heights of the outline, which follow:
 *     flight: the gap;  slip: A, -B, the tip's speed in the direction of the slip;
 *     stick: mu_s F_n - F_t, mu_s F_n + F_t
 * A spring has in slip the gap instead of A and its force over its stiffness instead of -B. After
 * them flight has both velocities of the tip, which bound nothing but are shown; of a line contact
 * slip and stick have how far the centre of pressure is inside its ends, as moments and, in slip of
 * a rigid contact, times A. The last column of a spring that presses is the tip's velocity off the
 * surface. */
enum { SIM_BOUND_GAP = 0, SIM_BOUND_A = 0, SIM_BOUND_LIFT, SIM_BOUND_SPEED };
enum { SIM_BOUND_PLUS = 0, SIM_BOUND_MINUS };
enum { SIM_TIP_COLUMNS = 2, SIM_LINE_COLUMNS = 2, SIM_SPRING_COLUMNS = 1 };
enum { SIM_MAX_BOUNDS = 3 + SIM_MAX_OUTLINE + SIM_LINE_COLUMNS + SIM_SPRING_COLUMNS };

/* how many columns a mode has before those of the outline */
static inline size_t sim_mode_bounds(enum sim_mode mode)
{
    return mode == SIM_FLIGHT ? 1 : mode == SIM_STICK ? 2 : 3;
}

/* and with them, the outline of a mechanism and its line contact */
static inline size_t sim_way_columns(int way, size_t n_outline, bool line)
{
    const struct sim_way_kind kind = sim_way_kind(way);
    const size_t more = kind.mode == SIM_FLIGHT ? SIM_TIP_COLUMNS : line ? SIM_LINE_COLUMNS : 0;
    return sim_mode_bounds(kind.mode) + n_outline + more + (kind.spring ? SIM_SPRING_COLUMNS : 0);
}

#endif
