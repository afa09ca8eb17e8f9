/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether a run behaves as predicted, and all runs in one sentence. */
#ifndef REPORT_VERDICT_H
#define REPORT_VERDICT_H

#include "report/campaign.h"

/* both bounce or neither, both come to stick or neither */
bool report_verdict_same(const struct report_run *run);

/* predicted less measured time of matched impacts of all runs, its median; NaN: there are none */
double report_verdict_lateness(const struct report_campaign *campaign, size_t *impacts);

/* the parameter that all runs share with the largest uncertainty beside its value, or one that
 * the runs do not determine; NULL: no fit */
const struct report_parameter *report_verdict_weakest(const struct report_fitted *fitted);

/* "12 of 14 runs behave as predicted; ..." */
void report_verdict_text(const struct report_campaign *campaign, char *text, size_t size);

#endif
