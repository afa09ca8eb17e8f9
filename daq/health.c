/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "daq/health.h"

#include <stdio.h>

#include "lib/measure/flag.h"

void daq_health_add(struct daq_health *health, const struct run_info *info, const int32_t *samples,
                    size_t frames)
{
    const size_t n = info->n_channels;
    for (size_t c = 0; c < n; c++) {
        struct daq_health *h = &health[c];
        if (h->frames == 0 && frames > 0)
            h->low = h->high = samples[c];
        for (size_t i = 0; i < frames; i++) {
            const int32_t sample = samples[i * n + c];
            h->clipped += measure_flag_clipped(&info->channels[c], sample + info->count_offset);
            h->low = sample < h->low ? sample : h->low;
            h->high = sample > h->high ? sample : h->high;
        }
        h->frames += (int64_t)frames;
    }
}

bool daq_health_flat(const struct daq_health *health)
{
    return health->frames > 1 && health->low == health->high;
}

void daq_health_text(const struct daq_health *health, const struct run_channel *channel, char *text,
                     size_t size)
{
    *text = '\0';
    if (health->clipped > 0) {
        char clipped[MEASURE_FLAG_TEXT];
        measure_flag_clipped_text(channel->role, health->clipped, health->frames, clipped);
        snprintf(text, size, "%s; choose a wider one", clipped);
    } else if (daq_health_flat(health))
        snprintf(text, size,
                 "channel %s: flat, all %lld samples are the same; is the sensor connected?",
                 channel->role, (long long)health->frames);
}
