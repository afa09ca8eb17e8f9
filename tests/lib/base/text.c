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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_that_was_printed),
        cmocka_unit_test(test_nothing_is_an_empty_text),
#ifndef __SANITIZE_ADDRESS__
        cmocka_unit_test(test_no_memory_is_told),
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
