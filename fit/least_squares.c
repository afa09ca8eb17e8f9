/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fit/least_squares.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_blas.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_multifit_nlinear.h>

#include "fit/bounds.h"

/* iterations without a drop of the cost after which there will be none */
enum { PATIENCE = 3 };
/* residual of a failed evaluation: finite, since GSL takes NaN for progress */
static const double failed_residual = 1e30;

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

static int derivative(const gsl_vector *u, void *context, gsl_matrix *jacobian)
{
    struct search *search = context;
    const size_t rows = search->task->rows, n = search->task->n;
    values(search, u);
    search->solution->evaluations++;
    double *r = malloc(rows * sizeof *r);
    enum error_code code = r ? search->task->function(search->task->context, search->p, r,
                                                      jacobian->data, search->err)
                             : error_memory(search->err);
    free(r);
    if (code) {
        search->solution->failures++;
        return GSL_EFAILED;
    }
    for (size_t i = 0; i < rows; i++)
        for (size_t j = 0; j < n; j++)
            jacobian->data[i * n + j] *= search->slopes[j];
    return GSL_SUCCESS;
}

static double half_square(const gsl_vector *f)
{
    const double norm = gsl_blas_dnrm2(f);
    return 0.5 * norm * norm;
}

/* largest |J_j.f| / |J_j|, and |du_j| |J_j| */
static void measure(const gsl_multifit_nlinear_workspace *w, struct fit_solution *solution)
{
    const gsl_matrix *jacobian = gsl_multifit_nlinear_jac(w);
    const gsl_vector *f = gsl_multifit_nlinear_residual(w);
    solution->gradient = solution->step = 0;
    for (size_t j = 0; j < jacobian->size2; j++) {
        double product;
        gsl_vector_const_view column = gsl_matrix_const_column(jacobian, j);
        const double length = gsl_blas_dnrm2(&column.vector);
        gsl_blas_ddot(&column.vector, f, &product);
        if (length > 0)
            solution->gradient = fmax(solution->gradient, fabs(product) / length);
        solution->step = fmax(solution->step, fabs(gsl_vector_get(w->dx, j)) * length);
    }
}

/* one iteration; true when the search is over */
static bool advance(struct search *search, gsl_multifit_nlinear_workspace *w)
{
    const struct fit_least_squares *task = search->task;
    struct fit_solution *solution = search->solution;
    const int status = gsl_multifit_nlinear_iterate(w);
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

static enum error_code solve(struct search *search, gsl_multifit_nlinear_workspace *w,
                             gsl_vector *u, struct error *err)
{
    const struct fit_least_squares *task = search->task;
    gsl_multifit_nlinear_fdf fdf = {
        .f = function, .df = derivative, .n = task->rows, .p = task->n, .params = search};
    /* before anything is believed of the start: can it be evaluated at all? */
    const int status = gsl_multifit_nlinear_init(u, &fdf, w);
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
    gsl_multifit_nlinear_parameters parameters = gsl_multifit_nlinear_default_parameters();
    parameters.trs = task->near ? gsl_multifit_nlinear_trs_lm : gsl_multifit_nlinear_trs_lmaccel;
    parameters.solver = gsl_multifit_nlinear_solver_cholesky;
    gsl_multifit_nlinear_workspace *w = gsl_multifit_nlinear_alloc(
        gsl_multifit_nlinear_trust, &parameters, task->rows, task->n);
    struct search search = {.task = task,
                            .solution = solution,
                            .err = &failure,
                            .p = malloc(task->n * sizeof(double)),
                            .slopes = malloc(task->n * sizeof(double))};
    gsl_vector *u = gsl_vector_alloc(task->n);
    enum error_code code = ERROR_OK;
    if (!w || !search.p || !search.slopes || !u) {
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
    gsl_multifit_nlinear_free(w);
    free(search.p);
    free(search.slopes);
    return code;
}
