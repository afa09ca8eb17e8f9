/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Residuals through the simulator: the Jacobian is that of the residuals, they are
 * as large as the noise at the truth, and a simulation that fails is no small residual. */
#include "config.h"

#include "fit/residuals.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fit/setup.h"
#include "fit/stages.h"
#include "sim/registry.h"
#include "tests/fit/fixture.h"
#include "tests/test.h"

static struct error err;
static struct fixture_campaign campaign;
static struct fit_problem problem;
static const struct fit_loss huber = {FIT_LOSS_HUBER, 3}, none = {FIT_LOSS_NONE, 1};
static const struct fit_stage all = {"all", 0, 0, 30, true, 1e-3, false, false},
                              with_rail = {"all", 0, 0, 30, true, 1e-3, true, false},
                              events = {"events", 0, 5e-3, 8, false, 0, false, false};

#define good(call)                                  \
    do {                                            \
        if ((call) != ERROR_OK)                     \
            fail_msg("%s: %s", #call, err.message); \
    } while (0)

/* the true values of what is shared, what the runs believed of their own */
static double *truth(void)
{
    double *p = malloc(problem.n * sizeof *p);
    assert_non_null(p);
    for (size_t i = 0; i < problem.n; i++)
        p[i] = i < FIXTURE_SHARED ? campaign.shared[i] : problem.parameters[i].start;
    return p;
}

static double differenced(const struct fit_rows *rows, double *p, size_t column, double step,
                          double *plus, double *minus, double *out)
{
    const double middle = p[column];
    p[column] = middle + step;
    good(fit_rows_evaluate(rows, p, plus, NULL, &err));
    p[column] = middle - step;
    good(fit_rows_evaluate(rows, p, minus, NULL, &err));
    p[column] = middle;
    double largest = 0;
    for (size_t i = 0; i < rows->n; i++) {
        out[i] = (plus[i] - minus[i]) / (2 * step);
        largest = fmax(largest, fabs(out[i]));
    }
    return largest;
}

/* every column against central differences (fourth order by extrapolation), to a share
 * of the column's largest entry; steps are a share of the bounds */
static void check_jacobian(const struct fit_stage *stage, double share, double tolerance)
{
    double *p = truth();
    struct fit_rows *rows;
    for (size_t i = 0; i < problem.n_runs; i++)
        problem.runs[i].base.rtol = 1e-13;
    good(fit_rows_create(&problem, stage, &none, p, &rows, &err));
    double *r = malloc(rows->n * sizeof *r), *j = malloc(rows->n * problem.n * sizeof *j);
    double *a = malloc(4 * rows->n * sizeof *a);
    assert_true(r && j && a);
    good(fit_rows_evaluate(rows, p, r, j, &err));
    double *near = a, *far = a + rows->n, *plus = far + rows->n, *minus = plus + rows->n;
    for (size_t column = 0; column < problem.n; column++) {
        const struct fit_parameter *parameter = &problem.parameters[column];
        const double step = share * (parameter->high - parameter->low);
        /* the rail's are differences themselves, with a step of a tenth of its uncertainty */
        const double close = parameter->kind < FIT_RAIL_GAIN ? tolerance : 1e-3;
        const double largest = differenced(rows, p, column, step, plus, minus, near);
        differenced(rows, p, column, 2 * step, plus, minus, far);
        for (size_t i = 0; i < rows->n; i++) {
            const double want = (4 * near[i] - far[i]) / 3, got = j[i * problem.n + column];
            /* bounces that settle one sooner move a row by 1e-4 of its noise: of two differences
             * one may straddle that */
            const double off = fmin(fabs(got - want),
                                    fmin(fabs(got - near[i]), fabs(got - far[i])));
            if (off > close * largest + 1e-9)
                fail_msg("%s, row %zu of %zu: %.12g, differenced %.12g (largest %.3g)",
                         parameter->name, i, rows->n, got, want, largest);
        }
    }
    fit_rows_free(rows);
    free(r);
    free(j);
    free(a);
    free(p);
}

static void jacobian_of_all(void **state)
{
    (void)state;
    check_jacobian(&all, 3e-6, 1e-6);
}

/* the recorded rail drives the belt: its clock moves with the time offset. Its third
 * derivative jumps at the knots, which differences suffer from */
static void jacobian_with_recorded_rail(void **state)
{
    (void)state;
    const char *priors[] = {FIXTURE_PRIOR};
    const struct option_list runs = {campaign.runs, FIXTURE_RUNS};
    const struct fit_request request = {
        .free = FIXTURE_FREE, .own = "theta1", .priors = {priors, 1}, .rail = FIT_RAIL_RECORDED};
    struct fit_problem constant = problem;
    good(fit_setup(campaign.rig, &runs, &request, &problem, &err));
    check_jacobian(&all, 3e-6, 1e-4);
    check_jacobian(&with_rail, 3e-6, 1e-4);
    fit_problem_free(&problem);
    problem = constant;
}

static void jacobian_of_events(void **state)
{
    (void)state;
    check_jacobian(&events, 3e-6, 1e-6);
}

/* with the angles known too, residuals at the truth are those of the noise */
static void residuals_at_the_truth(void **state)
{
    (void)state;
    double *p = truth();
    struct fit_rows *rows;
    good(fit_rows_create(&problem, &all, &huber, p, &rows, &err));
    struct fit_outcome outcome;
    good(fit_rows_outcome(rows, p, 2, &outcome, &err)); /* sticks: the angle does not matter */
    assert_true(outcome.samples[0] > 400);
    assert_true(fabs(outcome.rms[0] - 1) < 0.15 && fabs(outcome.rms[1] - 1) < 0.15);
    p[0] *= 0.8; /* a stiffness that is wrong is seen */
    good(fit_rows_outcome(rows, p, 0, &outcome, &err));
    assert_true(outcome.rms[0] > 20);
    assert_true(outcome.missed > 0);
    fit_rows_free(rows);
    free(p);
}

/* A bouncing run with next to no noise, all of its truth known: what is left at the
 * truth is that noise. The mean over a block and the value in its middle differ by
 * twenty times as much. */
static void means_are_means(void **state)
{
    (void)state;
    const struct fixture_run run = {.theta1_deg = 32,
                                    .rail = -0.5,
                                    .believed_theta1_deg = 32,
                                    .duration = 0.5,
                                    .rest = 0.05037};
    char *path = fixture_record(campaign.directory, 99, &campaign.truth, &run, 1e-5, 5);
    const char *items[] = {path};
    const struct option_list runs = {items, 1};
    const struct fit_request request = {.free = "stiffness"};
    struct rig *rig = fixture_rig(&campaign.truth);
    struct fit_problem one;
    struct fit_rows *rows;
    struct fit_outcome outcome;
    good(fit_setup(rig, &runs, &request, &one, &err));
    double p[9]; /* stiffness, two lags, belt speed, time offset, offset and drift of channels */
    assert_int_equal(one.n, 9);
    for (size_t i = 0; i < one.n; i++)
        p[i] = one.parameters[i].kind == FIT_TIME_OFFSET ? run.rest
               : one.parameters[i].index == SIM_BELT_SPEED && one.parameters[i].kind == FIT_MODEL
                   ? run.rail
               : one.parameters[i].kind == FIT_MODEL ? campaign.truth.stiffness
                                                     : 0;
    good(fit_rows_create(&one, &all, &none, p, &rows, &err));
    good(fit_rows_outcome(rows, p, 0, &outcome, &err));
    if (!(outcome.rms[0] < 1.3 && outcome.rms[1] < 1.3))
        fail_msg("%g and %g times the noise", outcome.rms[0], outcome.rms[1]);
    fit_rows_free(rows);
    fit_problem_free(&one);
    rig_free(rig);
    free(path);
}

/* Bounces of the example campaign that come to rest on the rail: the last that is seen follows the
 * one before by a millisecond, and whether it is thinned out of the seen and of the simulated ones
 * is decided by noise. At the truth nothing is missing; with more restitution other bounces come.
 */
static void bounces_close_together(void **state)
{
    (void)state;
    char path[4096], rig_path[4096];
    struct rig *rig;
    struct fit_problem one;
    struct fit_rows *rows;
    struct fit_outcome outcome;
    snprintf(rig_path, sizeof rig_path, "%s/data/campaign/rig.yaml", getenv("TOP_SRCDIR"));
    snprintf(path, sizeof path, "%s/data/campaign/runs/h0.3775_theta32_v-0.16",
             getenv("TOP_SRCDIR"));
    good(rig_read(rig_path, sim_registry, &rig, &err));
    const char *items[] = {path};
    const struct option_list runs = {items, 1};
    const struct fit_request request = {.free = "restitution", .rail = FIT_RAIL_RECORDED};
    good(fit_setup(rig, &runs, &request, &one, &err));
    double *p = calloc(one.n, sizeof *p);
    assert_non_null(p);
    for (size_t i = 0; i < one.n; i++)
        p[i] = one.parameters[i].start; /* the rig file's are the truth */
    good(fit_rows_create(&one, &all, &none, p, &rows, &err));
    good(fit_rows_outcome(rows, p, 0, &outcome, &err));
    assert_int_equal(outcome.seen, 11);
    assert_int_equal(outcome.missed, 0);
    assert_int_equal(one.parameters[0].kind, FIT_MODEL);
    p[0] *= 1.2;
    good(fit_rows_outcome(rows, p, 0, &outcome, &err));
    assert_true(outcome.missed > 0);
    fit_rows_free(rows);
    free(p);
    fit_problem_free(&one);
    rig_free(rig);
}

static void failed_simulation_fails(void **state)
{
    (void)state;
    double *p = truth();
    struct fit_rows *rows;
    good(fit_rows_create(&problem, &all, &huber, p, &rows, &err));
    double *r = calloc(rows->n, sizeof *r);
    assert_non_null(r);
    for (size_t i = 0; i < problem.n; i++)
        if (strcmp(problem.parameters[i].name, "theta1[1]") == 0)
            p[i] = 1.5; /* the tip cannot reach the rail from 86 deg */
    assert_int_not_equal(fit_rows_evaluate(rows, p, r, NULL, &err), ERROR_OK);
    assert_non_null(strstr(err.message, "run-1"));
    fit_rows_free(rows);
    free(r);
    free(p);
}

static void groups(void **state)
{
    (void)state;
    double *p = truth();
    struct fit_rows *rows;
    good(fit_rows_create(&problem, &all, &huber, p, &rows, &err));
    size_t counts[FIT_GROUPS] = {0};
    for (size_t i = 0; i < rows->n; i++)
        counts[fit_rows_group(rows, i)]++;
    size_t priors = 0, used = 0;
    for (size_t i = 0; i < problem.n; i++)
        priors += isfinite(problem.parameters[i].prior_uncertainty) ? 1 : 0;
    for (size_t i = 0; i < problem.n_runs; i++)
        used += rows->parts[i].n_used;
    assert_int_equal(counts[FIT_GROUP_PRIOR], priors);
    assert_int_equal(counts[FIT_GROUP_TIP_T], used);
    assert_int_equal(counts[FIT_GROUP_TIP_N], used);
    fit_rows_free(rows);
    free(p);
}

static int setup(void **state)
{
    (void)state;
    const char *priors[] = {FIXTURE_PRIOR};
    campaign = fixture_campaign(7, NULL);
    const struct option_list runs = {campaign.runs, FIXTURE_RUNS};
    const struct fit_request request = {
        .free = FIXTURE_FREE ",damping", .own = "theta1", .priors = {priors, 1}};
    good(fit_setup(campaign.rig, &runs, &request, &problem, &err));
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    fit_problem_free(&problem);
    fixture_campaign_free(&campaign);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(jacobian_of_all),
                                       cmocka_unit_test(jacobian_of_events),
                                       cmocka_unit_test(jacobian_with_recorded_rail),
                                       cmocka_unit_test(residuals_at_the_truth),
                                       cmocka_unit_test(means_are_means),
                                       cmocka_unit_test(bounces_close_together),
                                       cmocka_unit_test(failed_simulation_fails),
                                       cmocka_unit_test(groups)};
    return cmocka_run_group_tests(tests, setup, teardown);
}
