/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Modes over a plane and the curves between them, against closed forms. */
#include "map/modes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "tests/map/fixture.h"
#include "tests/test.h"

static struct map_modes *modes_of(const struct map_fixture *fixture, enum map_slip slip,
                                  struct map_place **place)
{
    struct error err = {0};
    struct map_modes *modes;
    *place = map_fixture_place(fixture);
    for (size_t k = 0; k < 2; k++)
        if ((*place)->axes[k].n == 0)
            (*place)->axes[k].n = 101;
    if (map_modes_create(*place, slip, &modes, &err))
        fail_msg("%s", err.message);
    return modes;
}

/* Leine 2002 (3.7) and (3.10), mirrored: A = 0 are two verticals, B = 0 is
 * phi' = +-1/sqrt(sin(phi)) in the units of Zhao 2015 */
static void test_rod(void **state)
{
    (void)state;
    static const struct map_fixture fixture = {
        .rig = "painleve-rod", .axes = {"phi=10deg:80deg", "phi_dot=-3 rad/s:3 rad/s"}};
    struct map_place *place;
    struct map_modes *modes = modes_of(&fixture, MAP_SLIP_MINUS, &place);
    const double mu = 1.8, ends[] = {atan((3 * mu - sqrt(9 * mu * mu - 16)) / 2),
                                     atan((3 * mu + sqrt(9 * mu * mu - 16)) / 2)};
    const struct map_curve *a = &modes->boundary[MAP_BOUNDARY_A_MINUS];
    assert_int_equal(a->n, 2 * 101);
    for (size_t i = 0; i < a->n; i++)
        map_fixture_near("A = 0", a->points[i].at[0], ends[a->points[i].piece], 1e-12);
    const struct map_curve *b = &modes->boundary[MAP_BOUNDARY_B];
    assert_true(b->n > 200);
    for (size_t i = 0; i < b->n; i++)
        map_fixture_near("B = 0", fabs(b->points[i].at[1]), 1 / sqrt(sin(b->points[i].at[0])),
                         1e-12);
    const struct map_curve *corners = &modes->boundary[MAP_BOUNDARY_SINGULAR];
    assert_int_equal(corners->n, 4);
    for (size_t i = 0; i < 4; i++) {
        map_fixture_near("corner", corners->points[i].at[0], ends[i / 2], 1e-12);
        map_fixture_near("corner", fabs(corners->points[i].at[1]), 1 / sqrt(sin(ends[i / 2])),
                         1e-12);
    }
    assert_int_equal(modes->boundary[MAP_BOUNDARY_A_PLUS].n, 0);
    assert_int_equal(modes->boundary[MAP_BOUNDARY_SLIP].n, 0);
    for (size_t j = 0; j < 101; j++)
        for (size_t i = 0; i < 101; i++) {
            double at[2];
            map_grid_at(place, i, j, at);
            const bool paradox = at[0] > ends[0] && at[0] < ends[1];
            const bool lifts = at[1] * at[1] * sin(at[0]) > 1;
            const enum map_mode want = paradox ? (lifts ? MAP_M3 : MAP_M4)
                                               : (lifts ? MAP_M1 : MAP_M2);
            assert_int_equal(modes->mode[j * 101 + i], want);
        }
    map_modes_free(modes);
    map_place_free(place);
}

/* Leine 2002 (5.11): the edges of the friction cone; the line without slip is
 * u1' = -v_dr / cos(gamma); B = 0 is (5.16) */
static double stick_edge(double mu, int side)
{
    const double pi = acos(-1), gamma = pi / 8, s = sin(gamma), c = cos(gamma);
    const double k1 = 100, k2 = 100, c1 = 0, c2 = 10, m1 = 0.1, m2 = 1, g = 10, v = 1;
    return (c1 * v / c + (s + side * mu * c) * (c2 * v * tan(gamma) + (m1 + m2) * g) - m1 * g * s) /
           (k1 + k2 * s * (s + side * mu * c));
}

