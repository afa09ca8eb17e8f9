/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the simulator in a page needs to predict a run again with other values: the mechanism, all
 * given values, the rail, and which values have a slider. */
#ifndef REPORT_LIVE_SPEC_H
#define REPORT_LIVE_SPEC_H

#include <jansson.h>

#include "report/compare.h"
#include "report/document.h"

/* the page has the mechanisms that come with Skitter, not those that rigs describe */
bool report_live_knows(const struct rig *rig);

/* the mechanism of a rig with its values and sliders */
json_t *report_live_values(const struct rig *rig);

/* the same of a run, with its rail and times; nothing where the page does not know the mechanism */
void report_live_spec(const struct report_run *run, struct report_document *document);

#endif
