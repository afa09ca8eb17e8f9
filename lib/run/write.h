/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writing a run directory while the data come in. After every call that
 * returns ERROR_OK the run is readable up to and with that call, even if the process is
 * killed in the next instruction. A thread brings it all to the disk itself every second: a
 * power cut costs no more than the last one. The directory may be renamed meanwhile. One
 * thread at a time. */
#ifndef LIB_RUN_WRITE_H
#define LIB_RUN_WRITE_H

#include "lib/run/run.h"

/* WAV turns into RF64 (and signal.wav into signal.rf64) when it passes 4 GiB.
 * FLAC is packed when the run is finished; it needs at most 24 bits. */
enum run_format { RUN_FORMAT_WAV, RUN_FORMAT_W64, RUN_FORMAT_FLAC };

struct run_writer;

/* make the directory, which must not exist (ERROR_EXISTS), and those it is in. Header and
 * description are on disk then */
enum error_code run_create(const char *dir, const struct run_info *info, enum run_format format,
                           struct run_writer **writer, struct error *err);

/* append interleaved samples (count - count_offset). On failure the message
 * says how many frames of the run are safe; they stay readable */
enum error_code run_write_frames(struct run_writer *writer, const int32_t *samples, size_t frames,
                                 struct error *err);

/* ERROR_IO when the disk has no room for so many frames */
enum error_code run_check_room(const struct run_writer *writer, int64_t frames, struct error *err);

/* the first frame comes now, of a run that was made before: when it was taken (NULL: nobody
 * knows), and which frame of the run is that of the trigger */
enum error_code run_begin(struct run_writer *writer, const char *start, int64_t trigger_frame,
                          struct error *err);

/* frames were lost between the last write and the next one; lost may be
 * RUN_UNKNOWN. In run.journal when it returns, or, on a disk that takes nothing now, in run.json in
 * the end */
enum error_code run_write_gap(struct run_writer *writer, int64_t lost, const char *why,
                              struct error *err);

int64_t run_writer_frames(const struct run_writer *writer); /* written so far */

/* close the signal, write run.json with state, why (may be NULL), frames and
 * SHA-256. The writer is freed in any case; after a failure the run is still
 * there, in state recording */
enum error_code run_finish(struct run_writer *writer, enum run_state state, const char *why,
                           struct error *err);

/* as if it had never been made: for one without a frame; NULL is allowed */
void run_discard(struct run_writer *writer);

/* free without finishing; the run stays in state recording */
void run_abandon(struct run_writer *writer);

#endif
