/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The monitor's picture: for each channel a line of levels and a trace, and the
 * state below. */
#ifndef DAQ_SCREEN_H
#define DAQ_SCREEN_H

#include <stdio.h>

#include "daq/health.h"
#include "daq/trace.h"

struct daq_view {
    size_t width, height; /* of the terminal, characters */
    double window;        /* s across the screen */
    double zoom;          /* of the converter's range; 0: as the traces need */
    bool paused;
    int64_t lost;      /* frames, RUN_UNKNOWN */
    const char *state; /* "armed: tip_t > 20 mm/s" */
    const char *keys;  /* what may be pressed */
};

/* frames in a dot column of this view */
int64_t daq_screen_per_dot(const struct daq_view *view, const struct run_info *info);

/* health: since the last picture, for the marks of clipping and flat channels */
void daq_screen_draw(const struct daq_view *view, const struct run_info *info,
                     const struct daq_trace *trace, const struct daq_health *health, FILE *out);

#endif
