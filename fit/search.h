/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A whole fit: from many starts through the stages to the best minimum, and what that is worth.
 * skitter-fit and the library make the same one. */
#ifndef FIT_SEARCH_H
#define FIT_SEARCH_H

#include "fit/multistart.h"
#include "fit/verdict.h"

/* what skitter-fit does without options */
enum { FIT_STARTS = 8 };
#define FIT_LOSS FIT_LOSS_HUBER
#define FIT_WIDTH 3.0  /* from which the loss bends */
#define FIT_MISFIT 0.1 /* of fit_verdict_case */

struct fit_found {
    struct fit_plan plan;
    struct fit_starts starts;
    double *p; /* the best, as judged */
    struct fit_verdict verdict;
};

/* from all starts; after a failure there is nothing to free. stages, mask: of fit_plan_make */
enum error_code fit_search(const struct fit_problem *problem, const char *stages, double mask,
                           size_t starts, const struct fit_control *control,
                           struct fit_found *found, struct error *err);
/* after it: p and the verdict; after a failure all of it is freed */
enum error_code fit_search_judge(const struct fit_problem *problem, double misfit,
                                 const struct fit_control *control, struct fit_found *found,
                                 struct error *err);
void fit_found_free(struct fit_found *found);

#endif
