/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Synthetic campaigns: are the true values where the fit says they are? Two in
 * `make check`; with SKITTER_LONG_TESTS=1 a hundred, or as many as that says. */
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
#define good(call)                                  \
    do {                                            \
        if ((call) != ERROR_OK)                     \
            fail_msg("%s: %s", #call, err.message); \
    } while (0)

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

struct tally {
    int campaigns, converged, wrong; /* wrong: converged more than 6 sigma off */
    int inside[FIXTURE_SHARED];      /* of the 95 % interval */
    double worst;                    /* distance of a converged fit, in sigma */
    double seconds;                  /* of the fits from one start */
};

static void count(const struct fixture_campaign *campaign, const double *p,
                  const struct fit_verdict *verdict, struct tally *tally)
{
    double worst = 0;
    for (int i = 0; i < FIXTURE_SHARED; i++) {
        const double off = fabs(p[i] - campaign->shared[i]) / verdict->covariance.uncertainty[i];
        worst = fmax(worst, off);
        tally->inside[i] += verdict->converged && off < 1.96;
    }
    tally->converged += verdict->converged;
    tally->wrong += verdict->converged && worst > 6;
    if (verdict->converged)
        tally->worst = fmax(tally->worst, worst);
}

static void fit_campaign(unsigned long seed, size_t n_starts, struct tally *tally)
{
    const char *priors[] = {FIXTURE_PRIOR};
    struct fixture_campaign campaign = fixture_campaign(seed, NULL);
    const struct option_list runs = {campaign.runs, FIXTURE_RUNS};
    const struct fit_request request = {
        .free = FIXTURE_FREE, .own = "theta1", .priors = {priors, 1}};
    const struct fit_control control = {.loss = {FIT_LOSS_HUBER, 3}};
    struct fit_problem problem;
    struct fit_plan plan;
    struct fit_starts starts;
    struct fit_verdict verdict;
    good(fit_setup(campaign.rig, &runs, &request, &problem, &err));
    good(fit_plan_make(&problem, NULL, FIT_MASK, &plan, &err));
    double *p = malloc(problem.n * sizeof *p);
    assert_non_null(p);
    for (size_t n = 1;; n = n_starts) { /* one start; if it fails, several */
        const double begin = now();
        good(fit_multistart(&problem, &plan, &control, n, &starts, &err));
        const struct fit_start *best = &starts.list[starts.by_cost[0]];
        memcpy(p, best->to, problem.n * sizeof *p);
        const struct fit_verdict_case of = {&plan.stages[plan.n - 1], 0.1, best->path.lost};
        good(fit_verdict_reach(&problem, &of, &control, p, &verdict, &err));
        if (n == 1)
            tally->seconds += now() - begin;
        fit_starts_free(&starts);
        if (verdict.converged || n == n_starts)
            break;
        fit_verdict_free(&verdict);
    }
    tally->campaigns++;
    count(&campaign, p, &verdict, tally);
    if (!verdict.converged)
        printf("# campaign %lu: %s\n", seed, verdict.why);
    fit_verdict_free(&verdict);
    free(p);
    fit_problem_free(&problem);
    fixture_campaign_free(&campaign);
}

static struct tally fit_campaigns(int n)
{
    struct tally tally = {0};
    for (int i = 0; i < n; i++) {
        fit_campaign((unsigned long)i, 16, &tally);
        if (n > 10 && i % 10 == 9) {
            printf("# %d campaigns: %d converged, inside %d %d %d, worst %.2f sigma, %.2f s each\n",
                   i + 1, tally.converged, tally.inside[0], tally.inside[1], tally.inside[2],
                   tally.worst, tally.seconds / tally.campaigns);
            fflush(stdout);
        }
    }
    return tally;
}

/* of 100 intervals of 95 %, 90 to 98 hold the truth */
static void true_values_are_inside(void **state)
{
    (void)state;
    const char *asked = getenv("SKITTER_LONG_TESTS");
    const int n = !asked ? 2 : atoi(asked) > 1 ? atoi(asked) : 100;
    const struct tally tally = fit_campaigns(n);
    assert_int_equal(tally.wrong, 0);
    if (n < 10) { /* nothing is far off and both are found */
        assert_int_equal(tally.converged, n);
        assert_true(tally.worst < 4);
        return;
    }
    for (int i = 0; i < FIXTURE_SHARED; i++) {
        assert_true(tally.inside[i] >= 0.90 * n);
        assert_true(n < 100 || tally.inside[i] <= 0.98 * n); /* of few, all may be */
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
    const struct CMUnitTest tests[] = {cmocka_unit_test(true_values_are_inside)};
    return cmocka_run_group_tests(tests, no_aborts, NULL);
}
