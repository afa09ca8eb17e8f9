/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Results that a rig file includes. */
#ifndef LIB_RIG_INCLUDE_H
#define LIB_RIG_INCLUDE_H

#include "lib/rig/rig.h"

/* take every result that is a parameter or a start state of the rig's model
 * from a result file, named relative to the rig file. A later include wins over
 * an earlier one. */
enum error_code rig_include(struct rig *rig, const char *name, struct error *err);

/* Once the channels are read: the results ROLE_offset of every include are what these show at
 * rest, where the rig file itself does not say it. */
enum error_code rig_include_channels(struct rig *rig, struct error *err);

#endif
