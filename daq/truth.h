/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a real rig does to a clean signal before it is a count: flutter of the
 * reflecting paper, bandwidth, noise, dropouts and rest voltage of the vibrometer, range
 * and steps of the converter. Seeded: the same counts from run to run. */
#ifndef DAQ_TRUTH_H
#define DAQ_TRUTH_H

#include "lib/rig/rig.h"
#include "lib/run/run.h"

struct daq_truth;

/* channels: those of `rig` with their conversion to counts of `bits`;
 * `simulated` says what is imperfect; frames are `period` apart, s */
enum error_code daq_truth_create(const struct rig *rig, const struct rig_section *simulated,
                                 int64_t bits, double period, uint64_t seed,
                                 struct daq_truth **truth, struct error *err);
void daq_truth_free(struct daq_truth *truth); /* NULL is allowed */

/* the sample (count - 2^(bits - 1)) of the next frame of a channel, where the
 * clean value is `value` in the channel's unit; t tells how long after the last */
int32_t daq_truth_sample(struct daq_truth *truth, size_t channel, double t, double value);

/* between two samples the clean value jumps */
void daq_truth_jump(struct daq_truth *truth, size_t channel, double t, double before, double after);

#endif
