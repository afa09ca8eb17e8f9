/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "fit/least_squares.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_blas.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_multilarge_nlinear.h>

#include "fit/bounds.h"
#include "fit/tall.h"

/* iterations without a drop of the cost after which there will be none */
enum { PATIENCE = 3 };
/* residual of a failed evaluation: finite, since GSL takes NaN for progress */
static const double failed_residual = 1e30;
/* share of a step that is gone to see how its way bends */
static const double probed = 0.02;

const char *fit_reason_text(enum fit_reason reason)
{
    static const char *const texts[] = {
#define TEXT(name, text) text,
        FIT_REASON_LIST(TEXT)
#undef TEXT
    };
    return texts[reason];
}

struct search {
    const struct fit_least_squares *task;
    struct fit_solution *solution;
    struct error *err;
    double *p, *slopes; /* values and their derivatives by the variables */
    double *jacobian;   /* by the variables, where the last one was asked for */
    double *residuals;  /* there */
    gsl_vector *at;     /* that place; NaN: none */
    int idle;           /* iterations that lowered the cost by next to nothing */
};

static void values(struct search *search, const gsl_vector *u)
{
    const struct fit_least_squares *task = search->task;
    for (size_t i = 0; i < task->n; i++)
        search->p[i] = fit_bounds_value(gsl_vector_get(u, i), task->low[i], task->high[i],
                                        &search->slopes[i]);
}

static int function(const gsl_vector *u, void *context, gsl_vector *f)
{
    struct search *search = context;
    values(search, u);
    search->solution->evaluations++;
    if (search->task->function(search->task->context, search->p, f->data, NULL, search->err)) {
        search->solution->failures++;
        gsl_vector_set_all(f, failed_residual);
    }
    return GSL_SUCCESS;
}

static enum error_code find_jacobian(struct search *search, const gsl_vector *u)
{
    const size_t rows = search->task->rows, n = search->task->n;
    if (gsl_vector_equal(u, search->at))
        return ERROR_OK;
    values(search, u);
    search->solution->evaluations++;
    enum error_code code = search->task->function(search->task->context, search->p,
                                                  search->residuals, search->jacobian, search->err);
    for (size_t i = 0; !code && i < rows; i++)
        for (size_t j = 0; j < n; j++)
            search->jacobian[i * n + j] *= search->slopes[j];
    if (code)
        gsl_vector_set_all(search->at, NAN);
    else
        gsl_vector_memcpy(search->at, u);
    return code;
}

/* GSL asks for J^T f and J^T J once a step, then for J or J^T times some vectors at that place */
static int derivative(CBLAS_TRANSPOSE_t which, const gsl_vector *u, const gsl_vector *by,
                      void *context, gsl_vector *out, gsl_matrix *square)
{
    struct search *search = context;
    const struct fit_tall j = {search->jacobian, search->task->rows, search->task->n};
    enum error_code code = find_jacobian(search, u);
    if (out)
        gsl_vector_set_zero(out);
    if (square)
        gsl_matrix_set_zero(square);
    if (!code && out && which == CblasNoTrans)
        code = fit_tall_combine(&j, by->data, 1, out->data, search->err);
    else if (!code && out)
        code = fit_tall_product(&j, &(struct fit_tall){by->data, j.rows, 1}, out->data,
                                search->err);
    if (!code && square)
        code = fit_tall_square(&j, 1, square->data, search->err);
    if (code)
        search->solution->failures++;
    return code ? GSL_EFAILED : GSL_SUCCESS;
}

/* The second derivative along v, which bends a step (geodesic acceleration: Transtrum and Sethna,
 * arXiv:1201.5885, by a difference): GSL's large solver has none of its own, and takes what is in
 * its memory where it is not given one. */
static int bend(const gsl_vector *u, const gsl_vector *v, void *context, gsl_vector *out)
{
    struct search *search = context;
    const size_t rows = search->task->rows, n = search->task->n;
    const struct fit_tall j = {search->jacobian, rows, n};
    gsl_vector *near = gsl_vector_alloc(n), *along = gsl_vector_calloc(rows);
    enum error_code code = near && along ? find_jacobian(search, u) : error_memory(search->err);
    if (!code)
        code = fit_tall_combine(&j, v->data, 1, along->data, search->err);
    if (!code) {
        gsl_vector_memcpy(near, u);
        gsl_blas_daxpy(probed, v, near);
        function(near, context, out);
        for (size_t i = 0; i < rows; i++) {
            const double slope = (gsl_vector_get(out, i) - search->residuals[i]) / probed;
            gsl_vector_set(out, i, 2 * (slope - gsl_vector_get(along, i)) / probed);
        }
    }
    gsl_vector_free(near);
    gsl_vector_free(along);
    return code ? GSL_EFAILED : GSL_SUCCESS;
}

static double half_square(const gsl_vector *f)
{
    const double norm = gsl_blas_dnrm2(f);
    return 0.5 * norm * norm;
}

