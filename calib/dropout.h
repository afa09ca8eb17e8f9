/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Dropouts of a vibrometer: found and flagged, never filled. */
#ifndef CALIB_DROPOUT_H
#define CALIB_DROPOUT_H

#include <stdbool.h>
#include <stddef.h>

#include "lib/base/error.h"

/* Sets the flag of every sample that belongs to one: a value that is held while
 * the noise elsewhere would move it by `step` (one count) at least, or that jumps
 * away and back within 20 ms. `sigma` is the noise, `count` becomes their number. */
enum error_code calib_dropout_find(const double *samples, size_t n, double period, double sigma,
                                   double step, bool *flags, size_t *count, struct error *err);

#endif
