/* SPDX-License-Identifier: GPL-3.0-or-later */
/* First zeros of polynomials whose zeros are known, since they are products of their factors. */
#include "sim/roots.h"

#include <math.h>
#include <string.h>

#include "tests/sim/chance.h"
#include "tests/test.h"

/* c times (x - root), or times a x^2 + b x + d; returns the degree */
static int times_line(double *c, int n, double root)
{
    c[n + 1] = c[n];
    for (int k = n; k > 0; k--)
        c[k] = c[k - 1] - root * c[k];
    c[0] *= -root;
    return n + 1;
}

static int times_square(double *c, int n, double a, double b, double d)
{
    double out[SIM_ROOTS_DEGREE + 3] = {0};
    for (int k = 0; k <= n; k++) {
        out[k] += d * c[k];
        out[k + 1] += b * c[k];
        out[k + 2] += a * c[k];
    }
    memcpy(c, out, (size_t)(n + 3) * sizeof *c);
    return n + 2;
}

/* positive at 0 */
static void set_upright(double *c, int n)
{
    for (int k = n; k >= 0; k--)
        c[k] = c[0] < 0 ? -c[k] : c[k];
}

static void assert_root(const double *c, int n, double root, double tolerance)
{
    const double found = sim_roots_first(c, n);
    if (!(fabs(found - root) <= tolerance))
        fail_msg("found %.17g, not %.17g", found, root);
}

/* products of lines and of squares without real zeros, in any order */
static void test_first_of_many(void **state)
{
    (void)state;
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    for (int i = 0; i < 20000; i++) {
        double c[SIM_ROOTS_DEGREE + 3] = {1}, first = INFINITY, second = INFINITY;
        int n = 0;
        const int lines = (int)uniform(rng, 0, 6), squares = (int)uniform(rng, 0, 4);
        for (int k = 0; k < lines; k++) {
            const double root = uniform(rng, -3, 3);
            n = times_line(c, n, root);
            if (root > 0 && root < second) {
                second = fmax(root, first);
                first = fmin(root, first);
            }
        }
        for (int k = 0; k < squares; k++) {
            const double middle = uniform(rng, -1, 2), off = uniform(rng, 0.05, 1);
            n = times_square(c, n, 1, -2 * middle, middle * middle + off * off);
        }
        set_upright(c, n);
        if (second - first < 1e-3 || fabs(first - 1) < 1e-9)
            continue; /* a sum of roundings tells such */
        if (first < 1)
            assert_root(c, n, first, 1e-8);
        else
            assert_true(isnan(sim_roots_first(c, n)));
    }
    gsl_rng_free(rng);
}

/* two zeros that are close to each other are both there; a double one is no crossing, nor is a
 * dip that stays above */
static void test_close_pairs(void **state)
{
    (void)state;
    for (double gap = 1e-2; gap > 1e-6; gap /= 3) {
        double c[8] = {1};
        int n = times_line(c, times_line(c, 0, 0.3), 0.3 + gap);
        n = times_square(c, n, 1, 1, 2);
        assert_root(c, n, 0.3, 1e-14 / gap);
        c[0] += 2.5 * gap * gap; /* the factor beside the pair is 2.39 there: above its depth */
        assert_true(isnan(sim_roots_first(c, n)));
    }
    double twice[4] = {1};
    const int n = times_line(twice, times_line(twice, 0, 0.5), 0.5);
    assert_true(isnan(sim_roots_first(twice, n)));
}

/* relative to itself a zero next to 0 is as exact as any */
static void test_zero_next_to_the_start(void **state)
{
    (void)state;
    for (double root = 1e-3; root > 1e-13; root /= 7) {
        double c[8] = {-1};
        const int n = times_line(c, times_line(c, 0, root), 2);
        set_upright(c, n);
        assert_root(c, n, root, 1e-14 * root);
    }
}

static void test_end_counts(void **state)
{
    (void)state;
    assert_root((double[]){1, -1}, 1, 1, 0);
    assert_root((double[]){1, 1, -2}, 2, 1, 1e-15);
    assert_true(isnan(sim_roots_first((double[]){1, -0.999}, 1)));
    assert_true(isnan(sim_roots_first((double[]){1}, 0)));
}

static void test_after(void **state)
{
    (void)state;
    double c[8] = {1};
    const int n = times_line(c, times_line(c, times_line(c, 0, 0.2), 0.4), 0.9);
    set_upright(c, n);
    assert_true(fabs(sim_roots_after(c, n, 0) - 0.2) < 1e-14);
    assert_true(fabs(sim_roots_after(c, n, 0.5) - 0.9) < 1e-14);
    assert_true(isnan(sim_roots_after(c, n, 0.3))); /* it is negative there */
}

/* (x - 0.4)^2 (x + 1) + height */
static void test_dips(void **state)
{
    (void)state;
    double c[8] = {1};
    const int n = times_line(c, times_line(c, times_line(c, 0, 0.4), 0.4), -1);
    c[0] += 1e-6;
    assert_true(fabs(sim_roots_dip(c, n, 1e-5) - 0.4) < 1e-9);
    assert_true(isnan(sim_roots_dip(c, n, 9e-7))); /* it stays above the level */
    c[0] -= 2e-6;
    assert_true(isnan(sim_roots_dip(c, n, 1e-5)));                         /* it crosses zero */
    assert_true(isnan(sim_roots_dip((double[]){1, -0.9999999}, 1, 1e-5))); /* it falls on */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_first_of_many),
        cmocka_unit_test(test_close_pairs),
        cmocka_unit_test(test_zero_next_to_the_start),
        cmocka_unit_test(test_end_counts),
        cmocka_unit_test(test_after),
        cmocka_unit_test(test_dips),
    };
    return cmocka_run_group_tests_name("roots", tests, NULL, NULL);
}
