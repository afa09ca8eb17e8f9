/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "lib/base/shown.h"

#include <stdlib.h>
#include <string.h>

#include "lib/base/text.h"
#include "tests/test.h"

/* what drives a terminal, and what is no UTF-8, is shown and not obeyed */
static void test_strangers_text(void **state)
{
    (void)state;
    static const struct {
        const char *given, *shown;
    } cases[] = {
        {"plain \xc2\xb5m, \xe2\x82\xac, \xf0\x9f\x98\x80\n\tx",
         "plain \xc2\xb5m, \xe2\x82\xac, \xf0\x9f\x98\x80\n\tx"},
        {"a\033[31mb", "a\\x1b[31mb"},
        {"\r\x7f", "\\x0d\\x7f"},
        {"\xc2\x9b"
         "31m",
         "\\xc2\\x9b31m"}, /* CSI as one character */
        {"caf\xe9", "caf\\xe9"},
        {"\xc0\xaf\xed\xa0\x80", "\\xc0\\xaf\\xed\\xa0\\x80"}, /* too long; a surrogate */
        {"\xe2\x82", "\\xe2\\x82"},
        {"", ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[64], *printed;
        size_t size;
        struct error err;
        snprintf(text, sizeof text, "%s", cases[i].given);
        shown_escape(text, sizeof text);
        assert_string_equal(text, cases[i].shown);
        FILE *file = text_open(&printed, &size);
        if (i % 2)
            shown_print(cases[i].given, file);
        else
            shown_printf(file, "%s", cases[i].given);
        assert_int_equal(text_end(file, &printed, &err), ERROR_OK);
        assert_string_equal(printed, cases[i].shown);
        free(printed);
        assert_int_equal(shown_is_plain(cases[i].given),
                         strcmp(cases[i].given, cases[i].shown) == 0);
    }
    char small[8] = "ab\033cdef";
    shown_escape(small, sizeof small);
    assert_string_equal(small, "ab\\x1bc");
    struct error err;
    error_set(&err, ERROR_INPUT, "%s: bad", "\033]0;owned\a");
    assert_string_equal(err.message, "\\x1b]0;owned\\x07: bad");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_strangers_text)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
