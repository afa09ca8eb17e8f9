/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lib/cli/fold.h"

#include <stdlib.h>
#include <string.h>

#include "tests/test.h"

static void test_lines_end_between_words(void **state)
{
    (void)state;
    assert_int_equal(fold_line("one two three", 20), 13);
    assert_int_equal(fold_line("one two three", 13), 13);
    assert_int_equal(fold_line("one two three", 12), 7);
    assert_int_equal(fold_line("one two three", 7), 7);
    assert_int_equal(fold_line("one two three", 6), 3);
    assert_int_equal(fold_line("a line\nanother", 40), 6);
    assert_int_equal(fold_line("", 40), 0);
}

/* a word that is too long is cut, between characters and not in one */
static void test_long_words_are_cut(void **state)
{
    (void)state;
    assert_int_equal(fold_line("abcdefgh", 5), 5);
    assert_int_equal(fold_line("\u00e4\u00e4\u00e4\u00e4", 3), 6);
    assert_int_equal(fold_width("Painlev\u00e9 1.3\u00b0"), 13);
}

/* in a file a sentence is one line */
static void test_files_are_not_folded(void **state)
{
    (void)state;
    char text[301] = "", *got;
    size_t size;
    for (int i = 0; i < 60; i++)
        strcat(text, "word ");
    FILE *out = tmpfile();
    assert_non_null(out);
    assert_int_equal(fold_screen(out), 0);
    fold_print(text, 2, out);
    size = (size_t)ftell(out);
    rewind(out);
    got = calloc(1, size + 1);
    assert_int_equal(fread(got, 1, size, out), size);
    fclose(out);
    assert_int_equal(size, 301);
    assert_memory_equal(got, text, 300);
    free(got);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lines_end_between_words),
        cmocka_unit_test(test_long_words_are_cut),
        cmocka_unit_test(test_files_are_not_folded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
