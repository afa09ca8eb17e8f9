/* SPDX-License-Identifier: GPL-3.0-or-later */
/* When a motion starts, told by a person (--start-at) where detection cannot find it. */
#ifndef LIB_MEASURE_START_H
#define LIB_MEASURE_START_H

#include "lib/measure/record.h"

/* Items are WHEN or RUN=WHEN; WHEN is a time in the record with its unit ("0.12 s") or "trigger",
 * and RUN a run's directory or the last part of its name. One that names the run goes before one
 * that does not, a later one before an earlier. Sets start_told and start_at; before
 * measure_detect. */
enum error_code measure_start_take(const char *const *items, size_t n,
                                   struct measure_record *measured, struct error *err);

/* ERROR_USAGE when an item names none of these runs */
enum error_code measure_start_check(const char *const *items, size_t n, const char *const *runs,
                                    size_t n_runs, struct error *err);

#endif
