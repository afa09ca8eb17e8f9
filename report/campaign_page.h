/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The first page: verdict, all runs in small, their map, what the fit found, the runs in a table;
 * and the last, which says where all comes from. */
#ifndef REPORT_CAMPAIGN_PAGE_H
#define REPORT_CAMPAIGN_PAGE_H

#include "report/campaign.h"
#include "report/document.h"

enum error_code report_campaign_page(const struct report_campaign *campaign,
                                     struct report_document *document, struct error *err);
enum error_code report_provenance_page(const struct report_campaign *campaign,
                                       struct report_document *document, struct error *err);

#endif
