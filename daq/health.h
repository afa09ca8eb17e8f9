/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Is a channel healthy: samples at the converter's rails, and a channel on which
 * nothing moves at all. */
#ifndef DAQ_HEALTH_H
#define DAQ_HEALTH_H

#include "lib/run/run.h"

struct daq_health {
    int64_t frames, clipped;
    int32_t low, high;
};

/* `health` has one entry for each channel; all zero before the first frame */
void daq_health_add(struct daq_health *health, const struct run_info *info, const int32_t *samples,
                    size_t frames);

bool daq_health_flat(const struct daq_health *health);

/* "channel rail: 12 of 3000 samples are clipped at the converter's range", or
 * "" when all is well */
void daq_health_text(const struct daq_health *health, const struct run_channel *channel, char *text,
                     size_t size);

#endif
