/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lib/base/quantity.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "tests/test.h"

static void test_find(void **state)
{
    (void)state;
    const struct quantity table[] = {{.name = "mass"}, {.name = "length"}};
    assert_int_equal(quantity_find(table, 2, "length"), 1);
    assert_int_equal(quantity_find(table, 2, "len"), 2);
}

static void test_ranges(void **state)
{
    (void)state;
    const struct {
        enum quantity_range range;
        double value;
        bool right;
    } cases[] = {
        {QUANTITY_ANY, -1e300, true},       {QUANTITY_ANY, NAN, false},
        {QUANTITY_ANY, INFINITY, false},    {QUANTITY_POSITIVE, 1e-300, true},
        {QUANTITY_POSITIVE, 0, false},      {QUANTITY_POSITIVE, -1, false},
        {QUANTITY_NON_NEGATIVE, 0, true},   {QUANTITY_NON_NEGATIVE, -1e-300, false},
        {QUANTITY_FRACTION, 0, true},       {QUANTITY_FRACTION, 1, true},
        {QUANTITY_FRACTION, 1.0001, false}, {QUANTITY_FRACTION, -0.1, false},
        {QUANTITY_WHOLE, 0, true},          {QUANTITY_WHOLE, 6, true},
        {QUANTITY_WHOLE, 2.5, false},       {QUANTITY_WHOLE, -1, false},
        {QUANTITY_WHOLE, 0x1p53, true},     {QUANTITY_WHOLE, 0x1p54, false},
        {QUANTITY_WHOLE, 1e300, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct quantity quantity = {.name = "x", .unit = "kg", .range = cases[i].range};
        enum error_code code = quantity_check(&quantity, cases[i].value, NULL);
        assert_int_equal(code, cases[i].right ? ERROR_OK : ERROR_INPUT);
    }
}

static void test_message_names_the_value(void **state)
{
    (void)state;
    struct error err;
    const struct quantity mass = {.name = "mass", .unit = "kg", .range = QUANTITY_POSITIVE};
    assert_int_equal(quantity_check(&mass, -0.12, &err), ERROR_INPUT);
    assert_non_null(strstr(err.message, "-0.12 kg is not positive"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_find),
        cmocka_unit_test(test_ranges),
        cmocka_unit_test(test_message_names_the_value),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
