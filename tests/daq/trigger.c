/* SPDX-License-Identifier: GPL-3.0-or-later */
/* triggers: what fires and where, units, and wrong expressions with their messages */
#include "daq/trigger.h"

#include <math.h>
#include <string.h>

#include "tests/test.h"

/* a count is 1 mm/s; samples are counts minus 100 */
static const struct run_channel channels[] = {
    {.role = "rail",
     .unit = "m/s",
     .sensitivity = 1,
     .coefficients = {0, 1e-3},
     .n_coefficients = 2,
     .count_max = 1000},
    {.role = "tip_t",
     .unit = "m/s",
     .sensitivity = 0.5,
     .origin = 100,
     .coefficients = {0, 2e-3},
     .n_coefficients = 2,
     .count_max = 1000},
    {.role = "angle",
     .unit = "rad",
     .sensitivity = 1,
     .coefficients = {0, 1},
     .n_coefficients = 2,
     .count_max = 1000},
};
static const struct run_info info = {
    .channels = channels, .n_channels = 3, .count_offset = 100, .bits = 10};

/* where it fires on tip_t in mm/s */
static size_t fires(const char *text, const int *speeds, size_t n)
{
    struct daq_trigger trigger;
    struct error err;
    int32_t samples[3 * 32];
    assert_int_equal(daq_trigger_parse(text, &info, &trigger, &err), ERROR_OK);
    for (size_t i = 0; i < n; i++) {
        samples[3 * i] = -100;
        samples[3 * i + 1] = speeds[i]; /* count - origin = sample + 100 - 100 */
        samples[3 * i + 2] = -100;
    }
    return daq_trigger_scan(&trigger, &info, samples, n);
}

static void test_levels(void **state)
{
    (void)state;
    const int rising[] = {0, 10, 19, 20, 21, 30}, high[] = {50, 50}, low[] = {0, -49, -50, -51};
    assert_int_equal(fires("tip_t > 20 mm/s", rising, 6), 4);
    assert_int_equal(fires("tip_t>0.0205m/s", rising, 6), 4);
    assert_int_equal(fires("tip_t > 2 cm/s", high, 2), 0);
    assert_int_equal(fires("tip_t < -50 mm/s", low, 4), 3);
    assert_int_equal(fires("tip_t > 0.89 m/s", rising, 6), 6);
}

/* tip_t goes from -0.1 m/s (count 0) to 0.9 m/s (count 1000) */
static void test_levels_beyond_the_range(void **state)
{
    (void)state;
    static const char *const texts[] = {"tip_t > 0.9 m/s", "tip_t rises 1 m/s", "tip_t < -0.1 m/s",
                                        "tip_t falls -20 m/s", "tip_t > -0.2 m/s"};
    struct daq_trigger trigger;
    struct error err;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        assert_int_equal(daq_trigger_parse(texts[i], &info, &trigger, &err), ERROR_INPUT);
        assert_non_null(strstr(err.message, "beyond the range of channel tip_t, -0.1 to 0.9 m/s"));
    }
    assert_int_equal(daq_trigger_parse("tip_t > 0.899 m/s", &info, &trigger, &err), ERROR_OK);
}

static void test_edges(void **state)
{
    (void)state;
    const int high_first[] = {50, 50, 10, 15, 25, 10, 30}, low_first[] = {-60, 0, -60};
    assert_int_equal(fires("tip_t rises 20 mm/s", high_first, 7), 4);
    assert_int_equal(fires("tip_t falls 20 mm/s", high_first, 7), 2);
    assert_int_equal(fires("tip_t falls -50 mm/s", low_first, 3), 2);
}

/* an edge is seen across blocks; arming forgets it */
static void test_edge_across_blocks(void **state)
{
    (void)state;
    struct daq_trigger trigger;
    struct error err;
    const int32_t low[] = {-100, 0, 0}, high[] = {-100, 100, 0};
    assert_int_equal(daq_trigger_parse("tip_t rises 20 mm/s", &info, &trigger, &err), ERROR_OK);
    assert_int_equal(daq_trigger_scan(&trigger, &info, low, 1), 1);
    assert_int_equal(daq_trigger_scan(&trigger, &info, high, 1), 0);
    daq_trigger_arm(&trigger);
    assert_int_equal(daq_trigger_scan(&trigger, &info, high, 1), 1);
}

static void test_wrong_expressions(void **state)
{
    (void)state;
    static const struct {
        const char *text, *says;
    } cases[] = {
        {"tip_x > 20 mm/s", "no channel 'tip_x'; did you mean tip_t?"},
        {"", "there is no channel ''"},
        {"tip_t = 20 mm/s", "must be followed by >, <, rises or falls"},
        {"tip_t >> 20 mm/s", "must be followed by"},
        {"tip_t", "must be followed by"},
        {"tip_t > 20 kg", "kg"},
        {"tip_t > 20", "unit"},
        {"tip_t >", "trigger 'tip_t >'"},
        {"tip_t > fast", "fast"},
        {"angle > 20 mm/s", "mm/s"},
        {"tip_t > 20 mm/s or rail > 0 m/s", "or"},
        {"tip_t > nan m/s", "nan"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct daq_trigger trigger;
        struct error err;
        if (daq_trigger_parse(cases[i].text, &info, &trigger, &err) != ERROR_INPUT)
            fail_msg("'%s' was taken", cases[i].text);
        assert_int_equal(err.code, ERROR_INPUT);
        if (!strstr(err.message, cases[i].says))
            fail_msg("'%s': %s", cases[i].text, err.message);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_levels),
        cmocka_unit_test(test_levels_beyond_the_range),
        cmocka_unit_test(test_edges),
        cmocka_unit_test(test_edge_across_blocks),
        cmocka_unit_test(test_wrong_expressions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
