/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One acquisition from its start to its end: source, ring, reader, recorder. */
#ifndef DAQ_SESSION_H
#define DAQ_SESSION_H

#include <signal.h>

#include "lib/cli/progress.h"
#include "daq/recorder.h"

/* what one acquisition has brought */
struct daq_outcome {
    int64_t frames, lost;
    double seconds; /* from the first frame to the last, lost ones included */
    size_t gaps;
    bool fired;      /* a run was made */
    const char *why; /* it ended early, NULL: it did not */
    struct daq_health health[RUN_CHANNELS_MAX];
};

/* the times that a person gives, s: ERROR_USAGE when one cannot be. A duration that is not given
 * is NAN: 0 would record until the disk is full */
enum error_code daq_session_check_times(double duration, double pre, double buffer,
                                        struct error *err);

/* of a plan: one at least, 0 when no duration is given */
int64_t daq_session_frames(double duration, double rate);

/* ring for `seconds` of signal and the frames before a trigger; 0: 30 s, but no
 * more than 512 MiB */
enum error_code daq_session_ring(const struct daq_source *source, double seconds, int64_t pre,
                                 struct daq_ring **ring, struct error *err);

/* record one run. ERROR_GAPS when frames were lost, ERROR_INTERRUPTED when a
 * signal ended it before its length; the run is closed in every case */
enum error_code daq_session_record(const struct daq_plan *plan, struct daq_source *source,
                                   double buffer, const sigset_t *signals,
                                   struct progress *progress, struct daq_outcome *outcome,
                                   struct error *err);

#endif
