/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The first page: all runs in one table, what the fit found, where all comes from. */
#ifndef REPORT_CAMPAIGN_PAGE_H
#define REPORT_CAMPAIGN_PAGE_H

#include "report/compare.h"
#include "report/document.h"

struct report_campaign {
    const struct rig *rig;
    const char *rig_sha256;
    const struct report_fitted *fitted; /* NULL: none */
    const char *fit_trouble;            /* why a fit could not be used; NULL: it could */
    const char *command;                /* the options that were given */
    struct report_run *const *runs;
    size_t n_runs;
};

enum error_code report_campaign_page(const struct report_campaign *campaign,
                                     struct report_document *document, struct error *err);

#endif
