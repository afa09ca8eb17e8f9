/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Run directories, opened for reading (skitter-run(5)). */
#ifndef LIB_RUN_RUN_H
#define LIB_RUN_RUN_H

#include "lib/run/description.h"

/* open for reading. A run whose writer was killed opens, with a warning; a
 * damaged one is an error that says what to do */
enum error_code run_open(const char *dir, struct run **run, struct error *err);
void run_close(struct run *run); /* NULL is allowed */

/* a directory with a run.json or a signal; what never was one is not to be repaired */
enum error_code run_check_is_one(const char *dir, struct error *err);

/* give back the signal file, of which nothing can be read until it is opened again; all else
 * stays */
void run_close_signal(struct run *run);
enum error_code run_open_signal(struct run *run, struct error *err);

/* samples of all channels, interleaved; all of [first, first + count) must exist */
enum error_code run_read_frames(struct run *run, int64_t first, int64_t count, int32_t *samples,
                                struct error *err);

/* all frames of [first, first + count) in one pass: `take` gets them block by block, in order */
typedef void run_take_block(void *context, int64_t first, int64_t count, const int32_t *samples);
enum error_code run_read_blocks(struct run *run, int64_t first, int64_t count, run_take_block *take,
                                void *context, struct error *err);

/* one channel in its physical unit; who needs several reads blocks */
enum error_code run_read_channel(struct run *run, size_t channel, int64_t first, int64_t count,
                                 double *values, struct error *err);

/* compare the signal with the SHA-256 in run.json (reads the whole file) */
enum error_code run_verify(const struct run *run, struct error *err);

#endif
