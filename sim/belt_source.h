/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The belt that a rig file names: a table, or a channel of a recorded run. The only file of
 * the simulator that reads runs. */
#ifndef SIM_BELT_SOURCE_H
#define SIM_BELT_SOURCE_H

#include "lib/rig/rig.h"
#include "sim/belt.h"

/* times from the start of the motion, which goes on until `until`; *belt is NULL for a constant
 * speed */
enum error_code sim_belt_source_read(const struct rig_belt *source, double until,
                                     struct sim_belt **belt, struct error *err);

#endif
