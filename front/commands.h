/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The commands that skitter has itself: they look after files. */
#ifndef FRONT_COMMANDS_H
#define FRONT_COMMANDS_H

#include "lib/cli/options.h"

extern const struct program front_rig; /* skitter rig check, draw */
extern const struct program front_rig_new;
extern const struct program front_run;   /* skitter run info, skitter run repair */
extern const struct program front_sweep; /* skitter sweep merge */

#endif
