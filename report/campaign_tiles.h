/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All runs in small, sorted by configuration. */
#ifndef REPORT_CAMPAIGN_TILES_H
#define REPORT_CAMPAIGN_TILES_H

#include "report/campaign.h"
#include "report/document.h"

void report_campaign_tiles(const struct report_campaign *campaign,
                           struct report_document *document);

/* whether two runs have the same mechanism and set-up: parameters other than the belt's speed
 * that differ by no more than pages show; runs that could not be compared have none */
bool report_same_set_up(const struct report_run *a, const struct report_run *b);

#endif
