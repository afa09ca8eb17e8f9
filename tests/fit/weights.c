/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a channel counts for in the last solve: as much less as its residuals are larger than its
 * noise at rest, or remember. A known disturbance is added to one channel of one run; the weight
 * that it must get is in closed form. */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_errno.h>
#include <gsl/gsl_randist.h>

#include "tests/fit/laboratory.h"
#include "tests/test.h"

static struct error err;
static struct laboratory lab = {.noise = 1e-3, .seed = 11};
static const double rate = 10e3, block = 1e-3; /* Hz; s, over which the fit takes means */

#define good(call)                                  \
    do {                                            \
        if ((call) != ERROR_OK)                     \
            fail_msg("%s: %s", #call, err.message); \
    } while (0)

/* Adds numbers of this deviation to tip_t of the slide, of which each lasts for so many samples;
 * from the rest on, which therefore does not show them. */
static void disturb(double deviation, size_t samples)
{
    struct fit_run *run = &lab.problem.runs[1];
    const size_t first = measure_detect_first(&run->measured, &run->detected);
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    assert_non_null(rng);
    double now = 0;
    for (size_t i = first; i < run->measured.n; i++) {
        if ((i - first) % samples == 0)
            now = gsl_ran_gaussian(rng, deviation);
        run->measured.v[MEASURE_TIP_T][i] += now;
    }
    gsl_rng_free(rng);
}

static void fit(void)
{
    const struct fit_control control = {.loss = {FIT_LOSS_NONE, 1}};
    struct fit_starts starts;
    good(fit_plan_make(&lab.problem, NULL, FIT_MASK, &lab.plan, &err));
    good(fit_multistart(&lab.problem, &lab.plan, &control, 1, &starts, &err));
    lab.p = malloc(lab.problem.n * sizeof *lab.p);
    assert_non_null(lab.p);
    memcpy(lab.p, starts.list[0].to, lab.problem.n * sizeof *lab.p);
    const struct fit_verdict_case of = {&lab.plan.stages[lab.plan.n - 1], 0.1,
                                        starts.list[0].path.lost};
    good(fit_verdict_reach(&lab.problem, &of, &control, lab.p, &lab.verdict, &err));
    fit_starts_free(&starts);
}

/* how far off the truth a result is, in its uncertainties */
static double truth_off(size_t which)
{
    static const char *const asked[LABORATORY_ASKED] = {"stiffness", "friction", "restitution"};
    for (size_t i = 0; i < lab.problem.n; i++)
        if (strcmp(lab.problem.parameters[i].name, asked[which]) == 0)
            return (lab.p[i] - lab.truth[which]) / lab.verdict.covariance.uncertainty[i];
    return INFINITY;
}

/* the weights of all channels: of the disturbed one as wanted, of the others one */
static void weighs(double deviation, size_t samples, double want)
{
    const struct option_list runs = {lab.runs, LABORATORY_RUNS};
    lab.request.free = LABORATORY_FREE;
    good(fit_setup(lab.rig, &runs, &lab.request, &lab.problem, &err));
    disturb(deviation, samples);
    fit();
    for (size_t run = 0; run < LABORATORY_RUNS; run++)
        for (int c = 0; c < 2; c++) {
            const double has = lab.problem.runs[run].excess[c];
            const bool disturbed = run == 1 && c == MEASURE_TIP_T;
            if (fabs(has / (disturbed ? want : 1) - 1) > 0.2)
                fail_msg("run %zu, channel %d: weighed by %.3f, wanted %.3f", run + 1, c, has,
                         disturbed ? want : 1);
        }
    assert_int_equal(lab.verdict.last.reason, FIT_REASON_MINIMUM);
    for (size_t i = 0; i < LABORATORY_ASKED; i++) /* the disturbed run pulls no more than it may */
        assert_true(fabs(truth_off(i)) < 3);
    laboratory_unfit(&lab);
}

/* white: the variance of a mean grows from that of the noise to that of both */
static void by_variance(void **state)
{
    (void)state;
    weighs(3 * lab.noise, 1, sqrt(1 + 3 * 3));
}

/* The same number for two means in a row: their variance is 1 + s^2 of that of the noise, and what
 * neighbours share of it is half of s^2: 1 + s^2 + 2 s^2 / 2. */
static void by_colour(void **state)
{
    (void)state;
    const double per_mean = block * rate, s = 2;
    weighs(s * lab.noise / sqrt(per_mean), (size_t)(2 * per_mean), sqrt(1 + 2 * s * s));
}

static int setup(void **state)
{
    (void)state;
    gsl_set_error_handler_off();
    laboratory_record(&lab);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    laboratory_free(&lab);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(by_variance), cmocka_unit_test(by_colour)};
    return cmocka_run_group_tests(tests, setup, teardown);
}
