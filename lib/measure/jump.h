/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Jumps of the tip's velocity, told from noise of any colour and from kinks. */
#ifndef LIB_MEASURE_JUMP_H
#define LIB_MEASURE_JUMP_H

#include "lib/measure/events.h"
#include "lib/measure/noise.h"
#include "lib/measure/record.h"

/* Size of a jump: what the two tip channels jump by, each in units of how well a jump of it can
 * be told from noise (measure_jump_noise), added as squares. */
double measure_jump_size(const struct measure_record *measured, double jump_t, double jump_n);

#define MEASURE_JUMP_SEEN 7.0  /* jumps of this size are detected */
#define MEASURE_JUMP_SURE 14.0 /* and from this size on never missed */

/* Standard uncertainty of the time at which a jump of that size is seen: anywhere between two
 * samples, a small one less surely. */
double measure_jump_uncertainty(double size, double period);

/* Where within a sample an instrument of unknown bandwidth shows a jump is not known either:
 * standard deviation of a place in it, 12^(-1/2). */
#define MEASURE_JUMP_PLACE 0.289

/* velocities this soon after a jump tell of the instrument, not of the motion (s) */
#define MEASURE_JUMP_MASK 1e-3

/* rms of what noise makes of a jump: the difference of two parabolas, each through 0.8 ms or
 * five samples on its side */
double measure_jump_noise(const struct measure_noise *noise, double period);

/* how far on either side of a jump samples are looked at for it (s): of several jumps that close
 * together one is seen */
double measure_jump_side(double period);

/* All that jumps, by time. A bend, however sharp, is none: what two parabolas that meet explain
 * as well is left out. Samples with a flag do not count. */
enum error_code measure_jump_find(const struct measure_record *measured,
                                  struct measure_events *jumps, struct error *err);

#endif
