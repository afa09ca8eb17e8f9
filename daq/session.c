/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "daq/session.h"

#include <math.h>
#include <string.h>

#include "daq/pace.h"
#include "daq/reader.h"
#include "daq/stop.h"

static const double default_buffer = 30; /* s */
static const double most_bytes = 512 << 20;
static const int64_t nap_ns = 50000000;

enum error_code daq_session_check_times(double duration, double pre, double buffer,
                                        struct error *err)
{
    static const double longest = 1e9; /* s: frames 1 ns apart are still a number */
    if (duration <= 0)
        return error_set(err, ERROR_USAGE,
                         "--duration: no run is that short; leave it out to record until it is "
                         "stopped");
    if (pre < 0 || buffer < 0)
        return error_set(err, ERROR_USAGE, "--%s: a time cannot be negative",
                         pre < 0 ? "pre" : "buffer");
    if (duration > longest || pre > longest || buffer > longest)
        return error_set(err, ERROR_USAGE, "a time cannot be longer than 1e9 s, 31 years");
    return ERROR_OK;
}

int64_t daq_session_frames(double duration, double rate)
{
    if (isnan(duration))
        return 0;
    const int64_t frames = llround(duration * rate);
    return frames > 0 ? frames : 1;
}

enum error_code daq_session_ring(const struct daq_source *source, double seconds, int64_t pre,
                                 struct daq_ring **ring, struct error *err)
{
    const struct run_info *info = &source->info;
    const double most = most_bytes / (double)(info->n_channels * sizeof(int32_t));
    double frames = (seconds > 0 ? seconds : default_buffer) / run_period(info);
    if (seconds <= 0 && frames > most)
        frames = most;
    frames += (double)pre + 1024;
    if (frames * (double)(info->n_channels * sizeof(int32_t)) > (double)(SIZE_MAX / 4))
        return error_set(err, ERROR_USAGE, "a buffer of %.9g s is too long", seconds);
    return daq_ring_create((size_t)frames, info->n_channels, ring, err);
}

struct session {
    struct daq_source *source;
    struct daq_ring *ring;
    struct daq_reader *reader;
    struct daq_recorder *recorder;
    const sigset_t *signals;
    struct progress *progress;
    const char *why;
    bool stopped; /* by a signal */
};

/* a source that waits for us is not kept waiting */
static int64_t nap(const struct session *s, bool busy)
{
    if (!s->source->patient)
        return nap_ns;
    return busy ? 0 : nap_ns / 50;
}

/* until all is there, the source has no more, or a signal comes */
static enum error_code follow(struct session *s, struct error *err)
{
    struct daq_recorder *recorder = s->recorder;
    for (;;) {
        const bool done = daq_reader_done(s->reader); /* before the last look */
        const int64_t before = recorder->written;
        enum error_code code = daq_recorder_step(recorder, s->ring, err);
        if (code || recorder->phase == DAQ_FULL)
            return code;
        if (done) {
            const char *why;
            code = daq_reader_result(s->reader, &why, err);
            s->why = s->why ? s->why : why;
            return code;
        }
        progress_update(s->progress, (double)recorder->written);
        const char *signal = daq_stop_wait(s->signals, nap(s, recorder->written > before));
        if (signal && !s->why) {
            s->why = signal;
            s->stopped = true;
            daq_reader_stop(s->reader);
        }
    }
}

/* without a length, to be stopped is what was asked for, and so is the end of a source */
static bool is_early(const struct session *s)
{
    const struct daq_plan *plan = &s->recorder->plan;
    return s->why && (plan->frames > 0 || (plan->whole && s->stopped));
}

/* with a length, what it was counted in makes a difference now */
static enum error_code tell_gaps(const struct daq_recorder *recorder, struct error *err)
{
    if (recorder->lost == RUN_UNKNOWN)
        error_set(err, ERROR_GAPS,
                  "%s: frames were lost at %zu place%s, nobody knows how many; run.json says where",
                  recorder->plan.dir, recorder->gaps, recorder->gaps == 1 ? "" : "s");
    else
        error_set(err, ERROR_GAPS, "%s: %lld frame%s lost at %zu place%s; run.json says where",
                  recorder->plan.dir, (long long)recorder->lost,
                  recorder->lost == 1 ? " was" : "s were", recorder->gaps,
                  recorder->gaps == 1 ? "" : "s");
    if (recorder->phase == DAQ_FULL)
        error_append(err, recorder->plan.by_clock
                              ? "; --duration was counted by the clock, so the run has fewer frames"
                              : "; --duration was counted in frames, so the run took longer "
                                "(--by-clock counts time)");
    return ERROR_GAPS;
}

static enum error_code conclude(struct session *s, enum error_code code, struct error *err)
{
    struct daq_recorder *recorder = s->recorder;
    const char *why = code ? err->message : s->why;
    struct error late;
    const enum error_code finished = daq_recorder_finish(recorder, why, code || is_early(s), &late);
    if (finished && !code)
        *err = late;
    if (code || finished)
        return code ? code : finished;
    if (!recorder->pre_written && !recorder->written && recorder->phase == DAQ_ARMED)
        return error_set(err, ERROR_INTERRUPTED, "%s; nothing was recorded",
                         s->why ? s->why : "the source ended");
    if (recorder->gaps > 0)
        return tell_gaps(recorder, err);
    if (is_early(s))
        return error_set(err, ERROR_INTERRUPTED, "%s: %s; %lld frames are recorded",
                         recorder->plan.dir, s->why, (long long)recorder->written);
    return ERROR_OK;
}

static void report(const struct session *s, struct daq_outcome *outcome)
{
    const struct daq_recorder *recorder = s->recorder;
    *outcome = (struct daq_outcome){.frames = recorder->written,
                                    .lost = recorder->lost,
                                    .seconds = daq_recorder_seconds(recorder),
                                    .gaps = recorder->gaps,
                                    .why = s->why,
                                    .fired = recorder->phase != DAQ_ARMED};
    memcpy(outcome->health, recorder->health, sizeof outcome->health);
}

enum error_code daq_session_record(const struct daq_plan *plan, struct daq_source *source,
                                   double buffer, const sigset_t *signals,
                                   struct progress *progress, struct daq_outcome *outcome,
                                   struct error *err)
{
    struct session s = {.source = source, .signals = signals, .progress = progress};
    enum error_code code = daq_recorder_arm(plan, &s.recorder, err);
    if (!code)
        code = daq_session_ring(source, buffer, plan->pre, &s.ring, err);
    if (!code)
        code = daq_reader_start(source, s.ring, &s.reader, err);
    if (!code) {
        daq_recorder_begin(s.recorder);
        code = follow(&s, err);
        code = conclude(&s, code, err);
        report(&s, outcome);
    }
    daq_reader_free(s.reader);
    daq_recorder_free(s.recorder);
    daq_ring_free(s.ring);
    return code;
}
