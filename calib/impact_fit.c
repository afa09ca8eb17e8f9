/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "calib/impact_fit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_blas.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_linalg.h>
#include <gsl/gsl_multifit_nlinear.h>
#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics_double.h>

enum {
    V = CALIB_VELOCITIES,
    ROUNDS = 12, /* of weights and spread */
    ITERATIONS = 30
};
static const double freedom = 4;    /* of Student's distribution */
static const double settled = 1e-3; /* of the spread: a tenth of what its own uncertainty is */
/* in log likelihood, by which a step must gain: parts that are left out begin where the whole ended
 * and must leave that for good */
static const double least_gain = 2e-3;
static const double nudge = 2e-3; /* the same for uncertainties: kinks of impacts average out */
static const double difference = 1e-4; /* of inward parameters, for derivatives */

/* a fit under way: the rows in use, and what their residuals are weighed with */
struct job {
    const struct calib_impact_row **rows;
    size_t n;
    struct calib_impact_law law;
    struct calib_impact_values values;
    double gyration; /* of the norm */
    const struct calib_impact_row *table;
    struct calib_impact_factor *factors; /* one for each row of the table */
    bool weighs;                         /* the factors follow the law while it is fitted */
    double spread;
};

static struct calib_impact_factor *factor_of(const struct job *job,
                                             const struct calib_impact_row *row)
{
    return &job->factors[row - job->table];
}

/* ---- one impact */

static void in_norm(double velocity[V], double gyration) { velocity[2] *= gyration; }

/* measured less predicted, in the norm; false without a prediction */
static bool residual(const struct job *job, const struct calib_impact_row *row, double r[V])
{
    double after[V];
    if (!calib_impact_predict(job->law.rule, &job->values, row->arm, row->before, after))
        return false;
    for (size_t i = 0; i < V; i++)
        r[i] = row->after[i] - after[i];
    in_norm(r, job->gyration);
    return true;
}

/* J by differences, in the norm; a row that cannot be predicted has none */
static void derivative(const struct job *job, const struct calib_impact_row *row, double j[V][V])
{
    const double step = 1e-5 * calib_impact_norm(row->before, job->gyration);
    memset(j, 0, sizeof(double[V][V]));
    for (size_t c = 0; c < V; c++) {
        double before[2][V], after[2][V];
        bool known = true;
        for (int side = 0; side < 2; side++) {
            memcpy(before[side], row->before, sizeof before[side]);
            before[side][c] += (side ? step : -step) / (c == 2 ? job->gyration : 1);
            known = known && calib_impact_predict(job->law.rule, &job->values, row->arm,
                                                  before[side], after[side]);
        }
        for (size_t r = 0; r < V && known; r++)
            j[r][c] = (after[1][r] - after[0][r]) / (2 * step) * (r == 2 ? job->gyration : 1);
    }
}

static void factorise(const struct job *job, const struct calib_impact_row *row)
{
    double j[V][V], (*l)[V] = factor_of(job, row)->l;
    derivative(job, row, j);
    for (size_t r = 0; r < V; r++)
        for (size_t c = 0; c <= r; c++) {
            double sum = r == c;
            for (size_t i = 0; i < V; i++)
                sum += j[r][i] * j[c][i];
            for (size_t i = 0; i < c; i++)
                sum -= l[r][i] * l[c][i];
            l[r][c] = r == c ? sqrt(sum) : sum / l[c][c];
        }
}

/* L^-1 r, and its square */
static double whiten(const struct calib_impact_factor *factor, double r[V])
{
    double square = 0;
    for (size_t i = 0; i < V; i++) {
        for (size_t k = 0; k < i; k++)
            r[i] -= factor->l[i][k] * r[k];
        r[i] /= factor->l[i][i];
        square += r[i] * r[i];
    }
    return square;
}

