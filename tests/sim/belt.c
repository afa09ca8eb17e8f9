/* the waves of an uneven rail: value and derivatives by differences, as a spline has them */
#include "sim/belt.h"

#include <math.h>

#include <gsl/gsl_math.h>

#include "tests/test.h"

static void test_waves(void **state)
{
    (void)state;
    const struct sim_belt_wave waves[] = {{0.02, 5, 0.3}, {0.01, 1.7, 2}};
    struct sim_belt *belt;
    assert_int_equal(sim_belt_create_waves(-0.5, 0.1, waves, 2, &belt, NULL), ERROR_OK);
    assert_true(isinf(sim_belt_last(belt)));
    for (double t = 0; t < 3; t += 0.0173) {
        double at[3], plus[3], minus[3];
        const double h = 1e-5;
        sim_belt_at(belt, t, at);
        sim_belt_at(belt, t + h, plus);
        sim_belt_at(belt, t - h, minus);
        const double value = -0.5 + 0.1 * t + 0.02 * sin(10 * M_PI * t + 0.3) +
                             0.01 * sin(3.4 * M_PI * t + 2);
        assert_true(fabs(at[0] - value) < 1e-15);
        assert_true(fabs(at[1] - (plus[0] - minus[0]) / (2 * h)) < 1e-7);
        assert_true(fabs(at[2] - (plus[1] - minus[1]) / (2 * h)) < 1e-5);
    }
    sim_belt_free(belt);
}

static void test_too_many_waves(void **state)
{
    (void)state;
    const struct sim_belt_wave waves[SIM_BELT_WAVES_MAX + 1] = {{0}};
    struct sim_belt *belt;
    struct error err;
    assert_int_equal(
        sim_belt_create_waves(1, 0, waves, SIM_BELT_WAVES_MAX + 1, &belt, &err), ERROR_INPUT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_waves),
        cmocka_unit_test(test_too_many_waves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
