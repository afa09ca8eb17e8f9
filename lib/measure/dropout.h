/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Dropouts of a vibrometer: where its light does not come back, its output is held or falls
 * to a level of its own, and returns to where the motion has gone on meanwhile. */
#ifndef LIB_MEASURE_DROPOUT_H
#define LIB_MEASURE_DROPOUT_H

#include <stddef.h>

/* Flags the samples of every dropout as MEASURE_LOST, never one that has a flag already, and
 * returns how many dropouts there are. A value that is held for 12 samples although the noise
 * would move it by two counts (`step` is the value of one) is a dropout however long; one that
 * is left and regained abruptly is one up to 5 ms, beyond which it is not told from stick. */
size_t measure_dropout_find(const double *values, size_t n, double period, double noise,
                            double step, unsigned char *flags);

#endif
