/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "fit/stages.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/list.h"
#include "lib/base/nearest.h"

/* tolerances in standard deviations: a stage on the way need not be exact */
static const double coarse = 0.1, fine = 2e-3;
/* drops of the cost, as a share of it, that are none */
static const double coarse_drop = 1e-3, fine_drop = 1e-8;
enum { COARSE_ITERATIONS = 20, FINE_ITERATIONS = 150 };
/* rows move with the minimum: beside the simulated events */
enum { LAST_ROUNDS = 3 };

/* the first jumps of each run, then more */
enum { FEW = 1, MANY = 8 };

static const char *const words[] = {"events", "velocities", "all"};

static bool known(const char *name)
{
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(words[i], name) == 0)
            return true;
    return false;
}

static enum error_code unknown(const char *name, struct error *err)
{
    char hint[64];
    struct nearest nearest = nearest_to(name);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        nearest_offer(&nearest, words[i]);
    nearest_hint(&nearest, hint, sizeof hint);
    return error_set(err, ERROR_USAGE,
                     "there is no stage '%s'%s; stages are events, velocities and all", name, hint);
}

static size_t most_jumps(const struct fit_problem *problem)
{
    size_t most = 0;
    for (size_t i = 0; i < problem->n_runs; i++) {
        const struct measure_events *events = &problem->runs[i].detected.events;
        size_t n = 0;
        for (size_t j = 0; j < events->n; j++)
            n += events->list[j].kind == MEASURE_EVENT_JUMP;
        most = n > most ? n : most;
    }
    return most;
}

static void add_stage(struct fit_plan *plan, struct fit_stage stage)
{
    if (plan->n < FIT_STAGES_MAX)
        plan->stages[plan->n++] = stage;
}

static void add_stages(const char *name, size_t most, double mask, struct fit_plan *plan)
{
    const bool grows = !isfinite(mask);
    mask = grows ? FIT_MASK : mask;
    if (strcmp(name, "all") == 0) {
        add_stage(plan, (struct fit_stage){name, 0, 0, 30, true, mask, true, grows});
        return;
    }
    const bool velocities = strcmp(name, "velocities") == 0;
    size_t jumps = FEW;
    for (;; jumps = jumps < MANY ? 2 * jumps : jumps + jumps / 2) {
        const bool enough = jumps >= most;
        if (velocities)
            add_stage(plan, (struct fit_stage){name, enough ? 0 : jumps, 0.5e-3, 20, true,
                                               mask > 3e-3 ? mask : 3e-3, false, false});
        else
            add_stage(plan, (struct fit_stage){name, jumps, 5e-3, 8, false, 0, false, false});
        if (enough || (!velocities && jumps >= MANY))
            break;
    }
    if (!velocities)
        add_stage(plan, (struct fit_stage){name, jumps, 1e-3, 20, false, 0, false, false});
}

enum error_code fit_plan_make(const struct fit_problem *problem, const char *names, double mask,
                              struct fit_plan *plan, struct error *err)
{
    *plan = (struct fit_plan){0};
    const size_t most = most_jumps(problem);
    const char *rest = names ? names : "events,velocities,all";
    enum error_code code = ERROR_OK;
    for (char word[LIST_WORD_SIZE]; !code && list_next(&rest, word);) {
        if (!known(word))
            code = unknown(word, err);
        for (size_t i = 0; !code && i < sizeof words / sizeof *words; i++)
            if (strcmp(words[i], word) == 0)
                add_stages(words[i], most, mask, plan);
    }
    if (!code && plan->n == 0)
        code = error_set(err, ERROR_USAGE,
                         "no stage is left; stages are events, velocities and all");
    return code;
}

struct watcher {
    const struct fit_control *control;
    size_t start;
    const char *stage;
};

static bool watch(void *context, size_t iteration, double cost, const double *p)
{
    const struct watcher *w = context;
    return w->control->watch &&
           w->control->watch(w->control->context, w->start, w->stage, iteration, cost, p);
}

static enum error_code evaluate(const void *context, const double *p, double *r, double *jacobian,
                                struct error *err)
{
    return fit_rows_evaluate(context, p, r, jacobian, err);
}

