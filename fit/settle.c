/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "fit/settle.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_blas.h>
#include <gsl/gsl_linalg.h>

#include "fit/rail.h"
#include "fit/tall.h"

enum { MOST_STEPS = 200 };
/* a step that would lower the cost by no more than this is none: one hundredth of a standard
 * deviation */
static const double negligible = 5e-5;
/* and a share of a parameter's standard deviation that is none */
static const double small_share = 0.1;
/* a step this long, in standard deviations, bends what the rails do to the residuals (to less than
 * a hundredth of it: the cost is square to three of them): then that is found anew, which costs
 * two motions for each way that a rail may be off */
static const double bends = 1;
/* share of a step that is gone to see how its way bends */
static const double probed = 0.05;
/* and one this long may be why a minimum seems to be one */
static const double bends_little = 0.1;
/* of the damping: where it begins, below which it is none, what a good step takes off it and a bad
 * one adds, and where the step is that short that nothing lowers the cost. Where heights, lengths
 * and angles make up for each other the way to the minimum is a bent valley, along which any more
 * damping than needed stands still. */
static const double damping_first = 1e-3, damping_least = 1e-7, damping_less = 0.2,
                    damping_more = 6, damping_most = 1e9;

/* what a run's rail adds to the normal equations at p */
struct coupling {
    gsl_matrix *cross; /* G^T J; NULL: the rail is as recorded */
    gsl_vector *own;   /* G^T r + s */
};

static const char flat[] = "the runs do not determine what is free; --suggest says what they do";

struct work {
    struct fit_rows *rows;
    double *p, *trial, *step;              /* n each */
    double *r, *j;                         /* residuals and Jacobian at p, rails where they stand */
    gsl_matrix *whole, *normal;            /* J^T J; reduced, damped, then its root */
    gsl_vector *whole_gradient, *gradient; /* J^T r; reduced, then the step */
    struct coupling *couplings;            /* one for each run */
    double *at, *step_all, *bend; /* of all unknowns, those of the rails too: where they stand, the
                                     step, and how the way of the step bends */
    size_t n_all;
    double cost, damping;
    double rail_gain; /* what the rails' own steps would take off the cost */
    double moved;     /* since what the rails do was found, in standard deviations */
};

static double half_square(const double *r, size_t n)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += r[i] * r[i];
    return 0.5 * sum;
}

/* ---- one run's rail, eliminated */

struct block {
    gsl_matrix *factor; /* Cholesky's, of G^T G + 1 + damping */
    gsl_matrix *cross;  /* G^T J, then the factor's inverse times it */
    gsl_vector *own;    /* G^T r + s, then the same */
};

static bool block_make(const struct work *w, size_t run, struct block *b)
{
    const struct fit_rail *rail = w->rows->parts[run].rail;
    const struct coupling *coupling = &w->couplings[run];
    *b = (struct block){gsl_matrix_alloc(rail->n, rail->n),
                        gsl_matrix_alloc(rail->n, w->rows->problem->n), gsl_vector_alloc(rail->n)};
    if (!b->factor || !b->cross || !b->own)
        return false;
    gsl_matrix_memcpy(b->factor, rail->square);
    gsl_matrix_scale(b->factor, 1 + w->damping);
    gsl_matrix_add_diagonal(b->factor, 1);
    gsl_linalg_cholesky_decomp1(b->factor);
    gsl_matrix_memcpy(b->cross, coupling->cross);
    gsl_vector_memcpy(b->own, coupling->own);
    gsl_blas_dtrsm(CblasLeft, CblasLower, CblasNoTrans, CblasNonUnit, 1, b->factor, b->cross);
    gsl_blas_dtrsv(CblasLower, CblasNoTrans, CblasNonUnit, b->factor, b->own);
    return true;
}

static void block_free(struct block *b)
{
    gsl_matrix_free(b->factor);
    gsl_matrix_free(b->cross);
    gsl_vector_free(b->own);
}

