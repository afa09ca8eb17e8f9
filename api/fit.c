/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A fit as skitter-fit makes it. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "api/private.h"
#include "fit/output.h"
#include "fit/setup.h"

enum { USUAL_STARTS = 8 };
static const double usual_width = 3, usual_misfit = 0.1;

static bool watch(void *context, size_t start, const char *stage, size_t iteration, double cost,
                  const double *p)
{
    const struct skitter_fit_request *request = context;
    (void)start, (void)stage, (void)iteration, (void)cost, (void)p;
    return request->stop && request->stop(request->context) != 0;
}

static enum error_code judge(const struct fit_problem *problem, const struct fit_plan *plan,
                             const struct fit_control *control, const struct fit_starts *starts,
                             skitter_results **results, struct error *err)
{
    const struct fit_start *best = &starts->list[starts->by_cost[0]];
    const struct fit_verdict_case of = {&plan->stages[plan->n - 1], usual_misfit, best->path.lost};
    struct fit_verdict verdict;
    double *p = calloc(problem->n ? problem->n : 1, sizeof *p);
    if (!p)
        return error_memory(err);
    if (problem->n)
        memcpy(p, best->to, problem->n * sizeof *p);
    enum error_code code = fit_verdict_reach(problem, &of, control, p, &verdict, err);
    if (!code) {
        const struct fit_report report = {.problem = problem,
                                          .plan = plan,
                                          .starts = starts,
                                          .verdict = &verdict,
                                          .p = p,
                                          .interrupted = watch(control->context, 0, "", 0, 0, p)};
        code = api_results(fit_output_json(&report), results, err);
        if (!code && !verdict.usable)
            code = error_set(err, ERROR_NUMERIC, "no usable value: %s", verdict.why);
        fit_verdict_free(&verdict);
    }
    free(p);
    return code;
}

static enum error_code search(const struct fit_problem *problem,
                              const struct skitter_fit_request *request, skitter_results **results,
                              struct error *err)
{
    const struct fit_control control = {.loss = {FIT_LOSS_HUBER, usual_width},
                                        .watch = watch,
                                        .context = (void *)(uintptr_t)request};
    struct fit_plan plan;
    struct fit_starts starts;
    enum error_code code = fit_plan_make(problem, NULL, FIT_MASK, &plan, err);
    if (!code)
        code = fit_multistart(problem, &plan, &control,
                              request->starts ? request->starts : USUAL_STARTS, &starts, err);
    if (code)
        return code;
    code = judge(problem, &plan, &control, &starts, results, err);
    fit_starts_free(&starts);
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
    const struct option_list runs = list_of(request->runs, request->n_runs);
    const struct fit_request inside = {.free = request->free,
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
        code = fit_setup(rig->rig, &runs, &inside, &problem, &inner);
    if (!code) {
        code = search(&problem, request, results, &inner);
        fit_problem_free(&problem);
    }
    return api_answer(code, &inner, err);
}
