/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "calib/budget.h"

#include <math.h>

#include "tests/test.h"

/* GUM (JCGM 100:2008), H.1: end-gauge calibration, table H.1; lengths in nm */
static const struct calib_budget end_gauge = {
    .name = "l",
    .unit = "nm",
    .value = 50000838,
    .n = 5,
    .terms = {{"l_S", "nm", 0, 25, 1, 18},
              {"d", "nm", 0, 9.7, 1, 25.6},
              {"delta alpha", "1/degC", 0, 0.58e-6, 0.1 * 50e6, 50},
              {"delta theta", "degC", 0, 0.029, 11.5e-6 * 50e6, 2},
              {"nothing", "", 0, NAN, 1e9, INFINITY}}};

static void test_end_gauge_of_the_gum(void **state)
{
    (void)state;
    /* the GUM: u_c = 32 nm, 16 degrees of freedom; it takes t_99 of 16, we 95 % */
    assert_true(fabs(calib_budget_uncertainty(&end_gauge) - 32) < 0.5);
    assert_int_equal((int)calib_budget_degrees(&end_gauge), 16);
    assert_true(fabs(calib_coverage_factor(16) - 2.12) < 0.005); /* table G.2 */
}

static void test_coverage_factors(void **state)
{
    (void)state;
    assert_true(fabs(calib_coverage_factor(INFINITY) - 1.96) < 0.001);
    assert_true(fabs(calib_coverage_factor(1) - 12.71) < 0.005);
    assert_true(fabs(calib_coverage_factor(10) - 2.23) < 0.005);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_end_gauge_of_the_gum),
        cmocka_unit_test(test_coverage_factors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
