/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fit/multistart.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_qrng.h>

#include "lib/cli/share.h"

enum { SOBOL_DIMENSIONS = 40 };

/* What is known and not asked for begins where it is known to be: drawn from all of its bounds,
 * lengths and heights make mechanisms that do not reach the rail, and no start but the first is
 * one. */
static bool drawn(const struct fit_parameter *p)
{
    return p->run == FIT_SHARED && (p->asked || !isfinite(p->prior_uncertainty));
}

/* share 0 to 1 of the way through what is known of it, or else through the bounds: evenly in the
 * logarithm where the bounds are far apart */
static double between(const struct fit_parameter *p, double share)
{
    if (isfinite(p->prior_uncertainty))
        return fmin(fmax(p->prior + p->prior_uncertainty * gsl_cdf_ugaussian_Pinv(share), p->low),
                    p->high);
    if (p->low > 0 && p->high > 4 * p->low)
        return p->low * pow(p->high / p->low, share);
    return p->low + share * (p->high - p->low);
}

static enum error_code make_starts(const struct fit_problem *problem, struct fit_starts *starts,
                                   struct error *err)
{
    size_t shared = 0;
    for (size_t i = 0; i < problem->n; i++)
        shared += drawn(&problem->parameters[i]);
    if (shared > SOBOL_DIMENSIONS)
        return error_set(err, ERROR_UNSUPPORTED, "at most %d shared parameters can be fitted",
                         SOBOL_DIMENSIONS);
    gsl_qrng *sobol = gsl_qrng_alloc(gsl_qrng_sobol, shared ? (unsigned)shared : 1);
    if (!sobol)
        return error_memory(err);
    for (size_t s = 0; s < starts->n; s++) {
        double point[SOBOL_DIMENSIONS];
        size_t dimension = 0;
        if (s > 0)
            gsl_qrng_get(sobol, point);
        for (size_t i = 0; i < problem->n; i++) {
            const struct fit_parameter *p = &problem->parameters[i];
            starts->list[s].from[i] = s > 0 && drawn(p) ? between(p, point[dimension++]) : p->start;
        }
        memcpy(starts->list[s].to, starts->list[s].from, problem->n * sizeof(double));
    }
    gsl_qrng_free(sobol);
    return ERROR_OK;
}

static bool better(const struct fit_starts *starts, size_t a, size_t b)
{
    const struct fit_start *x = &starts->list[a], *y = &starts->list[b];
    const bool x_good = x->done && !x->failure.code, y_good = y->done && !y->failure.code;
    if (x_good != y_good)
        return x_good;
    if (x_good && x->path.last.cost != y->path.last.cost)
        return x->path.last.cost < y->path.last.cost;
    return a < b;
}

static void sort(struct fit_starts *starts)
{
    for (size_t i = 0; i < starts->n; i++) {
        size_t at = i;
        for (; at > 0 && better(starts, i, starts->by_cost[at - 1]); at--)
            starts->by_cost[at] = starts->by_cost[at - 1];
        starts->by_cost[at] = i;
    }
}

static void follow(const struct fit_problem *problem, const struct fit_plan *plan,
                   const struct fit_control *control, size_t s, struct fit_start *start)
{
    if (s > 0 && control->watch &&
        control->watch(control->context, s, "events", 0, INFINITY, start->from))
        return;
    start->path.p = start->to;
    start->done = true;
    start->failure.code = fit_stages_follow(problem, plan, control, s, &start->path,
                                            &start->failure);
}

/* a start that its rank has followed, to all; addresses mean nothing to the others */
static void tell(const struct fit_problem *problem, const struct fit_plan *plan, size_t s,
                 struct fit_start *start)
{
    struct fit_start told = *start;
    size_t stage = 0;
    while (stage < plan->n && plan->stages[stage].name != start->path.stage)
        stage++;
    share_tell(s, &told, sizeof told);
    share_tell(s, &stage, sizeof stage);
    share_tell(s, start->to, problem->n * sizeof *start->to);
    told.from = start->from;
    told.to = told.path.p = start->to;
    told.path.stage = stage < plan->n ? plan->stages[stage].name : NULL;
    *start = told;
}

enum error_code fit_multistart(const struct fit_problem *problem, const struct fit_plan *plan,
                               const struct fit_control *control, size_t n,
                               struct fit_starts *starts, struct error *err)
{
    *starts = (struct fit_starts){.list = calloc(n, sizeof *starts->list),
                                  .n = n,
                                  .by_cost = calloc(n, sizeof *starts->by_cost)};
    bool room = starts->list && starts->by_cost;
    for (size_t s = 0; room && s < n; s++) {
        starts->list[s].from = calloc(problem->n, sizeof(double));
        starts->list[s].to = calloc(problem->n, sizeof(double));
        room = starts->list[s].from && starts->list[s].to;
    }
    enum error_code code = room ? make_starts(problem, starts, err) : error_memory(err);
    if (code) {
        fit_starts_free(starts);
        return code;
    }
#pragma omp parallel for schedule(dynamic, 1) if (n > 1) /* one start: its runs in parallel */
    for (size_t s = 0; s < n; s++)
        if (share_mine(s))
            follow(problem, plan, control, s, &starts->list[s]);
    for (size_t s = 0; s < n; s++)
        tell(problem, plan, s, &starts->list[s]);
    sort(starts);
    const struct fit_start *best = &starts->list[starts->by_cost[0]];
    if (best->done && !best->failure.code)
        return ERROR_OK;
    if (best->failure.code)
        code = error_set(err, ERROR_NUMERIC, "all %zu starts failed; the first: %s", n,
                         starts->list[0].failure.message);
    else
        code = error_set(err, ERROR_INTERRUPTED, "interrupted before anything was found");
    fit_starts_free(starts);
    return code;
}

void fit_starts_free(struct fit_starts *starts)
{
    for (size_t s = 0; starts->list && s < starts->n; s++) {
        free(starts->list[s].from);
        free(starts->list[s].to);
    }
    free(starts->list);
    free(starts->by_cost);
    *starts = (struct fit_starts){0};
}