/* what is left of the normal equations when the rail is where it is best */
static enum error_code block_reduce(const struct block *b, struct work *w, struct error *err)
{
    double square;
    const struct fit_tall cross = {b->cross->data, b->cross->size1, b->cross->size2};
    gsl_blas_dgemv(CblasTrans, -1, b->cross, b->own, 1, w->gradient);
    gsl_blas_ddot(b->own, b->own, &square);
    w->rail_gain += 0.5 * square;
    return fit_tall_square(&cross, -1, w->normal->data, err);
}

/* the rail's step that goes with w->step, into rail_off */
static void block_move(const struct work *w, size_t run, const struct block *b)
{
    const struct fit_rail *rail = w->rows->parts[run].rail;
    gsl_vector_const_view step = gsl_vector_const_view_array(w->step, w->rows->problem->n);
    gsl_blas_dgemv(CblasNoTrans, -1, b->cross, &step.vector, -1, b->own);
    gsl_blas_dtrsv(CblasLower, CblasTrans, CblasNonUnit, b->factor, b->own);
    for (size_t k = 0; k < rail->n; k++)
        w->rows->problem->runs[run].rail_off[rail->way[k]] += gsl_vector_get(b->own, k);
}

/* ---- the normal equations before anything is eliminated */

/* G^T J of a run */
static enum error_code couple(struct work *w, size_t run, struct error *err)
{
    const struct fit_part *part = &w->rows->parts[run];
    const struct fit_rail *rail = part->rail;
    const size_t n = w->rows->problem->n, m = rail->columns->size1;
    struct coupling *coupling = &w->couplings[run];
    if (!coupling->cross) {
        coupling->cross = gsl_matrix_alloc(rail->n, n);
        coupling->own = gsl_vector_alloc(rail->n);
        if (!coupling->cross || !coupling->own)
            return error_memory(err);
    }
    gsl_matrix_set_zero(coupling->cross);
    const struct fit_tall g = {rail->columns->data, m, rail->n}, j = {w->j + part->row * n, m, n};
    return fit_tall_product(&g, &j, coupling->cross->data, err);
}

/* J^T r, and G^T r + s of each run, with the residuals r and the rails where they stand */
static enum error_code make_gradient(struct work *w, const double *r, struct error *err)
{
    const struct fit_problem *problem = w->rows->problem;
    const struct fit_tall j = {w->j, w->rows->n, problem->n}, all = {r, w->rows->n, 1};
    gsl_vector_set_zero(w->whole_gradient);
    enum error_code code = fit_tall_product(&j, &all, w->whole_gradient->data, err);
    for (size_t run = 0; !code && run < problem->n_runs; run++) {
        const struct fit_part *part = &w->rows->parts[run];
        const struct fit_rail *rail = part->rail;
        if (!rail)
            continue;
        gsl_vector *own = w->couplings[run].own;
        const struct fit_tall g = {rail->columns->data, rail->columns->size1, rail->n},
                              of = {r + part->row, rail->columns->size1, 1};
        for (size_t k = 0; k < rail->n; k++)
            gsl_vector_set(own, k, problem->runs[run].rail_off[rail->way[k]]);
        code = fit_tall_product(&g, &of, own->data, err);
    }
    return code;
}

static enum error_code make_normal(struct work *w, struct error *err)
{
    const struct fit_tall j = {w->j, w->rows->n, w->rows->problem->n};
    gsl_matrix_set_zero(w->whole);
    enum error_code code = fit_tall_square(&j, 1, w->whole->data, err);
    for (size_t run = 0; !code && run < w->rows->problem->n_runs; run++)
        if (w->rows->parts[run].rail)
            code = couple(w, run, err);
    return code ? code : make_gradient(w, w->r, err);
}

/* ---- a step */

static enum error_code for_blocks(struct work *w, bool move, struct error *err)
{
    enum error_code code = ERROR_OK;
    for (size_t run = 0; !code && run < w->rows->problem->n_runs; run++) {
        struct block b;
        if (!w->rows->parts[run].rail)
            continue;
        code = block_make(w, run, &b) ? ERROR_OK : error_memory(err);
        if (!code && move)
            block_move(w, run, &b);
        else if (!code)
            code = block_reduce(&b, w, err);
        block_free(&b);
    }
    return code;
}

