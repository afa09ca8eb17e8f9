/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lib/base/json.h"

#include <math.h>
#include <stdlib.h>

#include "tests/test.h"

static void test_what_is_no_number_is_null(void **state)
{
    (void)state;
    const double values[] = {0.5, NAN, INFINITY, -INFINITY, -0.0};
    json_t *array = json_numbers(values, 5);
    char *text = json_dumps(array, JSON_COMPACT);
    assert_string_equal(text, "[0.5,null,null,null,-0.0]");
    free(text);
    json_decref(array);
}

static void test_other_values_than_numbers(void **state)
{
    (void)state;
    json_t *array = json_pack("[i, f, n, s]", 3, 0.25, "4");
    assert_true(json_number_or(json_array_get(array, 0), 7) == 3);
    assert_true(json_number_or(json_array_get(array, 1), 7) == 0.25);
    assert_true(json_number_or(json_array_get(array, 2), 7) == 7);
    assert_true(json_number_or(json_array_get(array, 3), 7) == 7);
    assert_true(isnan(json_number_or(json_array_get(array, 4), NAN)));
    json_decref(array);
}

/* the layout is jansson's own, the numbers are the shortest */
static void test_written_as_jansson_would_but_short(void **state)
{
    (void)state;
    json_t *json = json_pack("{s:[], s:{}, s:[i, f, n, b], s:{s:s, s:[[f]]}}", "none", "empty",
                             "values", 3, 0.25, 1, "inner \"\x01", "text", "a\\b\n\xc3\xa9", "deep",
                             -2.0);
    char *text = json_text(json), *reference = json_dumps(json, JSON_INDENT(2));
    assert_string_equal(text, reference);
    free(text);
    free(reference);
    json_decref(json);

    json = json_pack("[f, f, f]", 5e-6, 0.1 + 0.2, 1e22);
    text = json_text(json);
    assert_string_equal(text, "[\n  5e-06,\n  0.30000000000000004,\n  1e+22\n]");
    json_t *back = json_loads(text, 0, NULL);
    assert_true(json_equal(back, json));
    free(text);
    json_decref(back);
    json_decref(json);
    assert_null(json_text(NULL));
}

/* U+009B begins a terminal's command as ESC [ does */
static void test_controls_are_escaped(void **state)
{
    (void)state;
    json_t *json = json_pack("[s,s]", "\xc2\x9b\061m", "5 \xc2\xb5m");
    char *text = json_text(json);
    assert_string_equal(text, "[\n  \"\\u009B1m\",\n  \"5 \xc2\xb5m\"\n]");
    free(text);
    json_decref(json);
}

static void test_a_full_disk_is_told(void **state)
{
    (void)state;
    FILE *full = fopen("/dev/full", "w");
    assert_non_null(full);
    setvbuf(full, NULL, _IONBF, 0);
    json_t *json = json_pack("{s:f}", "a", 0.5);
    assert_false(json_print(json, full));
    json_decref(json);
    fclose(full);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_is_no_number_is_null),
        cmocka_unit_test(test_other_values_than_numbers),
        cmocka_unit_test(test_written_as_jansson_would_but_short),
        cmocka_unit_test(test_controls_are_escaped),
        cmocka_unit_test(test_a_full_disk_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
