/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "orbit/attractor.h"

#include <string.h>

#include "tests/orbit/rig.h"

static void comes_to_rest(void **state)
{
    (void)state;
    const struct leine o = leine(0);
    struct orbit_attractor found;
    struct orbit_system *system = ORBIT_SYSTEM("leine-2002-simple", "friction", "friction=0.3");
    assert_ok(orbit_attractor_find(system, system->setup->problem.x, false, 20, &found, err));
    assert_int_equal(found.kind, ORBIT_AT_REST);
    assert_string_equal(found.sequence, "slip+");
    assert_close(found.place.x[0], leine_equilibrium(&o, 0.3), 1e-8);
    orbit_system_free(system);
}

static void finds_period_and_sequence(void **state)
{
    (void)state;
    struct orbit_attractor found;
    struct orbit_system *system = ORBIT_SYSTEM("leine-2002-simple", "friction", "friction=0.5");
    assert_ok(orbit_attractor_find(system, system->setup->problem.x, false, 20, &found, err));
    assert_int_equal(found.kind, ORBIT_PERIODIC);
    assert_close(found.place.period, 0.17019, 1e-5); /* docs/physics.md */
    assert_int_equal(found.n_events, 4);
    assert_string_equal(found.sequence, "stick slip+ flight impact slip+");
    assert_false(found.place.closed); /* flight is its longest phase */
    orbit_system_free(system);
}

/* an undamped slip at mu_d goes on for ever, without any event */
static void a_motion_without_events_is_neither(void **state)
{
    (void)state;
    const struct leine o = leine(0);
    struct orbit_attractor found;
    struct orbit_system *system = ORBIT_SYSTEM("leine-2002-simple", "friction", "u1=0.01 m");
    assert_ok(orbit_system_set(system, leine_hopf(&o), err));
    assert_ok(orbit_attractor_find(system, system->setup->problem.x, false, 5, &found, err));
    assert_int_equal(found.kind, ORBIT_OTHER);
    orbit_system_free(system);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(comes_to_rest),
        cmocka_unit_test(finds_period_and_sequence),
        cmocka_unit_test(a_motion_without_events_is_neither),
    };
    return cmocka_run_group_tests_name("orbit_attractor", tests, NULL, NULL);
}