/* largest |J_j.f| / |J_j|, and |du_j| |J_j| */
static void measure(const gsl_multilarge_nlinear_workspace *w, struct fit_solution *solution)
{
    solution->gradient = solution->step = 0;
    for (size_t j = 0; j < w->JTJ->size2; j++) {
        const double length = sqrt(gsl_matrix_get(w->JTJ, j, j));
        const double product = gsl_vector_get(w->g, j);
        if (length > 0)
            solution->gradient = fmax(solution->gradient, fabs(product) / length);
        solution->step = fmax(solution->step, fabs(gsl_vector_get(w->dx, j)) * length);
    }
}

/* one iteration; true when the search is over */
static bool advance(struct search *search, gsl_multilarge_nlinear_workspace *w)
{
    const struct fit_least_squares *task = search->task;
    struct fit_solution *solution = search->solution;
    const int status = gsl_multilarge_nlinear_iterate(w);
    solution->iterations++;
    measure(w, solution);
    const double before = solution->cost;
    solution->cost = half_square(w->f);
    search->idle = before - solution->cost > task->negligible * before ? 0 : search->idle + 1;
    values(search, w->x);
    const bool level = solution->gradient < task->tolerance;
    if (level && (status || solution->step < 10 * task->tolerance))
        solution->reason = FIT_REASON_MINIMUM;
    else if (status == GSL_ENOPROG || search->idle >= PATIENCE)
        solution->reason = FIT_REASON_NO_PROGRESS;
    else if (status)
        solution->reason = FIT_REASON_FAILED;
    else if (task->watch &&
             task->watch(task->watch_context, solution->iterations, solution->cost, search->p))
        solution->reason = FIT_REASON_INTERRUPTED;
    else
        return false;
    return true;
}

static enum error_code solve(struct search *search, gsl_multilarge_nlinear_workspace *w,
                             gsl_vector *u, struct error *err)
{
    const struct fit_least_squares *task = search->task;
    gsl_multilarge_nlinear_fdf fdf = {.f = function,
                                      .df = derivative,
                                      .fvv = bend,
                                      .n = task->rows,
                                      .p = task->n,
                                      .params = search};
    /* before anything is believed of the start: can it be evaluated at all? */
    const int status = gsl_multilarge_nlinear_init(u, &fdf, w);
    search->solution->cost = half_square(w->f);
    values(search, u);
    if (status || search->solution->failures) {
        search->solution->reason = FIT_REASON_FAILED;
        return search->err->code ? search->err->code : error_set(err, ERROR_NUMERIC, "failed");
    }
    search->solution->reason = FIT_REASON_ITERATIONS;
    while (search->solution->iterations < task->iterations && !advance(search, w))
        continue;
    return ERROR_OK;
}

static bool search_make(const struct fit_least_squares *task, struct search *search)
{
    const size_t n = task->n;
    search->p = calloc(n + 1, sizeof *search->p);
    search->slopes = calloc(n + 1, sizeof *search->slopes);
    search->jacobian = calloc(task->rows * n + 1, sizeof *search->jacobian);
    search->residuals = calloc(task->rows + 1, sizeof *search->residuals);
    search->at = gsl_vector_alloc(n);
    if (search->at)
        gsl_vector_set_all(search->at, NAN);
    return search->p && search->slopes && search->jacobian && search->residuals && search->at;
}

static void search_free(struct search *search)
{
    free(search->p);
    free(search->slopes);
    free(search->jacobian);
    free(search->residuals);
    gsl_vector_free(search->at);
}

enum error_code fit_least_squares(const struct fit_least_squares *task, double *p,
                                  struct fit_solution *solution, struct error *err)
{
    struct error failure = {0};
    *solution = (struct fit_solution){.cost = INFINITY, .reason = FIT_REASON_FAILED};
    if (task->rows < task->n)
        return error_set(err, ERROR_INPUT,
                         "%zu residuals cannot determine %zu parameters; free fewer, give priors "
                         "or add runs",
                         task->rows, task->n);
    gsl_multilarge_nlinear_parameters parameters = gsl_multilarge_nlinear_default_parameters();
    parameters.trs = task->near ? gsl_multilarge_nlinear_trs_lm
                                : gsl_multilarge_nlinear_trs_lmaccel;
    parameters.solver = gsl_multilarge_nlinear_solver_cholesky;
    gsl_multilarge_nlinear_workspace *w = gsl_multilarge_nlinear_alloc(
        gsl_multilarge_nlinear_trust, &parameters, task->rows, task->n);
    struct search search = {.task = task, .solution = solution, .err = &failure};
    gsl_vector *u = gsl_vector_alloc(task->n);
    enum error_code code = ERROR_OK;
    if (!search_make(task, &search) || !w || !u) {
        code = error_memory(err);
    } else {
        for (size_t i = 0; i < task->n; i++)
            gsl_vector_set(u, i, fit_bounds_variable(p[i], task->low[i], task->high[i]));
        code = solve(&search, w, u, &failure);
        if (!code)
            memcpy(p, search.p, task->n * sizeof *p);
        else if (err)
            *err = failure;
    }
    gsl_vector_free(u);
    gsl_multilarge_nlinear_free(w);
    search_free(&search);
    return code;
}
