/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "fit/search.h"

#include <stdlib.h>
#include <string.h>

enum error_code fit_search(const struct fit_problem *problem, const char *stages, double mask,
                           size_t starts, const struct fit_control *control,
                           struct fit_found *found, struct error *err)
{
    *found = (struct fit_found){0};
    enum error_code code = fit_plan_make(problem, stages, mask, &found->plan, err);
    if (!code)
        code = fit_multistart(problem, &found->plan, control, starts, &found->starts, err);
    return code;
}

enum error_code fit_search_judge(const struct fit_problem *problem, double misfit,
                                 const struct fit_control *control, struct fit_found *found,
                                 struct error *err)
{
    const struct fit_start *best = &found->starts.list[found->starts.by_cost[0]];
    const struct fit_verdict_case of = {&found->plan.stages[found->plan.n - 1], misfit,
                                        best->path.lost};
    found->p = calloc(problem->n ? problem->n : 1, sizeof *found->p); /* none: a prediction */
    enum error_code code = found->p ? ERROR_OK : error_memory(err);
    if (!code) {
        if (problem->n)
            memcpy(found->p, best->to, problem->n * sizeof *found->p);
        code = fit_verdict_reach(problem, &of, control, found->p, &found->verdict, err);
    }
    if (!code) /* profiles and samples look at the same rows */
        found->plan.stages[found->plan.n - 1].mask = found->verdict.mask;
    if (code) {
        free(found->p);
        fit_starts_free(&found->starts);
    }
    return code;
}

void fit_found_free(struct fit_found *found)
{
    if (found->p)
        fit_verdict_free(&found->verdict);
    free(found->p);
    fit_starts_free(&found->starts);
}