/* w->step, within the bounds, and how much it and the rails' steps would lower the cost if all were
 * linear. gain is NAN: undamped there is none, some combination of the parameters changes nothing
 */
static enum error_code find_step(struct work *w, double *gain, struct error *err)
{
    const struct fit_problem *problem = w->rows->problem;
    const size_t n = problem->n;
    gsl_vector_view step = gsl_vector_view_array(w->step, n);
    gsl_matrix_memcpy(w->normal, w->whole);
    gsl_vector_memcpy(w->gradient, w->whole_gradient);
    w->rail_gain = 0;
    enum error_code code = for_blocks(w, false, err);
    for (size_t i = 0; !code && i < n; i++)
        *gsl_matrix_ptr(w->normal, i, i) *= 1 + w->damping;
    *gain = NAN;
    if (!code && gsl_linalg_cholesky_decomp1(w->normal))
        return w->damping > 0 ? error_set(err, ERROR_NUMERIC, flat) : ERROR_OK;
    if (code)
        return code;
    gsl_linalg_cholesky_solve(w->normal, w->gradient, &step.vector);
    gsl_blas_dscal(-1, &step.vector);
    gsl_blas_ddot(w->gradient, &step.vector, gain);
    *gain = w->rail_gain - 0.5 * *gain;
    for (size_t i = 0; i < n; i++) {
        w->trial[i] = fmin(fmax(w->p[i] + w->step[i], problem->parameters[i].low),
                           problem->parameters[i].high);
        w->step[i] = w->trial[i] - w->p[i];
    }
    return ERROR_OK;
}

static enum error_code renew_belts(const struct work *w, struct error *err)
{
    enum error_code code = ERROR_OK;
    for (size_t run = 0; !code && run < w->rows->problem->n_runs; run++)
        if (w->rows->parts[run].rail)
            code = fit_belt_renew(&w->rows->problem->runs[run], err);
    return code;
}

/* ---- all unknowns in one: the parameters, then what each run's rail is off by */

static size_t count_all(const struct fit_rows *rows)
{
    size_t n = rows->problem->n;
    for (size_t run = 0; run < rows->problem->n_runs; run++)
        n += rows->parts[run].n_rail > 0 ? rows->problem->runs[run].rail.n_ways : 0;
    return n;
}

static void get_all(const struct work *w, const double *p, double *all)
{
    const struct fit_problem *problem = w->rows->problem;
    memcpy(all, p, problem->n * sizeof *p);
    all += problem->n;
    for (size_t run = 0; run < problem->n_runs; run++) {
        const size_t n = problem->runs[run].rail.n_ways;
        if (!w->rows->parts[run].rail)
            continue;
        memcpy(all, problem->runs[run].rail_off, n * sizeof *all);
        all += n;
    }
}

/* at + share step + share^2 bend, within the bounds: the parameters into w->trial */
static enum error_code put_all(struct work *w, double share, double bent, struct error *err)
{
    const struct fit_problem *problem = w->rows->problem;
    size_t k = problem->n;
    for (size_t i = 0; i < problem->n; i++)
        w->trial[i] = fmin(
            fmax(w->at[i] + share * w->step_all[i] + bent * w->bend[i], problem->parameters[i].low),
            problem->parameters[i].high);
    for (size_t run = 0; run < problem->n_runs; run++)
        for (size_t j = 0; w->rows->parts[run].rail && j < problem->runs[run].rail.n_ways; j++, k++)
            problem->runs[run].rail_off[j] = w->at[k] + share * w->step_all[k] + bent * w->bend[k];
    return renew_belts(w, err);
}

/* the cost at w->trial, with the rails as they are; infinite: there is no motion */
static double cost_there(const struct work *w, double *r)
{
    struct error failed = {0};
    w->rows->rail_held = true;
    const bool done = !fit_rows_evaluate(w->rows, w->trial, r, NULL, &failed);
    w->rows->rail_held = false;
    return done ? half_square(r, w->rows->n) : INFINITY;
}

