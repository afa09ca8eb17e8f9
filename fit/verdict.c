/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fit/verdict.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_math.h>

#include "fit/bounds.h"
#include "fit/flutter.h"
#include "fit/settle.h"

/* a restart begins this many standard uncertainties off and must come back to
 * this many, at a cost that differs by no more than this */
static const double level = 0.1; /* a gradient that would move nothing by more than this share of
                                    its standard deviation is none */
static const double restart_off = 1, restart_back = 0.1, restart_cost = 0.02;
/* What is not explained: a reduced chi-square, residuals that remember, a prior that is pulled.
 * On 38 independent fits these told all 9 contaminated ones and no other. */
static const double chi_limit = 1.3, colour_limit = 3, pull_limit = 3.5;
/* restarts that found something lower are repeated from there */
enum { RESTARTS = 6 };
/* rounds of the last solve at the most, residuals weighed after each, and by how much a weight may
 * change and still be the same */
enum { ROUNDS = 5 };
static const double same_weight = 0.05;
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
            const size_t end = c == 0 ? part->channel_row[1] : part->other_row[0];
            if (end > part->channel_row[c])
                out[n++] = (struct fit_stretch){part->channel_row[c], end - part->channel_row[c],
                                                FIT_GROUP_TIP_T + c};
        }
        for (size_t k = 0; k < rows->problem->runs[i].n_others; k++)
            out[n++] = (struct fit_stretch){
                part->other_row[k], part->other_row[k + 1] - part->other_row[k], FIT_GROUP_OTHER};
        out[n++] = (struct fit_stretch){part->rail_row, part->n_rail, FIT_GROUP_RAIL};
    }
    out[n++] = (struct fit_stretch){rows->prior_row, rows->n - rows->prior_row, FIT_GROUP_PRIOR};
    return n;
}

/* of the velocities of all runs */
static double reduced(const struct fit_verdict *verdict, size_t parameters)
{
    double square = 0;
    size_t n = 0;
    for (size_t i = 0; i < verdict->n_outcomes; i++)
        for (int c = 0; c < 2; c++) {
            const struct fit_outcome *outcome = &verdict->outcomes[i];
            square += outcome->chi_square[c] * (double)outcome->samples[c];
            n += outcome->samples[c];
        }
    return n > parameters ? square / (double)(n - parameters) : NAN;
}

static enum error_code find_covariance(const struct fit_rows *rows, const double *p,
                                       struct fit_verdict *verdict, struct error *err)
{
    static const enum fit_scaling scaling[FIT_GROUPS] = {
        [FIT_GROUP_EVENT] = FIT_SCALE_UP,       [FIT_GROUP_TIP_T] = FIT_SCALE_COLOURED,
        [FIT_GROUP_TIP_N] = FIT_SCALE_COLOURED, [FIT_GROUP_OTHER] = FIT_SCALE_COLOURED,
        [FIT_GROUP_RAIL] = FIT_SCALE_NONE,      [FIT_GROUP_PRIOR] = FIT_SCALE_NONE};
    const size_t n = rows->problem->n;
    double *r = malloc(rows->n * sizeof *r), *j = malloc(rows->n * n * sizeof *j);
    struct fit_stretch *stretches = calloc((4 + SIM_MAX_SHOWN) * rows->problem->n_runs + 1,
                                           sizeof *stretches);
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
        fit_budget_free(&verdict->budget);
        if (!code)
            code = fit_budget_make(rows, j, &verdict->covariance, &verdict->budget, err);
        fit_leverage_free(&verdict->leverage);
        if (!code)
            code = fit_leverage_make(rows, r, j, &verdict->leverage, err);
        verdict->rows = rows->n;
    }
    free(r);
    free(j);
    free(stretches);
    return code;
}

/* a watcher of the search, for the last solve */
static bool watch_last(void *context, size_t iteration, double cost, const double *p)
{
    const struct fit_control *control = context;
    return control->watch && control->watch(control->context, 0, "all", iteration, cost, p);
}

/* ---- restart */

/* signs that differ from parameter to parameter, and from round to round */
static double sign_of(size_t i, int round)
{
    return ((i * 2654435761u) >> (7 + round)) & 1 ? 1 : -1;
}

/* One standard uncertainty off, the way that the parameters go together: any other is far off
 * where they make up for each other. */
