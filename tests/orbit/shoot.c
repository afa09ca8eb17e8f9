/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "orbit/shoot.h"

#include <string.h>

#include "tests/orbit/rig.h"

/* the harmonic orbits of pure slip at mu_d: known without any simulation */
static struct orbit_place harmonic(double r, double angle)
{
    const struct leine o = leine(0);
    const double mu = leine_hopf(&o), s = sin(o.gamma);
    const double w = sqrt(leine_stiffness(&o, mu) / leine_mass(&o, mu));
    struct orbit_place place = {.value = mu, .period = 2 * acos(-1) / w, .closed = true};
    place.x[0] = leine_equilibrium(&o, mu) + r * cos(angle);
    place.x[2] = -r * w * sin(angle);
    place.x[1] = -s * place.x[0];
    place.x[3] = -s * place.x[2];
    return place;
}

static void a_harmonic_orbit_solves_the_equations(void **state)
{
    (void)state;
    struct orbit_system *system = ORBIT_SYSTEM("leine-2002-simple", "friction", "u1=0 m");
    struct orbit_shoot shoot;
    struct orbit_place place = harmonic(0.01, 0.4);
    double y[ORBIT_MAX_UNKNOWNS], residual[ORBIT_MAX_UNKNOWNS];
    double jacobian[ORBIT_MAX_UNKNOWNS * ORBIT_MAX_UNKNOWNS];
    double complex multipliers[SIM_MAX_STATES];
    assert_ok(orbit_shoot_begin(&shoot, system, &place, 1, err));
    orbit_shoot_pack(&shoot, &place, y);
    assert_ok(shoot.curve.evaluate(shoot.curve.context, y, residual, jacobian, err));
    for (size_t i = 0; i < 5; i++)
        assert_close(residual[i], 0, 1e-9);
    /* one of a family: the multiplier across is 1, and the surface takes two */
    assert_true(orbit_shoot_multipliers(&shoot, multipliers));
    assert_close(creal(multipliers[0]), 1, 1e-8);
    assert_close(cabs(multipliers[1]), 0, 1e-9);
    assert_close(cabs(multipliers[2]), 0, 1e-9);
    orbit_system_free(system);
}

/* from another period, and off the surface, Newton's method finds the period */
static void the_period_is_found(void **state)
{
    (void)state;
    struct orbit_system *system = ORBIT_SYSTEM("leine-2002-simple", "friction", "u1=0 m");
    struct orbit_shoot shoot;
    struct orbit_curve_point point;
    struct orbit_place place = harmonic(0.01, 0.4);
    const double period = place.period;
    place.period *= 1.03;
    place.x[1] += 1e-3;
    assert_ok(orbit_shoot_begin(&shoot, system, &place, 1, err));
    assert_ok(orbit_shoot_solve(&shoot, &place, &point, err));
    assert_close(place.period, period, 1e-9);
    assert_close(place.x[1], -sin(acos(-1) / 8) * place.x[0], 1e-10);
    orbit_system_free(system);
}

static void packing_is_undone(void **state)
{
    (void)state;
    struct orbit_system *system = ORBIT_SYSTEM("leine-2002-simple", "friction", "u1=0 m");
    struct orbit_shoot shoot;
    struct orbit_place place = harmonic(0.01, 1), back;
    double y[ORBIT_MAX_UNKNOWNS];
    assert_ok(orbit_shoot_begin(&shoot, system, &place, 7, err));
    orbit_shoot_pack(&shoot, &place, y);
    orbit_shoot_unpack(&shoot, y, &back);
    for (size_t i = 0; i < 4; i++)
        assert_close(back.x[i], place.x[i], 1e-17);
    assert_close(back.value, place.value, 1e-16);
    assert_close(y[5], place.value / 7, 1e-16);
    assert_true(back.closed);
    orbit_system_free(system);
}

/* the middle of the longest phase that does not stick */
static void the_anchor_is_in_the_longest_phase(void **state)
{
    (void)state;
    struct orbit_flow flow = {.start_mode = SIM_SLIP_PLUS, .n_events = 3};
    flow.events[0].t = 1;
    flow.events[0].to = SIM_STICK;
    flow.events[1].t = 11;
    flow.events[1].to = SIM_FLIGHT;
    flow.events[2].t = 14;
    flow.events[2].to = SIM_SLIP_PLUS;
    double middle;
    bool flies;
    assert_true(orbit_shoot_anchor(&flow, 0, 15, &middle, &flies));
    assert_close(middle, 12.5, 0);
    assert_true(flies);
    assert_true(orbit_shoot_anchor(&flow, 13.5, 20, &middle, &flies));
    assert_close(middle, 17, 0);
    assert_false(flies);
    assert_false(orbit_shoot_anchor(&flow, 2, 10, &middle, &flies));
}

static void what_does_not_move_is_no_guess(void **state)
{
    (void)state;
    struct error why = {0};
    struct orbit_shoot shoot;
    struct orbit_system *system = ORBIT_SYSTEM("leine-2002-simple", "friction", "stiffness1=0 N/m",
                                               "stiffness2=0 N/m", "gravity=0 m/s2");
    struct orbit_place still = {.value = 0.5, .period = 1, .x = {0, 1, 0, 0}};
    assert_int_equal(orbit_shoot_begin(&shoot, system, &still, 1, &why), ERROR_NUMERIC);
    assert_non_null(strstr(why.message, "does not move"));
    orbit_system_free(system);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_harmonic_orbit_solves_the_equations),
        cmocka_unit_test(the_period_is_found),
        cmocka_unit_test(packing_is_undone),
        cmocka_unit_test(the_anchor_is_in_the_longest_phase),
        cmocka_unit_test(what_does_not_move_is_no_guess),
    };
    return cmocka_run_group_tests_name("orbit_shoot", tests, NULL, NULL);
}