static bool accept(struct work *w, double cost)
{
    if (!(cost < w->cost))
        return false;
    w->cost = cost;
    memcpy(w->p, w->trial, w->rows->problem->n * sizeof *w->p);
    return true;
}

/* w->step and the rails' own, from where w->at says they stand, into out */
static enum error_code whole_step(struct work *w, const double *from, double *out,
                                  struct error *err)
{
    enum error_code code = for_blocks(w, true, err);
    get_all(w, w->step, out);
    for (size_t k = w->rows->problem->n; k < w->n_all; k++)
        out[k] -= from[k];
    return code;
}

/* go to w->trial; back to where it was when the cost is no lower there */
static enum error_code try_step(struct work *w, bool *better, struct error *err)
{
    double *r = malloc(w->rows->n * sizeof *r);
    *better = false;
    get_all(w, w->p, w->at);
    /* the analyser takes w->at for lost here: work_free has it
     * NOLINTNEXTLINE(clang-analyzer-unix.Malloc) */
    enum error_code code = r ? whole_step(w, w->at, w->step_all, err) : error_memory(err);
    if (!code)
        code = put_all(w, 1, 0, err);
    if (!code)
        *better = accept(w, cost_there(w, r));
    if (!code && !*better)
        code = put_all(w, 0, 0, err);
    free(r);
    return code;
}

/* ---- a way that bends */

/* How the way bends: a short part of the step is gone, and the step from there, with the
 * derivatives of here, is not what is left of it. The second derivative along the step makes the
 * difference (geodesic acceleration: Transtrum and Sethna, arXiv:1201.5885, by a difference). */
static enum error_code find_bend(struct work *w, double *r, bool *found, struct error *err)
{
    double gain;
    enum error_code code = put_all(w, probed, 0, err);
    *found = !code && isfinite(cost_there(w, r));
    if (code || !*found)
        return code;
    double *from = malloc(w->n_all * sizeof *from);
    if (!from)
        return error_memory(err);
    get_all(w, w->trial, from);
    code = make_gradient(w, r, err);
    if (!code)
        code = find_step(w, &gain, err);
    *found = !code && !isnan(gain);
    if (*found)
        code = whole_step(w, from, w->bend, err);
    for (size_t k = 0; !code && *found && k < w->n_all; k++)
        w->bend[k] = (w->bend[k] - (1 - probed) * w->step_all[k]) / (probed * probed);
    free(from);
    return code;
}

/* Where heights, lengths and angles make up for each other, and impacts enlarge what is left, the
 * cost falls along a valley a hundred thousand times as long as it is wide. A straight step leaves
 * it, and a damped one does not move along it: the undamped step, and parts of it, as the valley
 * bends. */
static enum error_code follow_bend(struct work *w, bool *better, struct error *err)
{
    const double damping = w->damping;
    double gain, *r = malloc(w->rows->n * sizeof *r);
    bool found = false;
    *better = false;
    w->damping = 0;
    enum error_code code = r ? find_step(w, &gain, err) : error_memory(err);
    const bool straight = !code && !isnan(gain);
    if (straight)
        code = whole_step(w, w->at, w->step_all, err);
    if (!code && straight)
        code = find_bend(w, r, &found, err);
    w->damping = damping;
    for (double share = 1; !code && found && !*better && share > 0.1; share /= 2) {
        code = put_all(w, share, share * share, err);
        *better = !code && accept(w, cost_there(w, r));
    }
    memset(w->bend, 0, w->n_all * sizeof *w->bend);
    if (!code && !*better)
        code = put_all(w, 0, 0, err);
    if (!code && !*better)
        code = make_gradient(w, w->r, err);
    free(r);
    return code;
}

