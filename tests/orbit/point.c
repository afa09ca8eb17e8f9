/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The words for what a point is, and which side of stability it is on. */
#include "config.h"

#include "orbit/point.h"

#include "tests/test.h"

#include <math.h>

static void words(void **state)
{
    (void)state;
    assert_string_equal(orbit_special_word(ORBIT_SPECIAL_NONE), "");
    assert_string_equal(orbit_special_word(ORBIT_SPECIAL_FOLD), "fold");
    assert_string_equal(orbit_special_word(ORBIT_SPECIAL_LIFT), "lift-off");
    assert_string_equal(orbit_stability_word(ORBIT_STABLE), "stable");
    assert_string_equal(orbit_stability_word(ORBIT_MARGINAL), "marginal");
    assert_string_equal(orbit_stability_word(ORBIT_UNSTABLE), "unstable");
}

static void sides(void **state)
{
    (void)state;
    assert_int_equal(orbit_stability_of(-0.5, 1e-6), ORBIT_STABLE);
    assert_int_equal(orbit_stability_of(-2e-6, 1e-6), ORBIT_STABLE);
    assert_int_equal(orbit_stability_of(-5e-7, 1e-6), ORBIT_MARGINAL);
    assert_int_equal(orbit_stability_of(0, 1e-6), ORBIT_MARGINAL);
    assert_int_equal(orbit_stability_of(1e-6, 1e-6), ORBIT_MARGINAL);
    assert_int_equal(orbit_stability_of(2e-6, 1e-6), ORBIT_UNSTABLE);
    assert_int_equal(orbit_stability_of(INFINITY, 1e-6), ORBIT_UNSTABLE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(words), cmocka_unit_test(sides)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
