/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Intervals with A < 0 against closed forms and the tables of Zhao 2008. */
#include "map/paradox.h"

#include <math.h>

#include "tests/map/fixture.h"
#include "tests/test.h"

static const double degree = 0.017453292519943295;

struct case_of {
    struct map_fixture fixture;
    int slip;
    double low, high; /* deg */
    double tolerance;
};

static double or_angle(double mu, int side)
{
    const double kappa = 2 * (1 + 0.15 / 5) * (1 + 0.015625) - 1;
    return -0.5 * (atan(mu) + side * acos(kappa / sqrt(1 + mu * mu))) / degree;
}

static double rod_angle(double mu, int side)
{
    return atan((3 * mu + side * sqrt(9 * mu * mu - 16)) / 2) / degree;
}

static double oscillator_angle(double mu, int side)
{
    return atan(mu / 2 + side * sqrt(mu * mu / 4 - 0.1)) / degree;
}

static void check_case(const struct case_of *c)
{
    struct map_place *place = map_fixture_place(&c->fixture);
    const struct map_line line = map_fixture_line(place);
    struct map_interval found[MAP_MAX_INTERVALS];
    const size_t n = map_paradox_intervals(&line, found);
    size_t fits = 0;
    for (size_t i = 0; i < n; i++)
        if (found[i].slip == c->slip) {
            map_fixture_near("low", found[i].low / degree, c->low, c->tolerance);
            map_fixture_near("high", found[i].high / degree, c->high, c->tolerance);
            fits++;
        }
    assert_int_equal(fits, 1);
    map_place_free(place);
}

static void test_closed_forms(void **state)
{
    (void)state;
    const struct case_of cases[] = {
        /* Leine 2002 (3.10), mirrored: the rod of Zhao 2015 slides backward; (4.25), ordered */
        {{.rig = "painleve-rod", .axes = {"phi=0deg:90deg"}},
         -1,
         rod_angle(1.8, -1),
         rod_angle(1.8, 1),
         1e-12},
        {{.rig = "painleve-rod", .axes = {"phi=90deg:180deg"}},
         1,
         180 - rod_angle(1.8, 1),
         180 - rod_angle(1.8, -1),
         1e-12},
        {{.rig = "leine-2002", .set = {"friction=1"}, .axes = {"phi"}},
         1,
         oscillator_angle(1, -1),
         oscillator_angle(1, 1),
         1e-12},
        {{.rig = "leine-2002", .set = {"friction=1"}, .axes = {"phi"}},
         -1,
         -oscillator_angle(1, 1),
         -oscillator_angle(1, -1),
         1e-12},
        /* Or 2012 (18) and docs/physics.md */
        {{.rig = "or-2012", .axes = {"theta"}}, 1, or_angle(0.47, 1), or_angle(0.47, -1), 1e-12},
        {{.rig = "or-2012", .axes = {"theta"}}, 1, -16.944, -8.2295, 5e-5},
        {{.rig = "or-2012", .set = {"friction=0.53"}, .axes = {"theta"}}, 1, -21.561, -6.363, 5e-5},
        /* Zhao 2008, table 1 as docs/physics.md corrects it */
        {{.rig = "zhao-2008", .axes = {"theta1"}}, 1, 22.71, 34.87, 3e-4},
        {{.rig = "zhao-2008", .set = {"height=0.331m"}, .axes = {"theta1"}}, 1, 43.27, 49.23, 3e-4},
        {{.rig = "zhao-2008", .set = {"height=0.35m"}, .axes = {"theta1"}}, 1, 35.33, 44.34, 3e-4},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        check_case(&cases[i]);
}

static size_t count(const struct map_fixture *fixture)
{
    struct map_place *place = map_fixture_place(fixture);
    const struct map_line line = map_fixture_line(place);
    struct map_interval found[MAP_MAX_INTERVALS];
    const size_t n = map_paradox_intervals(&line, found);
    map_place_free(place);
    return n;
}

/* none below the least critical friction; just above it, a narrow one: the
 * double zero is not lost between the points of the grid */
static void test_the_first_interval_is_narrow(void **state)
{
    (void)state;
    assert_int_equal(count(&(struct map_fixture){.rig = "zhao-2008",
                                                 .set = {"height=0.21m", "theta1=60deg"},
                                                 .axes = {"theta1"}}),
                     0);
    assert_int_equal(count(&(struct map_fixture){.rig = "painleve-rod",
                                                 .set = {"friction=1.333333"},
                                                 .axes = {"phi=0deg:90deg"}}),
                     0);
    assert_int_equal(count(&(struct map_fixture){.rig = "painleve-rod",
                                                 .set = {"friction=1.333334"},
                                                 .axes = {"phi=0deg:90deg"}}),
                     1);
}

/* Zhao 2008, table 2: H = 0.3775 m */
static void test_table_2(void **state)
{
    (void)state;
    static const double angle[] = {-15, 7, 15, 21, 25, 30.5, 32};
    static const bool paradox[] = {false, false, false, false, true, true, true};
    static const struct map_fixture fixture = {.rig = "zhao-2008", .axes = {"theta1"}};
    struct map_place *place = map_fixture_place(&fixture);
    for (size_t i = 0; i < 7; i++) {
        double field[MAP_FIELDS];
        const double at = angle[i] * degree;
        assert_true(map_place_fields(place, &at, field));
        assert_int_equal(field[MAP_A_PLUS] < 0, paradox[i]);
    }
    map_place_free(place);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_closed_forms),
        cmocka_unit_test(test_the_first_interval_is_narrow),
        cmocka_unit_test(test_table_2),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
