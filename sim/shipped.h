/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What sim/ship.c makes of the mechanisms that come with Skitter, when it is built. */
#ifndef SIM_SHIPPED_H
#define SIM_SHIPPED_H

#include "sim/code.h"
#include "sim/model.h"

/* the papers' mechanisms (sim/mechanisms), which rig files name; NULL after the last */
extern const struct sim_model *const sim_shipped_models[];

/* the code of these and of the examples in data/; NULL after the last */
extern const struct sim_code *const sim_shipped_codes[];

#endif