static enum error_code look(struct work *w, struct error *err)
{
    const bool anew = w->moved > bends;
    enum error_code code = anew ? fit_rows_linearise(w->rows, w->p, err) : ERROR_OK;
    w->moved = anew ? 0 : w->moved;
    w->rows->rail_held = true;
    if (!code)
        code = fit_rows_evaluate(w->rows, w->p, w->r, w->j, err);
    w->rows->rail_held = false;
    w->cost = half_square(w->r, w->rows->n);
    return code ? code : make_normal(w, err);
}

/* ---- all of them */

/* No step lowers the cost: at a minimum a whole one, as if nothing bent, would move no parameter by
 * more than a small share of its standard deviation. */
static enum error_code judge_end(struct work *w, struct fit_solution *solution, struct error *err)
{
    double gain, most = 0;
    w->damping = 0;
    enum error_code code = find_step(w, &gain, err);
    if (!code && (isnan(gain) || gsl_linalg_cholesky_invert(w->normal)))
        code = error_set(err, ERROR_NUMERIC, flat);
    if (code)
        return code;
    for (size_t i = 0; i < w->rows->problem->n; i++)
        most = fmax(most, fabs(w->step[i]) / sqrt(gsl_matrix_get(w->normal, i, i)));
    solution->gradient = solution->step = most;
    solution->reason = most < small_share ? FIT_REASON_MINIMUM : FIT_REASON_NO_PROGRESS;
    return ERROR_OK;
}

/* A step would lower the cost by next to nothing: is it the damping that makes it short, or are the
 * rails' effects old, or is this the end? */
static enum error_code judge_step(struct work *w, bool failed, bool *ends,
                                  struct fit_solution *solution, struct error *err)
{
    *ends = false;
    if (w->damping > 0 && !failed) {
        w->damping = w->damping > damping_least ? w->damping * damping_less : 0;
        return ERROR_OK;
    }
    if (w->moved > bends_little) {
        w->moved = INFINITY;
        return look(w, err);
    }
    *ends = true;
    solution->reason = FIT_REASON_MINIMUM;
    return w->damping > 0 ? judge_end(w, solution, err) : ERROR_OK;
}

static bool told_to_end(const struct fit_settle_watch *watch, const struct work *w,
                        const struct fit_solution *solution)
{
    return watch && watch->watch &&
           watch->watch(watch->context, solution->iterations, w->cost, w->p);
}

static enum error_code walk(struct work *w, const struct fit_settle_watch *watch,
                            struct fit_solution *solution, struct error *err)
{
    enum error_code code = look(w, err);
    bool failed = false; /* the last step, with less damping */
    while (!code && solution->reason == FIT_REASON_ITERATIONS &&
           solution->iterations < MOST_STEPS) {
        double gain;
        bool better = false;
        code = find_step(w, &gain, err);
        if (code)
            break;
        if (isnan(gain)) { /* to be told by what judges the covariance */
            solution->reason = FIT_REASON_MINIMUM;
            break;
        }
        solution->gradient = sqrt(2 * fmax(gain, 0));
        solution->step = solution->gradient;
        if (gain < negligible) {
            bool ends = true;
            code = judge_step(w, failed, &ends, solution, err);
            if (ends)
                break;
            continue;
        }
        code = try_step(w, &better, err);
        if (!code && !better && w->moved == 0 && !failed)
            code = follow_bend(w, &better, err);
        solution->evaluations++;
        solution->iterations++;
        /* it may be what the rails did where they stood that misleads: then the same step again,
         * since with more damping it creeps, and no bend is ever followed */
        const bool stale = !better && w->moved > 0;
        if (better)
            w->moved += solution->step;
        if (!stale)
            w->damping = better ? w->damping * damping_less
                                : fmax(w->damping * damping_more, damping_least);
        failed = !better && !stale;
        if (stale)
            w->moved = INFINITY;
        if (!code && (better || stale))
            code = look(w, err);
        if (stale)
            continue;
        if (!code && (w->damping > damping_most || (!better && gain < 100 * negligible)))
            code = judge_end(w, solution, err);
        else if (told_to_end(watch, w, solution))
            solution->reason = FIT_REASON_INTERRUPTED;
    }
    if (!code && w->moved > 0)
        code = fit_rows_linearise(w->rows, w->p, err);
    solution->cost = w->cost;
    return code;
}

