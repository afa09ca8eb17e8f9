/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "lib/base/units.h"

#include <float.h>
#include <locale.h>
#include <math.h>
#include <stdbool.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/test.h"

static const double pi = 3.14159265358979323846;

static void test_known_conversions(void **state)
{
    (void)state;
    const struct {
        const char *text, *unit;
        double value;
    } cases[] = {
        {"32 deg", "rad", 32 * pi / 180},
        {"-90 deg", "rad", -pi / 2},
        {"1 rpm", "rad/s", 2 * pi / 60},
        {"90 deg/s", "rad/s", pi / 2},
        {"60 rpm", "Hz", 1},
        {"10 kHz", "Hz", 1e4},
        {"10kHz", "Hz", 1e4},
        {"2s", "s", 2},
        {"125 mm/s/V", "m/s/V", 0.125},
        {"0.005 N.m.s/rad", "N.m.s/rad", 0.005},
        {"5 mN.m.s", "N.m.s/rad", 0.005},
        {"1.35 N.m", "N.m/rad", 1.35},
        {"1 N.m/deg", "N.m/rad", 180 / pi},
        {"250 us", "s", 250e-6},
        {"3 ms", "s", 3e-3},
        {"-5 mV", "V", -5e-3},
        {"20 g.cm2", "kg.m2", 2e-6},
        {"10 %", "1", 0.1},
        {"0.6", "1", 0.6},
        {"1e3", "1", 1000},
        {"  7 kg  ", "kg", 7},
        {"+.5 m", "m", 0.5},
        {"1 inch", "m", 0.0254},
        {"980 cm/s2", "m/s2", 9.8},
        {"3 1/s", "1/s", 3},
        {"100 kN/m", "N/m", 1e5},
        {"2 kg/s", "N.s/m", 2},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct error err = {0};
        double value;
        if (units_parse(cases[i].text, cases[i].unit, &value, &err) != ERROR_OK)
            fail_msg("%s", err.message);
        if (fabs(value - cases[i].value) > 4 * DBL_EPSILON * fabs(cases[i].value))
            fail_msg("%s is %.17g %s instead of %.17g", cases[i].text, value, cases[i].unit,
                     cases[i].value);
    }
}

/* The C library's strtod is the reference: 5 us is the double that it reads from "5e-6". A product
 * with 1e-6 misses it for a third of these. */
static void test_thousandths_are_the_nearest_doubles(void **state)
{
    (void)state;
    static const struct {
        const char *unit, *si;
        int power;
    } units[] = {{"ms", "s", -3}, {"us", "s", -6},      {"ns", "s", -9}, {"mm", "m", -3},
                 {"g", "kg", -3}, {"cm", "m", -2},      {"%", "1", -2},  {"mm/s", "m/s", -3},
                 {"mV", "V", -3}, {"mm/s2", "m/s2", -3}};
    for (size_t u = 0; u < sizeof units / sizeof *units; u++)
        for (int i = 1; i < 3000; i += 7) {
            char text[64], si[64];
            double whole, tenths, number = i;
            snprintf(text, sizeof text, "%d %s", i, units[u].unit);
            assert_int_equal(units_parse(text, units[u].si, &whole, NULL), ERROR_OK);
            snprintf(si, sizeof si, "%de%d", i, units[u].power);
            assert_true(whole == strtod(si, NULL));
            assert_int_equal(units_convert(units[u].unit, units[u].si, &number, NULL), ERROR_OK);
            assert_true(number == whole);
            snprintf(text, sizeof text, "%d.%d %s", i / 10, i % 10, units[u].unit);
            assert_int_equal(units_parse(text, units[u].si, &tenths, NULL), ERROR_OK);
            snprintf(si, sizeof si, "%de%d", i, units[u].power - 1);
            assert_true(tenths == strtod(si, NULL) || LDBL_MANT_DIG == DBL_MANT_DIG);
        }
}

static void test_numbers_are_converted(void **state)
{
    (void)state;
    const struct {
        double number;
        const char *from, *to;
        double value;
    } cases[] = {{32, "deg", "rad", 32 * pi / 180},
                 {60, "rpm", "Hz", 1},
                 {10, "%", "1", 0.1},
                 {0.1, "kg", "kg", 0.1},
                 {250, " us ", "s", 250e-6},
                 {0.3, "", "1", 0.3}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        double value = cases[i].number;
        struct error err = {0};
        if (units_convert(cases[i].from, cases[i].to, &value, &err))
            fail_msg("%s", err.message);
        if (fabs(value - cases[i].value) > 4 * DBL_EPSILON * fabs(cases[i].value))
            fail_msg("%g %s is %.17g %s", cases[i].number, cases[i].from, value, cases[i].to);
    }
    const struct {
        const char *from, *to, *fragment;
    } wrong[] = {{"m", "kg", "\"2 m\": m is no unit for this: a mass in kg"},
                 {"", "kg", "the unit is missing"},
                 {"3 kg", "kg", "one number and one unit"},
                 {"furlongz", "m", "\"furlongz\" is not a unit"}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        double value = 2;
        struct error err = {0};
        assert_int_equal(units_convert(wrong[i].from, wrong[i].to, &value, &err), ERROR_INPUT);
        assert_true(value == 2);
        if (!strstr(err.message, wrong[i].fragment))
            fail_msg("\"%s\" is not in: %s", wrong[i].fragment, err.message);
    }
}

