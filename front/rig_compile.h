/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FRONT_RIG_COMPILE_H
#define FRONT_RIG_COMPILE_H

#include "lib/cli/options.h"

extern const struct program front_rig_compile; /* skitter rig compile */

#endif