static void step_aside(const struct fit_problem *problem, const struct fit_covariance *c, int round,
                       const double *p, double *q)
{
    double square = 0;
    memset(q, 0, problem->n * sizeof *q);
    for (size_t i = 0; i < problem->n; i++)
        for (size_t k = 0; c->determined[i] && k < problem->n; k++) {
            if (!c->determined[k] || !(c->matrix[k * c->n + k] > 0))
                continue;
            const double along = c->matrix[i * c->n + k] * sign_of(k, round) / c->uncertainty[k];
            q[i] += along;
            square += along * sign_of(i, round) / c->uncertainty[i];
        }
    for (size_t i = 0; i < problem->n; i++) {
        const struct fit_parameter *parameter = &problem->parameters[i];
        const double widest_off = 0.1 * (parameter->high - parameter->low);
        const double off = square > 0 ? restart_off * q[i] / sqrt(square) : 0;
        q[i] = fmin(fmax(p[i] + fmin(fmax(off, -widest_off), widest_off), parameter->low),
                    parameter->high);
    }
}

static void compare_restart(const struct fit_problem *problem, const double *p, const double *q,
                            const struct fit_solution *solution, struct fit_verdict *verdict)
{
    verdict->restart_distance = 0;
    for (size_t i = 0; i < problem->n; i++) {
        const double distance = fabs(q[i] - p[i]) / verdict->covariance.uncertainty[i];
        if (isfinite(verdict->covariance.uncertainty[i]))
            verdict->restart_distance = fmax(verdict->restart_distance, distance);
    }
    verdict->restart_agrees = verdict->restart_distance < restart_back &&
                              fabs(solution->cost - verdict->last.cost) < restart_cost;
}

/* the rails move with it, and go back where nothing lower was found */
static enum error_code restart(struct fit_rows *rows, const struct fit_control *control, int round,
                               double *p, struct fit_verdict *verdict, bool *lower,
                               struct error *err)
{
    const struct fit_problem *problem = rows->problem;
    struct fit_control watched = *control;
    const struct fit_settle_watch watch = {watch_last, &watched};
    struct fit_solution solution;
    struct error failure = {0};
    double *q = malloc(problem->n * sizeof *q), *stood = NULL;
    enum error_code code = q ? fit_settle_remember(problem, &stood, err) : error_memory(err);
    if (!code) {
        step_aside(problem, &verdict->covariance, round, p, q);
        enum error_code found = fit_rows_linearise(rows, q, &failure);
        if (!found)
            found = fit_settle(rows, &watch, q, &solution, &failure);
        /* a restart that cannot be evaluated speaks against the minimum, no more */
        verdict->restart_distance = INFINITY;
        verdict->restart_agrees = false;
        if (!found)
            compare_restart(problem, p, q, &solution, verdict);
        *lower = !found && solution.cost < verdict->last.cost - restart_cost;
        code = found == ERROR_MEMORY ? error_memory(err) : ERROR_OK;
    }
    if (!code && *lower) {
        memcpy(p, q, problem->n * sizeof *p);
        verdict->last = solution;
    } else if (!code) {
        code = fit_settle_recall(problem, stood, err);
        if (!code)
            code = fit_rows_linearise(rows, p, err);
    }
    free(stood);
    free(q);
    return code;
}

/* ---- weights */

/* what a channel's rows would add beyond what they do, were they not weighed by that excess */
static double unweighed(double chi_square, size_t samples, double excess)
{
    return chi_square * (double)samples * (1 - 1 / gsl_pow_2(excess));
}

/* the square of all rows, what was known before too, whatever they are weighed by */
static double whole(const struct fit_rows *rows, const double *r,
                    const struct fit_outcome *outcomes)
{
    double square = fit_covariance_variance(r, rows->n) * (double)rows->n;
    for (size_t i = 0; i < rows->problem->n_runs; i++) {
        const struct fit_run *run = &rows->problem->runs[i];
        for (int c = 0; c < 2; c++)
            square += unweighed(outcomes[i].chi_square[c], outcomes[i].samples[c], run->excess[c]);
        for (size_t k = 0; k < run->n_others; k++)
            square += unweighed(outcomes[i].others[k].chi_square, outcomes[i].others[k].samples,
                                run->others[k].excess);
    }
    return square;
}

