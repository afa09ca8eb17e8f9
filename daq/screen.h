/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The monitor's picture: for each channel a line of levels and a trace or its spectrum, and
 * the state below. */
#ifndef DAQ_SCREEN_H
#define DAQ_SCREEN_H

#include <stdio.h>

#include "daq/health.h"
#include "daq/recent.h"
#include "daq/trace.h"
#include "daq/trigger.h"

struct daq_view {
    size_t width, height; /* of the terminal, characters */
    double window;        /* s across the screen, and of which the spectrum is */
    double zoom;          /* of the converter's range; 0: as the traces need */
    bool paused, spectrum;
    const struct daq_trigger *trigger; /* its level is shown; NULL: not */
    int64_t lost;                      /* frames, RUN_UNKNOWN */
    const char *state;                 /* "armed: tip_t > 20 mm/s" */
    bool trouble;                      /* the state is that something was not done */
    const char *const *keys;           /* lines of what may be pressed, up to a NULL */
};

/* what was measured, for the picture */
struct daq_seen {
    const struct run_info *info;
    const struct daq_trace *trace;
    const struct daq_recent *recent;
    const struct daq_health *health; /* since the last picture: clipping and flat channels */
};

/* frames in a dot column of this view */
int64_t daq_screen_per_dot(const struct daq_view *view, const struct run_info *info);

enum error_code daq_screen_draw(const struct daq_view *view, const struct daq_seen *seen, FILE *out,
                                struct error *err);

#endif
