/* SPDX-License-Identifier: GPL-3.0-or-later */
/* braille characters and traces, against Unicode's numbering of the dots */
#include "lib/cli/plot.h"

#include <string.h>

#include "tests/test.h"

static void test_dots(void **state)
{
    (void)state;
    struct plot plot;
    char text[3 * 2 + 1];
    plot_clear(&plot, 2, 1);
    plot_row(&plot, 0, text);
    assert_string_equal(text, "\u2800\u2800");
    plot_span(&plot, 0, 0, 1); /* all of the left column: dots 1 2 3 7 */
    plot_span(&plot, 3, 0, 0); /* lowest of the last: dot 8 */
    plot_row(&plot, 0, text);
    assert_string_equal(text, "\u2847\u2880");
    plot_span(&plot, 3, 1, 1); /* and the highest: dot 4 */
    plot_row(&plot, 0, text);
    assert_string_equal(text, "\u2847\u2888");
}

static void test_rows(void **state)
{
    (void)state;
    struct plot plot;
    char text[4];
    plot_clear(&plot, 1, 2);
    plot_span(&plot, 1, 3.0 / 7, 4.0 / 7); /* the fourth and fifth dot of eight */
    plot_row(&plot, 0, text);
    assert_string_equal(text, "\u2880");
    plot_row(&plot, 1, text);
    assert_string_equal(text, "\u2808");
}

static void test_beyond_is_at_the_edge(void **state)
{
    (void)state;
    struct plot plot;
    char text[4];
    plot_clear(&plot, 1, 1);
    plot_span(&plot, 1, 9, 10);
    plot_span(&plot, 0, -5, -3);
    plot_span(&plot, 2, 0, 1); /* no such column */
    plot_row(&plot, 0, text);
    assert_string_equal(text, "\u2848");
}

/* a jump between two columns is a line, drawn in the second */
static void test_neighbours_are_joined(void **state)
{
    (void)state;
    struct plot plot;
    char text[4];
    plot_clear(&plot, 1, 1);
    plot_span(&plot, 0, 0, 0);
    plot_span(&plot, 1, 1, 1);
    plot_row(&plot, 0, text);
    assert_string_equal(text, "\u28f8"); /* dot 7, then 4 5 6 8 */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_dots),
        cmocka_unit_test(test_rows),
        cmocka_unit_test(test_beyond_is_at_the_edge),
        cmocka_unit_test(test_neighbours_are_joined),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
