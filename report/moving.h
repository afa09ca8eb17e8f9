/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The mechanism of a run, drawn at its start, and what a page needs to move it: how its bodies hang
 * from each other, and their coordinates over time. */
#ifndef REPORT_MOVING_H
#define REPORT_MOVING_H

#include "report/compare.h"
#include "report/document.h"

/* nothing is added where the coordinates are not known, or the ground itself moves */
enum error_code report_moving(const struct report_run *run, const char *id,
                              struct report_document *document, struct error *err);

#endif
