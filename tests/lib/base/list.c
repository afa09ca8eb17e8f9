/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lib/base/list.h"

#include <string.h>

#include "tests/test.h"

static void test_words_one_by_one(void **state)
{
    (void)state;
    static const char *const words[] = {"mass", "rest angle", "mu"};
    const char *rest = "mass, rest angle \t,mu";
    char word[LIST_WORD_SIZE];
    for (size_t i = 0; i < 3; i++) {
        assert_true(list_next(&rest, word));
        assert_string_equal(word, words[i]);
    }
    assert_false(list_next(&rest, word));
    assert_false(list_next(&rest, word));
    rest = NULL;
    assert_false(list_next(&rest, word));
}

static void test_whole_words_are_found(void **state)
{
    (void)state;
    assert_true(list_has("mass2, mass", "mass"));
    assert_true(list_has("mass", "mass"));
    assert_false(list_has("mass2,amass", "mass"));
    assert_false(list_has("mass", "mass2"));
    assert_false(list_has(NULL, "mass"));
    assert_false(list_has("mass,", "mas"));
}

static void test_what_is_wrong_is_said(void **state)
{
    (void)state;
    const struct {
        const char *list, *message; /* NULL: nothing is wrong */
    } cases[] = {
        {NULL, NULL},
        {"a", NULL},
        {" a , b", NULL},
        {"", "entry 1 of '' is empty"},
        {"a,,b", "entry 2 of 'a,,b' is empty"},
        {"a, ", "entry 2 of 'a, ' is empty"},
        {",a", "entry 1 of ',a' is empty"},
        {"a,b, a", "'a' stands twice in 'a,b, a'"},
        {"a,aa", NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct error err = {0};
        const enum error_code code = list_check(cases[i].list, &err);
        assert_int_equal(code, cases[i].message ? ERROR_USAGE : ERROR_OK);
        if (cases[i].message && !strstr(err.message, cases[i].message))
            fail_msg("'%s' is not in: %s", cases[i].message, err.message);
    }
}

/* the longest word fits, a longer one is refused and cut, not overrun */
static void test_long_words(void **state)
{
    (void)state;
    char text[LIST_WORD_SIZE + 1], word[LIST_WORD_SIZE];
    memset(text, 'x', sizeof text);
    text[LIST_WORD_SIZE - 1] = '\0';
    const char *rest = text;
    assert_int_equal(list_check(text, NULL), ERROR_OK);
    assert_true(list_next(&rest, word));
    assert_string_equal(word, text);
    text[LIST_WORD_SIZE - 1] = 'x';
    text[LIST_WORD_SIZE] = '\0';
    rest = text;
    assert_int_equal(list_check(text, NULL), ERROR_USAGE);
    assert_true(list_next(&rest, word));
    assert_int_equal(strlen(word), LIST_WORD_SIZE - 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_words_one_by_one),
        cmocka_unit_test(test_whole_words_are_found),
        cmocka_unit_test(test_what_is_wrong_is_said),
        cmocka_unit_test(test_long_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