/* log-likelihood of an impact; -1e3 stands for one that the law cannot have */
static double likelihood_of(const struct job *job, const struct calib_impact_row *row)
{
    const struct calib_impact_factor *factor = factor_of(job, row);
    double r[V];
    if (!residual(job, row, r))
        return -1e3;
    const double square = whiten(factor, r) / (job->spread * job->spread);
    const double constant = lgamma((freedom + V) / 2) - lgamma(freedom / 2) -
                            0.5 * V * log(freedom * M_PI);
    return constant - log(factor->l[0][0] * factor->l[1][1] * factor->l[2][2]) -
           V * log(job->spread) - (freedom + V) / 2 * log1p(square / freedom);
}

/* ---- least squares */

static void unpack(struct job *job, const gsl_vector *x)
{
    size_t next = 0;
    for (enum calib_impact_parameter i = 0; i < CALIB_IMPACT_PARAMETERS; i++)
        if (job->law.free[i])
            job->values.p[i] = calib_impact_outward(i, gsl_vector_get(x, next++));
}

/* residuals whose squares add up to minus twice the log-likelihood, but for constants */
static int residuals(const gsl_vector *x, void *context, gsl_vector *f)
{
    struct job *job = context;
    unpack(job, x);
    for (size_t i = 0; i < job->n; i++) {
        double r[V] = {1e3, 1e3, 1e3};
        if (residual(job, job->rows[i], r)) {
            const double square = whiten(factor_of(job, job->rows[i]), r) /
                                  (job->spread * job->spread);
            const double loss = (freedom + V) * log1p(square / freedom);
            const double scale = square > 0 ? sqrt(loss / square) / job->spread : 0;
            for (size_t k = 0; k < V; k++)
                r[k] *= scale;
        }
        for (size_t k = 0; k < V; k++)
            gsl_vector_set(f, V * i + k, r[k]);
    }
    return GSL_SUCCESS;
}

static bool descend(gsl_multifit_nlinear_workspace *work)
{
    double last = gsl_blas_dnrm2(gsl_multifit_nlinear_residual(work));
    for (int i = 0; i < ITERATIONS; i++) {
        const int status = gsl_multifit_nlinear_iterate(work);
        const double now = gsl_blas_dnrm2(gsl_multifit_nlinear_residual(work));
        if (status == GSL_ENOPROG)
            return true;
        if (status != GSL_SUCCESS)
            return false;
        if (!(last * last - now * now > 2 * least_gain))
            return true;
        last = now;
    }
    return false;
}

/* the spread of greatest likelihood, by its fixed point; squares: room for one of each row */
static double best_spread(const struct job *job, double *squares)
{
    double spread = job->spread, last;
    size_t n = 0;
    for (size_t i = 0; i < job->n; i++) {
        double r[V];
        if (residual(job, job->rows[i], r))
            squares[n++] = whiten(factor_of(job, job->rows[i]), r);
    }
    do {
        double sum = 0;
        last = spread;
        for (size_t i = 0; i < n; i++)
            sum += squares[i] * (freedom + V) / (freedom + squares[i] / (last * last));
        spread = n ? sqrt(sum / (V * (double)n)) : NAN;
    } while (fabs(spread - last) > 0.1 * settled * last);
    return spread;
}

static enum error_code solve_round(struct job *job, gsl_multifit_nlinear_workspace *work,
                                   gsl_vector *x, bool *converged)
{
    gsl_multifit_nlinear_fdf system = {
        .f = residuals, .n = V * job->n, .p = x->size, .params = job};
    for (size_t i = 0; i < job->n && job->weighs; i++)
        factorise(job, job->rows[i]);
    gsl_multifit_nlinear_init(x, &system, work);
    *converged = descend(work);
    gsl_vector_memcpy(x, gsl_multifit_nlinear_position(work));
    unpack(job, x);
    return ERROR_OK;
}

