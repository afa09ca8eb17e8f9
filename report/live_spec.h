/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the simulator in a page needs to predict a run again with other values: the mechanism, all
 * given values, the rail, and which values have a slider. */
#ifndef REPORT_LIVE_SPEC_H
#define REPORT_LIVE_SPEC_H

#include "report/compare.h"
#include "report/document.h"

/* nothing for a mechanism that the rig describes: the page has those that come with Skitter */
void report_live_spec(const struct report_run *run, struct report_document *document);

#endif