static void check_oscillator(const char *friction, double mu)
{
    const struct map_fixture fixture = {.rig = "leine-2002-simple",
                                        .set = {friction},
                                        .axes = {"u1=-0.31m:0.29m:80", "u1_dot=-4m/s:4m/s:80"}};
    struct map_place *place;
    struct map_modes *modes = modes_of(&fixture, MAP_SLIP_AUTO, &place);
    const double gamma = acos(-1) / 8, speed = -1 / cos(gamma);
    const struct map_curve *boundary = modes->boundary;
    const struct map_curve *cone = &boundary[MAP_BOUNDARY_CONE];
    double low = stick_edge(mu, -1), high = stick_edge(mu, 1);
    assert_int_equal(cone->n, 2);
    map_fixture_near("cone", fmin(cone->points[0].at[0], cone->points[1].at[0]), low, 1e-12);
    map_fixture_near("cone", fmax(cone->points[0].at[0], cone->points[1].at[0]), high, 1e-12);
    const struct map_curve *slip = &boundary[MAP_BOUNDARY_SLIP];
    const struct map_curve *stick = &boundary[MAP_BOUNDARY_STICK];
    assert_int_equal(slip->n, 80);
    for (size_t i = 0; i < slip->n; i++)
        map_fixture_near("v_r = 0", slip->points[i].at[1], speed, 1e-12);
    map_fixture_near("stick begins", stick->points[0].at[0], low, 1e-12);
    map_fixture_near("stick ends", stick->points[stick->n - 1].at[0], high, 1e-12);
    const struct map_curve *b = &boundary[MAP_BOUNDARY_B];
    const double c = cos(gamma), n = 0.1 * c * c + 1;
    assert_true(b->n > 80);
    for (size_t i = 0; i < b->n; i++) {
        const double u = b->points[i].at[0], v = b->points[i].at[1];
        map_fixture_near(
            "(5.16)", sin(gamma) / n * (c * c * (10 * v + 100 * u) - 10 * 100 * u) - 10, 0, 1e-9);
    }
    map_modes_free(modes);
    map_place_free(place);
}

static void test_simple_oscillator(void **state)
{
    (void)state;
    check_oscillator("friction=0.5", 0.5);
    check_oscillator("friction=1", 1);
}

/* A = 0 counts only where the slip has its direction: it ends on v_r = 0 */
static void test_curves_end_where_slip_turns(void **state)
{
    (void)state;
    static const struct map_fixture fixture = {
        .rig = "leine-2002",
        .set = {"friction=1"},
        .axes = {"phi=-50deg:50deg:101", "phi_dot=-6 rad/s:6 rad/s:101"}};
    struct map_place *place;
    struct map_modes *modes = modes_of(&fixture, MAP_SLIP_AUTO, &place);
    const double root = sqrt(0.25 - 0.1), ends[] = {atan(0.5 - root), atan(0.5 + root)};
    for (int side = 0; side < 2; side++) {
        const struct map_curve *a =
            &modes->boundary[side ? MAP_BOUNDARY_A_MINUS : MAP_BOUNDARY_A_PLUS];
        size_t on_line = 0;
        assert_true(a->n > 50);
        for (size_t i = 0; i < a->n; i++) {
            const double phi = side ? -a->points[i].at[0] : a->points[i].at[0];
            const double slip = a->points[i].at[1] * cos(phi) + 1; /* (4.1) */
            assert_true(fabs(phi - ends[0]) < 1e-12 || fabs(phi - ends[1]) < 1e-12);
            assert_true((side ? -slip : slip) > -1e-12);
            on_line += fabs(slip) < 1e-12;
        }
        assert_int_equal(on_line, 2);
    }
    map_modes_free(modes);
    map_place_free(place);
}

/* near aligned links, theta* = acos(5/6), slip = 0 on a slow belt is two branches
 * of a hyperbola that share a cell of the grid; they must not be mixed up */
