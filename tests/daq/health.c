/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clipping and flat channels */
#include "daq/health.h"

#include <string.h>

#include "tests/test.h"

static const struct run_channel channels[] = {
    {.role = "rail", .count_min = 0, .count_max = 255},
    {.role = "tip_t", .count_min = 0, .count_max = 255},
    {.role = "tip_n", .count_min = 0, .count_max = 255},
};
static const struct run_info info = {.channels = channels, .n_channels = 3, .count_offset = 128};

static void test_both_rails_and_flat(void **state)
{
    (void)state;
    const int32_t first[] = {-128, 5, -127, 0, 5, 126}, second[] = {127, 5, 3};
    struct daq_health health[3] = {0};
    char text[256];
    daq_health_add(health, &info, first, 2);
    daq_health_add(health, &info, second, 1);
    assert_int_equal(health[0].clipped, 2);
    assert_int_equal(health[1].clipped, 0);
    assert_int_equal(health[2].clipped, 0);
    assert_false(daq_health_flat(&health[0]));
    assert_true(daq_health_flat(&health[1]));
    assert_false(daq_health_flat(&health[2]));
    daq_health_text(&health[0], &channels[0], text, sizeof text);
    assert_non_null(strstr(text, "channel rail: 2 of 3 samples are clipped"));
    daq_health_text(&health[1], &channels[1], text, sizeof text);
    assert_non_null(strstr(text, "channel tip_t: flat, all 3 samples"));
    daq_health_text(&health[2], &channels[2], text, sizeof text);
    assert_string_equal(text, "");
}

static void test_nothing_is_not_flat(void **state)
{
    (void)state;
    const struct daq_health none = {0};
    assert_false(daq_health_flat(&none));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_both_rails_and_flat),
        cmocka_unit_test(test_nothing_is_not_flat),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
