/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "lib/rig/rig.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tests/lib/fixture.h"
#include "tests/test.h"

static struct rig *read_full(void)
{
    char *path = test_source("full.yaml");
    struct rig *rig;
    assert_int_equal(rig_read(path, test_registry, &rig, NULL), ERROR_OK);
    free(path);
    return rig;
}

static void test_the_rig_as_it_was(void **state)
{
    (void)state;
    struct rig *rig = read_full(), *again;
    assert_int_equal(rig_set_value(rig, "mass", 0x1.123456789abcdp-3, NULL), ERROR_OK);
    /* through text, as in run.json */
    json_t *json = rig_to_json(rig);
    char *text = json_dumps(json, JSON_REAL_PRECISION(17));
    json_decref(json);
    json = json_loads(text, 0, NULL);
    struct error err = {0};
    if (rig_from_json(json, "run.json", test_registry, &again, &err) != ERROR_OK)
        fail_msg("%s", err.message);
    test_same_rig(rig, again, true);
    assert_int_equal(again->n_includes, 2);
    assert_string_equal(again->includes[1], "full-2.json");
    assert_string_equal(again->path, rig->path);
    rig_free(again);
    rig_free(rig);
    json_decref(json);
    free(text);
}

/* numbers in another unit than the table's are converted, uncertainties too */
static void test_other_units_are_converted(void **state)
{
    (void)state;
    struct rig *rig = read_full(), *again;
    json_t *json = rig_to_json(rig), *parameters = json_object_get(json, "parameters");
    json_object_set_new(parameters, "mass",
                        json_loads("{\"value\": 250, \"unit\": \"g\", \"uncertainty\": 4, "
                                   "\"source\": \"file\"}",
                                   0, NULL));
    assert_int_equal(rig_from_json(json, "run.json", test_registry, &again, NULL), ERROR_OK);
    assert_true(fabs(rig_value(again, "mass")->value - 0.25) < 1e-16);
    assert_true(fabs(rig_value(again, "mass")->uncertainty - 0.004) < 1e-18);
    rig_free(again);
    rig_free(rig);
    json_decref(json);
}

/* after JSON as before it: what nobody gave follows, and is not written as if it were given */
static void test_what_follows_still_follows(void **state)
{
    (void)state;
    struct rig *rig = read_full(), *again;
    json_t *json = rig_to_json(rig);
    assert_int_equal(rig_from_json(json, "run.json", test_registry, &again, NULL), ERROR_OK);
    assert_int_equal(rig_set(again, "friction=0.9", NULL), ERROR_OK);
    assert_true(rig_value(again, "static_friction")->value == 0.9);
    assert_false(rig_given(rig_value(again, "static_friction")));
    rig_free(again);
    rig_free(rig);
    json_decref(json);
}

/* wherever it was read from; any other value is another rig */
static void test_text_tells_rigs_apart(void **state)
{
    (void)state;
    struct rig *rig = read_full();
    char *first = rig_to_text(rig), *moved, *other;
    rig->path[0] = rig->path[0] == 'x' ? 'y' : 'x';
    moved = rig_to_text(rig);
    assert_int_equal(rig_set_value(rig, "mass", 0x1.123456789abcdp-3, NULL), ERROR_OK);
    other = rig_to_text(rig);
    assert_string_equal(first, moved);
    assert_string_not_equal(first, other);
    free(first);
    free(moved);
    free(other);
    rig_free(rig);
}

/* a default of an older version stays what it was */
static void test_old_defaults_are_kept(void **state)
{
    (void)state;
    struct rig *rig = read_full(), *again;
    json_t *json = rig_to_json(rig);
    json_t *skew = json_object_get(json_object_get(json, "simulated"), "skew");
    json_object_set_new(skew, "value", json_real(0.25));
    assert_int_equal(rig_from_json(json, "run.json", test_registry, &again, NULL), ERROR_OK);
    assert_true(again->simulated.values[RIG_SIMULATED_SKEW].value == 0.25);
    assert_false(rig_given(&again->simulated.values[RIG_SIMULATED_SKEW]));
    rig_free(again);
    rig_free(rig);
    json_decref(json);
}

/* spoil one thing at a time; each must be refused */
static void test_damaged_json_is_refused(void **state)
{
    (void)state;
    const struct {
        const char *part, *key, *json, *fragment;
    } cases[] = {
        {NULL, "model", "null", "rig.model is missing"},
        {NULL, "model", "\"two-lnik\"", "did you mean two-link?"},
        {NULL, "law", "\"soft\"", "rig.law"},
        {NULL, "title", "3", "rig.title is not a text"},
        {NULL, "includes", "[3]", "rig.includes"},
        {NULL, "includes", "[]", "out of range"},
        {NULL, "start", "null", "rig.start is missing"},
        {NULL, "belt", "{\"kind\": \"table\"}", "rig.belt is not complete"},
        {NULL, "channels", "[{\"role\": \"tip_t\"}]", "rig.channels"},
        {"parameters", "mass", "3", "rig.parameters.mass: "},
        {"parameters", "mass", "{\"value\": 1, \"unit\": \"m\", \"source\": \"file\"}",
         "mass in kg"},
        {"parameters", "mass", "{\"value\": -1, \"unit\": \"kg\", \"source\": \"file\"}",
         "not positive"},
        {"parameters", "mass", "{\"value\": 1, \"unit\": \"kg\", \"source\": \"x\"}", "rig.source"},
        {"parameters", "colour", "{\"value\": 1, \"unit\": \"kg\", \"source\": \"file\"}",
         "rig.parameters.colour: "},
    };
    struct rig *rig = read_full();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        json_t *json = rig_to_json(rig);
        json_t *part = cases[i].part ? json_object_get(json, cases[i].part) : json;
        json_object_set_new(part, cases[i].key, json_loads(cases[i].json, JSON_DECODE_ANY, NULL));
        struct rig *bad;
        struct error err = {0};
        assert_int_equal(rig_from_json(json, "run.json", test_registry, &bad, &err), ERROR_INPUT);
        assert_null(bad);
        if (!strstr(err.message, cases[i].fragment) || strncmp(err.message, "run.json: ", 10) != 0)
            fail_msg("\"%s\" is not in: %s", cases[i].fragment, err.message);
        json_decref(json);
    }
    struct rig *none;
    assert_int_equal(rig_from_json(NULL, "run.json", test_registry, &none, NULL), ERROR_INPUT);
    rig_free(rig);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_rig_as_it_was),
        cmocka_unit_test(test_other_units_are_converted),
        cmocka_unit_test(test_what_follows_still_follows),
        cmocka_unit_test(test_text_tells_rigs_apart),
        cmocka_unit_test(test_old_defaults_are_kept),
        cmocka_unit_test(test_damaged_json_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
