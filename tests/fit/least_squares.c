/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Least squares on problems whose answers are known. */
#include "fit/least_squares.h"

#include <math.h>
#include <string.h>

#include <gsl/gsl_errno.h>

#include "tests/test.h"

static struct error err;

/* Rosenbrock: minimum 0 at (1, 1) */
static enum error_code rosenbrock(const void *context, const double *p, double *r, double *j,
                                  struct error *e)
{
    (void)context, (void)e;
    r[0] = 10 * (p[1] - p[0] * p[0]);
    r[1] = 1 - p[0];
    if (j)
        memcpy(j, (double[]){-20 * p[0], 10, -1, 0}, 4 * sizeof *j);
    return ERROR_OK;
}

static struct fit_least_squares task_of(fit_function *function, size_t rows, size_t n,
                                        const double *low, const double *high)
{
    return (struct fit_least_squares){.function = function,
                                      .rows = rows,
                                      .n = n,
                                      .low = low,
                                      .high = high,
                                      .iterations = 200,
                                      .tolerance = 1e-8,
                                      .negligible = 1e-14};
}

static void finds_the_minimum(void **state)
{
    (void)state;
    const double low[] = {-5, -5}, high[] = {5, 5};
    double p[] = {-1.2, 1};
    struct fit_solution solution;
    const struct fit_least_squares task = task_of(rosenbrock, 2, 2, low, high);
    assert_int_equal(fit_least_squares(&task, p, &solution, &err), ERROR_OK);
    assert_int_equal(solution.reason, FIT_REASON_MINIMUM);
    assert_true(fabs(p[0] - 1) < 1e-7 && fabs(p[1] - 1) < 1e-7);
    assert_true(solution.cost < 1e-14);
}

/* with x at most 0.5 the minimum is at the bound: (0.5, 0.25), cost 0.125 */
static void stops_at_a_bound(void **state)
{
    (void)state;
    const double low[] = {-5, -5}, high[] = {0.5, 5};
    double p[] = {-1.2, 1};
    struct fit_solution solution;
    const struct fit_least_squares task = task_of(rosenbrock, 2, 2, low, high);
    assert_int_equal(fit_least_squares(&task, p, &solution, &err), ERROR_OK);
    assert_true(p[0] <= 0.5 && p[0] > 0.499);
    assert_true(fabs(p[1] - 0.25) < 1e-2);
    assert_true(fabs(solution.cost - 0.125) < 1e-3);
}

/* smallest at x = -5, but cannot be evaluated below 0 */
static enum error_code fails_below(const void *context, const double *p, double *r, double *j,
                                   struct error *e)
{
    (void)context;
    if (p[0] <= 0)
        return error_set(e, ERROR_NUMERIC, "no value at %g", p[0]);
    r[0] = p[0] + 5;
    if (j)
        j[0] = 1;
    return ERROR_OK;
}

static void failed_evaluation_is_no_success(void **state)
{
    (void)state;
    const double low[] = {-10}, high[] = {10};
    double p[] = {9};
    struct fit_solution solution;
    struct fit_least_squares task = task_of(fails_below, 1, 1, low, high);
    assert_int_equal(fit_least_squares(&task, p, &solution, &err), ERROR_OK);
    assert_true(solution.failures > 0);
    assert_true(p[0] > 0 && p[0] < 9);
    assert_int_equal(solution.reason, FIT_REASON_NO_PROGRESS);
    assert_true(fabs(solution.cost - 0.5 * (p[0] + 5) * (p[0] + 5)) < 1e-9);
    p[0] = -1; /* a start that fails is an error with its own message */
    assert_int_equal(fit_least_squares(&task, p, &solution, &err), ERROR_NUMERIC);
    assert_int_equal(solution.reason, FIT_REASON_FAILED);
    assert_non_null(strstr(err.message, "no value at"));
    assert_true(p[0] == -1);
}

/* a Jacobian with the wrong sign: no step lowers the cost, which GSL may take for success */
static enum error_code wrong_slope(const void *context, const double *p, double *r, double *j,
                                   struct error *e)
{
    (void)context, (void)e;
    r[0] = p[0] + 3;
    r[1] = 1;
    if (j)
        j[0] = -1, j[1] = 0;
    return ERROR_OK;
}

