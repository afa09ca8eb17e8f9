/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "daq/recorder.h"

#include <fcntl.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/base/version.h"

/* frames of one write: no longer than this, so that a kill loses little */
static const double write_seconds = 0.05;
/* given back when the disk is full, so that run.json can be closed */
enum { RESERVE_BYTES = 1 << 18 };

/* ---- arming */

/* a file without a name that is in the way of the last bytes of the disk */
static void make_reserve(struct daq_recorder *r)
{
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/reserve", r->plan.dir);
    if (draft_open(path, &r->reserve)) {
        draft_forget_name(&r->reserve);
        if (posix_fallocate(r->reserve.fd, 0, RESERVE_BYTES) == 0)
            return;
    }
    draft_free(&r->reserve);
}

static enum error_code make_run(struct daq_recorder *r, struct error *err)
{
    char program[128];
    struct run_info info = r->plan.source->info;
    snprintf(program, sizeof program, "skitter-daq %s", skitter_version);
    info.program = program;
    info.note = r->plan.note;
    info.rig = r->plan.rig;
    if (r->plan.trigger)
        info.trigger = (struct run_trigger){.text = r->plan.trigger, .pre_frames = r->plan.pre};
    enum error_code code = run_create(r->plan.dir, &info, r->plan.format, &r->writer, err);
    if (!code && r->plan.frames > 0)
        code = run_check_room(r->writer, r->plan.pre + r->plan.frames, err);
    if (!code)
        make_reserve(r);
    return code;
}

enum error_code daq_recorder_arm(const struct daq_plan *plan, struct daq_recorder **recorder,
                                 struct error *err)
{
    struct daq_recorder *new = calloc(1, sizeof *new);
    if (!new)
        return error_memory(err);
    new->plan = *plan;
    new->reserve.fd = -1;
    enum error_code code = ERROR_OK;
    if (plan->trigger)
        code = daq_trigger_parse(plan->trigger, &plan->source->info, &new->trigger, err);
    if (!code)
        code = make_run(new, err);
    if (code)
        daq_recorder_free(new);
    else
        *recorder = new;
    return code;
}

void daq_recorder_begin(struct daq_recorder *recorder)
{
    clock_gettime(CLOCK_REALTIME, &recorder->start);
    recorder->passed = 0;
}

void daq_recorder_free(struct daq_recorder *recorder)
{
    if (recorder) {
        draft_free(&recorder->reserve);
        if (recorder->phase == DAQ_ARMED)
            run_discard(recorder->writer);
        else
            run_abandon(recorder->writer);
    }
    free(recorder);
}

/* ---- the run */

static struct timespec later(struct timespec time, int64_t ns)
{
    const int64_t sum = time.tv_nsec + ns % 1000000000;
    time.tv_sec += ns / 1000000000 + sum / 1000000000;
    time.tv_nsec = sum % 1000000000;
    return time;
}

/* the time of the next frame of the ring */
static struct timespec now_at(const struct daq_recorder *r)
{
    return later(r->start, run_time_ns(&r->plan.source->info, r->passed));
}

/* the run begins with the next frame of the ring, `before` of them before the trigger */
static enum error_code begin_run(struct daq_recorder *r, size_t before, struct error *err)
{
    char start[RUN_TIME_SIZE];
    r->first = now_at(r);
    run_time_text(r->first, start);
    r->pre_written = (int64_t)before;
    r->scanned = 0;
    r->phase = DAQ_RECORDING;
    return run_begin(r->writer, r->plan.timeless ? NULL : start, (int64_t)before, err);
}

double daq_recorder_seconds(const struct daq_recorder *r)
{
    const struct timespec now = now_at(r);
    return r->phase == DAQ_ARMED ? 0
                                 : (double)(now.tv_sec - r->first.tv_sec) +
                                       1e-9 * (double)(now.tv_nsec - r->first.tv_nsec);
}

/* ---- frames */

static void consume(struct daq_recorder *r, struct daq_ring *ring, size_t frames)
{
    daq_ring_consume(ring, frames);
    r->passed += (int64_t)frames;
}

/* look for the trigger; the frames that may come before it stay in the ring */
static enum error_code scan(struct daq_recorder *r, struct daq_ring *ring, struct error *err)
{
    const struct run_info *info = &r->plan.source->info;
    const int32_t *samples;
    size_t found;
    const size_t pre = (size_t)r->plan.pre;
    while ((found = daq_ring_peek(ring, r->scanned, &samples)) > 0) {
        const size_t quiet = r->plan.trigger ? daq_trigger_scan(&r->trigger, info, samples, found)
                                             : 0;
        r->scanned += quiet;
        const size_t past = r->scanned > pre ? r->scanned - pre : 0;
        consume(r, ring, past);
        r->scanned -= past;
        if (quiet < found)
            return begin_run(r, r->scanned, err);
    }
    return ERROR_OK;
}