/* variance and colour of each run's channels, whatever they are weighed by */
static enum error_code see_residuals(const struct fit_rows *rows, const double *p,
                                     struct fit_verdict *verdict, struct error *err)
{
    double *r = malloc(rows->n * sizeof *r);
    enum error_code code = r ? fit_rows_evaluate(rows, p, r, NULL, err) : error_memory(err);
    for (size_t i = 0; !code && i < rows->problem->n_runs; i++)
        for (int c = 0; c < 2; c++) {
            const struct fit_part *part = &rows->parts[i];
            const size_t from = part->channel_row[c];
            const size_t n = (c ? part->other_row[0] : part->channel_row[1]) - from;
            struct fit_outcome *outcome = &verdict->outcomes[i];
            outcome->chi_square[c] = fit_covariance_variance(r + from, n) *
                                     gsl_pow_2(rows->problem->runs[i].excess[c]);
            outcome->colour[c] = n ? fit_covariance_colour(r + from, n) : 1;
            outcome->samples[c] = n;
        }
    for (size_t i = 0; !code && i < rows->problem->n_runs; i++)
        for (size_t k = 0; k < rows->problem->runs[i].n_others; k++) {
            const size_t *row = &rows->parts[i].other_row[k], n = row[1] - row[0];
            verdict->outcomes[i].others[k] = (struct fit_other_outcome){
                fit_covariance_variance(r + *row, n) *
                    gsl_pow_2(rows->problem->runs[i].others[k].excess),
                n ? fit_covariance_colour(r + *row, n) : 1, n};
        }
    if (!code) {
        verdict->chi_square = reduced(verdict, rows->problem->n);
        verdict->all_square = whole(rows, r, verdict->outcomes);
        verdict->all_rows = rows->n;
    }
    free(r);
    return code;
}

/* the weight that residuals give to a channel; by which share that is another one than it has */
static double weigh_one(double chi_square, double colour, bool take, double *excess)
{
    const double told = sqrt(fmax(1, chi_square * colour)), change = fabs(told / *excess - 1);
    if (take)
        *excess = told;
    return change;
}

/* a run whose residuals are larger than its noise, or remember, counts for as much less: its
 * samples are not as many as they seem (least squares with the weights that hold). Returns the
 * largest change; take: makes it. */
static double weigh(const struct fit_problem *problem, const struct fit_verdict *verdict, bool take)
{
    double most = 0;
    for (size_t i = 0; i < problem->n_runs; i++) {
        struct fit_run *run = &problem->runs[i];
        const struct fit_outcome *outcome = &verdict->outcomes[i];
        for (size_t k = 0; k < run->n_others; k++)
            most = fmax(most, weigh_one(outcome->others[k].chi_square, outcome->others[k].colour,
                                        take, &run->others[k].excess));
        for (int c = 0; c < 2; c++)
            most = fmax(
                most, weigh_one(outcome->chi_square[c], outcome->colour[c], take, &run->excess[c]));
    }
    return most;
}

/* ---- judgement */

static bool speaks(const struct fit_verdict *verdict, size_t before)
{
    return strlen(verdict->why) > before;
}

static void judge_minimum(bool lost, struct fit_verdict *verdict)
{
    const bool interrupted = verdict->last.reason == FIT_REASON_INTERRUPTED;
    verdict->found = !lost && !interrupted &&
                     (verdict->last.reason == FIT_REASON_MINIMUM || verdict->restart_agrees ||
                      (verdict->last.reason == FIT_REASON_NO_PROGRESS &&
                       verdict->last.gradient < level));
    if (lost)
        against(verdict, "the search was given up: simulated and seen impacts have parted");
    else if (!verdict->found)
        against(verdict,
                "%s, and a restart from beside it does not come back (%.2g standard "
                "uncertainties off)",
                fit_reason_text(verdict->last.reason), verdict->restart_distance);
}

static void judge_parameters(const struct fit_problem *problem, const double *p,
                             struct fit_verdict *verdict)
{
    const size_t before = strlen(verdict->why);
    size_t known = 0, asked = 0;
    for (size_t i = 0; i < problem->n; i++) {
        const struct fit_parameter *parameter = &problem->parameters[i];
        const double width = parameter->high - parameter->low;
        const double uncertainty = verdict->covariance.uncertainty[i];
        bool good = false;
        if (!parameter->asked)
            continue;
        if (!verdict->covariance.determined[i] ||
            (parameter->run == FIT_SHARED && uncertainty > widest * width))
            against(verdict, "the runs do not determine %s: fix it, give a prior, or add runs",
                    parameter->name);
        else if (fit_bounds_at(p[i], parameter->low, parameter->high))
            against(verdict, "%s is at its bound %.6g %s", parameter->name, p[i], parameter->unit);
        else
            good = true;
        known += good;
        asked++;
    }
    verdict->determined = !speaks(verdict, before);
    verdict->usable = verdict->found && (known > 0 || asked == 0);
}

