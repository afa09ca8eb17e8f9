/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How the values of a fit are distributed, by its bootstrap and its posterior, beside the normal
 * distribution of the linear uncertainty. */
#ifndef REPORT_CAMPAIGN_MARGINALS_H
#define REPORT_CAMPAIGN_MARGINALS_H

#include "report/fit_rows.h"

void report_campaign_marginals(const struct report_fitted *fitted,
                               const struct report_fit_rows *rows,
                               struct report_document *document);

#endif
