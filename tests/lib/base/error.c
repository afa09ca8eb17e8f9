/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lib/base/error.h"

#include <string.h>

#include "tests/test.h"

static void test_codes_have_documented_exit_codes(void **state)
{
    (void)state;
    assert_int_equal(error_exit_code(ERROR_OK), 0);
    assert_int_equal(error_exit_code(ERROR_NUMERIC), 1);
    assert_int_equal(error_exit_code(ERROR_USAGE), 2);
    assert_int_equal(error_exit_code(ERROR_INPUT), 2);
    assert_int_equal(error_exit_code(ERROR_GAPS), 3);
}

static void test_prefix_and_append_keep_the_message(void **state)
{
    (void)state;
    struct error err;
    assert_int_equal(error_set(&err, ERROR_INPUT, "mass is %d kg", -1), ERROR_INPUT);
    error_prefix(&err, "rig.yaml:%d", 7);
    error_append(&err, "; give a positive mass");
    assert_string_equal(err.message, "rig.yaml:7: mass is -1 kg; give a positive mass");
    assert_int_equal(err.code, ERROR_INPUT);
}

static void test_long_messages_are_cut_not_overrun(void **state)
{
    (void)state;
    struct error err;
    char text[3 * ERROR_MESSAGE_SIZE];
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    error_set(&err, ERROR_IO, "%s", text);
    error_prefix(&err, "%s", text);
    error_append(&err, "%s", text);
    assert_int_equal(strlen(err.message), ERROR_MESSAGE_SIZE - 1);
}

static void test_no_struct_is_allowed(void **state)
{
    (void)state;
    assert_int_equal(error_set(NULL, ERROR_IO, "lost"), ERROR_IO);
    error_prefix(NULL, "context");
    error_append(NULL, "; try again");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_codes_have_documented_exit_codes),
        cmocka_unit_test(test_prefix_and_append_keep_the_message),
        cmocka_unit_test(test_long_messages_are_cut_not_overrun),
        cmocka_unit_test(test_no_struct_is_allowed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
