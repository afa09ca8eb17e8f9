/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The last stretch of every channel as lowest and highest value in each dot
 * column of a plot. */
#ifndef DAQ_TRACE_H
#define DAQ_TRACE_H

#include "lib/run/run.h"
#include "lib/cli/plot.h"

enum { TRACE_DOTS = 2 * PLOT_COLUMNS_MAX };

struct daq_span {
    double low, high; /* in the channel's unit */
};

struct daq_trace;

enum error_code daq_trace_create(const struct run_info *info, struct daq_trace **trace,
                                 struct error *err);
void daq_trace_free(struct daq_trace *trace); /* NULL is allowed */

/* forget all, and gather so many frames in a dot column from now on */
void daq_trace_scale(struct daq_trace *trace, int64_t frames_per_dot);

void daq_trace_add(struct daq_trace *trace, const int32_t *samples, size_t frames);

/* dot columns that are there, at most TRACE_DOTS, and one of them: 0 is the newest */
size_t daq_trace_length(const struct daq_trace *trace);
struct daq_span daq_trace_span(const struct daq_trace *trace, size_t channel, size_t back);

#endif
