/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The map of a campaign: what starts do over the first coordinate and the speed of the rail, and
 * the runs on it. */
#ifndef REPORT_CAMPAIGN_MAP_H
#define REPORT_CAMPAIGN_MAP_H

#include "report/campaign.h"
#include "report/document.h"

/* of the set-up that most runs have; none where fewer than two runs differ in start or rail */
enum error_code report_campaign_map(const struct report_campaign *campaign,
                                    struct report_document *document, struct error *err);

#endif
