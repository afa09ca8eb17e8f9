/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "fit/held.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void hold_at(struct fit_held *held, const double *values)
{
    for (size_t k = 0; k < held->n; k++)
        for (size_t i = 0; i < held->problem.n_runs; i++)
            if (held->parameters[k].run == FIT_SHARED || held->parameters[k].run == i)
                predict_base_set(&held->problem.runs[i].base, held->parameters[k].index, values[k]);
}

enum error_code fit_held_make(const struct fit_problem *problem, const double *p,
                              const size_t *which, size_t n, struct fit_held *held,
                              struct error *err)
{
    *held = (struct fit_held){.problem = *problem, .n = n};
    held->problem.n = problem->n - n;
    held->problem.runs = malloc(problem->n_runs * sizeof *held->problem.runs);
    held->problem.parameters = malloc((held->problem.n + 1) * sizeof *held->problem.parameters);
    held->p = malloc((held->problem.n + 1) * sizeof *held->p);
    if (!held->problem.runs || !held->problem.parameters || !held->p)
        return error_memory(err);
    memcpy(held->problem.runs, problem->runs, problem->n_runs * sizeof *problem->runs);
    double values[FIT_HELD_MOST];
    for (size_t i = 0, k = 0; i < problem->n; i++) {
        if (k < n && i == which[k]) {
            values[k] = p[i];
            held->parameters[k++] = problem->parameters[i];
        } else {
            held->problem.parameters[i - k] = problem->parameters[i];
            held->p[i - k] = p[i];
        }
    }
    hold_at(held, values);
    return ERROR_OK;
}

void fit_held_free(struct fit_held *held)
{
    free(held->problem.runs);
    free(held->problem.parameters);
    free(held->p);
}

enum error_code fit_held_cost(struct fit_held *held, const struct fit_rows *rows,
                              const struct fit_control *control, const double *values, double *p,
                              double *cost, struct error *err)
{
    struct fit_solution solution;
    hold_at(held, values);
    enum error_code code = fit_stages_finish(rows, control, 0, p, &solution, err);
    if (!code && solution.reason == FIT_REASON_INTERRUPTED)
        return error_set(err, ERROR_INTERRUPTED, "interrupted");
    *cost = solution.cost;
    for (size_t k = 0; k < held->n; k++) {
        const struct fit_parameter *parameter = &held->parameters[k];
        if (!code && isfinite(parameter->prior_uncertainty))
            *cost += 0.5 * pow((values[k] - parameter->prior) / parameter->prior_uncertainty, 2);
    }
    return code;
}
