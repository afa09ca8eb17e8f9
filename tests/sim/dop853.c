/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/dop853.h"

#include <math.h>
#include <string.h>

#include "sim/dop853_table.h"
#include "tests/test.h"

/* sum over a row of weight * c^power */
static double moment(const struct dop853_row *row, int power)
{
    double sum = 0;
    for (int i = 0; i < row->n; i++)
        sum += row->entry[i].weight * (power ? pow(dop853_c[row->entry[i].stage], power) : 1);
    return sum;
}

static void test_rows_sum_to_the_nodes(void **state)
{
    (void)state;
    for (int s = 1; s < DOP853_ALL_STAGES; s++)
        assert_true(fabs(moment(&dop853_a[s], 0) - dop853_c[s]) < 1e-14);
}

static void test_weights_integrate_polynomials_of_degree_seven(void **state)
{
    (void)state;
    const struct dop853_row *b = &dop853_a[DOP853_STAGES];
    for (int power = 0; power < 8; power++)
        assert_true(fabs(moment(b, power) - 1.0 / (power + 1)) < 1e-14);
    /* and no further: the method is of order 8 */
    assert_true(fabs(moment(b, 8) - 1.0 / 9) > 1e-6);
}

static void test_error_weights_vanish_on_low_orders(void **state)
{
    (void)state;
    for (int power = 0; power < 5; power++)
        assert_true(fabs(moment(&dop853_error5, power)) < 1e-13);
    for (int power = 0; power < 3; power++)
        assert_true(fabs(moment(&dop853_third, power) - 1.0 / (power + 1)) < 1e-14);
}

/* y'' = -y with a term that depends on time: y = sin t + t */
static bool oscillation(void *context, int stage, double t, const double *y, double *dy)
{
    (void)context, (void)stage;
    dy[0] = y[1];
    dy[1] = -y[0] + t;
    return true;
}

static struct sim_dop853 *start(double rtol)
{
    struct sim_dop853 *ode;
    const double y[] = {0, 2};
    assert_int_equal(sim_dop853_create(2, oscillation, NULL, rtol, rtol, &ode, NULL), 0);
    assert_true(sim_dop853_start(ode, 0, y, 0, 100));
    return ode;
}

static void test_error_follows_the_tolerance(void **state)
{
    (void)state;
    for (double rtol = 1e-4; rtol > 1e-13; rtol *= 1e-2) {
        struct sim_dop853 *ode = start(rtol);
        while (sim_dop853_time(ode) < 10)
            assert_true(sim_dop853_step(ode, 10));
        assert_true(sim_dop853_time(ode) == 10);
        assert_true(fabs(sim_dop853_state(ode)[0] - sin(10) - 10) < 200 * rtol);
        sim_dop853_free(ode);
    }
}

/* error of one step of size h after a short first one, at its end or (dense)
 * the worst inside; a huge tolerance lets any step pass */
static double one_step_error(double h, bool dense)
{
    struct sim_dop853 *ode;
    const double y[] = {0, 2}, first = 0.1;
    sim_dop853_create(2, oscillation, NULL, 1e3, 1e3, &ode, NULL);
    sim_dop853_start(ode, 0, y, 0, first);
    assert_true(sim_dop853_step(ode, first) && sim_dop853_step(ode, first + h));
    assert_true(sim_dop853_time_before(ode) == first);
    assert_true(sim_dop853_time(ode) == first + h);
    double worst = fabs(sim_dop853_state(ode)[0] - sin(first + h) - first - h);
    for (int i = 1; dense && i < 32; i++) {
        double t = first + h * i / 32, inside[2];
        sim_dop853_dense(ode, t, inside);
        worst = fmax(worst, fabs(inside[0] - sin(t) - t));
    }
    sim_dop853_free(ode);
    return worst;
}

static void test_one_step_is_of_order_nine_and_dense_of_order_eight(void **state)
{
    (void)state;
    double order = log2(one_step_error(0.59, false) / one_step_error(0.295, false));
    assert_true(order > 8.5 && order < 9.5);
    order = log2(one_step_error(0.59, true) / one_step_error(0.295, true));
    assert_true(order > 7.5 && order < 8.6);
}

static void test_dense_output_meets_the_ends(void **state)
{
    (void)state;
    struct sim_dop853 *ode = start(1e-6);
    sim_dop853_step(ode, 100);
    sim_dop853_step(ode, 100);
    double y[2];
    sim_dop853_dense(ode, sim_dop853_time(ode), y);
    assert_true(fabs(y[0] - sim_dop853_state(ode)[0]) < 1e-14);
    sim_dop853_free(ode);
}

/* no right-hand side beyond t = 1: the steps shrink towards it and then stop */
static bool ends_at_one(void *context, int stage, double t, const double *y, double *dy)
{
    (void)context, (void)stage;
    dy[0] = y[0];
    return t < 1;
}

static void test_a_missing_right_hand_side_ends_the_steps(void **state)
{
    (void)state;
    struct sim_dop853 *ode;
    const double y[] = {1};
    sim_dop853_create(1, ends_at_one, NULL, 1e-9, 1e-9, &ode, NULL);
    assert_true(sim_dop853_start(ode, 0, y, 0, 2));
    int steps = 0;
    while (sim_dop853_step(ode, 2))
        assert_true(++steps < 1000);
    assert_true(fabs(sim_dop853_time(ode) - 1) < 1e-9);
    assert_true(fabs(sim_dop853_state(ode)[0] - exp(1)) < 1e-7);
    sim_dop853_free(ode);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rows_sum_to_the_nodes),
        cmocka_unit_test(test_weights_integrate_polynomials_of_degree_seven),
        cmocka_unit_test(test_error_weights_vanish_on_low_orders),
        cmocka_unit_test(test_error_follows_the_tolerance),
        cmocka_unit_test(test_one_step_is_of_order_nine_and_dense_of_order_eight),
        cmocka_unit_test(test_dense_output_meets_the_ends),
        cmocka_unit_test(test_a_missing_right_hand_side_ends_the_steps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