/* the largest pull of a prior, in its standard uncertainties */
static double judge_priors(const struct fit_problem *problem, const double *p,
                           struct fit_verdict *verdict)
{
    double largest = 0;
    for (size_t i = 0; i < problem->n; i++) {
        const struct fit_parameter *parameter = &problem->parameters[i];
        if (!isfinite(parameter->prior_uncertainty))
            continue;
        const double pull = fabs(p[i] - parameter->prior) / parameter->prior_uncertainty;
        if (pull > pull_limit)
            against(verdict, "%s is pulled %.1f standard uncertainties off what was known of it",
                    parameter->name, pull);
        if (pull > fmax(largest, pull_limit))
            snprintf(verdict->suspect, sizeof verdict->suspect,
                     "look at %s: it is known worse than was said, or makes up for something "
                     "else; free it with --free or widen its uncertainty",
                     parameter->name);
        largest = fmax(largest, pull);
    }
    return largest;
}

/* Relative variance of the square of the noise of long means, from n samples of rest: 4 p/n for an
 * autoregressive model of order p at frequency zero (Berk 1974), 2/n for white noise. */
static double noise_variance(const struct fit_run *run, int channel)
{
    const size_t n = run->detected.rest[channel].n;
    const size_t order = run->measured.background[channel].noise.order;
    return n > 0 ? (double)(order > 0 ? 4 * order : 2) / (double)n : 0;
}

/* how much larger than its noise a channel's residuals are, their memory included */
static double judge_channel(const struct fit_problem *problem, size_t run, int channel,
                            double misfit, double worst, struct fit_verdict *verdict)
{
    static const char *const channels[2] = {"tip_t", "tip_n"};
    const struct fit_outcome *o = &verdict->outcomes[run];
    const char *name = problem->runs[run].measured.name;
    if (!o->samples[channel])
        return worst;
    /* what few residuals that remember make of a chi-square by chance, and the noise itself */
    const double chance = 4 * sqrt(2 * o->colour[channel] / (double)o->samples[channel] +
                                   noise_variance(&problem->runs[run], channel));
    const double excess = sqrt(fmax(1, o->chi_square[channel] * o->colour[channel]));
    if (o->chi_square[channel] > chi_limit + chance || excess * excess > colour_limit + chance ||
        (o->share[channel] > misfit && o->rms[channel] > 5))
        against(verdict,
                "%s: %s is off by %.1f times its noise (%.0f %% of itself), and %.1f "
                "residuals are worth one",
                name, channels[channel], o->rms[channel], 100 * o->share[channel],
                o->colour[channel]);
    else
        return worst;
    if (excess > worst)
        snprintf(verdict->suspect, sizeof verdict->suspect,
                 "look at %s of %s: the report shows where; or leave the run out with --leave-out",
                 channels[channel], name);
    return fmax(worst, excess);
}

/* the same of the other channels */
static double judge_others(const struct fit_problem *problem, size_t run, double worst,
                           struct fit_verdict *verdict)
{
    const struct fit_run *source = &problem->runs[run];
    for (size_t k = 0; k < source->n_others; k++) {
        const struct fit_other_outcome *o = &verdict->outcomes[run].others[k];
        if (o->samples == 0)
            continue;
        const double chance = 4 * sqrt(2 * o->colour / (double)o->samples);
        const double excess = sqrt(fmax(1, o->chi_square * o->colour));
        if (o->chi_square <= chi_limit + chance && excess * excess <= colour_limit + chance)
            continue;
        against(verdict, "%s: %s is off by %.1f times its noise, and %.1f residuals are worth one",
                source->measured.name, source->others[k].name, sqrt(o->chi_square), o->colour);
        if (excess > worst)
            snprintf(verdict->suspect, sizeof verdict->suspect,
                     "look at %s of %s: its sensitivity and offset, and the report",
                     source->others[k].name, source->measured.name);
        worst = fmax(worst, excess);
    }
    return worst;
}

