/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rigid limit of Zhao 2015, by the numbers of docs/physics.md: the rod with mu = 1.8,
 * theta_0 = atan 2.2 and x_A' = -1 sticks for 2.020 sqrt(kappa) and leaves with 0.1811. */
#include "map/limit.h"

#include <math.h>

#include "tests/map/fixture.h"
#include "tests/test.h"

static const struct map_fixture rod = {
    .rig = "painleve-rod", .axes = {"contact_stiffness"}, .points = MAP_STARTS};

static void test_rod_of_zhao_2015(void **state)
{
    (void)state;
    enum { N = 7 };
    struct map_place *place = map_fixture_place(&rod);
    struct map_limit_row rows[N];
    struct sim_problem problem;
    double stiffness = 1e6;
    assert_true(map_place_start(place, &stiffness, &problem));
    problem.t_end = 0.5;
    problem.rtol = 1e-10;
    for (int i = 0; i < N; i++, stiffness *= 10)
        assert_int_equal(map_limit_at(&problem, stiffness, &rows[i], NULL), ERROR_OK);
    /* in time sqrt(l/g) and kappa = m g / (l K): T = 2.020 sqrt(m / K); the rod has m = l = 1 */
    const struct map_limit_row *last = &rows[N - 1];
    map_fixture_near("stick", map_limit_value(rows, N, MAP_LIMIT_STICK_SCALED), 2.020, 5e-4);
    map_fixture_near("stick", last->value[MAP_LIMIT_STICK_SCALED], 2.020, 5e-4);
    map_fixture_near("y_A'", map_limit_value(rows, N, MAP_LIMIT_NORMAL), 0.1811, 5e-5);
    map_fixture_near("rigid", map_limit_rigid(&problem), 0.1811, 5e-5);
    map_fixture_near("both", map_limit_value(rows, N, MAP_LIMIT_NORMAL), map_limit_rigid(&problem),
                     1e-5);
    /* (61): sqrt(kappa); (34): between kappa^(1/4) and sqrt(kappa) ln; the force diverges */
    map_fixture_near("(61)", map_limit_order(rows, N, MAP_LIMIT_STICK_TIME), 0.5, 1e-3);
    const double slip = map_limit_order(rows, N, MAP_LIMIT_SLIP_TIME);
    assert_true(slip > 0.25 && slip < 0.5);
    const double force = map_limit_order(rows, N, MAP_LIMIT_FORCE);
    assert_true(force < -0.25 && force > -0.501);
    map_place_free(place);
}

/* Aitken is exact for what goes geometrically */
static void test_limit_of_a_geometric_row(void **state)
{
    (void)state;
    struct map_limit_row rows[4];
    for (int i = 0; i < 4; i++) {
        rows[i].stiffness = pow(10, i);
        rows[i].value[MAP_LIMIT_NORMAL] = 3 + 2 * pow(0.3, i);
        rows[i].value[MAP_LIMIT_FORCE] = 5 * pow(10, 0.4 * i);
    }
    map_fixture_near("limit", map_limit_value(rows, 4, MAP_LIMIT_NORMAL), 3, 1e-14);
    map_fixture_near("order", map_limit_order(rows, 4, MAP_LIMIT_FORCE), -0.4, 1e-14);
    assert_true(isnan(map_limit_value(rows, 4, MAP_LIMIT_FORCE)));
    assert_true(isnan(map_limit_value(rows, 2, MAP_LIMIT_NORMAL)));
}

/* a start that slides has no tangential impact to tend to */
static void test_no_paradox_no_impact(void **state)
{
    (void)state;
    struct map_fixture slides = rod;
    slides.set[0] = "friction=0.5";
    struct map_place *place = map_fixture_place(&slides);
    struct sim_problem problem;
    const double stiffness = 1e6;
    assert_true(map_place_start(place, &stiffness, &problem));
    problem.t_end = 0.1;
    assert_true(isnan(map_limit_rigid(&problem)));
    map_place_free(place);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rod_of_zhao_2015),
        cmocka_unit_test(test_limit_of_a_geometric_row),
        cmocka_unit_test(test_no_paradox_no_impact),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
