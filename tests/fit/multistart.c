/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where a search starts: what is asked for all over its bounds, what is known where it is known to
 * be; and a motion that was seen to start too early starts where it does. */
#include "config.h"

#include "fit/multistart.h"

#include <math.h>
#include <string.h>

#include <gsl/gsl_errno.h>

#include "tests/fit/laboratory.h"
#include "tests/test.h"

static struct error err;

static size_t index_of(const struct fit_problem *problem, const char *name)
{
    size_t i = 0;
    while (i < problem->n && strcmp(problem->parameters[i].name, name) != 0)
        i++;
    assert_true(i < problem->n);
    return i;
}

/* length and height of 1 mm, out of bounds of 0.1 to 0.6 m: from none of them the tip would reach
 * the rail, and no start would be one */
static void known_values_stay(void **state)
{
    (void)state;
    enum { STARTS = 6 };
    struct laboratory lab = {.noise = 1e-3, .slide = true, .seed = 3};
    struct fit_starts starts;
    laboratory_record(&lab);
    assert_int_equal(rig_set_uncertain(lab.rig, "length", 0.21, 1e-3, &err), ERROR_OK);
    assert_int_equal(rig_set_uncertain(lab.rig, "height", 0.3775, 1e-3, &err), ERROR_OK);
    const char *priors[] = {"restitution=0.12+-0.01"};
    const struct option_list run = {lab.runs + 1, 1};
    const struct fit_request request = {.free = "friction,restitution", .priors = {priors, 1}};
    const struct fit_control control = {.loss = {FIT_LOSS_HUBER, 3}};
    assert_int_equal(fit_setup(lab.rig, &run, &request, &lab.problem, &err), ERROR_OK);
    assert_int_equal(fit_plan_make(&lab.problem, "events", NAN, &lab.plan, &err), ERROR_OK);
    assert_int_equal(fit_multistart(&lab.problem, &lab.plan, &control, STARTS, &starts, &err),
                     ERROR_OK);
    const size_t length = index_of(&lab.problem, "length"), mu = index_of(&lab.problem, "friction");
    const size_t e = index_of(&lab.problem, "restitution");
    double low = INFINITY, high = -INFINITY;
    for (size_t s = 0; s < STARTS; s++) {
        const struct fit_start *start = &starts.list[s];
        if (start->failure.code)
            fail_msg("start %zu: %s", s, start->failure.message);
        assert_true(start->from[length] == 0.21);
        assert_true(fabs(start->from[e] - 0.12) < 0.03);
        low = fmin(low, start->from[mu]);
        high = fmax(high, start->from[mu]);
    }
    assert_true(high > 2 * low);
    fit_starts_free(&starts);
    fit_problem_free(&lab.problem);
    laboratory_free(&lab);
}

/* a slide, said to start 5 ms before it does (at 0.1 s) */
static void start_is_found(void **state)
{
    (void)state;
    const char *told[] = {"0.095 s"};
    struct laboratory lab = {.noise = 1e-3, .slide = true, .seed = 4};
    laboratory_record(&lab);
    lab.request.start_at = (struct option_list){told, 1};
    laboratory_fit(&lab);
    if (!lab.verdict.converged)
        fail_msg("%s", lab.verdict.why);
    const size_t start = index_of(&lab.problem, "time_offset[1]");
    const size_t mu = index_of(&lab.problem, "friction");
    const double *u = lab.verdict.covariance.uncertainty;
    assert_true(u[start] < 5e-4 && fabs(lab.p[start] - 0.1) < 4 * u[start]);
    assert_true(fabs(lab.p[mu] - lab.truth[1]) < 4 * u[mu]);
    laboratory_unfit(&lab);
    laboratory_free(&lab);
}

static int no_aborts(void **state)
{
    (void)state;
    gsl_set_error_handler_off();
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(known_values_stay),
                                       cmocka_unit_test(start_is_found)};
    return cmocka_run_group_tests(tests, no_aborts, NULL);
}
