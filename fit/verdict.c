/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fit/verdict.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fit/bounds.h"

/* a restart begins this many standard uncertainties off and must come back to
 * this many, at a cost that differs by no more than this */
static const double restart_off = 1, restart_back = 0.1, restart_cost = 0.02;
/* restarts that found something lower are repeated from there */
enum { RESTARTS = 3 };
/* residuals up to this many times the noise are no misfit */
static const double noise_multiple = 5;
/* a share of its bounds that a parameter's uncertainty may not exceed */
static const double widest = 0.25;

static void against(struct fit_verdict *verdict, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void against(struct fit_verdict *verdict, const char *format, ...)
{
    const size_t used = strlen(verdict->why);
    va_list arguments;
    va_start(arguments, format);
    if (used && used + 2 < FIT_WHY_SIZE)
        memcpy(verdict->why + used, "; ", 3);
    const size_t from = strlen(verdict->why);
    vsnprintf(verdict->why + from, FIT_WHY_SIZE - from, format, arguments);
    va_end(arguments);
}

/* ---- covariance of the rows */

static size_t make_stretches(const struct fit_rows *rows, struct fit_stretch *out)
{
    size_t n = 0;
    for (size_t i = 0; i < rows->problem->n_runs; i++) {
        const struct fit_part *part = &rows->parts[i];
        out[n++] = (struct fit_stretch){part->row, part->events.n + 1, FIT_GROUP_EVENT};
        for (int c = 0; c < 2; c++) {
            const size_t end = c == 0                          ? part->channel_row[1]
                               : i + 1 < rows->problem->n_runs ? rows->parts[i + 1].row
                                                               : rows->prior_row;
            if (end > part->channel_row[c])
                out[n++] = (struct fit_stretch){part->channel_row[c], end - part->channel_row[c],
                                                FIT_GROUP_TIP_T + c};
        }
    }
    out[n++] = (struct fit_stretch){rows->prior_row, rows->n - rows->prior_row, FIT_GROUP_PRIOR};
    return n;
}

static double reduced(const struct fit_rows *rows, const double *r)
{
    double square = 0;
    size_t n = 0;
    for (size_t i = 0; i < rows->prior_row; i++)
        if (fit_rows_group(rows, i) != FIT_GROUP_EVENT) {
            square += r[i] * r[i];
            n++;
        }
    return n > rows->problem->n ? square / (double)(n - rows->problem->n) : NAN;
}

static enum error_code find_covariance(const struct fit_rows *rows, const double *p,
                                       struct fit_verdict *verdict, struct error *err)
{
    static const enum fit_scaling scaling[FIT_GROUPS] = {[FIT_GROUP_EVENT] = FIT_SCALE_UP,
                                                         [FIT_GROUP_TIP_T] = FIT_SCALE_COLOURED,
                                                         [FIT_GROUP_TIP_N] = FIT_SCALE_COLOURED,
                                                         [FIT_GROUP_PRIOR] = FIT_SCALE_NONE};
    const size_t n = rows->problem->n;
    double *r = malloc(rows->n * sizeof *r), *j = malloc(rows->n * n * sizeof *j);
    struct fit_stretch *stretches = calloc(3 * rows->problem->n_runs + 1, sizeof *stretches);
    enum error_code code = r && j && stretches ? fit_rows_evaluate(rows, p, r, j, err)
                                               : error_memory(err);
    fit_covariance_free(&verdict->covariance);
    if (!code) {
        const struct fit_jacobian jacobian = {.r = r,
                                              .j = j,
                                              .rows = rows->n,
                                              .n = n,
                                              .stretches = stretches,
                                              .n_stretches = make_stretches(rows, stretches),
                                              .scaling = scaling,
                                              .n_groups = FIT_GROUPS};
        code = fit_covariance_make(&jacobian, &verdict->covariance, err);
        verdict->chi_square = reduced(rows, r);
        verdict->rows = rows->n;
    }
    free(r);
    free(j);
    free(stretches);
    return code;
}

/* ---- restart */

/* signs that differ from parameter to parameter, and from round to round */
static double sign_of(size_t i, int round)
{
    return ((i * 2654435761u) >> (7 + round)) & 1 ? 1 : -1;
}

static enum error_code restart(const struct fit_rows *rows, const struct fit_control *control,
                               int round, double *p, struct fit_verdict *verdict, bool *lower,
                               struct error *err)
{
    const struct fit_problem *problem = rows->problem;
    double *q = malloc(problem->n * sizeof *q);
    if (!q)
        return error_memory(err);
    for (size_t i = 0; i < problem->n; i++) {
        const struct fit_parameter *parameter = &problem->parameters[i];
        const double off = fmin(restart_off * verdict->covariance.uncertainty[i],
                                0.1 * (parameter->high - parameter->low));
        q[i] = fmin(fmax(p[i] + off * sign_of(i, round), parameter->low), parameter->high);
    }
    struct fit_solution solution;
    enum error_code code = fit_stages_finish(rows, control, 0, q, &solution, err);
    *lower = !code && solution.cost < verdict->last.cost - restart_cost;
    verdict->restart_distance = code ? INFINITY : 0;
    for (size_t i = 0; !code && i < problem->n; i++) {
        const double distance = fabs(q[i] - p[i]) / verdict->covariance.uncertainty[i];
        if (isfinite(verdict->covariance.uncertainty[i]))
            verdict->restart_distance = fmax(verdict->restart_distance, distance);
    }
    verdict->restart_agrees = !code && verdict->restart_distance < restart_back &&
                              fabs(solution.cost - verdict->last.cost) < restart_cost;
    if (*lower) {
        memcpy(p, q, problem->n * sizeof *p);
        verdict->last = solution;
    }
    free(q);
    /* a restart that cannot be evaluated speaks against the minimum, no more */
    return code == ERROR_MEMORY ? code : ERROR_OK;
}

/* ---- judgement */

static void judge_parameters(const struct fit_problem *problem, const double *p,
                             struct fit_verdict *verdict)
{
    for (size_t i = 0; i < problem->n; i++) {
        const struct fit_parameter *parameter = &problem->parameters[i];
        const bool shared = parameter->run == FIT_SHARED;
        const double width = parameter->high - parameter->low;
        const double uncertainty = verdict->covariance.uncertainty[i];
        if (!verdict->covariance.determined[i] || (shared && uncertainty > widest * width))
            against(verdict, "the runs do not determine %s: fix it, give a prior, or add runs",
                    parameter->name);
        else if (fit_bounds_at(p[i], parameter->low, parameter->high))
            against(verdict, "%s is at its bound %.6g %s", parameter->name, p[i], parameter->unit);
    }
}

static void judge_run(const struct fit_problem *problem, size_t run, double misfit,
                      struct fit_verdict *verdict)
{
    static const char *const channels[2] = {"tip_t", "tip_n"};
    const struct fit_outcome *outcome = &verdict->outcomes[run];
    const char *name = problem->runs[run].measured.name;
    if (outcome->missed || outcome->spurious)
        against(verdict,
                "%s: %zu of %zu impacts are not reproduced, %zu are simulated that were not seen",
                name, outcome->missed, outcome->seen, outcome->spurious);
    for (int c = 0; c < 2; c++)
        if (outcome->rms[c] > noise_multiple && outcome->share[c] > misfit)
            against(verdict, "%s: %s is off by %.0f %% of itself, %.0f times its noise", name,
                    channels[c], 100 * outcome->share[c], outcome->rms[c]);
}

static void judge(const struct fit_problem *problem, double misfit, const double *p, bool lost,
                  struct fit_verdict *verdict)
{
    if (lost)
        against(verdict, "the search was given up: simulated and seen impacts have parted");
    else if (verdict->last.reason != FIT_REASON_MINIMUM)
        against(verdict, "%s", fit_reason_text(verdict->last.reason));
    if (!lost && !verdict->restart_agrees && verdict->last.reason != FIT_REASON_INTERRUPTED)
        against(verdict,
                "a restart from beside it does not come back (%.2g standard "
                "uncertainties off)",
                verdict->restart_distance);
    if (!lost)
        judge_parameters(problem, p, verdict);
    for (size_t i = 0; i < problem->n_runs; i++)
        judge_run(problem, i, misfit, verdict);
    verdict->converged = verdict->why[0] == '\0';
}

static enum error_code examine(const struct fit_rows *rows, const struct fit_control *control,
                               bool lost, double *p, struct fit_verdict *verdict, struct error *err)
{
    enum error_code code = ERROR_OK;
    bool again = true;
    if (!lost)
        code = fit_stages_finish(rows, control, 0, p, &verdict->last, err);
    for (int round = 0; !code && again && round < RESTARTS; round++) {
        again = false;
        code = find_covariance(rows, p, verdict, err);
        if (!code && !lost && verdict->last.reason != FIT_REASON_INTERRUPTED)
            code = restart(rows, control, round, p, verdict, &again, err);
    }
    if (!code && again) /* the last restart moved p */
        code = find_covariance(rows, p, verdict, err);
    for (size_t i = 0; !code && i < rows->problem->n_runs; i++)
        code = fit_rows_outcome(rows, p, i, &verdict->outcomes[i], err);
    return code;
}

enum error_code fit_verdict_reach(const struct fit_problem *problem,
                                  const struct fit_verdict_case *of,
                                  const struct fit_control *control, double *p,
                                  struct fit_verdict *verdict, struct error *err)
{
    *verdict = (struct fit_verdict){.outcomes = calloc(problem->n_runs, sizeof *verdict->outcomes),
                                    .n_outcomes = problem->n_runs,
                                    .last = {.cost = INFINITY, .reason = FIT_REASON_NO_PROGRESS},
                                    .restart_distance = INFINITY};
    struct fit_rows *rows = NULL;
    enum error_code code = verdict->outcomes
                               ? fit_rows_create(problem, of->last, &control->loss, p, &rows, err)
                               : error_memory(err);
    if (!code)
        code = examine(rows, control, of->lost, p, verdict, err);
    if (!code)
        judge(problem, of->misfit, p, of->lost, verdict);
    else
        fit_verdict_free(verdict);
    fit_rows_free(rows);
    return code;
}

void fit_verdict_free(struct fit_verdict *verdict)
{
    fit_covariance_free(&verdict->covariance);
    free(verdict->outcomes);
    verdict->outcomes = NULL;
}