static void judge_data(const struct fit_problem *problem, double misfit, const double *p,
                       struct fit_verdict *verdict)
{
    const size_t before = strlen(verdict->why);
    double worst = 1;
    for (size_t i = 0; i < problem->n_runs; i++) {
        const struct fit_outcome *outcome = &verdict->outcomes[i];
        if (outcome->missed || outcome->spurious)
            against(verdict,
                    "%s: %zu of %zu impacts are not reproduced, %zu are simulated that were not "
                    "seen",
                    problem->runs[i].measured.name, outcome->missed, outcome->seen,
                    outcome->spurious);
        for (int c = 0; c < 2; c++)
            worst = judge_channel(problem, i, c, misfit, worst, verdict);
        worst = judge_others(problem, i, worst, verdict);
    }
    const double pull = judge_priors(problem, p, verdict);
    verdict->explained = verdict->found && !speaks(verdict, before);
    /* what is left unexplained by residuals is in the weights already; a contradiction with what
     * was known is not (Birge 1932) */
    verdict->enlarged = pull > pull_limit ? pull / 2 : 1;
    for (size_t i = 0; i < problem->n; i++)
        verdict->covariance.uncertainty[i] *= verdict->enlarged;
    for (size_t i = 0; i < problem->n * problem->n; i++)
        verdict->covariance.matrix[i] *= verdict->enlarged * verdict->enlarged;
}

static void judge(const struct fit_problem *problem, double misfit, const double *p, bool lost,
                  struct fit_verdict *verdict)
{
    judge_minimum(lost, verdict);
    if (!lost)
        judge_parameters(problem, p, verdict);
    judge_data(problem, misfit, p, verdict);
    verdict->converged = verdict->found && verdict->determined && verdict->explained;
}

/* ---- the last solve */

struct last {
    const struct fit_problem *problem;
    const struct fit_verdict_case *of;
    const struct fit_control *control;
    struct fit_verdict *verdict;
    struct fit_rows *rows;
    struct fit_stage stage;
};

static enum error_code solve_from(struct last *last, double *p, struct error *err)
{
    struct fit_control watched = *last->control;
    const struct fit_settle_watch watch = {watch_last, &watched};
    fit_rows_free(last->rows);
    enum error_code code = fit_rows_create(last->problem, &last->stage, &last->control->loss, p,
                                           &last->rows, err);
    if (!code && !last->rows) /* never so: for analysers, which do not look into other files */
        return ERROR_MEMORY;
    if (!code && !last->of->lost)
        code = fit_settle(last->rows, &watch, p, &last->verdict->last, err);
    return code;
}

/* whether residuals or priors say that another minimum should be looked for */
static enum error_code doubtful(const struct last *last, const double *p, bool *doubt,
                                struct error *err)
{
    const struct fit_problem *problem = last->problem;
    enum error_code code = see_residuals(last->rows, p, last->verdict, err);
    *doubt = last->verdict->chi_square > chi_limit ||
             last->verdict->last.reason != FIT_REASON_MINIMUM;
    for (size_t i = 0; i < problem->n; i++) {
        const struct fit_parameter *parameter = &problem->parameters[i];
        *doubt |= isfinite(parameter->prior_uncertainty) &&
                  fabs(p[i] - parameter->prior) > pull_limit * parameter->prior_uncertainty;
    }
    return code;
}

/* ---- other beginnings of it */

/* The search took the rails for what was recorded, and may have bent what is known well to make up
 * for it. */
static bool begin_known(const struct fit_problem *problem, double *p)
{
    for (size_t i = 0; i < problem->n; i++) {
        const struct fit_parameter *parameter = &problem->parameters[i];
        if (isfinite(parameter->prior_uncertainty) && !parameter->asked)
            p[i] = parameter->prior;
    }
    return true;
}

/* What has run away to its bound, where it changes nothing any more, finds no way back: the others
 * stay where they were found. */
static bool begin_unbound(const struct fit_problem *problem, double *p)
{
    bool any = false;
    for (size_t i = 0; i < problem->n; i++) {
        const struct fit_parameter *parameter = &problem->parameters[i];
        if (!fit_bounds_at(p[i], parameter->low, parameter->high))
            continue;
        p[i] = parameter->start;
        any = true;
    }
    return any;
}

