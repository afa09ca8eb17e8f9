/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers as text, judged by the C library: strtod reads it back as the same double, no text
 * with fewer digits does, and of those with as many it is the nearest, which is the one that
 * printf rounds to. */
#include "config.h"

#include "lib/base/number.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "tests/test.h"

/* the digits of a text alone, without those that are only places */
static size_t digits_of(const char *text, char digits[NUMBER_SIZE])
{
    size_t n = 0;
    for (; *text && *text != 'e'; text++)
        if (*text >= '0' && *text <= '9' && (n > 0 || *text != '0'))
            digits[n++] = *text;
    while (n > 1 && digits[n - 1] == '0')
        n--;
    digits[n] = '\0';
    return n;
}

static void check(double value)
{
    char text[NUMBER_SIZE], digits[NUMBER_SIZE], best[40], best_digits[NUMBER_SIZE];
    const size_t length = number_text(value, text);
    if (length != strlen(text) || length >= NUMBER_SIZE)
        fail_msg("%a: length %zu of '%s'", value, length, text);
    const double back = strtod(text, NULL);
    if (memcmp(&back, &value, sizeof value) != 0)
        fail_msg("%a is printed as %s, which is %a", value, text, back);
    int n = 0;
    do
        snprintf(best, sizeof best, "%.*e", n++, value);
    while (strtod(best, NULL) != value);
    const size_t have = digits_of(text, digits), need = digits_of(best, best_digits);
    /* below a power of two doubles lie closer: there a shorter text may be in the interval
     * though it is not the nearest of its length to be rounded to */
    int exponent;
    const bool uneven = fabs(frexp(value, &exponent)) == 0.5;
    if (have > need || (have < need && !uneven))
        fail_msg("%a: '%s' has %zu digits, '%s' %zu", value, text, have, best, need);
    if (have == need && !uneven && strcmp(digits, best_digits) != 0)
        fail_msg("%a: '%s', printf has '%s'", value, text, best);
}

static void test_chosen_numbers_and_their_arrangement(void **state)
{
    (void)state;
    static const struct {
        double value;
        const char *text;
    } cases[] = {
        {0, "0"},
        {-0.0, "-0"},
        {1, "1"},
        {-1.5, "-1.5"},
        {0.1, "0.1"},
        {5e-6, "5e-06"},
        {1e-4, "0.0001"},
        {1.25e-5, "1.25e-05"},
        {10000, "10000"},
        {1e16, "10000000000000000"},
        {1e17, "1e+17"},
        {123456789012345678.0, "1.2345678901234568e+17"},
        {1e22, "1e+22"},
        {1e23, "1e+23"}, /* lies at the end of its interval */
        {0.3, "0.3"},
        {0.1 + 0.2, "0.30000000000000004"},
        {2.0 / 3, "0.6666666666666666"},
        {9007199254740992, "9007199254740992"},
        {2251799813685248.5, "2251799813685248.5"},
        {DBL_MAX, "1.7976931348623157e+308"},
        {DBL_MIN, "2.2250738585072014e-308"},
        {4.9406564584124654e-324, "5e-324"},
        {9.5367431640625e-07, "9.5367431640625e-07"},
        {2.98023223876953125e-08, "2.9802322387695312e-08"}, /* of two as near, the even one */
        {9.007199254740991e15, "9007199254740991"},
        {INFINITY, "inf"},
        {-INFINITY, "-inf"},
        {NAN, "nan"},
        {-NAN, "nan"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[NUMBER_SIZE];
        number_text(cases[i].value, text);
        assert_string_equal(text, cases[i].text);
    }
}

static double from_bits(uint64_t bits)
{
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static uint64_t next_bits(uint64_t *seed)
{
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    return *seed ^= *seed << 17;
}

static void test_random_bits(void **state)
{
    (void)state;
    uint64_t seed = 20261118;
    for (int i = 0; i < 20000; i++) {
        const double value = from_bits(next_bits(&seed));
        if (isfinite(value))
            check(value);
    }
}

/* every binary exponent with the ends of its fractions, where spacings change, and what
 * stands nearest to every power of ten */
static void test_edges(void **state)
{
    (void)state;
    static const uint64_t fractions[] = {0, 1, 2, (UINT64_C(1) << 52) - 1, UINT64_C(1) << 51};
    for (uint64_t exponent = 0; exponent < 0x7ff; exponent++)
        for (size_t i = 0; i < sizeof fractions / sizeof *fractions; i++)
            if (exponent > 0 || fractions[i] > 0)
                check(from_bits(exponent << 52 | fractions[i]));
    for (int power = -323; power <= 308; power++) {
        char text[16];
        snprintf(text, sizeof text, "1e%d", power);
        const double value = strtod(text, NULL);
        check(value);
        check(nextafter(value, 0));
        check(nextafter(value, INFINITY));
    }
}

/* what files have: decimals of few digits, and steps of a period */
static void test_decimals_stay_short(void **state)
{
    (void)state;
    for (int i = 1; i < 20000; i++) {
        check(i * 1e-4);
        char text[NUMBER_SIZE], wanted[NUMBER_SIZE];
        number_text(i / 1e4, text);
        snprintf(wanted, sizeof wanted, "%.5g", i / 1e4);
        assert_string_equal(text, wanted);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_chosen_numbers_and_their_arrangement),
        cmocka_unit_test(test_random_bits),
        cmocka_unit_test(test_edges),
        cmocka_unit_test(test_decimals_stay_short),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