static void no_progress_is_told(void **state)
{
    (void)state;
    const double low[] = {-10}, high[] = {10};
    double p[] = {1};
    struct fit_solution solution;
    const struct fit_least_squares task = task_of(wrong_slope, 2, 1, low, high);
    assert_int_equal(fit_least_squares(&task, p, &solution, &err), ERROR_OK);
    assert_int_equal(solution.reason, FIT_REASON_NO_PROGRESS);
}

static void too_few_iterations_are_told(void **state)
{
    (void)state;
    const double low[] = {-5, -5}, high[] = {5, 5};
    double p[] = {-1.2, 1};
    struct fit_solution solution;
    struct fit_least_squares task = task_of(rosenbrock, 2, 2, low, high);
    task.iterations = 3;
    assert_int_equal(fit_least_squares(&task, p, &solution, &err), ERROR_OK);
    assert_int_equal(solution.reason, FIT_REASON_ITERATIONS);
}

static bool stop_at_two(void *context, size_t iteration, double cost, const double *p)
{
    (void)cost, (void)p;
    *(size_t *)context = iteration;
    return iteration == 2;
}

static void can_be_stopped(void **state)
{
    (void)state;
    const double low[] = {-5, -5}, high[] = {5, 5};
    double p[] = {-1.2, 1};
    size_t last = 0;
    struct fit_solution solution;
    struct fit_least_squares task = task_of(rosenbrock, 2, 2, low, high);
    task.watch = stop_at_two;
    task.watch_context = &last;
    assert_int_equal(fit_least_squares(&task, p, &solution, &err), ERROR_OK);
    assert_int_equal(solution.reason, FIT_REASON_INTERRUPTED);
    assert_int_equal(last, 2);
    assert_true(solution.cost < 0.5 * (4.4 * 4.4 + 2.2 * 2.2)); /* better than the start */
}

/* Rosenbrock's valley, ten times as narrow: minimum 0 at (1, 1) */
static enum error_code narrow(const void *context, const double *p, double *r, double *j,
                              struct error *e)
{
    (void)context, (void)e;
    r[0] = 100 * (p[1] - p[0] * p[0]);
    r[1] = 1 - p[0];
    if (j)
        memcpy(j, (double[]){-200 * p[0], 100, -1, 0}, 4 * sizeof *j);
    return ERROR_OK;
}

/* Straight steps leave a bent valley and must be short; those that bend with it need far fewer:
 * two variables in which the valley is a parabola, whose bend is the second derivative, whole. */
static void steps_bend(void **state)
{
    (void)state;
    const double low[] = {-50, -50}, high[] = {50, 50};
    size_t iterations[2];
    for (int near = 0; near < 2; near++) {
        double p[] = {-1.2, 1};
        struct fit_solution solution;
        struct fit_least_squares task = task_of(narrow, 2, 2, low, high);
        task.near = near == 1;
        assert_int_equal(fit_least_squares(&task, p, &solution, &err), ERROR_OK);
        assert_true(fabs(p[0] - 1) < 1e-5 && fabs(p[1] - 1) < 1e-5);
        iterations[near] = solution.iterations;
    }
    if (2 * iterations[0] > iterations[1])
        fail_msg("%zu iterations with a bend, %zu without", iterations[0], iterations[1]);
}

static void too_few_residuals(void **state)
{
    (void)state;
    const double low[] = {-5, -5}, high[] = {5, 5};
    double p[] = {-1.2, 1};
    struct fit_solution solution;
    const struct fit_least_squares task = task_of(rosenbrock, 1, 2, low, high);
    assert_int_equal(fit_least_squares(&task, p, &solution, &err), ERROR_INPUT);
}

static int no_aborts(void **state)
{
    (void)state;
    gsl_set_error_handler_off();
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(finds_the_minimum),
                                       cmocka_unit_test(stops_at_a_bound),
                                       cmocka_unit_test(failed_evaluation_is_no_success),
                                       cmocka_unit_test(no_progress_is_told),
                                       cmocka_unit_test(too_few_iterations_are_told),
                                       cmocka_unit_test(can_be_stopped),
                                       cmocka_unit_test(steps_bend),
                                       cmocka_unit_test(too_few_residuals)};
    return cmocka_run_group_tests(tests, no_aborts, NULL);
}
