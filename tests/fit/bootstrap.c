/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The bootstrap of a fit to a slide that the second generator recorded: without an impact all is
 * linear, and the results scatter by their uncertainties. The same bytes for any number of threads.
 * More replicas with SKITTER_LONG_TESTS=1. */
#include "config.h"

#include "fit/bootstrap.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#ifdef _OPENMP
#include <omp.h>
#endif

#include <gsl/gsl_errno.h>

#include "tests/fit/laboratory.h"
#include "tests/test.h"

enum { ASKED = 2 };
static struct error err;
static struct laboratory lab = {.noise = 5e-4, .seed = 1, .slide = true};
static const struct fit_control control = {.loss = {FIT_LOSS_HUBER, 3}};

static struct fit_bootstrap make(size_t replicas)
{
    const struct fit_bootstrap_wish wish = {.rig = lab.rig,
                                            .request = &lab.request,
                                            .stage = &lab.plan.stages[lab.plan.n - 1],
                                            .p = lab.p,
                                            .replicas = replicas};
    struct fit_bootstrap bootstrap;
    if (fit_bootstrap_make(&lab.problem, &wish, &control, &bootstrap, &err))
        fail_msg("%s", err.message);
    return bootstrap;
}

static void scatters_by_the_uncertainty(void **state)
{
    (void)state;
    const size_t replicas = getenv("SKITTER_LONG_TESTS") ? 400 : 16;
    struct fit_bootstrap bootstrap = make(replicas);
    const double n = (double)bootstrap.fitted;
    assert_true(n > 0.9 * (double)replicas);
    for (size_t i = 0; i < ASKED; i++) {
        const struct fit_spread *of = &bootstrap.of[i];
        const double u = lab.verdict.covariance.uncertainty[i];
        print_message("# %s: mean off by %.2f u, deviation %.2f u of %.0f\n",
                      lab.problem.parameters[i].name, (of->mean - lab.p[i]) / u, of->deviation / u,
                      n);
        assert_true(fabs(of->mean - lab.p[i]) < (0.1 + 3 / sqrt(n)) * u);
        assert_true(fabs(of->deviation / u - 1) < 0.05 + 3 / sqrt(2 * n));
    }
    assert_true(isnan(bootstrap.of[ASKED].mean)); /* not asked for */
    fit_bootstrap_free(&bootstrap);
}

static void same_for_any_threads(void **state)
{
    (void)state;
#ifdef _OPENMP
    omp_set_num_threads(1);
    struct fit_bootstrap one = make(3);
    omp_set_num_threads(3);
    struct fit_bootstrap three = make(3);
    assert_memory_equal(one.of, three.of, ASKED * sizeof *one.of);
    fit_bootstrap_free(&one);
    fit_bootstrap_free(&three);
#endif
}

static int setup(void **state)
{
    (void)state;
    gsl_set_error_handler_off();
    laboratory_record(&lab);
    laboratory_fit(&lab);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    laboratory_unfit(&lab);
    laboratory_free(&lab);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(scatters_by_the_uncertainty),
                                       cmocka_unit_test(same_for_any_threads)};
    return cmocka_run_group_tests(tests, setup, teardown);
}
