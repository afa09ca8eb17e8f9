/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rig that a run's prediction is made with. */
#ifndef REPORT_RIGS_H
#define REPORT_RIGS_H

#include "report/compare.h"

/* The rig of the request with what the run has of its own: start, belt speed,
 * what was set on the command line when it was recorded, and the values that
 * the request names. recorded: the run's rig, NULL or null when it has none. */
enum error_code report_rigs_make(const struct report_request *request, json_t *recorded,
                                 const char *dir, struct rig **rig, struct error *err);

#endif