static enum error_code solve(const struct fit_rows *rows, const struct fit_control *control,
                             size_t start, bool last, double *p, struct fit_solution *solution,
                             struct error *err)
{
    const struct fit_problem *problem = rows->problem;
    double *bounds = malloc(2 * (problem->n + 1) * sizeof *bounds);
    if (!bounds)
        return error_memory(err);
    for (size_t i = 0; i < problem->n; i++) {
        bounds[i] = problem->parameters[i].low;
        bounds[problem->n + i] = problem->parameters[i].high;
    }
    struct watcher watcher = {.control = control, .start = start, .stage = rows->stage.name};
    const struct fit_least_squares task = {.function = evaluate,
                                           .context = rows,
                                           .rows = rows->n,
                                           .n = problem->n,
                                           .low = bounds,
                                           .high = bounds + problem->n,
                                           .near = last,
                                           .iterations = last ? FINE_ITERATIONS : COARSE_ITERATIONS,
                                           .tolerance = last ? fine : coarse,
                                           .negligible = last ? fine_drop : coarse_drop,
                                           .watch = watch,
                                           .watch_context = &watcher};
    enum error_code code = fit_least_squares(&task, p, solution, err);
    free(bounds);
    return code;
}

enum error_code fit_stages_finish(const struct fit_rows *rows, const struct fit_control *control,
                                  size_t start, double *p, struct fit_solution *solution,
                                  struct error *err)
{
    return solve(rows, control, start, true, p, solution, err);
}

/* whether the events that the rows look at are not those of the simulation */
static enum error_code parted(const struct fit_rows *rows, const double *p, bool *lost,
                              struct error *err)
{
    size_t seen = 0, wrong = 0;
    enum error_code code = ERROR_OK;
    for (size_t i = 0; !code && i < rows->problem->n_runs; i++) {
        struct fit_outcome outcome;
        code = fit_rows_outcome(rows, p, i, &outcome, err);
        seen += outcome.seen;
        wrong += outcome.missed + outcome.spurious;
    }
    *lost = wrong > 1 && 4 * wrong > seen;
    return code;
}

static enum error_code follow_stage(const struct fit_problem *problem,
                                    const struct fit_stage *stage, bool last,
                                    const struct fit_control *control, size_t start,
                                    struct fit_path *path, struct error *err)
{
    struct fit_rows *rows;
    struct fit_stage as_recorded = *stage; /* the search needs no more of the rail */
    as_recorded.rail = false;
    path->stage = stage->name;
    enum error_code code = fit_rows_create(problem, &as_recorded, &control->loss, path->p, &rows,
                                           err);
    if (!code)
        code = solve(rows, control, start, last, path->p, &path->last, err);
    if (!code)
        code = parted(rows, path->p, &path->lost, err);
    path->evaluations += path->last.evaluations;
    path->failures += path->last.failures;
    fit_rows_free(rows);
    return code;
}

/* cost of the last stage where the search was given up, to compare it with others */
static enum error_code final_cost(const struct fit_problem *problem, const struct fit_plan *plan,
                                  const struct fit_control *control, struct fit_path *path,
                                  struct error *err)
{
    struct fit_rows *rows;
    struct fit_stage as_recorded = plan->stages[plan->n - 1];
    as_recorded.rail = false;
    enum error_code code = fit_rows_create(problem, &as_recorded, &control->loss, path->p, &rows,
                                           err);
    double *r = code ? NULL : malloc(rows->n * sizeof *r);
    if (!code)
        code = r ? fit_rows_evaluate(rows, path->p, r, NULL, err) : error_memory(err);
    path->last.cost = 0;
    for (size_t i = 0; !code && i < rows->n; i++)
        path->last.cost += 0.5 * r[i] * r[i];
    free(r);
    fit_rows_free(rows);
    return code;
}

/* A stage lost the motion that the one before it had: its rows lie on both sides of an edge, beyond
 * which a run sticks where it should bounce. Back to where it began; the stages after it look at
 * other rows. */
static bool step_back(struct fit_path *path, bool had, const double *before, size_t n)
{
    if (!path->lost || !had)
        return false;
    memcpy(path->p, before, n * sizeof *before);
    path->lost = false;
    return true;
}

