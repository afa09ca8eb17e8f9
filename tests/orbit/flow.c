/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "orbit/flow.h"

#include <string.h>

#include "tests/orbit/rig.h"

/* a point of the stick-slip-flight-slip orbit of Leine 2002, case 1, in flight (a
 * minute after the start any motion is on it) */
static void a_state_in_flight(const struct orbit_system *system, double *x)
{
    struct orbit_flow flow;
    assert_ok(orbit_flow_run(system, false, system->setup->problem.x, 5, false, &flow, err));
    for (double t = 0.01; flow.end_mode != SIM_FLIGHT; t += 0.01)
        assert_ok(
            orbit_flow_run(system, false, system->setup->problem.x, 5 + t, false, &flow, err));
    memcpy(x, flow.end, sizeof flow.end);
}

/* d(end)/d(start) and by the parameter against central differences */
static void compare_with_differences(struct orbit_system *system, bool closed, const double *x,
                                     double duration, double tolerance)
{
    const double h = 1e-6;
    struct orbit_flow flow, plus, minus;
    assert_ok(orbit_flow_run(system, closed, x, duration, true, &flow, err));
    assert_null(flow.slopes_why);
    for (size_t j = 0; j < system->width; j++) {
        double moved[SIM_MAX_STATES];
        memcpy(moved, x, sizeof moved);
        moved[j] = x[j] + h;
        assert_ok(orbit_flow_run(system, closed, moved, duration, false, &plus, err));
        moved[j] = x[j] - h;
        assert_ok(orbit_flow_run(system, closed, moved, duration, false, &minus, err));
        for (size_t i = 0; i < system->width; i++)
            assert_close(flow.by_x[i][j], (plus.end[i] - minus.end[i]) / (2 * h), tolerance);
    }
    const double value = system->value;
    assert_ok(orbit_system_set(system, value + h, err));
    assert_ok(orbit_flow_run(system, closed, x, duration, false, &plus, err));
    assert_ok(orbit_system_set(system, value - h, err));
    assert_ok(orbit_flow_run(system, closed, x, duration, false, &minus, err));
    assert_ok(orbit_system_set(system, value, err));
    for (size_t i = 0; i < system->width; i++)
        assert_close(flow.by_parameter[i], (plus.end[i] - minus.end[i]) / (2 * h), tolerance);
}

static void derivatives_through_all_events(void **state)
{
    (void)state;
    double x[SIM_MAX_STATES];
    struct orbit_system *system = ORBIT_SYSTEM("leine-2002-simple", "friction", "u1=0 m");
    a_state_in_flight(system, x);
    compare_with_differences(system, false, x, 0.17, 1e-5);
    orbit_system_free(system);
    system = ORBIT_SYSTEM("leine-2002", "friction", "friction=0.5");
    a_state_in_flight(system, x);
    compare_with_differences(system, false, x, 0.19, 1e-5);
    orbit_system_free(system);
}

/* off the surface by a lot: the start is put there, and the derivative knows */
static void a_closed_start_is_on_the_surface(void **state)
{
    (void)state;
    double x[SIM_MAX_STATES] = {0.02, 0.01, 0.3, 0.2};
    struct orbit_flow flow;
    struct orbit_system *system = ORBIT_SYSTEM("leine-2002-simple", "friction", "friction=0.3");
    assert_ok(orbit_flow_run(system, true, x, 0.05, false, &flow, err));
    assert_int_equal(flow.start_mode, SIM_SLIP_PLUS);
    assert_close(flow.start[0] * sin(acos(-1) / 8) + flow.start[1], 0, 1e-15);
    assert_close(flow.start[2] * sin(acos(-1) / 8) + flow.start[3], 0, 1e-15);
    compare_with_differences(system, true, x, 0.05, 1e-6);
    orbit_system_free(system);
}

/* the same orbit begun at other places has the same sequence: Leine 2002, case 1 */
static void the_sequence_does_not_depend_on_the_start(void **state)
{
    (void)state;
    const double period = 0.170188991;
    double x[SIM_MAX_STATES];
    char text[ORBIT_SEQUENCE_SIZE];
    struct orbit_flow flow;
    struct orbit_system *system = ORBIT_SYSTEM("leine-2002-simple", "friction", "friction=0.5");
    assert_ok(orbit_flow_run(system, false, system->setup->problem.x, 5, false, &flow, err));
    for (int i = 0; i < 12; i++) {
        memcpy(x, flow.end, sizeof x);
        assert_ok(orbit_flow_run(system, false, x, period / 12, false, &flow, err));
        memcpy(x, flow.end, sizeof x);
        struct orbit_flow whole;
        assert_ok(orbit_flow_run(system, false, x, period, false, &whole, err));
        orbit_flow_sequence(&whole, text);
        assert_string_equal(text, "stick slip+ flight impact slip+");
    }
    orbit_system_free(system);
}

/* section 6: with c1 = 10 the tip is stopped by the impact and takes off at once */
static void an_impact_that_stops_is_told(void **state)
{
    (void)state;
    char text[ORBIT_SEQUENCE_SIZE];
    struct orbit_flow flow;
    struct orbit_system *system = ORBIT_SYSTEM("leine-2002-simple", "friction", "friction=0.7",
                                               "damping1=10 N.s/m");
    assert_ok(orbit_flow_run(system, false, system->setup->problem.x, 10, false, &flow, err));
    double x[SIM_MAX_STATES];
    memcpy(x, flow.end, sizeof x);
    assert_ok(orbit_flow_run(system, false, x, 0.06305, false, &flow, err));
    orbit_flow_sequence(&flow, text);
    assert_string_equal(text, "impact-stop flight");
    orbit_system_free(system);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(derivatives_through_all_events),
        cmocka_unit_test(a_closed_start_is_on_the_surface),
        cmocka_unit_test(the_sequence_does_not_depend_on_the_start),
        cmocka_unit_test(an_impact_that_stops_is_told),
    };
    return cmocka_run_group_tests_name("orbit_flow", tests, NULL, NULL);
}
