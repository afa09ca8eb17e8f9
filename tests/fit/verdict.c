/* SPDX-License-Identifier: GPL-3.0-or-later */
/* "Converged" is for fits that found the truth, and for nothing else; profiles tell
 * what the runs determine. */
#include "config.h"

#include "fit/verdict.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_errno.h>

#include "fit/multistart.h"
#include "fit/output.h"
#include "fit/profile.h"
#include "fit/setup.h"
#include "tests/fit/fixture.h"
#include "tests/test.h"

static struct error err;
static struct fixture_campaign campaign;
static const struct fit_control control = {.loss = {FIT_LOSS_HUBER, 3}};

#define good(call)                                  \
    do {                                            \
        if ((call) != ERROR_OK)                     \
            fail_msg("%s: %s", #call, err.message); \
    } while (0)

struct fitted {
    struct fit_problem problem;
    struct fit_plan plan;
    struct fit_verdict verdict;
    double *p;
};

/* n runs from the first-th on */
static struct fitted fit(const struct rig *rig, const char *free_names, size_t first, size_t n)
{
    const char *priors[] = {FIXTURE_PRIOR};
    const struct option_list runs = {campaign.runs + first, n};
    const struct fit_request request = {.free = free_names, .own = "theta1", .priors = {priors, 1}};
    struct fitted f;
    struct fit_starts starts;
    good(fit_setup(rig, &runs, &request, &f.problem, &err));
    good(fit_plan_make(&f.problem, NULL, FIT_MASK, &f.plan, &err));
    good(fit_multistart(&f.problem, &f.plan, &control, 1, &starts, &err));
    f.p = malloc(f.problem.n * sizeof *f.p);
    assert_non_null(f.p);
    memcpy(f.p, starts.list[0].to, f.problem.n * sizeof *f.p);
    const struct fit_verdict_case of = {&f.plan.stages[f.plan.n - 1], 0.1,
                                        starts.list[0].path.lost};
    good(fit_verdict_reach(&f.problem, &of, &control, f.p, &f.verdict, &err));
    fit_starts_free(&starts);
    return f;
}

static void done(struct fitted *f)
{
    fit_verdict_free(&f->verdict);
    fit_problem_free(&f->problem);
    free(f->p);
}

static void right_model(void **state)
{
    (void)state;
    struct fitted f = fit(campaign.rig, FIXTURE_FREE, 0, FIXTURE_RUNS);
    if (!f.verdict.converged)
        fail_msg("%s", f.verdict.why);
    for (int i = 0; i < FIXTURE_SHARED; i++)
        assert_true(fabs(f.p[i] - campaign.shared[i]) < 4 * f.verdict.covariance.uncertainty[i]);
    assert_true(fabs(f.verdict.chi_square - 1) < 0.1);
    assert_true(fabs(f.verdict.all_square / (double)f.verdict.all_rows - 1) < 0.1);
    done(&f);
}

/* friction that ran away to where every run sticks, and its derivative is none, is looked for again
 * from where it began */
static void comes_back_from_its_bound(void **state)
{
    (void)state;
    struct fitted f = fit(campaign.rig, FIXTURE_FREE, 0, FIXTURE_RUNS);
    const struct fit_verdict_case of = {&f.plan.stages[f.plan.n - 1], 0.1, false};
    fit_verdict_free(&f.verdict);
    size_t i = 0;
    while (strcmp(f.problem.parameters[i].name, "friction") != 0)
        i++;
    f.p[i] = f.problem.parameters[i].high;
    good(fit_verdict_reach(&f.problem, &of, &control, f.p, &f.verdict, &err));
    if (!f.verdict.converged)
        fail_msg("%s", f.verdict.why);
    assert_true(fabs(f.p[i] - campaign.truth.friction) < 4 * f.verdict.covariance.uncertainty[i]);
    done(&f);
}

/* links 12 % longer than they are: a minimum is found, but not one that fits */
static void wrong_model(void **state)
{
    (void)state;
    struct rig *rig = fixture_rig(&campaign.truth);
    good(rig_set_value(rig, "length", 0.235, &err));
    struct fitted f = fit(rig, FIXTURE_FREE, 0, 2);
    assert_false(f.verdict.converged);
    assert_non_null(strstr(f.verdict.why, "are not reproduced"));
    assert_true(f.verdict.all_square > (double)f.verdict.all_rows * 10);
    done(&f);
    rig_free(rig);
}

/* a tip that sticks all the time says nothing of the spring */
static void not_identifiable(void **state)
{
    (void)state;
    struct fitted f = fit(campaign.rig, "stiffness", 2, 1);
    assert_false(f.verdict.converged);
    assert_non_null(strstr(f.verdict.why, "do not determine stiffness"));
    done(&f);
}

static size_t index_of(const struct fit_problem *problem, const char *name)
{
    for (size_t i = 0; i < problem->n; i++)
        if (strcmp(problem->parameters[i].name, name) == 0)
            return i;
    fail_msg("no %s", name);
    return 0;
}

static struct fit_profile profile_of(const struct fitted *f, const char *name)
{
    struct fit_profile profile;
    const size_t i = index_of(&f->problem, name);
    const struct fit_profile_wish wish = {.stage = &f->plan.stages[f->plan.n - 1],
                                          .p = f->p,
                                          .parameter = i,
                                          .uncertainty = f->verdict.covariance.uncertainty[i],
                                          .variance = 1};
    good(fit_profile_make(&f->problem, &wish, &control, &profile, &err));
    return profile;
}

/* near the minimum the cost is a parabola: the 95 % interval is +- 1.96 u */
static void profile_agrees_with_covariance(void **state)
{
    (void)state;
    struct rig *rig = fixture_rig(&campaign.truth);
    struct fitted f = fit(rig, "friction", 3, 1); /* slides */
    const struct fit_profile profile = profile_of(&f, "friction");
    const double u = f.verdict.covariance.uncertainty[0];
    assert_true(fabs((profile.high - profile.low) / (2 * 1.96 * u) - 1) < 0.15);
    assert_true(profile.low < f.p[0] && f.p[0] < profile.high);
    for (size_t i = 0; i < profile.n; i++)
        assert_true(profile.points[i].rise > -0.05 && !profile.points[i].failed);
    done(&f);
    rig_free(rig);
}

/* Zhao 2008, section 5: damping from 0.003 to 0.007 has little influence. Where friction
 * is not known either, a run that slides into stick does not tell these apart. */
static void damping_hardly_matters(void **state)
{
    (void)state;
    struct rig *rig = fixture_rig(&campaign.truth);
    struct fitted f = fit(rig, "damping,friction", 3, 1);
    const struct fit_profile profile = profile_of(&f, "damping");
    assert_true(isnan(profile.low)); /* down to its bound, a third, all is as good */
    assert_true(profile.points[0].value < 0.002);
    assert_true(isnan(profile.high) || profile.high > 0.007);
    for (size_t i = 0; i < profile.n; i++)
        if (profile.points[i].value < 0.007)
            assert_true(profile.points[i].rise < 3.84);
    done(&f);
    rig_free(rig);
}

static int setup(void **state)
{
    (void)state;
    gsl_set_error_handler_off();
    campaign = fixture_campaign(0, NULL);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    fixture_campaign_free(&campaign);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(right_model),
                                       cmocka_unit_test(wrong_model),
                                       cmocka_unit_test(comes_back_from_its_bound),
                                       cmocka_unit_test(not_identifiable),
                                       cmocka_unit_test(profile_agrees_with_covariance),
                                       cmocka_unit_test(damping_hardly_matters)};
    return cmocka_run_group_tests(tests, setup, teardown);
}
