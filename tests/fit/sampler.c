/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sampler on densities whose moments are known: a normal one with correlation and unequal
 * units, and an exponential one with a bound; and the same bytes for any number of threads. */
#include "config.h"

#include "fit/sampler.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#ifdef _OPENMP
#include <omp.h>
#endif

#include "tests/test.h"

static struct error err;

/* standard deviations 1 and 1e-4, correlation 0.95 */
static double normal(const void *context, const double *p)
{
    (void)context;
    const double x = p[0] - 3, y = (p[1] - 5e-4) / 1e-4, r = 0.95;
    return -0.5 * (x * x - 2 * r * x * y + y * y) / (1 - r * r);
}

static double exponential(const void *context, const double *p)
{
    (void)context;
    return p[0] < 0 ? -INFINITY : -p[0];
}

static double *run(double (*density)(const void *, const double *), size_t n, size_t walkers,
                   size_t steps)
{
    const struct fit_sampler sampler = {
        .log_density = density, .n = n, .walkers = walkers, .steps = steps, .seed = 5};
    double *start = malloc(walkers * n * sizeof *start);
    double *chain = malloc(steps * walkers * n * sizeof *chain), acceptance;
    size_t done;
    assert_true(start && chain);
    for (size_t k = 0; k < walkers; k++)
        for (size_t i = 0; i < n; i++)
            start[k * n + i] = (i == 0 ? 1 : 1e-4) * (0.2 + 0.1 * (double)((7 * k + 3 * i) % 13));
    assert_int_equal(fit_sampler_run(&sampler, start, chain, &done, &acceptance, &err), ERROR_OK);
    assert_int_equal(done, steps);
    assert_true(acceptance > 0.3 && acceptance < 0.95);
    const double memory = fit_sampler_memory(&sampler, chain, steps, 0);
    print_message("# acceptance %.2f, %.1f steps are worth one\n", acceptance, memory);
    assert_true(memory > 2 && memory < 40);
    free(start);
    return chain;
}

static void of_a_normal(void **state)
{
    (void)state;
    enum { WALKERS = 20, STEPS = 20000, FROM = 500 };
    double *chain = run(normal, 2, WALKERS, STEPS), mean[2] = {0}, c[3] = {0};
    const double n = (double)(STEPS - FROM) * WALKERS;
    for (size_t i = FROM * WALKERS; i < STEPS * WALKERS; i++) {
        mean[0] += chain[2 * i] / n;
        mean[1] += chain[2 * i + 1] / n;
    }
    for (size_t i = FROM * WALKERS; i < STEPS * WALKERS; i++) {
        const double x = chain[2 * i] - mean[0], y = chain[2 * i + 1] - mean[1];
        c[0] += x * x / n;
        c[1] += x * y / n;
        c[2] += y * y / n;
    }
    /* 390 000 samples, some 30 worth one: 0.9 % of a mean, 1.2 % of a variance; three of these */
    assert_true(fabs(mean[0] - 3) < 0.027 && fabs(mean[1] - 5e-4) < 0.027e-4);
    assert_true(fabs(c[0] - 1) < 0.036 && fabs(c[2] / 1e-8 - 1) < 0.036);
    assert_true(fabs(c[1] / sqrt(c[0] * c[2]) - 0.95) < 0.005);
    free(chain);
}

static void of_an_exponential(void **state)
{
    (void)state;
    enum { WALKERS = 10, STEPS = 20000, FROM = 200 };
    double *chain = run(exponential, 1, WALKERS, STEPS), mean = 0, beyond = 0;
    const double n = (double)(STEPS - FROM) * WALKERS;
    for (size_t i = FROM * WALKERS; i < STEPS * WALKERS; i++) {
        assert_true(chain[i] >= 0);
        mean += chain[i] / n;
        beyond += (chain[i] > 2) / n;
    }
    assert_true(fabs(mean - 1) < 0.04);
    assert_true(fabs(beyond - exp(-2)) < 0.01);
    free(chain);
}

static void same_for_any_threads(void **state)
{
    (void)state;
#ifdef _OPENMP
    enum { WALKERS = 12, STEPS = 300 };
    omp_set_num_threads(1);
    double *one = run(normal, 2, WALKERS, STEPS);
    omp_set_num_threads(4);
    double *four = run(normal, 2, WALKERS, STEPS);
    assert_memory_equal(one, four, 2 * WALKERS * STEPS * sizeof *one);
    free(one);
    free(four);
#endif
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(of_a_normal),
                                       cmocka_unit_test(of_an_exponential),
                                       cmocka_unit_test(same_for_any_threads)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