static void test_wrong_texts_are_refused(void **state)
{
    (void)state;
    const struct {
        const char *text, *unit, *fragment;
    } cases[] = {
        {"0.21", "m", "the unit is missing"},
        {"3 kg", "m", "kg is no unit for this: a length in m is expected"},
        {"3 deg", "1", "a pure number without a unit"},
        {"3", "rad", "an angle in rad"},
        {"3 %", "rad", "an angle in rad"},
        {"3 Hz", "rad/s", "give for example \"10 rpm\""},
        {"3 rad/s", "1/s", "rate of change"},
        {"10 ms", "Hz", "a frequency in Hz"},
        {"3 s/m", "m/s", "a speed in m/s"},
        {"3 rad.N.m", "N.m/rad", "torsional stiffness"},
        {"3 N.m/rad2", "N.m/rad", "torsional stiffness"},
        {"3 blub", "m", "\"blub\" is not a unit"},
        {"nan", "1", "no number"},
        {"NaN m", "m", "no number"},
        {"inf", "1", "no number"},
        {"-inf m", "m", "no number"},
        {"0x10 m", "m", "no number"},
        {"1e999 m", "m", "too large"},
        {"1e308 km", "m", "too large"},
        {"", "1", "no number"},
        {"-", "1", "no number"},
        {"m", "m", "no number"},
        {"1,5 m", "m", "decimal comma; write it with a point"},
        {"1 2 m", "m", "one number and one unit"},
        {"0.1 -2 m", "m", "one number and one unit"},
        {"1 m since 2000-01-01", "m", "length in m"},
        {"1 lg(re 1 m)", "m", "length in m"},
        {"1 mmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmm", "m",
         "too long"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct error err = {0};
        double value = 42;
        assert_int_equal(units_parse(cases[i].text, cases[i].unit, &value, &err), ERROR_INPUT);
        assert_int_equal(units_parse(cases[i].text, cases[i].unit, &value, NULL), ERROR_INPUT);
        assert_true(value == 42);
        if (!strstr(err.message, cases[i].fragment))
            fail_msg("\"%s\" is not in: %s", cases[i].fragment, err.message);
    }
}

static uint64_t random_bits(uint64_t *seed)
{
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    return *seed;
}

static void test_numbers_read_back_to_the_same_bits(void **state)
{
    (void)state;
    uint64_t seed = 88172645463325252u;
    for (int i = 0; i < 20000; i++) {
        uint64_t bits = random_bits(&seed);
        double value, back;
        memcpy(&value, &bits, sizeof value);
        if (!isfinite(value))
            continue;
        char text[UNITS_TEXT_SIZE];
        units_format(value, "N.m.s/rad", text, sizeof text);
        assert_int_equal(units_parse(text, "N.m.s/rad", &back, NULL), ERROR_OK);
        assert_memory_equal(&value, &back, sizeof value);
    }
}

static void test_digits_are_the_fewest(void **state)
{
    (void)state;
    const struct {
        double value;
        const char *unit, *text;
    } cases[] = {
        {0.1, "kg", "0.1 kg"},
        {0.12, "1", "0.12"},
        {1. / 3, "1", "0.3333333333333333"},
        {-0.0, "m", "-0 m"},
        {5e-324, "m", "5e-324 m"},
        {DBL_MAX, "1", "1.7976931348623157e+308"},
        {10000, "Hz", "10000 Hz"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[UNITS_TEXT_SIZE];
        units_format(cases[i].value, cases[i].unit, text, sizeof text);
        assert_string_equal(text, cases[i].text);
    }
}

static bool set_comma_locale(void)
{
    return setlocale(LC_ALL, "de_DE.UTF-8") || setlocale(LC_ALL, "fr_FR.UTF-8");
}

static void test_the_decimal_point_is_a_point(void **state)
{
    (void)state;
    assert_true(set_comma_locale());
    char text[UNITS_TEXT_SIZE];
    double value;
    units_format(0.25, "m", text, sizeof text);
    enum error_code code = units_parse("12.5 cm", "m", &value, NULL);
    bool restored = strcmp(localeconv()->decimal_point, ",") == 0;
    setlocale(LC_ALL, "C");
    assert_string_equal(text, "0.25 m");
    assert_int_equal(code, ERROR_OK);
    assert_true(value == 0.125);
    assert_true(restored);
}

static void *parse_often(void *wrong)
{
    for (int i = 1; i <= 3000; i++) {
        char text[64];
        double value = 0;
        snprintf(text, sizeof text, "%d millimeter.kilogram.second-2", i);
        if (units_parse(text, "N", &value, NULL) != ERROR_OK || fabs(value - i * 1e-3) > 1e-12)
            *(int *)wrong = 1;
    }
    return NULL;
}

static void test_threads_do_not_disturb_each_other(void **state)
{
    (void)state;
    enum { THREADS = 4 };
    pthread_t threads[THREADS];
    int wrong[THREADS] = {0};
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, parse_often, &wrong[i]), 0);
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
        assert_int_equal(wrong[i], 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known_conversions),
        cmocka_unit_test(test_thousandths_are_the_nearest_doubles),
        cmocka_unit_test(test_numbers_are_converted),
        cmocka_unit_test(test_wrong_texts_are_refused),
        cmocka_unit_test(test_numbers_read_back_to_the_same_bits),
        cmocka_unit_test(test_digits_are_the_fewest),
        cmocka_unit_test(test_threads_do_not_disturb_each_other),
        cmocka_unit_test(test_the_decimal_point_is_a_point), /* must be last */
    };
    /* only where the machine has a locale with a decimal comma: cmocka writes a
     * skip as "not ok", which the TAP driver takes for a failure */
    size_t n = sizeof tests / sizeof *tests - (set_comma_locale() ? 0 : 1);
    setlocale(LC_ALL, "C");
    return _cmocka_run_group_tests("units", tests, n, NULL, NULL);
}
