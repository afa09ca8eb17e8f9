/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Singular points against docs/physics.md and the closed forms of Or 2012. */
#include "map/singular.h"

#include <math.h>
#include <string.h>

#include "tests/map/fixture.h"
#include "tests/test.h"

static size_t points_of(const struct map_fixture *fixture, enum map_slip slip,
                        struct map_singular *points)
{
    struct map_place *place = map_fixture_place(fixture);
    const struct map_line line = map_fixture_line(place);
    const size_t n = map_singular_points(&line, slip, points);
    for (size_t i = 0; i < n; i++) {
        double field[MAP_FIELDS];
        assert_true(map_place_fields(place, points[i].at, field));
        map_fixture_near("A", field[points[i].slip > 0 ? MAP_A_PLUS : MAP_A_MINUS], 0, 1e-12);
        map_fixture_near("B", field[MAP_B], 0, 1e-11);
    }
    map_place_free(place);
    return n;
}

/* Liu 2007, cases 1 and 2, as docs/physics.md has them: no belt, no torques */
static void test_two_links(void **state)
{
    (void)state;
    static const struct {
        const char *friction;
        double at[2][2], value[2][2];
        const char *type[2];
    } cases[] = {
        {"friction=0.5",
         {{0.6819, -1.0064}, {0.7440, -0.9821}},
         {{1.273, 1.964}, {-1.379, 5.080}},
         {"unstable node", "saddle"}},
        {"friction=0.8",
         {{0.5266, 1.6153}, {0.7944, -0.8617}},
         {{-6.511, 0.834}, {-6.388, 12.950}},
         {"saddle", "saddle"}},
    };
    for (size_t i = 0; i < 2; i++) {
        const struct map_fixture fixture = {.rig = "liu-2007-case4",
                                            .set = {cases[i].friction, "stiffness=0 N.m/rad",
                                                    "damping=0 N.m.s/rad", "belt_speed=0m/s"},
                                            .axes = {"theta1", "theta1_dot"}};
        struct map_singular found[MAP_MAX_SINGULAR];
        assert_int_equal(points_of(&fixture, MAP_SLIP_AUTO, found), 2);
        for (size_t k = 0; k < 2; k++) {
            for (size_t c = 0; c < 2; c++) {
                map_fixture_near("place", found[k].at[c], cases[i].at[k][c], 5e-5);
                map_fixture_near("eigenvalue", found[k].value[c], cases[i].value[k][c], 2.5e-4);
            }
            assert_string_equal(found[k].type, cases[i].type[k]);
            assert_false(found[k].jams);
        }
    }
}

/* Or 2012 (25): eigenvalues and eigenvectors of the inverted pendulum */
static void test_ipos_is_the_closed_form(void **state)
{
    (void)state;
    const double m1 = 0.15, m2 = 5, r2 = 0.2, rho2 = 0.025, g = 9.81, mu = 0.53;
    const double slope = atan(1) * 4 / 6, gamma = atan(mu);
    const double inertia = m1 * (r2 * r2 + rho2 * rho2) + m2 * rho2 * rho2;
    const double m_eq = (m1 + m2) * inertia / (m2 * r2 * r2), r_eq = m2 / (m1 + m2) * r2;
    const double kappa = 2 * (1 + m1 / m2) * (1 + rho2 * rho2 / (r2 * r2)) - 1;
    const double theta = -0.5 * (gamma + acos(kappa / sqrt(1 + mu * mu)));
    const double rate = sqrt(g * cos(slope) / (r_eq * cos(theta)));
    const double steep = sqrt(1 + mu * mu) / m_eq;
    const double a1 = steep * rate * sin(2 * theta + gamma);
    const double a2 = steep * rate * rate * sin(theta + gamma) * sin(theta);
    const double a3 = -2 * steep * rate * sin(theta + gamma) * cos(theta);

    static const struct map_fixture fixture = {
        .rig = "or-2012",
        .set = {"friction=0.53"},
        .axes = {"theta=-40deg:-10deg", "theta_dot=0 rad/s:20 rad/s"}};
    struct map_singular found[MAP_MAX_SINGULAR];
    assert_int_equal(points_of(&fixture, MAP_SLIP_PLUS, found), 1);
    map_fixture_near("theta", found->at[0], theta, 1e-12);
    map_fixture_near("rate", found->at[1], rate, 1e-12);
    map_fixture_near("lambda1", found->value[0], a1, 1e-11);
    map_fixture_near("lambda2", found->value[1], a3, 1e-11);
    const double length = hypot(a1 - a3, a2), sign = a1 - a3 < 0 ? -1 : 1;
    map_fixture_near("v1", found->vector[0][0], sign * (a1 - a3) / length, 1e-10);
    map_fixture_near("v1", found->vector[0][1], sign * a2 / length, 1e-10);
    map_fixture_near("v2", found->vector[1][0], 0, 1e-12);
    map_fixture_near("v2", found->vector[1][1], 1, 1e-12);
    assert_string_equal(found->type, "stable node");
    assert_true(found->jams);
}

/* with the slip as it is, points that slip the other way are left out */
static void test_slip_direction(void **state)
{
    (void)state;
    static const struct map_fixture fixture = {
        .rig = "or-2012", .set = {"x_dot=-5 m/s"}, .axes = {"theta", "theta_dot"}};
    struct map_singular found[MAP_MAX_SINGULAR];
    assert_int_equal(points_of(&fixture, MAP_SLIP_PLUS, found), 4);
    const size_t n = points_of(&fixture, MAP_SLIP_AUTO, found);
    assert_int_equal(n, 4); /* the mirror images, for slip backward */
    for (size_t i = 0; i < n; i++) {
        assert_int_equal(found[i].slip, -1);
        assert_true(found[i].at[0] > 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_two_links),
        cmocka_unit_test(test_ipos_is_the_closed_form),
        cmocka_unit_test(test_slip_direction),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
