/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the channels of a run should show beside the velocities of tip and rail: forces, angles,
 * accelerations, outputs of a described mechanism. */
#ifndef LIB_PREDICT_SHOWN_H
#define LIB_PREDICT_SHOWN_H

#include "lib/measure/record.h"
#include "lib/rig/rig.h"
#include "sim/shown.h"

struct predict_channel {
    const struct measure_channel *measured; /* of the record */
    const struct rig_channel *rig;
    size_t which; /* of sim/shown.h */
};

/* Those that a rig can predict, SIM_MAX_SHOWN at the most; returns how many. The k-th channel of
 * a role is the k-th of that role in the rig, which must measure in the same unit. */
size_t predict_shown_channels(const struct rig *rig, const struct measure_record *measured,
                              struct predict_channel *channels);

#endif
