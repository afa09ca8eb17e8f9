/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "lib/base/uncertain.h"

#include "tests/test.h"

/* "1.3394(1)": the examples are those of the GUM's notation, by hand */
static void test_last_digits(void **state)
{
    (void)state;
    static const struct {
        double value, uncertainty;
        const char *text;
    } cases[] = {
        {1.33941, 0.00034, "1.3394(3)"},     {1.33941, 0.000134, "1.33941(13)"},
        {100.02147, 0.00035, "100.0215(4)"}, {0.12, 0.02, "0.12(2)"},
        {1234.5, 30, "1.23(3)e3"},           {-0.5, 0.0096, "-0.500(10)"},
        {1e-9, 2e-12, "1.000(2)e-9"},        {2.5, 0, "2.5"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[UNCERTAIN_SIZE];
        uncertain_text(cases[i].value, cases[i].uncertainty, text);
        assert_string_equal(text, cases[i].text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_last_digits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
