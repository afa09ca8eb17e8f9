/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Posterior and plane of a fit to a slide that the second generator recorded. Without an impact the
 * cost is a parabola: then the one is the normal distribution of the covariance, and the other
 * the quadratic form of its inverse. More steps with SKITTER_LONG_TESTS=1. */
#include "config.h"

#include "fit/posterior.h"

#include <math.h>
#include <stdlib.h>

#include <gsl/gsl_errno.h>

#include "fit/plane.h"
#include "tests/fit/laboratory.h"
#include "tests/test.h"

enum { ASKED = 2 };
static struct error err;
static struct laboratory lab = {.noise = 5e-4, .seed = 1, .slide = true};
static const struct fit_control control = {.loss = {FIT_LOSS_HUBER, 3}};

static void posterior_is_normal(void **state)
{
    (void)state;
    const struct fit_covariance *c = &lab.verdict.covariance;
    const char *wish_text = getenv("SKITTER_LONG_TESTS");
    const struct fit_posterior_wish wish = {.stage = &lab.plan.stages[lab.plan.n - 1],
                                            .p = lab.p,
                                            .covariance = &lab.verdict.covariance,
                                            .steps = wish_text ? 3000 : 60};
    struct fit_posterior posterior;
    if (fit_posterior_make(&lab.problem, &wish, &control, &posterior, &err))
        fail_msg("%s", err.message);
    print_message("# %zu walkers, %zu steps, acceptance %.2f, worth %.0f\n", posterior.walkers,
                  posterior.steps, posterior.acceptance, posterior.effective);
    const double chance = 1 / sqrt(posterior.effective);
    for (size_t i = 0; i < ASKED; i++) {
        const struct fit_spread *of = &posterior.of[i];
        /* without what events are scaled up by, which is no part of the cost */
        const double u = sqrt(c->inverse[i * (c->n + 1)]);
        print_message("# %s: mean off by %.2f u, deviation %.2f u, 95 %% %.2f u\n",
                      lab.problem.parameters[i].name, (of->mean - lab.p[i]) / u, of->deviation / u,
                      0.5 * (of->high - of->low) / u);
        assert_true(fabs(of->mean - lab.p[i]) < (0.1 + 2 * chance) * u);
        assert_true(fabs(of->deviation / u - 1) < 2 * chance);
        assert_true(fabs(0.5 * (of->high - of->low) / u / 1.96 - 1) < 2 * chance);
    }
    assert_true(posterior.acceptance > 0.1);
    fit_posterior_free(&posterior);
}

/* Of values that stand as the exponential distribution has them, its density in each bin, but for
 * the furthest of 2 in 1000 on each side. */
static void marginal_is_the_density(void **state)
{
    (void)state;
    enum { N = 5000, BEYOND = 10 };
    static double values[N];
    for (int i = 0; i < N; i++) /* sorted the other way round */
        values[N - 1 - i] = -log1p(-(i + 0.5) / N);
    const struct fit_marginal m = fit_spread_of(values, N).marginal;
    const double width = (m.high - m.low) / (double)m.n;
    assert_int_equal(m.n, 35); /* Rice: 2 cbrt(5000) = 34.2 */
    assert_true(fabs(m.low + log1p(-(BEYOND + 0.5) / N)) < 1e-12);
    assert_true(fabs(m.high + log((BEYOND + 0.5) / N)) < 1e-12);
    for (size_t k = 0; k < m.n; k++) {
        const double from = m.low + (double)k * width;
        const double share = exp(-from) - exp(-from - width);
        assert_true(fabs(m.density[k] * width - share) < 1.01 / N);
    }
    double alike[3] = {2, 2, 2};
    assert_int_equal(fit_spread_of(alike, 3).marginal.n, 0);
    assert_int_equal(fit_spread_of(alike, 1).marginal.n, 0);
}

/* of the first two parameters: the rise is d^T C^-1 d, C being their part of the covariance */
static void plane_is_a_parabola(void **state)
{
    (void)state;
    const struct fit_covariance *c = &lab.verdict.covariance;
    const struct fit_plane_wish wish = {.stage = &lab.plan.stages[lab.plan.n - 1],
                                        .p = lab.p,
                                        .parameters = {0, 1},
                                        .uncertainty = c->uncertainty,
                                        .variance = 1};
    struct fit_plane plane = {0};
    if (fit_plane_make(&lab.problem, &wish, &control, &plane, &err))
        fail_msg("%s", err.message);
    const double a = c->inverse[0], b = c->inverse[1], d = c->inverse[c->n + 1];
    for (int i = 0; i < FIT_PLANE_SIDE; i++)
        for (int j = 0; j < FIT_PLANE_SIDE; j++) {
            const double x = plane.values[0][i] - lab.p[0], y = plane.values[1][j] - lab.p[1];
            const double want = (d * x * x - 2 * b * x * y + a * y * y) / (a * d - b * b);
            /* the search ends where the gradient is small, not zero: of both sides the mean */
            const double rise = 0.5 * (plane.rise[i][j] +
                                       plane.rise[FIT_PLANE_SIDE - 1 - i][FIT_PLANE_SIDE - 1 - j]);
            if (want < 12 && !(fabs(rise - want) < 0.07 * want + 1e-3))
                fail_msg("%d, %d: rise %.4f, parabola %.4f", i, j, rise, want);
        }
    assert_true(plane.rise[FIT_PLANE_SIDE / 2][FIT_PLANE_SIDE / 2] == 0);
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
    const struct CMUnitTest tests[] = {cmocka_unit_test(posterior_is_normal),
                                       cmocka_unit_test(plane_is_a_parabola),
                                       cmocka_unit_test(marginal_is_the_density)};
    return cmocka_run_group_tests(tests, setup, teardown);
}