/* values and spread in turn until both stay */
static enum error_code solve(struct job *job, bool *converged, struct error *err)
{
    const size_t p = calib_impact_law_size(&job->law);
    gsl_multifit_nlinear_parameters how = gsl_multifit_nlinear_default_parameters();
    how.h_df = difference;
    gsl_multifit_nlinear_workspace *work = gsl_multifit_nlinear_alloc(gsl_multifit_nlinear_trust,
                                                                      &how, V * job->n, p);
    gsl_vector *x = gsl_vector_alloc(p);
    double *squares = malloc((job->n + 1) * sizeof *squares);
    enum error_code code = work && x && squares ? ERROR_OK : error_memory(err);
    size_t next = 0;
    for (enum calib_impact_parameter i = 0; i < CALIB_IMPACT_PARAMETERS && !code; i++)
        if (job->law.free[i])
            gsl_vector_set(x, next++, calib_impact_inward(i, job->values.p[i]));
    *converged = false;
    for (int round = 0; round < ROUNDS && !code; round++) {
        const double before = job->spread;
        bool bottom;
        code = solve_round(job, work, x, &bottom);
        job->spread = best_spread(job, squares);
        *converged = bottom && fabs(job->spread - before) < settled * before;
        if (*converged || !isfinite(job->spread))
            break;
    }
    gsl_vector_free(x);
    free(squares);
    if (work)
        gsl_multifit_nlinear_free(work);
    return code;
}

static double total_likelihood(const struct job *job)
{
    double sum = 0;
    for (size_t i = 0; i < job->n; i++)
        sum += likelihood_of(job, job->rows[i]);
    return sum;
}

/* ---- uncertainty: H^-1 (sum of squared scores) H^-1, which holds when the law is not the whole
 * truth too (White 1982), with H by Gauss and Newton. The spread is as good as independent. */

/* the whitened residual with one of the free parameters moved */
static bool moved(const struct job *job, size_t i, enum calib_impact_parameter which, double by,
                  double r[V])
{
    struct job there = *job;
    const double inward = calib_impact_inward(which, job->values.p[which]);
    there.values.p[which] = calib_impact_outward(which, inward + by);
    if (!residual(&there, job->rows[i], r))
        return false;
    whiten(factor_of(job, job->rows[i]), r);
    return true;
}

/* a row of scores, and what it adds to H; a row that cannot be predicted tells nothing */
static void add_row(const struct job *job, size_t i, gsl_matrix *h, gsl_vector *score)
{
    double r[V], slopes[CALIB_IMPACT_PARAMETERS][V];
    const double variance = job->spread * job->spread;
    size_t n = 0;
    gsl_vector_set_zero(score);
    if (!residual(job, job->rows[i], r))
        return;
    const double weight = (freedom + V) /
                          (freedom + whiten(factor_of(job, job->rows[i]), r) / variance);
    for (enum calib_impact_parameter which = 0; which < CALIB_IMPACT_PARAMETERS; which++) {
        double up[V], down[V];
        if (!job->law.free[which])
            continue;
        if (!moved(job, i, which, nudge, up) || !moved(job, i, which, -nudge, down))
            return;
        for (size_t k = 0; k < V; k++)
            slopes[n][k] = (up[k] - down[k]) / (2 * nudge);
        n++;
    }
    for (size_t a = 0; a < n; a++) {
        for (size_t k = 0; k < V; k++)
            *gsl_vector_ptr(score, a) -= weight * slopes[a][k] * r[k] / variance;
        for (size_t b = 0; b < n; b++)
            for (size_t k = 0; k < V; k++)
                *gsl_matrix_ptr(h, a, b) += weight * slopes[a][k] * slopes[b][k] / variance;
    }
}

