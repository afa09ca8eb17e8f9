/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A report: runs compared one after the other, written to pages and figures. */
#ifndef REPORT_REPORT_H
#define REPORT_REPORT_H

#include "lib/cli/options.h"
#include "report/compare.h"

struct report_job {
    const char *rig;
    const char *fit;                  /* NULL: none */
    const char *plan;                 /* of what to record next; NULL: none */
    const char *html, *pdf, *figures; /* where to; NULL: not wanted */
    const char *title;                /* NULL: the rig's */
    const char *from_run;             /* NULL: none */
    struct option_list start_at;      /* see lib/measure/start.h */
    const char *command;              /* for the page */
    const struct option_list *runs;
    bool force;
    /* told after each run; NULL: nobody */
    void (*done)(void *context, size_t runs, const struct report_run *run);
    void *context;
};

/* ERROR_NUMERIC when the report was made but a run or the fit could not be used:
 * the page says so */
enum error_code report_make(const struct report_job *job, struct error *err);

#endif
