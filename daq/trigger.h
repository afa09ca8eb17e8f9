/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Triggers: "tip_t > 20 mm/s", "rail < -50 mm/s" fire as soon as that is so;
 * "tip_t rises 20 mm/s" and "tip_t falls 20 mm/s" when it comes to be so. */
#ifndef DAQ_TRIGGER_H
#define DAQ_TRIGGER_H

#include "lib/run/run.h"

struct daq_trigger {
    size_t channel;
    double level; /* in the channel's unit */
    int sign;     /* 1: above, -1: below */
    bool edge;    /* must have been on the other side before */
    /* while it is armed */
    bool ready; /* was on the other side, or need not have been */
};

/* role, comparison and quantity; the unit must be that of the channel */
enum error_code daq_trigger_parse(const char *text, const struct run_info *info,
                                  struct daq_trigger *trigger, struct error *err);

/* forget what came before */
void daq_trigger_arm(struct daq_trigger *trigger);

/* the first of the frames on which it fires; `frames` when on none */
size_t daq_trigger_scan(struct daq_trigger *trigger, const struct run_info *info,
                        const int32_t *samples, size_t frames);

#endif
