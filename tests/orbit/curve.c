/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "orbit/curve.h"

#include <string.h>

#include "tests/orbit/rig.h"

/* x^2 + y^2 = r^2, y the parameter; nothing is defined for x < -0.5 */
static enum error_code circle(void *context, const double *y, double *residual, double *jacobian,
                              struct error *err)
{
    const double *r = context;
    if (y[0] < -0.5)
        return error_set(err, ERROR_NUMERIC, "too far left");
    residual[0] = y[0] * y[0] + y[1] * y[1] - *r;
    jacobian[0] = 2 * y[0];
    jacobian[1] = 2 * y[1];
    return ERROR_OK;
}

static void converges_within_the_plane(void **state)
{
    (void)state;
    double r = 1;
    const struct orbit_curve curve = {1, &r, circle};
    struct orbit_curve_point point = {.y = {1.1, 0.6}};
    const double row[] = {0, 1};
    assert_ok(orbit_curve_correct(&curve, row, &point, err));
    assert_close(point.y[0], 0.8, 1e-12);
    assert_close(point.y[1], 0.6, 0);
    assert_true(point.iterations <= 5);
}

static void the_tangent_is_along(void **state)
{
    (void)state;
    double r = 1, tangent[2];
    const struct orbit_curve curve = {1, &r, circle};
    const struct orbit_curve_point point = {.y = {0.8, 0.6}, .jacobian = {1.6, 1.2}};
    assert_true(orbit_curve_tangent(&curve, &point, (double[]){0, -1}, tangent));
    assert_close(tangent[0], 0.6, 1e-14);
    assert_close(tangent[1], -0.8, 1e-14);
    /* at the fold the parameter stands still, and a tangent is there all the same */
    const struct orbit_curve_point fold = {.y = {0, 1}, .jacobian = {0, 2}};
    assert_true(orbit_curve_tangent(&curve, &fold, (double[]){0.6, -0.8}, tangent));
    assert_close(tangent[0], 1, 1e-14);
    assert_close(tangent[1], 0, 1e-14);
}

static void steps_into_the_undefined_are_shortened(void **state)
{
    (void)state;
    double r = 1;
    const struct orbit_curve curve = {1, &r, circle};
    /* the full step from 0.1 would be 5 long; from -0.1 it ends where nothing is defined */
    struct orbit_curve_point point = {.y = {-0.1, 0.97}};
    const double row[] = {0, 1};
    assert_ok(orbit_curve_correct(&curve, row, &point, err));
    assert_close(point.y[0], -sqrt(1 - 0.97 * 0.97), 1e-11);
}

static void where_there_is_no_solution_it_says_so(void **state)
{
    (void)state;
    double r = 1;
    struct error why = {0};
    const struct orbit_curve curve = {1, &r, circle};
    struct orbit_curve_point point = {.y = {0.3, 1.5}};
    const double row[] = {0, 1};
    assert_int_equal(orbit_curve_correct(&curve, row, &point, &why), ERROR_NUMERIC);
    assert_non_null(strstr(why.message, "does not converge"));
}

static void an_undefined_guess_is_the_equations_error(void **state)
{
    (void)state;
    double r = 1;
    struct error why = {0};
    const struct orbit_curve curve = {1, &r, circle};
    struct orbit_curve_point point = {.y = {-0.9, 0}};
    const double row[] = {0, 1};
    assert_int_equal(orbit_curve_correct(&curve, row, &point, &why), ERROR_NUMERIC);
    assert_string_equal(why.message, "too far left");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(converges_within_the_plane),
        cmocka_unit_test(the_tangent_is_along),
        cmocka_unit_test(steps_into_the_undefined_are_shortened),
        cmocka_unit_test(where_there_is_no_solution_it_says_so),
        cmocka_unit_test(an_undefined_guess_is_the_equations_error),
    };
    return cmocka_run_group_tests_name("orbit_curve", tests, NULL, NULL);
}
