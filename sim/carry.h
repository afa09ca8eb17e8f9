/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A described mechanism with its tapes as bytes, for a simulator elsewhere that cannot read
 * descriptions: that in a page (report/live). */
#ifndef SIM_CARRY_H
#define SIM_CARRY_H

#include "lib/base/arena.h"
#include "lib/rig/law.h"
#include "sim/model.h"

/* The bytes in the arena, with their number; NULL: no memory. Its motions by that law of contact
 * are carried, with Coulomb's friction; what a description's outputs show is not */
unsigned char *sim_carry_write(const struct sim_model *model, enum rig_law law, struct arena *arena,
                               size_t *n);

/* the model again, in the arena; NULL: these are not such bytes, or no memory */
const struct sim_model *sim_carry_read(const unsigned char *bytes, size_t n, struct arena *arena);

#endif