static void work_free(struct work *w)
{
    for (size_t i = 0; w->couplings && i < w->rows->problem->n_runs; i++) {
        gsl_matrix_free(w->couplings[i].cross);
        gsl_vector_free(w->couplings[i].own);
    }
    free(w->couplings);
    free(w->trial);
    free(w->at);
    free(w->r);
    free(w->j);
    gsl_matrix_free(w->whole);
    gsl_matrix_free(w->normal);
    gsl_vector_free(w->whole_gradient);
    gsl_vector_free(w->gradient);
}

static bool work_make(struct fit_rows *rows, double *p, struct work *w)
{
    const struct fit_problem *problem = rows->problem;
    const size_t n = problem->n, all = count_all(rows);
    *w = (struct work){.rows = rows,
                       .p = p,
                       .trial = calloc(2 * n, sizeof(double)),
                       .at = calloc(3 * all + 1, sizeof(double)),
                       .n_all = all,
                       .r = calloc(rows->n, sizeof(double)),
                       .j = calloc(rows->n * n, sizeof(double)),
                       .whole = gsl_matrix_alloc(n, n),
                       .normal = gsl_matrix_alloc(n, n),
                       .whole_gradient = gsl_vector_alloc(n),
                       .gradient = gsl_vector_alloc(n),
                       .couplings = calloc(problem->n_runs + 1, sizeof *w->couplings),
                       .damping = damping_first};
    w->step = w->trial ? w->trial + n : NULL;
    w->step_all = w->at ? w->at + all : NULL;
    w->bend = w->at ? w->at + 2 * all : NULL;
    return w->trial && w->at && w->r && w->j && w->whole && w->normal && w->whole_gradient &&
           w->gradient && w->couplings;
}

enum error_code fit_settle(struct fit_rows *rows, const struct fit_settle_watch *watch, double *p,
                           struct fit_solution *solution, struct error *err)
{
    struct work w;
    *solution = (struct fit_solution){.reason = FIT_REASON_ITERATIONS};
    enum error_code code = work_make(rows, p, &w) ? walk(&w, watch, solution, err)
                                                  : error_memory(err);
    work_free(&w);
    return code;
}

enum error_code fit_settle_forget(const struct fit_problem *problem, struct error *err)
{
    enum error_code code = ERROR_OK;
    for (size_t i = 0; !code && i < problem->n_runs; i++) {
        struct fit_run *run = &problem->runs[i];
        if (!run->belt)
            continue;
        memset(run->rail_off, 0, run->rail.n_ways * sizeof *run->rail_off);
        code = fit_belt_renew(run, err);
    }
    return code;
}

static size_t count_ways(const struct fit_problem *problem)
{
    size_t n = 0;
    for (size_t i = 0; i < problem->n_runs; i++)
        n += problem->runs[i].belt ? problem->runs[i].rail.n_ways : 0;
    return n;
}

enum error_code fit_settle_remember(const struct fit_problem *problem, double **stood,
                                    struct error *err)
{
    double *to = *stood = malloc((count_ways(problem) + 1) * sizeof *to);
    if (!to)
        return error_memory(err);
    for (size_t i = 0; i < problem->n_runs; i++) {
        const struct fit_run *run = &problem->runs[i];
        if (!run->belt)
            continue;
        memcpy(to, run->rail_off, run->rail.n_ways * sizeof *to);
        to += run->rail.n_ways;
    }
    return ERROR_OK;
}

enum error_code fit_settle_recall(const struct fit_problem *problem, const double *stood,
                                  struct error *err)
{
    enum error_code code = ERROR_OK;
    for (size_t i = 0; !code && i < problem->n_runs; i++) {
        struct fit_run *run = &problem->runs[i];
        if (!run->belt)
            continue;
        memcpy(run->rail_off, stood, run->rail.n_ways * sizeof *stood);
        stood += run->rail.n_ways;
        code = fit_belt_renew(run, err);
    }
    return code;
}
