/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "map/fields.h"

#include "sim/equations.h"

void SIM_NAME(map_fields)(const struct SIM_NAME(sim_inputs) * in, const real *x,
                          real field[MAP_FIELDS])
{
    struct SIM_NAME(sim_motion) m;
    SIM_NAME(sim_motion_at)(in, SIM_SLIP_PLUS, 0, x, &m);
    field[MAP_A_PLUS] = m.a;
    field[MAP_B] = m.b;
    field[MAP_SLIP] = m.slip;
    field[MAP_STEEPNESS] = m.contact.q_tn / m.contact.q_nn;
    field[MAP_GAP] = m.gap;
    SIM_NAME(sim_motion_at)(in, SIM_SLIP_MINUS, 0, x, &m);
    field[MAP_A_MINUS] = m.a;
    SIM_NAME(sim_motion_at)(in, SIM_STICK, 0, x, &m);
    field[MAP_CONE_PLUS] = m.guard[SIM_GUARD_CONE_PLUS];
    field[MAP_CONE_MINUS] = m.guard[SIM_GUARD_CONE_MINUS];
}
