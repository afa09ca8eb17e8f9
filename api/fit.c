/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A fit as skitter-fit makes it. */
#include "config.h"

#include <math.h>

#include "api/private.h"
#include "fit/output.h"
#include "fit/search.h"
#include "fit/setup.h"
#include "fit/suggest.h"

static bool watch(void *context, size_t start, const char *stage, size_t iteration, double cost,
                  const double *p)
{
    const struct skitter_fit_request *request = context;
    (void)start, (void)stage, (void)iteration, (void)cost, (void)p;
    return request->stop && request->stop(request->context) != 0;
}

static enum error_code search(const struct fit_problem *problem,
                              const struct skitter_fit_request *request, skitter_results **results,
                              struct error *err)
{
    const struct fit_control control = {
        .loss = {FIT_LOSS, FIT_WIDTH}, .watch = watch, .context = (void *)(uintptr_t)request};
    struct fit_found found;
    enum error_code code = fit_search(
        problem, NULL, NAN, request->starts ? request->starts : FIT_STARTS, &control, &found, err);
    if (!code)
        code = fit_search_judge(problem, FIT_MISFIT, &control, &found, err);
    if (code)
        return code;
    const struct fit_report report = {.problem = problem,
                                      .plan = &found.plan,
                                      .starts = &found.starts,
                                      .verdict = &found.verdict,
                                      .p = found.p,
                                      .interrupted = watch(control.context, 0, "", 0, 0, found.p)};
    code = api_results(fit_output_json(&report), results, err);
    if (!code && !found.verdict.usable)
        code = error_set(err, ERROR_NUMERIC, "no usable value: %s", found.verdict.why);
    fit_found_free(&found);
    return code;
}

/* the fit's own lists are not const, but it does not change them */
static struct option_list list_of(const char *const *items, size_t n)
{
    return (struct option_list){(const char **)(uintptr_t)items, n};
}

int skitter_fit(const skitter_rig *rig, const struct skitter_fit_request *request,
                skitter_results **results, struct skitter_error *err)
{
    struct error inner;
    struct fit_problem problem;
    struct fit_suggestions suggestions = {0};
    const struct option_list runs = list_of(request->runs, request->n_runs);
    struct fit_request inside = {.free = request->free,
                                 .own = request->own,
                                 .from_run = request->from_run,
                                 .priors = list_of(request->priors, request->n_priors),
                                 .bounds = list_of(request->bounds, request->n_bounds),
                                 .until = request->until};
    *results = NULL;
    enum error_code code = ERROR_OK;
    if (runs.n == 0)
        code = error_set(&inner, ERROR_USAGE, "there is no run to fit to");
    else if (!(request->until >= 0))
        code = error_set(&inner, ERROR_USAGE, "until must be positive");
    if (!code)
        code = fit_suggest_choose(rig->rig, &runs, &inside, &suggestions, &inner);
    if (!code)
        code = fit_setup(rig->rig, &runs, &inside, &problem, &inner);
    if (!code) {
        code = search(&problem, request, results, &inner);
        fit_problem_free(&problem);
    }
    fit_suggest_free(&suggestions);
    return api_answer(code, &inner, err);
}