/* the rows of the last stage move with the minimum. ends: someone stopped it */
static enum error_code follow_rounds(const struct fit_problem *problem, const struct fit_plan *plan,
                                     size_t stage, const struct fit_control *control, size_t start,
                                     struct fit_path *path, bool *ends, struct error *err)
{
    const bool last = stage + 1 == plan->n;
    enum error_code code = ERROR_OK;
    double before = 0;
    *ends = false;
    for (int round = 0; !code && round < (last ? LAST_ROUNDS : 1); round++) {
        code = follow_stage(problem, &plan->stages[stage], last, control, start, path, err);
        if (!code && path->last.reason == FIT_REASON_INTERRUPTED) {
            *ends = true;
            return last ? code : final_cost(problem, plan, control, path, err);
        }
        if (path->lost || path->last.iterations <= 1 || path->last.cost == before)
            break;
        before = path->last.cost;
    }
    return code;
}

/* the stages of the plan from `first` on */
static enum error_code follow_from(const struct fit_problem *problem, const struct fit_plan *plan,
                                   size_t first, const struct fit_control *control, size_t start,
                                   struct fit_path *path, struct error *err)
{
    double *before = malloc((problem->n + 1) * sizeof *before);
    enum error_code code = before ? ERROR_OK : error_memory(err);
    bool ends = false;
    path->lost = false;
    for (size_t i = first; !code && !ends && i < plan->n; i++) {
        const bool last = i + 1 == plan->n, had = i > first && !path->lost;
        memcpy(before, path->p, problem->n * sizeof *before);
        code = follow_rounds(problem, plan, i, control, start, path, &ends, err);
        if (code || ends || !path->lost || !plan->stages[i].velocities)
            continue;
        const bool back = step_back(path, had, before, problem->n);
        ends = last || !back;
        path->last.reason = FIT_REASON_NO_PROGRESS;
        if (ends && (back || !last))
            code = final_cost(problem, plan, control, path, err);
    }
    free(before);
    return code;
}

/* Times of few events let friction or stiffness run away from a beginning that is good: what the
 * events lose is tried again from there by velocities, which tell less far but more. Whichever has
 * the motion, or comes lower. */
static enum error_code follow_again(const struct fit_problem *problem, const struct fit_plan *plan,
                                    size_t first, const double *from,
                                    const struct fit_control *control, size_t start,
                                    struct fit_path *path, bool *better, struct error *err)
{
    struct error failure = {0};
    struct fit_path other = *path;
    *better = false;
    other.p = malloc((problem->n + 1) * sizeof *other.p);
    if (!other.p)
        return error_memory(err);
    memcpy(other.p, from, problem->n * sizeof *from);
    const enum error_code code = follow_from(problem, plan, first, control, start, &other,
                                             &failure);
    *better = !code && (!other.lost || other.last.cost < path->last.cost);
    path->evaluations = other.evaluations;
    path->failures = other.failures;
    if (*better) {
        double *p = path->p;
        memcpy(p, other.p, problem->n * sizeof *p);
        *path = other;
        path->p = p;
    }
    free(other.p);
    return code == ERROR_MEMORY ? error_memory(err) : ERROR_OK;
}

enum error_code fit_stages_follow(const struct fit_problem *problem, const struct fit_plan *plan,
                                  const struct fit_control *control, size_t start,
                                  struct fit_path *path, struct error *err)
{
    size_t first = 0;
    double *from = malloc((problem->n + 1) * sizeof *from);
    if (!from)
        return error_memory(err);
    memcpy(from, path->p, problem->n * sizeof *from);
    path->evaluations = path->failures = 0;
    enum error_code code = follow_from(problem, plan, 0, control, start, path, err);
    while (first < plan->n && !plan->stages[first].velocities)
        first++;
    if (code == ERROR_NUMERIC) { /* a graze, say, on a way that led far off */
        path->lost = true;
        path->last.cost = INFINITY;
    }
    if (first > 0 && first < plan->n && path->lost && code != ERROR_MEMORY &&
        path->last.reason != FIT_REASON_INTERRUPTED) {
        bool better;
        const enum error_code second = follow_again(problem, plan, first, from, control, start,
                                                    path, &better, err);
        code = second || better ? second : code;
    }
    free(from);
    return code;
}