/* from there too; whichever comes lower */
static enum error_code try_beginning(struct last *last,
                                     bool (*begin)(const struct fit_problem *, double *), double *p,
                                     struct error *err)
{
    const struct fit_problem *problem = last->problem;
    const double cost = last->verdict->last.cost;
    double *other = malloc((problem->n + 1) * sizeof *other);
    if (!other)
        return error_memory(err);
    memcpy(other, p, problem->n * sizeof *p);
    enum error_code code = ERROR_OK;
    struct error failure = {0};
    if (begin(problem, other)) {
        code = fit_settle_forget(problem, err);
        if (!code && !solve_from(last, other, &failure) && last->verdict->last.cost < cost) {
            memcpy(p, other, problem->n * sizeof *p);
        } else if (!code) {
            code = fit_settle_forget(problem, err);
            if (!code)
                code = solve_from(last, p, err);
        }
    }
    free(other);
    return code;
}

/* from p as it is, and where that does not explain the runs from other beginnings */
static enum error_code solve_first(struct last *last, double *p, struct error *err)
{
    static bool (*const beginnings[])(const struct fit_problem *, double *) = {begin_unbound,
                                                                               begin_known};
    enum error_code code = solve_from(last, p, err);
    for (size_t i = 0; !code && i < sizeof beginnings / sizeof *beginnings; i++) {
        bool doubt = false;
        code = doubtful(last, p, &doubt, err);
        if (code || !doubt || last->verdict->last.reason == FIT_REASON_INTERRUPTED)
            break;
        code = try_beginning(last, beginnings[i], p, err);
    }
    return code;
}

/* where paper flutters for longer than was left out after an impact, leave out more */
static enum error_code mask_flutter(struct last *last, const double *p, bool *more,
                                    struct error *err)
{
    double time = 0;
    *more = false;
    enum error_code code = last->stage.mask_grows ? fit_flutter(last->rows, p, &time, err)
                                                  : ERROR_OK;
    if (code || time <= last->stage.mask)
        return code;
    last->stage.mask = time;
    *more = true;
    return ERROR_OK;
}

/* The minimum, with rows that move with it, and residuals weighed by what they turn out to be
 * there: what they are before it is found tells little. */
static enum error_code settle(struct last *last, double *p, struct error *err)
{
    struct fit_verdict *verdict = last->verdict;
    enum error_code code = ERROR_OK;
    for (int round = 0; !code && round < ROUNDS; round++) {
        code = round || last->of->lost ? solve_from(last, p, err) : solve_first(last, p, err);
        if (!code)
            code = see_residuals(last->rows, p, verdict, err);
        if (code || last->of->lost || verdict->last.reason == FIT_REASON_INTERRUPTED)
            return code;
        bool more = false;
        if (round + 1 < ROUNDS)
            code = mask_flutter(last, p, &more, err);
        if (code || more) /* what flutters must not weigh all else */
            continue;
        if (round > 0 && verdict->last.reason == FIT_REASON_MINIMUM &&
            weigh(last->problem, verdict, false) < same_weight)
            break;
        if (round + 1 < ROUNDS)
            weigh(last->problem, verdict, true);
    }
    return code;
}

static enum error_code examine(struct fit_rows *rows, const struct fit_control *control, bool lost,
                               double *p, struct fit_verdict *verdict, struct error *err)
{
    enum error_code code = ERROR_OK;
    bool again = true;
    for (int round = 0; !code && again && round < RESTARTS; round++) {
        again = false;
        code = find_covariance(rows, p, verdict, err);
        if (!code && !lost && verdict->last.reason != FIT_REASON_INTERRUPTED &&
            verdict->last.reason != FIT_REASON_MINIMUM)
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
                                    .restart_distance = INFINITY,
                                    .enlarged = 1};
    struct last last = {problem, of, control, verdict, NULL, *of->last};
    enum error_code code = verdict->outcomes ? settle(&last, p, err) : error_memory(err);
    if (!code)
        code = examine(last.rows, control, of->lost, p, verdict, err);
    verdict->mask = last.stage.mask;
    if (!code)
        judge(problem, of->misfit, p, of->lost, verdict);
    else
        fit_verdict_free(verdict);
    fit_rows_free(last.rows);
    return code;
}

void fit_verdict_free(struct fit_verdict *verdict)
{
    fit_covariance_free(&verdict->covariance);
    fit_budget_free(&verdict->budget);
    fit_leverage_free(&verdict->leverage);
    free(verdict->outcomes);
    verdict->outcomes = NULL;
}
