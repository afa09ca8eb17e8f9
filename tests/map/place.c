/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From points of a map to states: what is given, what follows, derivatives. */
#include "map/place.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/registry.h"
#include "tests/map/fixture.h"
#include "tests/test.h"

/* the spring's rest angle is that of the rig's start, or of each start */
static void test_what_the_start_determines(void **state)
{
    (void)state;
    struct map_fixture fixture = {.rig = "zhao-2008", .axes = {"theta1", "height"}};
    const double at[] = {0.3, 0.36};
    const double theta2 = acos(0.36 / 0.21 - cos(0.3)), degree = acos(-1) / 180;
    const double start2 = acos(0.3775 / 0.21 - cos(32 * degree));
    for (int starts = 0; starts < 2; starts++) {
        fixture.points = starts ? MAP_STARTS : MAP_STATES;
        struct map_place *place = map_fixture_place(&fixture);
        struct sim_problem problem;
        assert_true(map_place_start(place, at, &problem));
        map_fixture_near("theta2", problem.x[1], theta2, 1e-14);
        const struct map_axis rest = map_axis_of(place->setup->model, 2, "rest_angle");
        map_fixture_near("rest angle", problem.p[rest.index],
                         starts ? 0.3 - theta2 : 32 * degree - start2, 1e-14);
        map_place_free(place);
    }
}

/* complex step against differences, over states and parameters */
static void test_slopes(void **state)
{
    (void)state;
    static const struct map_fixture fixture = {
        .rig = "zhao-2008", .axes = {"theta1", "theta1_dot", "height", "friction"}};
    struct map_place *place = map_fixture_place(&fixture);
    const double at[] = {0.4, -0.7, 0.36, 0.55};
    for (size_t k = 0; k < 4; k++) {
        double slope[MAP_FIELDS], low[MAP_FIELDS], high[MAP_FIELDS], side[4];
        const double h = 1e-6;
        map_place_slopes(place, at, k, slope);
        memcpy(side, at, sizeof side);
        side[k] = at[k] - h;
        assert_true(map_place_fields(place, side, low));
        side[k] = at[k] + h;
        assert_true(map_place_fields(place, side, high));
        for (size_t f = 0; f < MAP_FIELDS; f++)
            map_fixture_near("slope", slope[f], (high[f] - low[f]) / (2 * h), 1e-6);
    }
    map_place_free(place);
}

static void test_ranges(void **state)
{
    (void)state;
    static const struct {
        const char *rig, *axis;
        double low, high; /* deg */
    } cases[] = {
        {"painleve-rod", "phi", 0, 180},
        {"painleve-box", "phi", 0, 90},
        {"leine-2002", "phi", -90, 90},
        {"or-2012", "theta", -90, 90},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct map_fixture fixture = {.rig = cases[i].rig, .axes = {cases[i].axis}};
        struct map_place *place = map_fixture_place(&fixture);
        const struct map_line line = map_fixture_line(place);
        map_fixture_near("low", line.low, cases[i].low * acos(-1) / 180, 1e-12);
        map_fixture_near("high", line.high, cases[i].high * acos(-1) / 180, 1e-12);
        map_place_free(place);
    }
}

static enum error_code create(const char *rig_name, const char *set, const char *const axes[2],
                              enum map_points points, struct error *err)
{
    char path[1024];
    struct rig *rig;
    struct map_place *place = NULL;
    struct map_axis read[2];
    snprintf(path, sizeof path, "%s/data/%s.yaml", getenv("TOP_SRCDIR"), rig_name);
    assert_int_equal(rig_read(path, sim_registry, &rig, err), ERROR_OK);
    assert_int_equal(rig_set(rig, set, err), ERROR_OK);
    for (size_t k = 0; k < 2; k++)
        assert_int_equal(
            map_axis_read(sim_registry_find(rig->model->name), 2, axes[k], &read[k], err),
            ERROR_OK);
    const enum error_code code = map_place_create(rig, 0, points, read, 2, &place, err);
    map_place_free(place);
    rig_free(rig);
    return code;
}

static void test_refusals(void **state)
{
    (void)state;
    struct error err;
    const char *const twice[] = {"theta1=0deg:1deg", "theta1=0deg:2deg"};
    assert_int_equal(create("zhao-2008", "friction=0.6", twice, MAP_STATES, &err), ERROR_USAGE);
    assert_non_null(strstr(err.message, "twice"));
    /* a start that fixes theta2 opens the contact; a start in flight is one */
    const char *const plane[] = {"theta1", "theta1_dot"};
    assert_int_equal(create("zhao-2008", "theta2=30deg", plane, MAP_STATES, &err), ERROR_INPUT);
    assert_non_null(strstr(err.message, "leave"));
    assert_int_equal(create("zhao-2008", "theta2=30deg", plane, MAP_STARTS, &err), ERROR_OK);
    const char *const friction[] = {"theta1", "friction=0.1:1"};
    assert_int_equal(create("zhao-2008", "static_friction=0.7", friction, MAP_STATES, &err),
                     ERROR_USAGE);
    assert_non_null(strstr(err.message, "static_friction"));
    assert_int_equal(create("zhao-2008", "friction=0.7", friction, MAP_STATES, &err), ERROR_OK);
    const char *const sticks[] = {"theta1", "static_friction=0.1:1"};
    assert_int_equal(create("zhao-2008", "friction=0.7", sticks, MAP_STATES, &err), ERROR_USAGE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_the_start_determines),
        cmocka_unit_test(test_slopes),
        cmocka_unit_test(test_ranges),
        cmocka_unit_test(test_refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
