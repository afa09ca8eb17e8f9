/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A part of a run as a run of its own. */
#ifndef LIB_RUN_CUT_H
#define LIB_RUN_CUT_H

#include <stdint.h>

#include "lib/base/error.h"

/* the frames from `from` to `until` (s from the run's start, without that frame; infinite: all
 * that follow), with the counts, gaps and all that is known, in the new directory `to` */
enum error_code run_cut(const char *dir, double from, double until, const char *to, int64_t *frames,
                        struct error *err);

#endif
