/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A run in small: its tangential velocity, measured and predicted, as a stamp that all runs of a
 * campaign are looked over by. It stays when the signals have gone. */
#ifndef REPORT_SMALL_H
#define REPORT_SMALL_H

#include <stdbool.h>
#include <stddef.h>

#include "lib/figure/canvas.h"
#include "report/compare.h"

/* of a run whose signals are there; false: no memory */
bool report_small_take(struct report_run *run);

enum { REPORT_SMALL_WIDTH = 200, REPORT_SMALL_HEIGHT = 70 };

/* curves with the events as seen (ticks above) and predicted (below), at REPORT_SMALL_WIDTH by
 * REPORT_SMALL_HEIGHT; a run without curves is an empty frame */
void report_small_draw(const struct report_run *run, struct figure_canvas *canvas);

#endif