static enum error_code find_uncertainty(const struct job *job, struct calib_impact_fit *fit,
                                        struct error *err)
{
    const size_t p = calib_impact_law_size(&job->law);
    gsl_matrix *h = gsl_matrix_calloc(p, p), *scores = gsl_matrix_alloc(job->n, p);
    enum error_code code = h && scores ? ERROR_OK : error_memory(err);
    if (!code) {
        for (size_t i = 0; i < job->n; i++) {
            gsl_vector_view row = gsl_matrix_row(scores, i);
            add_row(job, i, h, &row.vector);
        }
        const gsl_vector_const_view diagonal = gsl_matrix_const_diagonal(h);
        bool told[CALIB_IMPACT_PARAMETERS] = {
            0}; /* what no impact depends on leaves the others be */
        for (size_t k = 0; k < p; k++) {
            told[k] = gsl_vector_get(&diagonal.vector, k) > 0;
            if (!told[k])
                gsl_matrix_set(h, k, k, 1);
        }
        const bool determined = gsl_linalg_cholesky_decomp1(h) == GSL_SUCCESS;
        if (determined) /* rows of S H^-1: their squares add up to the variance */
            for (size_t i = 0; i < job->n; i++) {
                gsl_vector_view row = gsl_matrix_row(scores, i);
                gsl_linalg_cholesky_svx(h, &row.vector);
            }
        size_t next = 0;
        for (enum calib_impact_parameter i = 0; i < CALIB_IMPACT_PARAMETERS; i++) {
            fit->uncertainty[i] = NAN;
            if (!job->law.free[i])
                continue;
            const gsl_vector_const_view column = gsl_matrix_const_column(scores, next);
            if (determined && told[next++])
                fit->uncertainty[i] = gsl_blas_dnrm2(&column.vector) *
                                      calib_impact_outward_slope(
                                          i, calib_impact_inward(i, job->values.p[i]));
        }
    }
    gsl_matrix_free(h);
    gsl_matrix_free(scores);
    return code;
}

/* ---- leaving out */

static bool in_use(const struct calib_impact_row *row, const struct calib_impact_choice *choice)
{
    return choice->flagged || !row->flagged;
}

/* those in use, less one part of them: every `folds`th from `part` on */
static size_t gather(const struct calib_impact_table *table,
                     const struct calib_impact_choice *choice, size_t part,
                     const struct calib_impact_row **rows)
{
    size_t n = 0, used = 0;
    for (size_t i = 0; i < table->n; i++)
        if (in_use(&table->rows[i], choice) && used++ % choice->folds != part)
            rows[n++] = &table->rows[i];
    return n;
}

static enum error_code leave_out(const struct calib_impact_table *table,
                                 const struct calib_impact_choice *choice, struct job job,
                                 struct calib_impact_fit *fit, double *errors, struct error *err)
{
    const struct job whole = job;
    for (size_t part = 0; part < choice->folds; part++) {
        bool converged;
        job.values = whole.values;
        job.spread = whole.spread;
        job.n = gather(table, choice, part, job.rows);
        enum error_code code = solve(&job, &converged, err);
        if (code)
            return code;
        struct calib_impact_fit there = {.law = job.law, .values = job.values};
        for (size_t i = 0, used = 0; i < table->n; i++) {
            if (!in_use(&table->rows[i], choice) || used++ % choice->folds != part)
                continue;
            fit->left_out[i] = likelihood_of(&job, &table->rows[i]);
            errors[used - 1] = calib_impact_error(&there, &table->rows[i], table->gyration);
        }
    }
    return ERROR_OK;
}

/* ---- the whole */

