/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the simulator in a page needs to predict a run again with other values: the mechanism
 * (once for a page), all given values, the rail, and which values have a slider. */
#ifndef REPORT_LIVE_SPEC_H
#define REPORT_LIVE_SPEC_H

#include <stdio.h>

#include <jansson.h>

#include "report/compare.h"
#include "report/document.h"

/* whether a page can simulate it: over a surface without a law of its own */
bool report_live_knows(const struct rig *rig);

/* its mechanism, as text for the page */
enum error_code report_live_mechanism(const struct rig *rig, FILE *out, struct error *err);

/* the values and sliders of a rig */
json_t *report_live_values(const struct rig *rig);

/* the same of a run, with its rail and times; nothing where the page does not know the mechanism */
void report_live_spec(const struct report_run *run, struct report_document *document);

#endif
