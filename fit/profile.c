/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fit/profile.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fit/held.h"

/* 95 % of a chi-square of one degree of freedom */
static const double limit = 3.841458820694124;
/* first step in standard uncertainties, and how the next ones grow */
static const double first_step = 0.7, growth = 1.3;
enum { SIDE = FIT_PROFILE_POINTS / 2 - 1 };

/* the walks from one minimum */
struct walk {
    const struct fit_rows *rows;
    const struct fit_control *control;
    struct fit_held *held;
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

static enum error_code cost_at(const struct walk *walk, double value, double *p, double *cost,
                               struct error *err)
{
    return fit_held_cost(walk->held, walk->rows, walk->control, &value, p, cost, err);
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
    const struct fit_held *held = walk->held;
    const double bound = step > 0 ? held->parameters[0].high : held->parameters[0].low;
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
    struct fit_held held;
    struct fit_rows *rows = NULL;
    *profile = (struct fit_profile){.parameter = i, .low = NAN, .high = NAN};
    enum error_code code = fit_held_make(problem, wish->p, &i, 1, &held, err);
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
    fit_held_free(&held);
    return code;
}
