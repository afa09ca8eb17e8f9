/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The clock of the sources that are no hardware: how many frames are due. */
#ifndef DAQ_PACE_H
#define DAQ_PACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct daq_pace {
    int64_t start_ns;
    double period; /* s */
    int64_t given; /* frames handed out so far */
    bool fast;     /* as fast as they are asked for */
};

void daq_pace_start(struct daq_pace *pace, double period, bool fast);

/* frames that are due now, at most `room`; with `wait` sleeps once when there
 * are none. The caller adds what it hands out to `given` */
size_t daq_pace_due(const struct daq_pace *pace, bool wait, size_t room);

/* monotonic time */
int64_t daq_pace_now(void);
void daq_pace_sleep(int64_t ns);

#endif
