/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Axes and lists as people write them. */
#include "map/axis.h"

#include <math.h>
#include <string.h>

#include "sim/registry.h"
#include "tests/test.h"

static const double degree = 0.017453292519943295;

static enum error_code read_axis(const char *text, struct map_axis *axis, struct error *err)
{
    return map_axis_read(sim_registry_find("two-link"), 2, text, axis, err);
}

static void test_good_axes(void **state)
{
    (void)state;
    struct map_axis axis;
    struct error err;
    assert_int_equal(read_axis("theta1=-40deg:0.5 rad:400", &axis, &err), ERROR_OK);
    assert_true(fabs(axis.low + 40 * degree) < 1e-15 && axis.high == 0.5);
    assert_int_equal(axis.n, 400);
    assert_true(axis.state && axis.ranged && axis.index == 0);
    assert_string_equal(axis.unit, "rad");
    assert_true(map_axis_value(&axis, 0) == axis.low);
    assert_true(map_axis_value(&axis, 399) == axis.high);
    assert_int_equal(read_axis("height=20 cm:40 cm", &axis, &err), ERROR_OK);
    assert_string_equal(axis.unit, "cm");
    assert_true(fabs(axis.scale - 0.01) < 1e-17 && !axis.state && axis.n == 0);
    assert_int_equal(read_axis("friction=0.1:1.5", &axis, &err), ERROR_OK);
    assert_true(axis.low == 0.1 && axis.scale == 1);
    assert_int_equal(read_axis("theta2_dot", &axis, &err), ERROR_OK);
    assert_true(!axis.ranged && axis.index == 3);
}

static void test_bad_axes(void **state)
{
    (void)state;
    static const struct {
        const char *text, *says;
    } cases[] = {
        {"theta9=0deg:1deg", "theta9"},
        {"thet1=0deg:1deg", "did you mean theta1"},
        {"theta1=1deg:0deg", "empty"},
        {"theta1=1deg:1deg", "empty"},
        {"theta1=0deg", "LOW:HIGH"},
        {"theta1=0deg:1kg", "kg"},
        {"theta1=0:1", "unit"},
        {"theta1=0deg:nan deg", "axis"},
        {"theta1=0deg:1deg:1", "points"},
        {"theta1=0deg:1deg:-5", "points"},
        {"theta1=0deg:1deg:1e9", "points"},
        {"theta1=0deg:1deg:999999999", "points"},
        {"theta1=0deg:1deg:10:10", "points"},
        {"mass=-1kg:1kg", "mass"},
        {"restitution=0:2", "restitution"},
        {"=0:1", "axis"},
        {"", "axis"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct map_axis axis;
        struct error err = {0};
        assert_int_equal(read_axis(cases[i].text, &axis, &err), ERROR_USAGE);
        assert_int_equal(err.code, ERROR_USAGE);
        if (!strstr(err.message, cases[i].says))
            fail_msg("%s: '%s' does not say '%s'", cases[i].text, err.message, cases[i].says);
    }
    char text[600];
    struct map_axis axis;
    struct error err;
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    assert_int_equal(read_axis(text, &axis, &err), ERROR_USAGE);
}

/* a chain of three has no fourth angle, and links cannot vary */
static void test_sizes(void **state)
{
    (void)state;
    const struct sim_model *chain = sim_registry_find("chain");
    struct map_axis axis;
    struct error err;
    assert_int_equal(map_axis_read(chain, 3, "theta3_dot", &axis, &err), ERROR_OK);
    assert_int_equal(axis.index, 5);
    assert_int_equal(map_axis_read(chain, 3, "theta4", &axis, &err), ERROR_USAGE);
    assert_int_equal(map_axis_read(chain, 3, "links=2:4", &axis, &err), ERROR_USAGE);
}

static void test_lists(void **state)
{
    (void)state;
    const struct sim_model *model = sim_registry_find("two-link");
    struct map_list list = {.axis = {.n = 0}};
    struct error err;
    assert_int_equal(map_list_read(model, 2, "height=21cm,0.35 m", &list, &err), ERROR_OK);
    assert_int_equal(list.axis.n, 2);
    assert_true(fabs(list.values[0] - 0.21) < 1e-15 && list.values[1] == 0.35);
    assert_int_equal(map_list_read(model, 2, "height=", &list, &err), ERROR_USAGE);
    assert_int_equal(map_list_read(model, 2, "height", &list, &err), ERROR_USAGE);
    assert_int_equal(map_list_read(model, 2, "height=1m,2kg", &list, &err), ERROR_USAGE);
    assert_int_equal(map_list_read(model, 2, "hight=1m", &list, &err), ERROR_USAGE);
}

static void test_ranges(void **state)
{
    (void)state;
    double low, high;
    struct error err;
    assert_int_equal(map_range_read("10ms:2s", "s", &low, &high, &err), ERROR_OK);
    assert_true(low == 0.01 && high == 2);
    assert_int_equal(map_range_read("2s", "s", &low, &high, &err), ERROR_USAGE);
    assert_int_equal(map_range_read("2s:1s", "s", &low, &high, &err), ERROR_USAGE);
    assert_true(map_range_read("2s:1m", "s", &low, &high, &err) != ERROR_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_good_axes), cmocka_unit_test(test_bad_axes),
        cmocka_unit_test(test_sizes),     cmocka_unit_test(test_lists),
        cmocka_unit_test(test_ranges),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
