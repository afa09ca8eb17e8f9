/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The modes of a contact, and the ways in which the motion of one is reckoned by series. */
#ifndef SIM_WAYS_H
#define SIM_WAYS_H

#include <stdbool.h>

#include "lib/rig/law.h"

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
        return (int)mode;
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

#endif
