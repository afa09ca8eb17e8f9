/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "orbit/measure.h"

#include <string.h>

#include "tests/orbit/rig.h"

/* Leine 2002, section 6: at mu_d slip is undamped, u1 = u_eq + r cos(w t) */
static void extremes_of_a_harmonic(void **state)
{
    (void)state;
    const struct leine o = leine(0);
    const double mu = leine_hopf(&o), s = sin(o.gamma), r = 0.01;
    const double centre = leine_equilibrium(&o, mu);
    const double w = sqrt(leine_stiffness(&o, mu) / leine_mass(&o, mu));
    struct orbit_system *system = ORBIT_SYSTEM("leine-2002-simple", "friction", "u1=0 m");
    assert_ok(orbit_system_set(system, mu, err));
    /* begun where no extreme is at a sample */
    struct orbit_place place = {.value = mu, .period = 2 * acos(-1) / w, .closed = true};
    place.x[0] = centre + r * cos(0.7);
    place.x[2] = -r * w * sin(0.7);
    place.x[1] = -s * place.x[0];
    place.x[3] = -s * place.x[2];
    struct orbit_measure m;
    assert_ok(orbit_measure_orbit(system, &place, &m, err));
    assert_close(m.high[0], centre + r, 1e-11);
    assert_close(m.low[0], centre - r, 1e-11);
    assert_close(m.high[2], r * w, 1e-8 * w * r);
    assert_close(m.low[2], -r * w, 1e-8 * w * r);
    assert_close(orbit_measure_peak(&m, 1), s * fmax(fabs(centre + r), fabs(centre - r)), 1e-11);
    assert_null(m.broken);
    orbit_system_free(system);
}

/* a fall: the largest speed is that just before the impact, between two samples */
static void the_speed_before_an_impact_counts(void **state)
{
    (void)state;
    struct orbit_system *system = ORBIT_SYSTEM("leine-2002-simple", "friction", "stiffness1=0 N/m",
                                               "stiffness2=0 N/m", "damping2=0 N.s/m", "u2=0.2 m");
    struct orbit_place place = {.value = 0.5, .period = 0.21};
    memcpy(place.x, system->setup->problem.x, sizeof place.x);
    struct orbit_measure m;
    assert_ok(orbit_measure_orbit(system, &place, &m, err));
    /* all fall freely with g = 10: m2 and, in it, m1 at rest relative to it */
    assert_close(m.low[3], -sqrt(2 * 10 * 0.2), 1e-9);
    assert_non_null(m.broken); /* and that is no orbit */
    orbit_system_free(system);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(extremes_of_a_harmonic),
        cmocka_unit_test(the_speed_before_an_impact_counts),
    };
    return cmocka_run_group_tests_name("orbit_measure", tests, NULL, NULL);
}