static enum error_code fit_all(const struct calib_impact_table *table,
                               const struct calib_impact_choice *choice, struct job *job,
                               double *errors, struct calib_impact_fit *fit, struct error *err)
{
    job->n = gather(table, choice, choice->folds, job->rows);
    const double n = (double)job->n, p = (double)calib_impact_law_size(&fit->law) + 1;
    if (n < 4 * p)
        return error_set(err, ERROR_NUMERIC,
                         "%s: %zu impacts%s are too few for a law of %g parameters", table->path,
                         job->n, choice->flagged ? "" : " without a flag", p - 1);
    enum error_code code = solve(job, &fit->converged, err);
    if (code)
        return code;
    fit->values = job->values;
    fit->spread = job->spread;
    fit->likelihood = total_likelihood(job);
    fit->aicc = 2 * p - 2 * fit->likelihood + 2 * p * (p + 1) / (n - p - 1);
    code = find_uncertainty(job, fit, err);
    if (!code)
        code = leave_out(table, choice, *job, fit, errors, err);
    if (code)
        return code;
    const size_t used = (size_t)n;
    fit->rms = sqrt(gsl_stats_tss_m(errors, 1, used, 0) / n);
    gsl_sort(errors, 1, used);
    fit->median = gsl_stats_median_from_sorted_data(errors, 1, used);
    return ERROR_OK;
}

static struct job begin(const struct calib_impact_table *table,
                        const struct calib_impact_row **rows, struct calib_impact_law law,
                        struct calib_impact_factor *factors)
{
    return (struct job){.rows = rows,
                        .law = law,
                        .values = calib_impact_start(table),
                        .gyration = table->gyration,
                        .table = table->rows,
                        .factors = factors,
                        .spread = 0.1 * calib_impact_norm(table->rows[0].before, table->gyration)};
}

enum error_code calib_impact_weigh(const struct calib_impact_table *table,
                                   const struct calib_impact_choice *choice,
                                   struct calib_impact_factor *factors, struct error *err)
{
    struct calib_impact_law plain;
    const struct calib_impact_row **rows = calloc(table->n, sizeof *rows);
    enum error_code code = rows ? calib_impact_law_parse("stronge", &plain, err)
                                : error_memory(err);
    if (!code) {
        bool converged;
        struct job job = begin(table, rows, plain, factors);
        job.weighs = true;
        job.n = gather(table, choice, choice->folds, rows);
        code = job.n ? solve(&job, &converged, err) : ERROR_OK;
        for (size_t i = 0; i < table->n && !code; i++)
            factorise(&job, &table->rows[i]);
    }
    free(rows);
    return code;
}

enum error_code calib_impact_fit(const struct calib_impact_table *table,
                                 const struct calib_impact_choice *choice,
                                 struct calib_impact_factor *factors, struct calib_impact_fit *fit,
                                 struct error *err)
{
    const struct calib_impact_row **rows = calloc(table->n, sizeof *rows);
    double *errors = calloc(table->n, sizeof *errors);
    fit->left_out = malloc(table->n * sizeof *fit->left_out);
    enum error_code code = rows && errors && fit->left_out ? ERROR_OK : error_memory(err);
    if (!code) {
        for (size_t i = 0; i < table->n; i++)
            fit->left_out[i] = NAN;
        struct job job = begin(table, rows, fit->law, factors);
        code = fit_all(table, choice, &job, errors, fit, err);
    }
    free(rows);
    free(errors);
    return code;
}

void calib_impact_fit_free(struct calib_impact_fit *fit)
{
    free(fit->left_out);
    fit->left_out = NULL;
}

double calib_impact_error(const struct calib_impact_fit *fit, const struct calib_impact_row *row,
                          double gyration)
{
    double after[V];
    if (!calib_impact_predict(fit->law.rule, &fit->values, row->arm, row->before, after))
        return INFINITY;
    for (size_t i = 0; i < V; i++)
        after[i] -= row->after[i];
    return calib_impact_norm(after, gyration) / calib_impact_norm(row->before, gyration);
}

struct calib_impact_lead calib_impact_compare(const struct calib_impact_fit *a,
                                              const struct calib_impact_fit *b, size_t n)
{
    double sum = 0, squares = 0, used = 0;
    for (size_t i = 0; i < n; i++) {
        if (isnan(a->left_out[i]))
            continue;
        const double lead = a->left_out[i] - b->left_out[i];
        sum += lead;
        squares += lead * lead;
        used++;
    }
    return (struct calib_impact_lead){sum, sqrt(fmax(0, squares - sum * sum / used))};
}