static void test_branches_stay_apart(void **state)
{
    (void)state;
    static const struct map_fixture fixture = {
        .rig = "liu-2007-case4",
        .set = {"belt_speed=-0.1 mm/s"},
        .axes = {"theta1=0.335685543rad:0.835685543rad:10", "theta1_dot=-1rad/s:1rad/s:10"}};
    struct map_place *place;
    struct map_modes *modes = modes_of(&fixture, MAP_SLIP_AUTO, &place);
    const struct map_curve *slip = &modes->boundary[MAP_BOUNDARY_SLIP];
    assert_int_equal(slip->n, 20);
    for (size_t i = 1; i < slip->n; i++) {
        const struct map_point *p = &slip->points[i];
        if (p->piece == p[-1].piece)
            assert_int_equal(p->at[0] < acos(5.0 / 6), p[-1].at[0] < acos(5.0 / 6));
    }
    map_modes_free(modes);
    map_place_free(place);
}

/* where nothing slips, the cone's edges are curves. A pendulum upright on a
 * slider at rest: theta'' = m2 r2 g sin(slope) / (m2 (r2^2 + rho2^2)) leaves to
 * the friction (m1 + m2) g sin(slope) - m2 r2 theta'', under the full weight */
static void test_cone_without_slip(void **state)
{
    (void)state;
    static const struct map_fixture fixture = {
        .rig = "or-2012",
        .set = {"x_dot=0 m/s", "friction=0", "theta=0deg"},
        .axes = {"slope=10deg:50deg:41", "static_friction=0:0.1:41"}};
    const double share = 1 - 5 * 0.04 / (5.15 * (0.04 + 0.025 * 0.025));
    struct map_place *place;
    struct map_modes *modes = modes_of(&fixture, MAP_SLIP_AUTO, &place);
    const struct map_curve *cone = &modes->boundary[MAP_BOUNDARY_CONE];
    assert_true(cone->n > 41);
    for (size_t i = 0; i < cone->n; i++)
        map_fixture_near("edge", cone->points[i].at[1], share * tan(cone->points[i].at[0]), 1e-12);
    for (size_t j = 0; j < 41; j++)
        for (size_t i = 0; i < 41; i++) {
            double at[2];
            map_grid_at(place, i, j, at);
            assert_int_equal(modes->mode[j * 41 + i],
                             at[1] > share * tan(at[0]) ? MAP_STICK : MAP_M2);
        }
    map_modes_free(modes);
    map_place_free(place);
}

/* the table of docs/physics.md */
static void test_mode_of_signs(void **state)
{
    (void)state;
    double field[MAP_FIELDS] = {0};
    static const enum map_mode want[2][2] = {{MAP_M4, MAP_M3}, {MAP_M2, MAP_M1}};
    for (int a = 0; a < 2; a++)
        for (int b = 0; b < 2; b++) {
            field[MAP_A_PLUS] = a ? 1 : -1;
            field[MAP_A_MINUS] = a ? -1 : 1;
            field[MAP_B] = b ? 1 : -1;
            field[MAP_SLIP] = 1;
            assert_int_equal(map_mode_of(field, MAP_SLIP_AUTO), want[a][b]);
            assert_int_equal(map_mode_of(field, MAP_SLIP_MINUS), want[!a][b]);
            field[MAP_SLIP] = -1;
            assert_int_equal(map_mode_of(field, MAP_SLIP_AUTO), want[!a][b]);
            assert_int_equal(map_mode_of(field, MAP_SLIP_PLUS), want[a][b]);
            /* at rest: F_t too large begins slip in the negative direction */
            field[MAP_SLIP] = 0;
            field[MAP_CONE_PLUS] = -1;
            field[MAP_CONE_MINUS] = 3;
            assert_int_equal(map_mode_of(field, MAP_SLIP_AUTO), want[!a][b]);
            field[MAP_CONE_PLUS] = 1;
            assert_int_equal(map_mode_of(field, MAP_SLIP_AUTO), MAP_STICK);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rod),
        cmocka_unit_test(test_simple_oscillator),
        cmocka_unit_test(test_curves_end_where_slip_turns),
        cmocka_unit_test(test_branches_stay_apart),
        cmocka_unit_test(test_cone_without_slip),
        cmocka_unit_test(test_mode_of_signs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
