/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The last solve on costs that are hard to walk and whose minimum is known: a valley that bends,
 * and a slope on which a whole step goes too far. No run is in them: rows are given in closed form
 * in place of those that simulate (--wrap). */
#include "config.h"

#include <math.h>
#include <string.h>

#include <gsl/gsl_errno.h>

#include "fit/settle.h"
#include "tests/test.h"

static struct error err;

typedef void closed_form(const double *p, double *r, double *jacobian);
static closed_form *form;

enum error_code __wrap_fit_rows_evaluate(const struct fit_rows *rows, const double *p, double *r,
                                         double *jacobian, struct error *e);
enum error_code __wrap_fit_rows_evaluate(const struct fit_rows *rows, const double *p, double *r,
                                         double *jacobian, struct error *e)
{
    (void)rows, (void)e;
    double unused[4];
    form(p, r, jacobian ? jacobian : unused);
    return ERROR_OK;
}

enum error_code __wrap_fit_rows_linearise(struct fit_rows *rows, const double *p, struct error *e);
enum error_code __wrap_fit_rows_linearise(struct fit_rows *rows, const double *p, struct error *e)
{
    (void)rows, (void)p, (void)e;
    return ERROR_OK;
}

/* from p, two parameters and two rows */
static struct fit_solution settled(closed_form *of, double *p)
{
    struct fit_parameter parameters[2] = {{.low = -1e3, .high = 1e3}, {.low = -1e3, .high = 1e3}};
    struct fit_problem problem = {.parameters = parameters, .n = 2};
    struct fit_rows rows = {.problem = &problem, .n = 2};
    struct fit_solution solution;
    form = of;
    assert_int_equal(fit_settle(&rows, NULL, p, &solution, &err), ERROR_OK);
    return solution;
}

/* Rosenbrock's parabola as a floor a hundred thousand times as steep across as along */
static void valley(const double *p, double *r, double *jacobian)
{
    const double steep = 1e5;
    r[0] = steep * (p[1] - p[0] * p[0]);
    r[1] = p[0] - 3;
    memcpy(jacobian, (double[]){-2 * steep * p[0], steep, 1, 0}, 4 * sizeof *jacobian);
}

static void bent_valley(void **state)
{
    (void)state;
    const double from[][2] = {{-3, 9}, {0.5, 0.25}, {-1, 1.0001}};
    for (size_t i = 0; i < sizeof from / sizeof *from; i++) {
        double p[] = {from[i][0], from[i][1]};
        const struct fit_solution solution = settled(valley, p);
        if (solution.reason != FIT_REASON_MINIMUM)
            fail_msg("%s, after %zu steps at %g, %g", fit_reason_text(solution.reason),
                     solution.iterations, p[0], p[1]);
        assert_true(fabs(p[0] - 3) < 0.01 && fabs(p[1] - 9) < 0.06);
    }
}

/* arcs flatten out: from beyond 1.39 a whole step goes farther off on the other side, and so on */
static void arcs(const double *p, double *r, double *jacobian)
{
    for (int i = 0; i < 2; i++)
        r[i] = 100 * atan(p[i] - i);
    memcpy(jacobian, (double[]){100 / (1 + p[0] * p[0]), 0, 0, 100 / (1 + pow(p[1] - 1, 2))},
           4 * sizeof *jacobian);
}

static void steps_too_far(void **state)
{
    (void)state;
    for (double from = 1.5; from < 100; from *= 2) {
        double p[] = {from, 1 - from};
        const struct fit_solution solution = settled(arcs, p);
        if (solution.reason != FIT_REASON_MINIMUM)
            fail_msg("from %g: %s, after %zu steps at %g, %g", from,
                     fit_reason_text(solution.reason), solution.iterations, p[0], p[1]);
        assert_true(fabs(p[0]) < 1e-4 && fabs(p[1] - 1) < 1e-4);
    }
}

static int no_aborts(void **state)
{
    (void)state;
    gsl_set_error_handler_off();
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(bent_valley),
                                       cmocka_unit_test(steps_too_far)};
    return cmocka_run_group_tests(tests, no_aborts, NULL);
}
