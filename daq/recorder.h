/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From the ring to a run directory: waits for the trigger with the frames before
 * it at hand, writes, counts, closes the run whole in every case. All calls from
 * one thread. */
#ifndef DAQ_RECORDER_H
#define DAQ_RECORDER_H

#include "lib/base/draft.h"
#include "lib/run/write.h"
#include "daq/health.h"
#include "daq/source.h"
#include "daq/trigger.h"

/* what is to be recorded */
struct daq_plan {
    const char *dir;
    const struct daq_source *source;
    const char *note;    /* NULL: none */
    json_t *rig;         /* NULL: none */
    const char *trigger; /* NULL: from the first frame on */
    int64_t pre;         /* frames before the trigger */
    int64_t frames;      /* from the trigger on; 0: until it is stopped */
    bool by_clock;       /* as many as would come without a loss, and not as many as come */
    enum run_format format;
    bool whole;    /* all that the source has is wanted: to be stopped is too early */
    bool timeless; /* nobody knows when the frames were taken */
    /* told of each loss within the run as it is met; NULL: nobody */
    void (*on_loss)(int64_t frame, const struct daq_loss *loss);
};

enum daq_phase { DAQ_ARMED, DAQ_RECORDING, DAQ_FULL /* all frames are there */ };

struct daq_recorder {
    struct daq_plan plan;
    struct daq_trigger trigger;
    enum daq_phase phase;
    size_t scanned;        /* frames that wait in the ring and did not fire */
    struct timespec start; /* time of a frame, and how many were taken and lost since */
    int64_t passed;
    struct timespec first; /* of the run: the time of its first frame */
    struct run_writer *writer;
    struct draft reserve; /* given back when the disk is full, to close the run */
    int64_t pre_written;
    int64_t written, lost; /* lost: RUN_UNKNOWN when nobody knows */
    size_t gaps;
    struct daq_health health[RUN_CHANNELS_MAX];
};

/* checks the trigger and makes the run, so that what cannot be recorded is known before the
 * experiment: the directory, its place on the disk, the room for all frames. A run that
 * never fires leaves nothing */
enum error_code daq_recorder_arm(const struct daq_plan *plan, struct daq_recorder **recorder,
                                 struct error *err);

/* the source was started just now: the time of the first frame */
void daq_recorder_begin(struct daq_recorder *recorder);

/* take what is in the ring; on failure the run is still to be finished */
enum error_code daq_recorder_step(struct daq_recorder *recorder, struct daq_ring *ring,
                                  struct error *err);

/* close the run: why it ended (NULL: all is there), and whether that was too early
 * (interrupted) or as it was meant (complete). Nothing to do when it never fired */
enum error_code daq_recorder_finish(struct daq_recorder *recorder, const char *why, bool early,
                                    struct error *err);

/* time from the first frame of the run to the end of its last, s: lost frames count */
double daq_recorder_seconds(const struct daq_recorder *recorder);

void daq_recorder_free(struct daq_recorder *recorder); /* NULL is allowed */

#endif
