/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "orbit/section.h"

#include <string.h>

#include "tests/orbit/rig.h"

static void settled(const struct orbit_system *system, double *x)
{
    struct orbit_flow flow;
    assert_ok(orbit_flow_run(system, false, system->setup->problem.x, 10, false, &flow, err));
    memcpy(x, flow.end, sizeof flow.end);
}

/* on a stable orbit every crossing is the same, a period (docs/physics.md) apart */
static void an_orbit_crosses_at_one_point(void **state)
{
    (void)state;
    double x[SIM_MAX_STATES];
    struct orbit_section section = {.kind = SIM_EVENT_IMPACT};
    struct orbit_system *system = ORBIT_SYSTEM("leine-2002-simple", "friction", "friction=0.5");
    settled(system, x);
    assert_ok(orbit_section_take(system, x, 2, &section, err));
    assert_in_range(section.n, 11, 12); /* 2 s / 0.17019 s */
    for (size_t k = 1; k < section.n; k++) {
        assert_close(section.crossings[k].t - section.crossings[k - 1].t, 0.17019, 1e-5);
        for (size_t i = 0; i < 4; i++)
            assert_close(section.crossings[k].x[i], section.crossings[0].x[i], 1e-8);
    }
    orbit_section_free(&section);
    orbit_system_free(system);
}

/* stick forgets all but the phase */
static void stick_forgets(void **state)
{
    (void)state;
    double x[SIM_MAX_STATES], exponent;
    struct orbit_system *system = ORBIT_SYSTEM("leine-2002-simple", "friction", "friction=0.5");
    settled(system, x);
    assert_ok(orbit_section_exponent(system, x, 2, 100, &exponent, err));
    assert_true(isinf(exponent) && exponent < 0);
    orbit_system_free(system);
}

/* slip at rest in the equilibrium: the real part of the eigenvalue, -C / 2M */
static void at_an_equilibrium_it_is_the_eigenvalue(void **state)
{
    (void)state;
    const struct leine o = leine(0);
    /* rounding takes the motion away from the unstable one after some seconds */
    static const struct {
        double mu, duration, share;
    } cases[] = {{0.3, 12, 1e-5}, {0.5, 4, 2e-3}};
    struct orbit_system *system = ORBIT_SYSTEM("leine-2002-simple", "friction", "u1=0 m");
    for (size_t i = 0; i < 2; i++) {
        double exponent;
        const double u1 = leine_equilibrium(&o, cases[i].mu), s = sin(o.gamma);
        const double x[SIM_MAX_STATES] = {u1, -s * u1, 0, 0};
        assert_ok(orbit_system_set(system, cases[i].mu, err));
        assert_ok(orbit_section_exponent(system, x, cases[i].duration,
                                         (size_t)(50 * cases[i].duration), &exponent, err));
        const double expected = -leine_damping(&o, cases[i].mu) / (2 * leine_mass(&o, cases[i].mu));
        /* though the change runs through an ellipse, whose phase at the end is any: unweighted it
         * is off by up to log(60) / duration */
        assert_close(exponent, expected, cases[i].share * fabs(expected));
    }
    orbit_system_free(system);
}

static void unknown_events_are_told(void **state)
{
    (void)state;
    struct error why = {0};
    struct orbit_system *system = ORBIT_SYSTEM("leine-2002-simple", NULL, "friction=0.5");
    struct orbit_section section = {0};
    assert_ok(orbit_section_choose(system, "takeoff", &section, err));
    assert_int_equal(section.kind, SIM_EVENT_TAKEOFF);
    assert_int_equal(orbit_section_choose(system, "start", &section, &why), ERROR_INPUT);
    assert_non_null(strstr(why.message, "tangential-impact"));
    assert_int_equal(orbit_section_choose(system, "drive", &section, &why), ERROR_INPUT);
    assert_non_null(strstr(why.message, "nothing drives"));
    orbit_system_free(system);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_orbit_crosses_at_one_point),
        cmocka_unit_test(stick_forgets),
        cmocka_unit_test(at_an_equilibrium_it_is_the_eigenvalue),
        cmocka_unit_test(unknown_events_are_told),
    };
    return cmocka_run_group_tests_name("orbit_section", tests, NULL, NULL);
}
