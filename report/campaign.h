/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All that the pages and figures over all runs are made from. */
#ifndef REPORT_CAMPAIGN_H
#define REPORT_CAMPAIGN_H

#include "report/compare.h"

struct report_campaign {
    const struct rig *rig;
    const char *rig_sha256;
    const struct report_fitted *fitted; /* NULL: none */
    const char *fit_trouble;            /* why a fit could not be used; NULL: it could */
    const json_t *plan;                 /* what to record next (lib/rig/planned.h); NULL: none */
    const char *command;                /* the options that were given */
    struct report_run *const *runs;
    size_t n_runs;
};

#endif
