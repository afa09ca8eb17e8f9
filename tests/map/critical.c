/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Critical friction against the papers' closed forms. */
#include "map/critical.h"

#include <math.h>

#include "tests/map/fixture.h"
#include "tests/test.h"

/* Leine 2002 (3.9), (4.23); its (A.5) at phi = 0; Or 2012 (16); Liu 2007 (13) */
static double rod(double phi)
{
    const double c = cos(phi);
    return (1 + 3 * c * c) / fabs(3 * sin(phi) * c);
}

static double oscillator(double phi) { return fabs(tan(phi) + 0.1 / tan(phi)); }

static double ipos(double theta)
{
    const double inertia = (1 + 0.15 / 5) * (1 + 0.025 * 0.025 / (0.2 * 0.2));
    return (inertia - cos(theta) * cos(theta)) / fabs(sin(theta) * cos(theta));
}

static double two_link(double a)
{
    const double b = acos(5.0 / 3 - cos(a));
    const double sa = sin(a), sb = sin(b);
    return fabs(4 * (3 * cos(a - b) * sa * sb - (sa * sa + 4 * sb * sb)) /
                (sin(2 * a) - 5 * sin(2 * b)));
}

struct case_of {
    struct map_fixture fixture;
    double (*closed)(double);
    double low, high;
};

static void test_curves_are_the_closed_forms(void **state)
{
    (void)state;
    static const struct case_of cases[] = {
        {{.rig = "painleve-rod", .axes = {"phi"}}, rod, 0.01, 3.13},
        {{.rig = "leine-2002", .axes = {"phi"}}, oscillator, -1.5, 1.5},
        {{.rig = "or-2012", .axes = {"theta"}}, ipos, -1.5, 1.5},
        {{.rig = "liu-2007-case4", .axes = {"theta1"}}, two_link, -0.84, 0.84},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct map_place *place = map_fixture_place(&cases[i].fixture);
        const struct map_line line = map_fixture_line(place);
        for (int k = 0; k <= 100; k++) {
            const double at = cases[i].low + (cases[i].high - cases[i].low) * (k + 0.123) / 101;
            struct map_critical c;
            assert_true(map_critical_at(&line, at, &c));
            map_fixture_near(cases[i].fixture.rig, 1 / c.friction, 1 / cases[i].closed(at), 1e-12);
        }
        map_place_free(place);
    }
}

struct least {
    struct map_fixture fixture;
    double friction, at;
    int slip;
};

static double kappa(double mass_ratio, double gyration_ratio)
{
    return 2 * (1 + mass_ratio) * (1 + gyration_ratio * gyration_ratio) - 1;
}

static void test_least_ones_are_the_closed_forms(void **state)
{
    (void)state;
    const double k = kappa(0.15 / 5, 25.0 / 200);
    const double uniform = kappa(0.15 / 5, 1 / sqrt(3));
    const struct least cases[] = {
        /* Leine 2002, after (3.9), (4.24), (5.19), (A.7) */
        {{.rig = "painleve-rod", .axes = {"phi=1deg:89deg"}}, 4.0 / 3, atan(2), -1},
        {{.rig = "leine-2002", .axes = {"phi=0deg:89deg"}}, 2 * sqrt(0.1), atan(sqrt(0.1)), 1},
        {{.rig = "leine-2002", .axes = {"phi=-89deg:0deg"}}, 2 * sqrt(0.1), -atan(sqrt(0.1)), -1},
        {{.rig = "leine-2002-simple", .axes = {"angle=1deg:89deg"}},
         2 * sqrt(0.1),
         atan(sqrt(0.1)),
         1},
        {{.rig = "painleve-box", .axes = {"width=10mm:300mm"}}, 4.0 / 3, 0.1, 1},
        /* Or 2012, after (17) */
        {{.rig = "or-2012", .axes = {"theta=-80deg:0deg"}},
         sqrt(k * k - 1),
         -0.5 * atan(sqrt(k * k - 1)),
         1},
        {{.rig = "or-2012",
          .set = {"rod_gyration=115.47005383792516mm"},
          .axes = {"theta=-80deg:0deg"}},
         sqrt(uniform * uniform - 1),
         -0.5 * atan(sqrt(uniform * uniform - 1)),
         1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct map_place *place = map_fixture_place(&cases[i].fixture);
        const struct map_line line = map_fixture_line(place);
        struct map_critical c;
        assert_true(map_critical_least(&line, 0, &c));
        map_fixture_near("least friction", c.friction, cases[i].friction, 1e-12);
        map_fixture_near("where", c.at, cases[i].at, 1e-9);
        assert_int_equal(c.slip, cases[i].slip);
        map_place_free(place);
    }
}

/* Leine 2002 (A.5): the box flat on the slope, any gyration */
static void test_box_follows_its_gyration(void **state)
{
    (void)state;
    static const struct map_fixture fixture = {
        .rig = "painleve-box", .set = {"gyration=50mm"}, .axes = {"width=10mm:300mm"}};
    struct map_place *place = map_fixture_place(&fixture);
    const struct map_line line = map_fixture_line(place);
    for (double width = 0.02; width < 0.3; width += 0.04) {
        const double r = width / 2, l = 0.1;
        struct map_critical c;
        assert_true(map_critical_at(&line, width, &c));
        map_fixture_near("(A.5)", c.friction, r / l + 0.05 * 0.05 / (r * l), 1e-12);
    }
    map_place_free(place);
}

/* docs/physics.md: Liu 2007 with H = 5/3 */
static void test_two_links(void **state)
{
    (void)state;
    static const struct map_fixture fixture = {.rig = "liu-2007-case4", .axes = {"theta1"}};
    struct map_place *place = map_fixture_place(&fixture);
    const struct map_line line = map_fixture_line(place);
    map_fixture_near("reach", line.high, acos(2.0 / 3), 1e-12);
    map_fixture_near("reach", line.low, -acos(2.0 / 3), 1e-12);
    struct map_critical c;
    assert_true(map_critical_least(&line, 0, &c));
    map_fixture_near("least", c.friction, 0.4806, 5e-5);
    map_fixture_near("where", c.at, 0.7164, 5e-5);
    assert_int_equal(c.slip, 1);
    map_place_free(place);
}

/* Liu 2007, figure 2, from H = 0.8 l up (lower, folded links need less): below (19), which holds
 * where the links are in one line, the least falls to zero as H goes to 2 l */
static void test_falls_with_height(void **state)
{
    (void)state;
    static const struct map_fixture fixture = {.rig = "liu-2007-case4",
                                               .axes = {"theta1=0deg:90deg", "height"}};
    struct map_place *place = map_fixture_place(&fixture);
    struct map_line line = map_fixture_line(place);
    double before = 1000;
    for (double height = 0.8; height < 2; height += 0.05) {
        struct map_critical c;
        line.at[1] = height;
        assert_true(map_critical_at(&line, acos(height / 2), &c));
        map_fixture_near("(19)", c.friction, sqrt(4 - height * height) / height, 1e-9);
        assert_true(map_critical_least(&line, 0, &c));
        assert_true(c.friction < before && c.friction < sqrt(4 - height * height) / height);
        before = c.friction;
    }
    assert_true(before < 0.25);
    map_place_free(place);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_curves_are_the_closed_forms),
        cmocka_unit_test(test_least_ones_are_the_closed_forms),
        cmocka_unit_test(test_box_follows_its_gyration),
        cmocka_unit_test(test_two_links),
        cmocka_unit_test(test_falls_with_height),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
