/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "lib/base/text.h"

#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "tests/test.h"

static void test_all_that_was_printed(void **state)
{
    (void)state;
    char *text, *rest;
    size_t size;
    FILE *file = text_open(&text, &size);
    assert_non_null(file);
    for (int i = 0; i < 10000; i++)
        fprintf(file, "%d ", i);
    assert_int_equal(text_end(file, &text, NULL), ERROR_OK);
    assert_int_equal(size, strlen(text));
    rest = text;
    for (long i = 0; i < 10000; i++)
        assert_int_equal(strtol(rest, &rest, 10), i);
    assert_string_equal(rest, " ");
    free(text);
}

static void test_nothing_is_an_empty_text(void **state)
{
    (void)state;
    char *text;
    size_t size;
    FILE *file = text_open(&text, &size);
    assert_int_equal(text_end(file, &text, NULL), ERROR_OK);
    assert_int_equal(size, 0);
    assert_string_equal(text, "");
    free(text);
}

#ifndef __SANITIZE_ADDRESS__ /* whose shadow is larger than any limit */
/* more than the process may have */
static void test_no_memory_is_told(void **state)
{
    (void)state;
    static char block[1 << 20];
    memset(block, 'x', sizeof block);
    struct rlimit before;
    getrlimit(RLIMIT_AS, &before);
    const struct rlimit little = {(rlim_t)256 << 20, before.rlim_max};
    char *text;
    size_t size;
    FILE *file = text_open(&text, &size);
    setrlimit(RLIMIT_AS, &little);
    for (int i = 0; i < 512; i++)
        fwrite(block, 1, sizeof block, file);
    struct error err;
    assert_int_equal(text_end(file, &text, &err), ERROR_MEMORY);
    setrlimit(RLIMIT_AS, &before);
    assert_null(text);
}
#endif

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
        text_escape(text, sizeof text);
        assert_string_equal(text, cases[i].shown);
        FILE *file = text_open(&printed, &size);
        text_print(cases[i].given, file);
        assert_int_equal(text_end(file, &printed, &err), ERROR_OK);
        assert_string_equal(printed, cases[i].shown);
        free(printed);
    }
    char small[8] = "ab\033cdef";
    text_escape(small, sizeof small);
    assert_string_equal(small, "ab\\x1bc");
    struct error err;
    error_set(&err, ERROR_INPUT, "%s: bad", "\033]0;owned\a");
    assert_string_equal(err.message, "\\x1b]0;owned\\x07: bad");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_that_was_printed),
        cmocka_unit_test(test_nothing_is_an_empty_text),
        cmocka_unit_test(test_strangers_text),
#ifndef __SANITIZE_ADDRESS__
        cmocka_unit_test(test_no_memory_is_told),
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
