/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The bootstrap of fits to what the second generator recorded, a slide, which is linear, and a
 * bounce beside it: the results scatter by their uncertainties. The same bytes for any number of
 * threads. More replicas with SKITTER_LONG_TESTS=1. */
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

enum { SLIDE, BOUNCE, LABORATORIES };
static struct error err;
static struct laboratory laboratories[LABORATORIES] = {
    [SLIDE] = {.noise = 5e-4, .seed = 1, .slide = true},
    [BOUNCE] = {.noise = 1e-3, .seed = 1},
};
static const size_t asked[] = {[SLIDE] = 2, [BOUNCE] = LABORATORY_ASKED};
static const struct fit_control control = {.loss = {FIT_LOSS_HUBER, 3}};

static struct fit_bootstrap make(const struct laboratory *lab, size_t replicas)
{
    const struct fit_bootstrap_wish wish = {.rig = lab->rig,
                                            .request = &lab->request,
                                            .stage = &lab->plan.stages[lab->plan.n - 1],
                                            .p = lab->p,
                                            .replicas = replicas};
    struct fit_bootstrap bootstrap;
    if (fit_bootstrap_make(&lab->problem, &wish, &control, &bootstrap, &err))
        fail_msg("%s", err.message);
    return bootstrap;
}

static void scatter(const struct laboratory *lab, size_t n_asked)
{
    const size_t replicas = getenv("SKITTER_LONG_TESTS") ? 400 : 16;
    struct fit_bootstrap bootstrap = make(lab, replicas);
    const double n = (double)bootstrap.fitted;
    assert_true(n > 0.9 * (double)replicas);
    for (size_t i = 0; i < n_asked; i++) {
        const struct fit_spread *of = &bootstrap.of[i];
        const double u = lab->verdict.covariance.uncertainty[i];
        print_message("# %s: mean off by %.2f u, deviation %.2f u of %.0f\n",
                      lab->problem.parameters[i].name, (of->mean - lab->p[i]) / u,
                      of->deviation / u, n);
        assert_true(fabs(of->mean - lab->p[i]) < (0.1 + 3 / sqrt(n)) * u);
        assert_true(fabs(of->deviation / u - 1) < 0.05 + 3 / sqrt(2 * n));
    }
    if (lab->problem.n > n_asked)
        assert_true(isnan(bootstrap.of[n_asked].mean)); /* not asked for */
    fit_bootstrap_free(&bootstrap);
}

static void slides_scatter(void **state)
{
    (void)state;
    scatter(&laboratories[SLIDE], asked[SLIDE]);
}

/* Replicas whose rails were taken for even, which those of the fit were not, gave a mean that was
 * half an uncertainty off. */
static void bounces_scatter(void **state)
{
    (void)state;
    scatter(&laboratories[BOUNCE], asked[BOUNCE]);
}

static void same_for_any_threads(void **state)
{
    (void)state;
#ifdef _OPENMP
    const struct laboratory *lab = &laboratories[BOUNCE];
    omp_set_num_threads(1);
    struct fit_bootstrap one = make(lab, 3);
    omp_set_num_threads(3);
    struct fit_bootstrap three = make(lab, 3);
    assert_memory_equal(one.of, three.of, asked[BOUNCE] * sizeof *one.of);
    fit_bootstrap_free(&one);
    fit_bootstrap_free(&three);
#endif
}

static int setup(void **state)
{
    (void)state;
    gsl_set_error_handler_off();
    for (int i = 0; i < LABORATORIES; i++) {
        laboratory_record(&laboratories[i]);
        laboratory_fit(&laboratories[i]);
    }
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    for (int i = 0; i < LABORATORIES; i++) {
        laboratory_unfit(&laboratories[i]);
        laboratory_free(&laboratories[i]);
    }
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(slides_scatter),
                                       cmocka_unit_test(bounces_scatter),
                                       cmocka_unit_test(same_for_any_threads)};
    return cmocka_run_group_tests(tests, setup, teardown);
}
