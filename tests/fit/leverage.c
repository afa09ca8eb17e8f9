/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What each run does to the result, of linear rows: against least squares without its rows, made
 * anew by GSL. */
#include "config.h"

#include "fit/leverage.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_multifit.h>
#include <gsl/gsl_randist.h>

#include "tests/test.h"

/* two shared parameters, of which the second has a prior, and one of each run; the last run's rail
 * rows are rows of it like others */
enum { N_RUNS = 3, N_SHARED = 2, N = N_SHARED + N_RUNS, EACH = 9, ROWS = N_RUNS * EACH + 1 };

static struct error err;
static struct fit_parameter parameters[N];
static struct fit_part parts[N_RUNS];
static struct fit_problem problem = {.n_runs = N_RUNS, .parameters = parameters, .n = N};
static struct fit_rows rows = {
    .problem = &problem, .n = ROWS, .prior_row = N_RUNS * EACH, .parts = parts};
static double r[ROWS], j[ROWS * N];

static void fill(void)
{
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    assert_non_null(rng);
    memset(j, 0, sizeof j);
    for (size_t run = 0; run < N_RUNS; run++) {
        parts[run] = (struct fit_part){.row = run * EACH, .rail_row = run * EACH + 6, .n_rail = 3};
        for (size_t i = run * EACH; i < (run + 1) * EACH; i++) {
            r[i] = gsl_ran_gaussian(rng, 1) + (run == 2 ? 3 : 0);
            j[i * N] = gsl_ran_gaussian(rng, 1);
            j[i * N + 1] = run == 2 ? 0 : gsl_ran_gaussian(rng, 1);
            j[i * N + N_SHARED + run] = gsl_ran_gaussian(rng, 1);
        }
    }
    j[(ROWS - 1) * N + 1] = 2; /* the prior */
    r[ROWS - 1] = 0.4;
    gsl_rng_free(rng);
}

/* the step to the minimum of the rows but those of a run, and its covariance; columns of that run
 * alone are left out. run: N_RUNS for all */
static void solve_without(size_t run, double step[N], double variance[N])
{
    const size_t left_out = run < N_RUNS ? EACH : 0, n = run < N_RUNS ? N - 1 : N;
    gsl_matrix *x = gsl_matrix_alloc(ROWS - left_out, n), *c = gsl_matrix_alloc(n, n);
    gsl_vector *y = gsl_vector_alloc(ROWS - left_out), *b = gsl_vector_alloc(n);
    gsl_vector *w = gsl_vector_alloc(ROWS - left_out);
    gsl_multifit_linear_workspace *work = gsl_multifit_linear_alloc(ROWS - left_out, n);
    double square;
    gsl_vector_set_all(w, 1);
    for (size_t i = 0, to = 0; i < ROWS; i++) {
        if (run < N_RUNS && i >= run * EACH && i < (run + 1) * EACH)
            continue;
        for (size_t k = 0, column = 0; k < N; k++)
            if (run == N_RUNS || k != N_SHARED + run)
                gsl_matrix_set(x, to, column++, j[i * N + k]);
        gsl_vector_set(y, to++, -r[i]);
    }
    gsl_multifit_wlinear(x, w, y, b, c, &square, work);
    for (size_t k = 0, column = 0; k < N; k++) {
        const bool out = run < N_RUNS && k == N_SHARED + run;
        step[k] = out ? NAN : gsl_vector_get(b, column);
        variance[k] = out ? INFINITY : gsl_matrix_get(c, column, column);
        column += !out;
    }
    gsl_multifit_linear_free(work);
    gsl_vector_free(w);
    gsl_vector_free(b);
    gsl_vector_free(y);
    gsl_matrix_free(c);
    gsl_matrix_free(x);
}

static void as_without_the_run(void **state)
{
    (void)state;
    struct fit_leverage leverage;
    double all[N], variance[N];
    fill();
    solve_without(N_RUNS, all, variance);
    for (size_t i = 0; i < ROWS; i++) /* to the minimum */
        for (size_t k = 0; k < N; k++)
            r[i] += j[i * N + k] * all[k];
    assert_int_equal(fit_leverage_make(&rows, r, j, &leverage, &err), ERROR_OK);
    for (size_t run = 0; run < N_RUNS; run++) {
        double step[N], without[N];
        solve_without(run, step, without);
        for (size_t k = 0; k < N; k++) {
            const double got = leverage.shift[run * N + k], u = leverage.uncertainty[run * N + k];
            if (isnan(step[k])) {
                assert_true(isnan(got) && isinf(u));
                continue;
            }
            if (fabs(got - step[k]) > 1e-9 || fabs(u * u - without[k]) > 1e-9 ||
                fabs(pow(leverage.whole[k], 2) - variance[k]) > 1e-9)
                fail_msg("run %zu, parameter %zu: %g %g, wanted %g %g", run, k, got, u * u, step[k],
                         without[k]);
        }
    }
    fit_leverage_free(&leverage);
}

/* in units of what the run should move it by: runs of noise alone move it by about one */
static void how_far_apart(void **state)
{
    (void)state;
    struct fit_leverage leverage;
    double all[N], variance[N], square = 0;
    int n = 0;
    fill();
    for (size_t i = 0; i < ROWS; i++)
        r[i] = i < ROWS - 1 && i >= 2 * EACH ? r[i] - 3 : r[i];
    solve_without(N_RUNS, all, variance);
    for (size_t i = 0; i < ROWS; i++)
        for (size_t k = 0; k < N; k++)
            r[i] += j[i * N + k] * all[k];
    assert_int_equal(fit_leverage_make(&rows, r, j, &leverage, &err), ERROR_OK);
    for (size_t run = 0; run < N_RUNS; run++)
        for (size_t k = 0; k < N_SHARED; k++) {
            square += pow(fit_leverage_apart(&leverage, run, k), 2);
            n++;
        }
    assert_true(square / n < 4 && square / n > 0.1);
    assert_true(fit_leverage_apart(&leverage, 0, N_SHARED) == 0); /* its own: nobody else tells */
    fit_leverage_free(&leverage);
}

static void one_run_is_all(void **state)
{
    (void)state;
    struct fit_leverage leverage;
    fill();
    problem.n_runs = 1;
    assert_int_equal(fit_leverage_make(&rows, r, j, &leverage, &err), ERROR_OK);
    assert_int_equal(leverage.n_runs, 0);
    fit_leverage_free(&leverage);
    problem.n_runs = N_RUNS;
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(as_without_the_run),
                                       cmocka_unit_test(how_far_apart),
                                       cmocka_unit_test(one_run_is_all)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
