/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Raffaello Giulietti, "The Schubfach way to render doubles" (2020). A double c 2^q stands for
 * the interval of all numbers that round to it. The widest power of ten 10^k that is not wider
 * than the interval has one or two multiples in it, and 10^(k+1) at most one: so two
 * candidates are looked at, in integers of 128 bits, with results rounded to odd so that
 * comparisons with multiples of four are exact (his section 9). */
#include "lib/base/number.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* powers[k - powers_low]: 10^-k scaled to 126 bits, as `high` and `low` of 63 (his g1, g0) */
#include "lib/base/powers.inc"

__extension__ typedef unsigned __int128 wide;

enum {
    FRACTION_BITS = 52,
    EXPONENT_BIAS = 1075, /* of c as a whole number */
    DIGITS_MAX = 17
};

struct decimal {
    uint64_t digits;
    int exponent; /* digits x 10^exponent */
};

/* ---- the decimal */

/* floors of logarithms (his section 4): of 2^q, of 3/4 2^q to the base 10, and of 10^e to the
 * base 2; a shift of a negative number is arithmetic with every compiler that this is for */
static int floor_log10_pow2(int q) { return (int)((q * INT64_C(661971961083)) >> 41); }
static int floor_log10_three_quarters_pow2(int q)
{
    return (int)((q * INT64_C(661971961083) - INT64_C(274743187321)) >> 41);
}
static int floor_log2_pow10(int e) { return (int)((e * INT64_C(913124641741)) >> 38); }

/* g cp / 2^127 rounded to odd: a bit at the end that tells whether something was cut off */
static uint64_t round_to_odd(const struct power *g, uint64_t cp)
{
    const uint64_t mask = UINT64_MAX >> 1;
    const uint64_t x = (uint64_t)(((wide)g->low * cp) >> 64);
    const wide y = (wide)g->high * cp;
    const uint64_t z = ((uint64_t)y >> 1) + x;
    const uint64_t w = (uint64_t)(y >> 64) + (z >> 63);
    return w | (((z & mask) + mask) >> 63);
}

static struct decimal shortest(uint64_t c, int q)
{
    const bool uneven = c == UINT64_C(1) << FRACTION_BITS && q > 1 - EXPONENT_BIAS;
    const int k = uneven ? floor_log10_three_quarters_pow2(q) : floor_log10_pow2(q);
    const int h = q + floor_log2_pow10(-k) + 2;
    const struct power *g = &powers[k - powers_low];
    const uint64_t out = c & 1; /* the ends belong to the interval of an even c alone */
    const uint64_t middle = 4 * c;
    const uint64_t value = round_to_odd(g, middle << h);
    const uint64_t left = round_to_odd(g, (middle - (uneven ? 1 : 2)) << h) + out;
    const uint64_t right = round_to_odd(g, (middle + 2) << h) - out;
    const uint64_t s = value / 4;
    const uint64_t tens = s / 10 * 10;
    const bool below = left <= 4 * tens, above = 4 * (tens + 10) <= right;
    if (s >= 10 && below != above)
        return (struct decimal){below ? tens : tens + 10, k};
    const bool down = left <= 4 * s, up = 4 * (s + 1) <= right;
    if (down != up)
        return (struct decimal){down ? s : s + 1, k};
    const uint64_t half = 4 * s + 2;
    const bool nearer_down = value < half || (value == half && s % 2 == 0);
    return (struct decimal){nearer_down ? s : s + 1, k};
}

static struct decimal decimal_of(uint64_t bits)
{
    const int exponent = (int)(bits >> FRACTION_BITS) & 0x7ff;
    const uint64_t fraction = bits & ((UINT64_C(1) << FRACTION_BITS) - 1);
    if (exponent == 0)
        return shortest(fraction, 1 - EXPONENT_BIAS);
    const uint64_t c = fraction | UINT64_C(1) << FRACTION_BITS;
    const int q = exponent - EXPONENT_BIAS;
    const bool whole = q <= 0 && q >= -FRACTION_BITS && (c & ((UINT64_C(1) << -q) - 1)) == 0;
    return whole ? (struct decimal){c >> -q, 0} : shortest(c, q);
}

