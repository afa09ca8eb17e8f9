/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Figures over all runs and of the fit. */
#ifndef REPORT_CAMPAIGN_FIGURES_H
#define REPORT_CAMPAIGN_FIGURES_H

#include "report/campaign.h"
#include "report/document.h"

/* errors of the times of matched events over time; nothing when there are none */
void report_campaign_scatter(const struct report_campaign *campaign,
                             struct report_document *document);

/* a figure for each profile of the fit */
void report_campaign_profiles(const struct report_fitted *fitted, struct report_document *document);

#endif
