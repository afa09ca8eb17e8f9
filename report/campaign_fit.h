/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the fit says of itself: its verdict, what its uncertainties are made of, and how its
 * intervals compare with other ways to find them. */
#ifndef REPORT_CAMPAIGN_FIT_H
#define REPORT_CAMPAIGN_FIT_H

#include "report/document.h"
#include "report/fitted.h"

/* what the file does not tell is not shown */
void report_campaign_fit(const struct report_fitted *fitted, struct report_document *document);

#endif
