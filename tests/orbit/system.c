/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "orbit/system.h"

#include <string.h>

#include "sim/model.h"
#include "tests/orbit/rig.h"

static void static_friction_follows(void **state)
{
    (void)state;
    struct orbit_system *system = ORBIT_SYSTEM("leine-2002-simple", "friction", "u1=0.01 m");
    assert_ok(orbit_system_set(system, 0.7, err));
    assert_close(system->setup->problem.p[SIM_FRICTION], 0.7, 0);
    assert_close(system->setup->problem.p[SIM_STATIC_FRICTION], 0.7, 0);
    assert_close(system->slope[SIM_FRICTION], 1, 0);
    assert_close(system->slope[SIM_STATIC_FRICTION], 1, 0);
    assert_close(system->slope[SIM_GRAVITY], 0, 0);
    orbit_system_free(system);
}

static void a_given_static_friction_stays_and_bounds(void **state)
{
    (void)state;
    struct error why = {0};
    struct orbit_system *system = ORBIT_SYSTEM("leine-2002-simple", "friction",
                                               "static_friction=0.8");
    assert_ok(orbit_system_set(system, 0.7, err));
    assert_close(system->setup->problem.p[SIM_STATIC_FRICTION], 0.8, 0);
    assert_close(system->slope[SIM_STATIC_FRICTION], 0, 0);
    assert_int_equal(orbit_system_set(system, 0.9, &why), ERROR_INPUT);
    assert_non_null(strstr(why.message, "static_friction"));
    assert_close(system->value, 0.7, 0); /* as it was */
    assert_int_equal(orbit_system_set(system, -1, &why), ERROR_INPUT);
    orbit_system_free(system);
}

/* the start lies on the surface at every angle: u2 = -u1 sin(angle) */
static void the_start_follows_the_parameter(void **state)
{
    (void)state;
    struct orbit_system *system = ORBIT_SYSTEM("leine-2002-simple", "angle", "u1=0.01 m");
    assert_ok(orbit_system_set(system, 0.3, err));
    assert_close(system->setup->problem.x[1], -0.01 * sin(0.3), 1e-16);
    orbit_system_free(system);
}

static void what_cannot_be_followed_is_said(void **state)
{
    (void)state;
    struct error why = {0};
    struct orbit_system *system;
    struct rig *rig = orbit_rig("leine-2002-simple", NULL);
    assert_int_equal(orbit_system_create(rig, 1e-9, "frction", &system, &why), ERROR_INPUT);
    assert_non_null(strstr(why.message, "did you mean friction?"));
    assert_null(system);
    rig_free(rig);
    rig = orbit_rig("chain", NULL);
    assert_int_equal(orbit_system_create(rig, 1e-9, "links", &system, &why), ERROR_INPUT);
    assert_non_null(strstr(why.message, "whole number"));
    rig_free(rig);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(static_friction_follows),
        cmocka_unit_test(a_given_static_friction_stays_and_bounds),
        cmocka_unit_test(the_start_follows_the_parameter),
        cmocka_unit_test(what_cannot_be_followed_is_said),
    };
    return cmocka_run_group_tests_name("orbit_system", tests, NULL, NULL);
}