/* how many it will have: those that are lost count, or they do not */
static int64_t frames_of_run(const struct daq_recorder *r)
{
    if (r->plan.frames == 0)
        return INT64_MAX;
    const int64_t all = r->pre_written + r->plan.frames;
    if (!r->plan.by_clock || r->gaps == 0)
        return all;
    const double frames = daq_recorder_seconds(r) / run_period(&r->plan.source->info);
    const int64_t lost = llround(frames) - r->written;
    return all - (lost > 0 ? lost : 0);
}

static enum error_code write_frames(struct daq_recorder *r, struct daq_ring *ring,
                                    struct error *err)
{
    const struct run_info *info = &r->plan.source->info;
    const int64_t all = frames_of_run(r);
    const int64_t most = 1 + (int64_t)(write_seconds / run_period(info));
    const int32_t *samples;
    size_t found;
    while (r->written < all && (found = daq_ring_peek(ring, 0, &samples)) > 0) {
        if ((int64_t)found > most)
            found = (size_t)most;
        if ((int64_t)found > all - r->written)
            found = (size_t)(all - r->written);
        enum error_code code = run_write_frames(r->writer, samples, found, err);
        r->written = run_writer_frames(r->writer);
        if (code)
            return code;
        daq_health_add(r->health, info, samples, found);
        consume(r, ring, found);
    }
    if (r->written >= all)
        r->phase = DAQ_FULL;
    return ERROR_OK;
}

/* a loss while it waits takes away what came before; in a run it is a gap */
static enum error_code meet_loss(struct daq_recorder *r, struct daq_ring *ring,
                                 const struct daq_loss *loss, struct error *err)
{
    if (loss->frames == RUN_UNKNOWN) {
        clock_gettime(CLOCK_REALTIME, &r->start);
        r->passed = -(int64_t)daq_ring_waiting(ring);
    } else {
        r->passed += loss->frames;
    }
    if (r->phase != DAQ_RECORDING)
        return ERROR_OK;
    r->gaps++;
    if (r->plan.on_loss)
        r->plan.on_loss(r->written, loss);
    r->lost = loss->frames == RUN_UNKNOWN || r->lost == RUN_UNKNOWN ? RUN_UNKNOWN
                                                                    : r->lost + loss->frames;
    /* the recording goes on even if nobody can note where: what cannot be kept in memory is
     * remembered, and the run is not closed as a whole one */
    struct error unnoted;
    enum error_code code = run_write_gap(r->writer, loss->frames, loss->why, &unnoted);
    return code == ERROR_MEMORY ? ERROR_OK
           : code               ? error_set(err, code, "%s", unnoted.message)
                                : ERROR_OK;
}

static enum error_code take_frames(struct daq_recorder *r, struct daq_ring *ring, struct error *err)
{
    enum error_code code = ERROR_OK;
    if (r->phase == DAQ_ARMED)
        code = scan(r, ring, err);
    if (!code && r->phase == DAQ_RECORDING)
        code = write_frames(r, ring, err);
    return code;
}

/* every frame before the next mark has been dealt with */
static bool at_mark(const struct daq_recorder *r, const struct daq_ring *ring)
{
    return daq_ring_marked(ring) && daq_ring_waiting(ring) == r->scanned;
}

enum error_code daq_recorder_step(struct daq_recorder *r, struct daq_ring *ring, struct error *err)
{
    enum error_code code = take_frames(r, ring, err);
    while (!code && r->phase != DAQ_FULL && at_mark(r, ring)) {
        /* what came before a loss is no history of what comes after */
        consume(r, ring, r->scanned);
        r->scanned = 0;
        daq_trigger_arm(&r->trigger);
        struct daq_loss loss;
        if (daq_ring_take_mark(ring, &loss))
            code = meet_loss(r, ring, &loss, err);
        if (!code)
            code = take_frames(r, ring, err);
    }
    return code;
}

/* ---- the end */

enum error_code daq_recorder_finish(struct daq_recorder *r, const char *why, bool early,
                                    struct error *err)
{
    if (!r->writer)
        return ERROR_OK;
    draft_free(&r->reserve);
    if (r->phase == DAQ_ARMED) {
        run_discard(r->writer);
        r->writer = NULL;
        return ERROR_OK;
    }
    enum error_code code = run_finish(r->writer, early ? RUN_INTERRUPTED : RUN_COMPLETE, why, err);
    r->writer = NULL;
    return code;
}
