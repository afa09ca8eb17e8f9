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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_is_no_number_is_null),
        cmocka_unit_test(test_other_values_than_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
