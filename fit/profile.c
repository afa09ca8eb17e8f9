/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fit/profile.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* 95 % of a chi-square of one degree of freedom */
static const double limit = 3.841458820694124;
/* first step in standard uncertainties, and how the next ones grow */
static const double first_step = 0.7, growth = 1.3;
enum { SIDE = FIT_PROFILE_POINTS / 2 - 1 };

/* a problem without one parameter, which has a fixed value */
struct held {
    struct fit_problem problem;
    struct fit_parameter parameter;
    double *p; /* of the others */
};

static void hold_at(struct held *held, double value)
{
    for (size_t i = 0; i < held->problem.n_runs; i++)
        if (held->parameter.run == FIT_SHARED || held->parameter.run == i)
            predict_base_set(&held->problem.runs[i].base, held->parameter.index, value);
}

static enum error_code hold(const struct fit_problem *problem, const double *p, size_t parameter,
                            struct held *held, struct error *err)
{
    *held = (struct held){.problem = *problem, .parameter = problem->parameters[parameter]};
    held->problem.n = problem->n - 1;
    held->problem.runs = malloc(problem->n_runs * sizeof *held->problem.runs);
    held->problem.parameters = malloc((held->problem.n + 1) * sizeof *held->problem.parameters);
    held->p = malloc((held->problem.n + 1) * sizeof *held->p);
    if (!held->problem.runs || !held->problem.parameters || !held->p)
        return error_memory(err);
    memcpy(held->problem.runs, problem->runs, problem->n_runs * sizeof *problem->runs);
    for (size_t i = 0, j = 0; i < problem->n; i++)
        if (i != parameter) {
            held->problem.parameters[j] = problem->parameters[i];
            held->p[j++] = p[i];
        }
    hold_at(held, p[parameter]);
    return ERROR_OK;
}

static void let_go(struct held *held)
{
    free(held->problem.runs);
    free(held->problem.parameters);
    free(held->p);
}

/* the walks from one minimum */
struct walk {
    const struct fit_rows *rows;
    const struct fit_control *control;
    struct held *held;
    double middle, step;
    double base;     /* cost at the middle */
    double variance; /* of the residuals */
};

/* one direction of it */
struct side {
    struct fit_profile_point points[SIDE];
    size_t n;
    double end; /* where the rise reaches the limit; NaN: nowhere */
};

/* half the sum of squares with the parameter held; a prior on it counts too */
static enum error_code cost_at(const struct walk *walk, double value, double *p, double *cost,
                               struct error *err)
{
    struct held *held = walk->held;
    struct fit_solution solution;
    hold_at(held, value);
    enum error_code code = fit_stages_finish(walk->rows, walk->control, 0, p, &solution, err);
    if (!code && solution.reason == FIT_REASON_INTERRUPTED)
        return error_set(err, ERROR_INTERRUPTED, "interrupted");
    *cost = solution.cost;
    if (!code && isfinite(held->parameter.prior_uncertainty))
        *cost += 0.5 * pow((value - held->parameter.prior) / held->parameter.prior_uncertainty, 2);
    return code;
}

/* the value between two points where the square root of the rise, which is straight
 * for a parabola, reaches that of the limit */
static double crossing(const struct fit_profile_point *inner, const struct fit_profile_point *outer)
{
    const double a = sqrt(fmax(inner->rise, 0)), b = sqrt(outer->rise);
    return inner->value + (outer->value - inner->value) * (sqrt(limit) - a) / (b - a);
}

/* outwards from the minimum until the rise is large or the bound is there */
static enum error_code walk_out(const struct walk *walk, double step, struct side *side,
                                struct error *err)
{
    const struct held *held = walk->held;
    const double bound = step > 0 ? held->parameter.high : held->parameter.low;
    struct fit_profile_point last = {.value = walk->middle};
    enum error_code code = ERROR_OK;
    double *p = malloc((held->problem.n + 1) * sizeof *p);
    if (!p)
        return error_memory(err);
    memcpy(p, held->p, held->problem.n * sizeof *p);
    while (side->n < SIDE && last.value != bound) {
        double cost = INFINITY, value = last.value + step;
        if ((step > 0) == (value > bound))
            value = bound;
        code = cost_at(walk, value, p, &cost, err);
        if (code == ERROR_INTERRUPTED || code == ERROR_MEMORY)
            break;
        struct fit_profile_point *point = &side->points[side->n++];
        *point = (struct fit_profile_point){
            .value = value, .failed = code, .rise = 2 * (cost - walk->base) / walk->variance};
        code = ERROR_OK;
        if (point->failed || point->rise > limit) {
            side->end = point->failed ? NAN : crossing(&last, point);
            break;
        }
        last = *point;
        step *= growth;
    }
    free(p);
    return code;
}

static enum error_code walk_both(struct walk *walk, struct fit_profile *profile, struct error *err)
{
    struct side up = {.end = NAN}, down = {.end = NAN};
    enum error_code code = cost_at(walk, walk->middle, walk->held->p, &walk->base, err);
    if (!code)
        code = walk_out(walk, -walk->step, &down, err);
    if (!code)
        code = walk_out(walk, walk->step, &up, err);
    profile->low = down.end;
    profile->high = up.end;
    for (size_t i = down.n; i-- > 0;)
        profile->points[profile->n++] = down.points[i];
    profile->points[profile->n++] = (struct fit_profile_point){.value = walk->middle};
    for (size_t i = 0; i < up.n; i++)
        profile->points[profile->n++] = up.points[i];
    return code;
}

enum error_code fit_profile_make(const struct fit_problem *problem,
                                 const struct fit_profile_wish *wish,
                                 const struct fit_control *control, struct fit_profile *profile,
                                 struct error *err)
{
    const size_t i = wish->parameter;
    const double width = problem->parameters[i].high - problem->parameters[i].low;
    const double step = isfinite(wish->uncertainty) ? first_step * wish->uncertainty : width;
    struct held held;
    struct fit_rows *rows = NULL;
    *profile = (struct fit_profile){.parameter = i, .low = NAN, .high = NAN};
    enum error_code code = hold(problem, wish->p, i, &held, err);
    if (!code)
        code = fit_rows_create(&held.problem, wish->stage, &control->loss, held.p, &rows, err);
    struct walk walk = {.rows = rows,
                        .control = control,
                        .held = &held,
                        .middle = wish->p[i],
                        .step = fmin(step, 0.1 * width),
                        .variance = wish->variance};
    if (!code)
        code = walk_both(&walk, profile, err);
    fit_rows_free(rows);
    let_go(&held);
    return code;
}
