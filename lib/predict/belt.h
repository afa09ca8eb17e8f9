/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The recorded rail as a belt for the simulator. */
#ifndef LIB_PREDICT_BELT_H
#define LIB_PREDICT_BELT_H

#include "lib/measure/record.h"
#include "sim/belt.h"

/* from sample `from` on, times as in the record; see measure_rail_smooth */
enum error_code predict_belt_recorded(const struct measure_record *measured, size_t from,
                                      struct sim_belt **belt, struct error *err);

#endif
