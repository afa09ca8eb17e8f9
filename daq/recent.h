/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The last frames as they came, and the spectrum of a channel of them. */
#ifndef DAQ_RECENT_H
#define DAQ_RECENT_H

#include "daq/trace.h"

enum { RECENT_FRAMES = 1 << 15 };

struct daq_recent;

enum error_code daq_recent_create(const struct run_info *info, struct daq_recent **recent,
                                  struct error *err);
void daq_recent_free(struct daq_recent *recent); /* NULL is allowed */

void daq_recent_add(struct daq_recent *recent, const int32_t *samples, size_t frames);

/* What a channel has over frequency: dot columns of equal ratio, from one cycle in the stretch to
 * half the rate. */
struct daq_spectrum {
    struct daq_span spans[TRACE_DOTS]; /* log10 of the amplitudes in each, channel's unit */
    size_t dots;                       /* 0: too few frames yet */
    double lowest;                     /* Hz, where they begin */
    double frequency, amplitude;       /* of the strongest line */
};

/* of the last `seconds`, or what is kept of them, in so many dot columns */
enum error_code daq_recent_spectrum(const struct daq_recent *recent, size_t channel, double seconds,
                                    size_t dots, struct daq_spectrum *spectrum, struct error *err);

#endif
