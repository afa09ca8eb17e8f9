/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How fast the fit is: exact Jacobian against central differences for five
 * parameters, one start, and STARTS more. Not a test: what it prints depends on the machine.
 *     tests/bench/fit [STARTS] */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <gsl/gsl_errno.h>

#include "fit/multistart.h"
#include "fit/setup.h"
#include "fit/verdict.h"
#include "tests/fit/fixture.h"
#include "tests/test.h"

static struct error err;
static const struct fit_control control = {.loss = {FIT_LOSS_HUBER, 3}};

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static void need(enum error_code code)
{
    if (code) {
        fprintf(stderr, "%s\n", err.message);
        exit(1);
    }
}

/* ---- exact Jacobian against central differences of the same accuracy */

enum { PARAMETERS = 5, TIMES = 20 };

struct bench {
    struct fit_problem problem;
    struct fit_rows *rows;
    double p[100], *r, *minus;
};

static void set_tolerance(struct bench *bench, double rtol)
{
    for (size_t i = 0; i < bench->problem.n_runs; i++)
        bench->problem.runs[i].base.rtol = rtol;
}

static double time_exact(struct bench *bench, double rtol, double *j)
{
    set_tolerance(bench, rtol);
    const double begin = now();
    for (int i = 0; i < TIMES; i++)
        need(fit_rows_evaluate(bench->rows, bench->p, bench->r, j, &err));
    return (now() - begin) / TIMES;
}

/* the shared parameters up and down by a share of their bounds */
static double time_differenced(struct bench *bench, double rtol, double share, double *j)
{
    const size_t n = bench->problem.n;
    set_tolerance(bench, rtol);
    const double begin = now();
    /* the residuals themselves, which the exact Jacobian comes with */
    need(fit_rows_evaluate(bench->rows, bench->p, bench->r, NULL, &err));
    for (size_t c = 0; c < PARAMETERS; c++) {
        const double middle = bench->p[c];
        const double step = share *
                            (bench->problem.parameters[c].high - bench->problem.parameters[c].low);
        bench->p[c] = middle + step;
        need(fit_rows_evaluate(bench->rows, bench->p, bench->r, NULL, &err));
        bench->p[c] = middle - step;
        need(fit_rows_evaluate(bench->rows, bench->p, bench->minus, NULL, &err));
        bench->p[c] = middle;
        for (size_t i = 0; i < bench->rows->n; i++)
            j[i * n + c] = (bench->r[i] - bench->minus[i]) / (2 * step);
    }
    return now() - begin;
}

/* largest difference as a share of the column's largest entry */
static double error_of(const struct bench *bench, const double *j, const double *reference)
{
    const size_t n = bench->problem.n;
    double worst = 0;
    for (size_t c = 0; c < PARAMETERS; c++) {
        double largest = 0, off = 0;
        for (size_t i = 0; i < bench->rows->n; i++) {
            largest = fmax(largest, fabs(reference[i * n + c]));
            off = fmax(off, fabs(j[i * n + c] - reference[i * n + c]));
        }
        worst = fmax(worst, off / largest);
    }
    return worst;
}

static void compare(struct bench *bench, double *reference, double *j)
{
    const double steps[] = {1e-4, 1e-5, 1e-6, 1e-7};
    time_exact(bench, 1e-13, reference);
    const double exact = time_exact(bench, 1e-8, j), error = error_of(bench, j, reference);
    printf("jacobian of 5 parameters: exact %.2f ms, error %.1e\n", 1e3 * exact, error);
    for (double rtol = 1e-8; rtol > 1e-14; rtol /= 100) {
        double best = INFINITY, seconds = 0;
        for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
            seconds += time_differenced(bench, rtol, steps[i], j) / 4;
            best = fmin(best, error_of(bench, j, reference));
        }
        printf("central differences, tolerance %.0e: %.2f ms, error %.1e, time over exact %.2f\n",
               rtol, 1e3 * seconds, best, seconds / exact);
    }
}

static void jacobian(struct fixture_campaign *campaign)
{
    const struct option_list runs = {campaign->runs, FIXTURE_RUNS};
    const struct fit_request request = {.free = "stiffness,friction,restitution,damping,gravity"};
    const struct fit_loss none = {FIT_LOSS_NONE, 1};
    struct rig *rig = fixture_rig(&campaign->truth);
    struct bench bench = {0};
    need(fit_setup(rig, &runs, &request, &bench.problem, &err));
    const size_t all = bench.problem.n;
    bench.problem.n = PARAMETERS; /* the shared ones, which come first, alone */
    for (size_t i = 0; i < PARAMETERS; i++)
        bench.p[i] = bench.problem.parameters[i].start;
    need(fit_rows_create(&bench.problem,
                         &(struct fit_stage){"all", 0, 0, 30, true, 1e-3, false, false}, &none,
                         bench.p, &bench.rows, &err));
    const size_t rows = bench.rows->n, n = bench.problem.n;
    bench.r = malloc(rows * sizeof(double));
    bench.minus = malloc(rows * sizeof(double));
    double *reference = malloc(rows * n * sizeof *reference), *j = malloc(rows * n * sizeof *j);
    if (bench.r && bench.minus && reference && j)
        compare(&bench, reference, j);
    free(bench.r);
    free(bench.minus);
    free(reference);
    free(j);
    fit_rows_free(bench.rows);
    bench.problem.n = all;
    fit_problem_free(&bench.problem);
    rig_free(rig);
}

static void starts(struct fixture_campaign *campaign, size_t n)
{
    const char *priors[] = {FIXTURE_PRIOR};
    const struct option_list runs = {campaign->runs, FIXTURE_RUNS};
    const struct fit_request request = {
        .free = FIXTURE_FREE, .own = "theta1", .priors = {priors, 1}};
    struct fit_problem problem;
    struct fit_plan plan;
    struct fit_starts all;
    struct fit_verdict verdict;
    const double begin = now();
    need(fit_setup(campaign->rig, &runs, &request, &problem, &err));
    need(fit_plan_make(&problem, NULL, FIT_MASK, &plan, &err));
    need(fit_multistart(&problem, &plan, &control, n, &all, &err));
    double p[100];
    const struct fit_start *best = &all.list[all.by_cost[0]];
    memcpy(p, best->to, problem.n * sizeof *p);
    const struct fit_verdict_case of = {&plan.stages[plan.n - 1], 0.1, best->path.lost};
    need(fit_verdict_reach(&problem, &of, &control, p, &verdict, &err));
    printf("%zu starts on all cores: %.2f s, %s\n", n, now() - begin,
           verdict.converged ? "converged" : verdict.why);
    fit_verdict_free(&verdict);
    fit_starts_free(&all);
    fit_problem_free(&problem);
}

int main(int argc, char **argv)
{
    gsl_set_error_handler_off();
    struct fixture_campaign campaign = fixture_campaign(0, NULL);
    jacobian(&campaign);
    starts(&campaign, 1);
    if (argc > 1)
        starts(&campaign, strtoul(argv[1], NULL, 10));
    fixture_campaign_free(&campaign);
    return 0;
}
