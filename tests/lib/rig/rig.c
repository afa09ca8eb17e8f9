/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lib/rig/rig.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tests/lib/fixture.h"
#include "tests/test.h"

static int setup(void **state)
{
    char *path = test_source("full.yaml");
    struct rig *rig;
    enum error_code code = rig_read(path, test_registry, &rig, NULL);
    free(path);
    *state = rig;
    return code == ERROR_OK ? 0 : -1;
}

static int teardown(void **state)
{
    rig_free(*state);
    return 0;
}

static double value(const struct rig *rig, const char *name) { return rig_value(rig, name)->value; }

static void test_set_fills_what_follows(void **state)
{
    struct rig *rig = *state;
    assert_int_equal(rig_set(rig, "friction=0.5", NULL), ERROR_OK);
    assert_true(value(rig, "friction") == 0.5);
    assert_true(value(rig, "static_friction") == 0.5);
    assert_int_equal(rig_value(rig, "friction")->source, RIG_SET);
    assert_false(rig_given(rig_value(rig, "static_friction")));
    assert_int_equal(rig_set(rig, "static_friction=0.7", NULL), ERROR_OK);
    assert_int_equal(rig_set(rig, "friction = 40 %", NULL), ERROR_OK);
    assert_true(value(rig, "static_friction") == 0.7);
    assert_true(fabs(value(rig, "friction") - 0.4) < 1e-16);
    assert_int_equal(rig_set(rig, "theta1=180 deg", NULL), ERROR_OK);
    assert_true(fabs(value(rig, "theta1") - acos(-1)) < 1e-15);
    assert_int_equal(rig_set(rig, "rest_angle=0.5 rad", NULL), ERROR_OK);
    assert_true(rig_given(rig_value(rig, "rest_angle")));
    assert_int_equal(rig_set_value(rig, "mass", 0.25, NULL), ERROR_OK);
    assert_true(value(rig, "mass2") == 0.25);
}

