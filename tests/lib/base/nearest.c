/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lib/base/nearest.h"

#include <string.h>

#include "tests/test.h"

static const char *const names[] = {"mass", "mass2", "length", "height", "damping", "restitution"};

static struct nearest search(const char *word)
{
    struct nearest nearest = nearest_to(word);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        nearest_offer(&nearest, names[i]);
    return nearest;
}

static void test_distances(void **state)
{
    (void)state;
    const struct {
        const char *word, *best;
        size_t distance;
    } cases[] = {
        {"mass", "mass", 0},
        {"mas", "mass", 1},
        {"msas", "mass", 1},
        {"masse", "mass", 1},
        {"lenght", "length", 1},
        {"dumping", "damping", 1},
        {"hieght", "height", 1},
        {"restituton", "restitution", 1},
        {"restutition", "restitution", 2},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct nearest nearest = search(cases[i].word);
        assert_non_null(nearest.best);
        assert_string_equal(nearest.best, cases[i].best);
        assert_int_equal(nearest.distance, cases[i].distance);
    }
}

static void test_other_words_get_no_hint(void **state)
{
    (void)state;
    char hint[64] = "x", word[200];
    struct nearest nearest = search("colour");
    nearest_hint(&nearest, hint, sizeof hint);
    assert_string_equal(hint, "");
    assert_null(search("").best);
    memset(word, 'm', sizeof word - 1);
    word[sizeof word - 1] = '\0';
    assert_null(search(word).best);
}

static void test_hint(void **state)
{
    (void)state;
    char hint[64];
    struct nearest nearest = search("masss");
    nearest_hint(&nearest, hint, sizeof hint);
    assert_string_equal(hint, "; did you mean mass?");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_distances),
        cmocka_unit_test(test_other_words_get_no_hint),
        cmocka_unit_test(test_hint),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
