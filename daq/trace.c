/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daq/trace.h"

#include <stdlib.h>

struct daq_trace {
    const struct run_info *info;
    int64_t per_dot, gathered; /* frames in the dot that is being made */
    size_t length, newest;
    struct daq_span (*spans)[TRACE_DOTS]; /* of each channel */
    struct daq_span *now;                 /* the dot that is being made */
};

void daq_trace_free(struct daq_trace *trace)
{
    if (!trace)
        return;
    free(trace->spans);
    free(trace->now);
    free(trace);
}

enum error_code daq_trace_create(const struct run_info *info, struct daq_trace **trace,
                                 struct error *err)
{
    struct daq_trace *new = calloc(1, sizeof *new);
    if (!new)
        return error_memory(err);
    new->info = info;
    new->per_dot = 1;
    new->spans = calloc(info->n_channels, sizeof *new->spans);
    new->now = calloc(info->n_channels, sizeof *new->now);
    if (!new->spans || !new->now) {
        daq_trace_free(new);
        return error_memory(err);
    }
    *trace = new;
    return ERROR_OK;
}

void daq_trace_scale(struct daq_trace *trace, int64_t frames_per_dot)
{
    trace->per_dot = frames_per_dot > 0 ? frames_per_dot : 1;
    trace->gathered = 0;
    trace->length = 0;
}

static void finish_dot(struct daq_trace *trace)
{
    trace->newest = (trace->newest + 1) % TRACE_DOTS;
    for (size_t c = 0; c < trace->info->n_channels; c++)
        trace->spans[c][trace->newest] = trace->now[c];
    trace->length += trace->length < TRACE_DOTS;
    trace->gathered = 0;
}

void daq_trace_add(struct daq_trace *trace, const int32_t *samples, size_t frames)
{
    const struct run_info *info = trace->info;
    for (size_t i = 0; i < frames; i++) {
        for (size_t c = 0; c < info->n_channels; c++) {
            const double value = run_convert(&info->channels[c],
                                             (double)(*samples++ + info->count_offset));
            struct daq_span *span = &trace->now[c];
            if (trace->gathered == 0)
                *span = (struct daq_span){value, value};
            span->low = value < span->low ? value : span->low;
            span->high = value > span->high ? value : span->high;
        }
        if (++trace->gathered == trace->per_dot)
            finish_dot(trace);
    }
}

size_t daq_trace_length(const struct daq_trace *trace) { return trace->length; }

struct daq_span daq_trace_span(const struct daq_trace *trace, size_t channel, size_t back)
{
    return trace->spans[channel][(trace->newest + TRACE_DOTS - back) % TRACE_DOTS];
}