/* ---- the text */

static struct decimal without_zeros(struct decimal number)
{
    while (number.digits % 100000 == 0) {
        number.digits /= 100000;
        number.exponent += 5;
    }
    while (number.digits % 10 == 0) {
        number.digits /= 10;
        number.exponent++;
    }
    return number;
}

static char *put_two(char *at, unsigned value)
{
    static const char pairs[] = "00010203040506070809101112131415161718192021222324"
                                "25262728293031323334353637383940414243444546474849"
                                "50515253545556575859606162636465666768697071727374"
                                "75767778798081828384858687888990919293949596979899";
    memcpy(at, pairs + 2 * (size_t)value, 2);
    return at + 2;
}

/* the digits, right-aligned in a field of DIGITS_MAX + 1; the first of them */
static const char *put_digits(uint64_t digits, char field[DIGITS_MAX + 1])
{
    char *at = field + DIGITS_MAX + 1;
    for (; digits >= 100; digits /= 100)
        put_two(at -= 2, (unsigned)(digits % 100));
    if (digits >= 10)
        put_two(at -= 2, (unsigned)digits);
    else
        *--at = (char)('0' + digits);
    return at;
}

static char *put(char *at, const char *text, size_t n)
{
    memcpy(at, text, n);
    return at + n;
}

static char *put_zeros(char *at, int n)
{
    memset(at, '0', (size_t)n);
    return at + n;
}

/* 1.25e-07, at least two digits of the exponent as printf has them */
static char *put_scientific(char *at, const char *digits, size_t n, int exponent)
{
    *at++ = *digits;
    if (n > 1) {
        *at++ = '.';
        at = put(at, digits + 1, n - 1);
    }
    *at++ = 'e';
    *at++ = exponent < 0 ? '-' : '+';
    const unsigned size = (unsigned)(exponent < 0 ? -exponent : exponent);
    if (size >= 100)
        *at++ = (char)('0' + size / 100);
    return put_two(at, size % 100);
}

/* `leading` is the power of ten of the first digit */
static char *put_fixed(char *at, const char *digits, size_t n, int leading)
{
    if (leading < 0) {
        at = put(at, "0.", 2);
        at = put_zeros(at, -leading - 1);
        return put(at, digits, n);
    }
    const size_t whole = (size_t)leading + 1;
    if (n <= whole)
        return put_zeros(put(at, digits, n), (int)(whole - n));
    at = put(at, digits, whole);
    *at++ = '.';
    return put(at, digits + whole, n - whole);
}

static char *put_finite(char *at, uint64_t bits)
{
    const struct decimal number = without_zeros(decimal_of(bits));
    char field[DIGITS_MAX + 1];
    const char *digits = put_digits(number.digits, field);
    const size_t n = (size_t)(field + sizeof field - digits);
    const int leading = number.exponent + (int)n - 1;
    return leading < -4 || leading >= DIGITS_MAX ? put_scientific(at, digits, n, leading)
                                                 : put_fixed(at, digits, n, leading);
}

size_t number_text(double value, char text[NUMBER_SIZE])
{
    char *at = text;
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    if (bits >> 63 && !isnan(value))
        *at++ = '-';
    bits &= UINT64_MAX >> 1;
    if (!isfinite(value))
        at = put(at, isnan(value) ? "nan" : "inf", 3);
    else if (bits == 0)
        *at++ = '0';
    else
        at = put_finite(at, bits);
    *at = '\0';
    return (size_t)(at - text);
}

void number_print(double value, FILE *out)
{
    char text[NUMBER_SIZE];
    const size_t length = number_text(value, text);
    fwrite(text, 1, length, out);
}

void number_columns(const double *values, size_t n, FILE *out)
{
    char text[NUMBER_SIZE + 1] = ",";
    for (size_t i = 0; i < n; i++)
        fwrite(text, 1, 1 + number_text(values[i], text + 1), out);
}
