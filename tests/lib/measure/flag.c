/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lib/measure/flag.h"

#include "tests/test.h"

static const struct run_channel channel = {.role = "rail", .count_min = 3, .count_max = 250};

/* the range itself is clipped, since what lies beyond gives the same count */
static void the_range_is_clipped(void **state)
{
    (void)state;
    const struct {
        int64_t count;
        bool clipped;
    } rows[] = {{-5, true}, {3, true}, {4, false}, {100, false}, {249, false}, {250, true}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_int_equal(measure_flag_clipped(&channel, rows[i].count), rows[i].clipped);
}

static void the_words(void **state)
{
    (void)state;
    char text[MEASURE_FLAG_TEXT];
    measure_flag_clipped_text("rail", 7000, 10000, text);
    assert_string_equal(text,
                        "channel rail: 7000 of 10000 samples are clipped at the converter's range");
}

static void beside_a_flag(void **state)
{
    (void)state;
    const unsigned char flags[] = {MEASURE_LOST, 0, 0, 0, MEASURE_CLIPPED, 0, 0, MEASURE_LOST};
    const bool near[] = {true, true, false, true, true, true, true, true};
    for (size_t i = 0; i < sizeof flags; i++)
        assert_int_equal(measure_flag_near(flags, sizeof flags, i), near[i]);
    assert_int_equal(measure_flag_count(flags, sizeof flags, MEASURE_LOST), 2);
    assert_int_equal(measure_flag_count(flags, sizeof flags, MEASURE_CLIPPED), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_range_is_clipped),
                                       cmocka_unit_test(the_words),
                                       cmocka_unit_test(beside_a_flag)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