static void test_set_refuses_and_keeps_the_rig(void **state)
{
    struct rig *rig = *state;
    const char *const cases[][2] = {
        {"frction=0.5", "did you mean friction?"},
        {"theta_1=5 deg", "did you mean theta1?"},
        {"colour=5", "neither a parameter nor a start state of two-link (they are in"},
        {"mass=5", "mass: \"5\": the unit is missing"},
        {"mass=5 m", "mass in kg"},
        {"mass=-5 kg", "mass: -5 kg is not positive"},
        {"restitution=2", "from 0 to 1"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct error err = {0};
        assert_int_equal(rig_set(rig, cases[i][0], &err), ERROR_INPUT);
        assert_int_equal(rig_set(rig, cases[i][0], NULL), ERROR_INPUT);
        if (!strstr(err.message, cases[i][1]))
            fail_msg("\"%s\" is not in: %s", cases[i][1], err.message);
    }
    assert_int_equal(rig_set(rig, "friction", NULL), ERROR_USAGE);
    assert_int_equal(rig_set(rig, "=3", NULL), ERROR_USAGE);
    assert_int_equal(rig_set_value(rig, "mass", NAN, NULL), ERROR_INPUT);
    assert_int_equal(rig_set_value(rig, "no", 1, NULL), ERROR_INPUT);
    struct rig *fresh;
    char *path = test_source("full.yaml");
    assert_int_equal(rig_read(path, test_registry, &fresh, NULL), ERROR_OK);
    test_same_rig(rig, fresh, true);
    rig_free(fresh);
    free(path);
}

static void test_load_reads_and_sets(void **state)
{
    (void)state;
    char *path = test_source("full.yaml");
    const char *const settings[] = {"friction=0.5", "theta1=30 deg", "friction=0.7", "mass=1 m"};
    struct rig *rig;
    struct error err = {0};
    assert_int_equal(rig_load(path, settings, 3, test_registry, &rig, &err), ERROR_OK);
    assert_true(value(rig, "friction") == 0.7); /* the last one wins */
    assert_true(fabs(value(rig, "theta1") - acos(-1) / 6) < 1e-15);
    rig_free(rig);
    assert_int_equal(rig_load(path, NULL, 0, test_registry, &rig, &err), ERROR_OK);
    assert_true(value(rig, "friction") == 0.6);
    rig_free(rig);
    assert_int_equal(rig_load(path, settings, 4, test_registry, &rig, &err), ERROR_INPUT);
    assert_null(rig);
    assert_non_null(strstr(err.message, "mass in kg"));
    assert_int_equal(rig_load("no-such.yaml", settings, 3, test_registry, &rig, &err), ERROR_INPUT);
    assert_null(rig);
    free(path);
}

/* all is the same, and nothing is shared */
static void test_copy(void **state)
{
    struct rig *rig = *state, *fresh;
    char *path = test_source("full.yaml");
    assert_int_equal(rig_read(path, test_registry, &fresh, NULL), ERROR_OK);
    struct rig *copy = rig_copy(rig);
    assert_non_null(copy);
    test_same_rig(rig, copy, true);
    assert_string_equal(rig->path, copy->path);
    assert_int_equal(rig->n_includes, copy->n_includes);
    for (size_t i = 0; i < rig->n_includes; i++)
        assert_string_equal(rig->includes[i], copy->includes[i]);
    assert_int_equal(rig_set(copy, "friction=0.9", NULL), ERROR_OK);
    copy->channels[0].values.values[RIG_CHANNEL_RANGE].value = 1;
    copy->simulated.values[RIG_SIMULATED_SEED].value = 99;
    copy->title[0] = copy->belt.name[0] = copy->includes[0][0] = 'x';
    test_same_rig(rig, fresh, true);
    assert_string_equal(rig->includes[0], fresh->includes[0]);
    rig_free(copy);
    rig_free(fresh);
    free(path);
}

static void test_lookups(void **state)
{
    struct rig *rig = *state;
    assert_int_equal(rig_parameter_index(rig, "mass"), 0);
    assert_int_equal(rig_parameter_index(rig, "length"), 1);
    assert_int_equal(rig_parameter_index(rig, "theta1"), rig->parameters.n);
    assert_int_equal(rig_coordinates(rig), 2);
    assert_string_equal(rig_role_name(RIG_ROLE_VELOCITY), "velocity");
    assert_string_equal(rig_law_name(RIG_LAW_COMPLIANT), "compliant");
    assert_string_equal(rig_impact_name(RIG_IMPACT_NEWTON), "newton");
}

/* the number of links cannot grow past the start that was given */
static void test_set_of_the_size(void **state)
{
    (void)state;
    char *directory = scratch_directory();
    char *path = test_write(directory, "chain.yaml",
                            "model: chain\nparameters: {friction: 0.6, restitution: 0.1}\n"
                            "start: {theta1: 1 deg, theta2: 2 deg}\n");
    struct rig *rig;
    struct error err;
    assert_int_equal(rig_read(path, test_registry, &rig, &err), ERROR_OK);
    assert_int_equal(rig_coordinates(rig), 2);
    assert_true(isnan(value(rig, "theta3_dot")));
    assert_int_equal(rig_set(rig, "links=3", &err), ERROR_INPUT);
    assert_non_null(strstr(err.message, "start.theta3: is missing"));
    assert_int_equal(rig_coordinates(rig), 2);
    assert_true(isnan(value(rig, "theta3_dot")));
    assert_int_equal(rig_set(rig, "theta3=1 deg", &err), ERROR_INPUT);
    assert_non_null(strstr(err.message, "is not used, because links is 2"));
    assert_int_equal(rig_set(rig, "links=1", &err), ERROR_INPUT);
    rig_free(rig);
    remove(path);
    remove(directory);
    free(path);
    free(directory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_set_fills_what_follows, setup, teardown),
        cmocka_unit_test_setup_teardown(test_set_refuses_and_keeps_the_rig, setup, teardown),
        cmocka_unit_test(test_load_reads_and_sets),
        cmocka_unit_test_setup_teardown(test_copy, setup, teardown),
        cmocka_unit_test_setup_teardown(test_lookups, setup, teardown),
        cmocka_unit_test(test_set_of_the_size),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
