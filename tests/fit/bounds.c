/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fit/bounds.h"

#include <math.h>

#include "tests/test.h"

static void values_stay_inside(void **state)
{
    (void)state;
    double slope;
    for (double u = -1000; u <= 1000; u += 7.3) {
        const double value = fit_bounds_value(u, -2, 5, &slope);
        assert_true(value >= -2 && value <= 5);
        assert_true(slope >= 0);
    }
    assert_true(fabs(fit_bounds_value(0, -2, 5, &slope) - 1.5) < 1e-15);
}

static void there_and_back(void **state)
{
    (void)state;
    double slope;
    for (double value = -1.9; value < 4.95; value += 0.1)
        assert_true(fabs(fit_bounds_value(fit_bounds_variable(value, -2, 5), -2, 5, &slope) -
                         value) < 1e-12);
}

/* on or beyond a bound is where no step can be made: just inside instead */
static void bounds_are_left(void **state)
{
    (void)state;
    double slope;
    assert_true(fit_bounds_value(fit_bounds_variable(9, 0, 1), 0, 1, &slope) < 1);
    assert_true(slope > 0);
    assert_true(fit_bounds_value(fit_bounds_variable(0, 0, 1), 0, 1, &slope) > 0);
    assert_true(slope > 0);
}

static void slope_is_the_derivative(void **state)
{
    (void)state;
    for (double u = -3; u < 3; u += 0.37) {
        double slope, unused;
        fit_bounds_value(u, 1, 4, &slope);
        const double differenced = (fit_bounds_value(u + 1e-6, 1, 4, &unused) -
                                    fit_bounds_value(u - 1e-6, 1, 4, &unused)) /
                                   2e-6;
        assert_true(fabs(slope - differenced) < 1e-8);
    }
}

static void at_a_bound(void **state)
{
    (void)state;
    assert_int_equal(fit_bounds_at(0.0001, 0, 1), -1);
    assert_int_equal(fit_bounds_at(0.9999, 0, 1), 1);
    assert_int_equal(fit_bounds_at(0.01, 0, 1), 0);
    assert_int_equal(fit_bounds_at(0.5, 0, 1), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_stay_inside), cmocka_unit_test(there_and_back),
        cmocka_unit_test(bounds_are_left), cmocka_unit_test(slope_is_the_derivative),
        cmocka_unit_test(at_a_bound)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
