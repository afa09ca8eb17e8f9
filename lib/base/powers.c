/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes the table of powers of ten that lib/base/number.c reads, when Skitter is built. For
 * every k that a double may need, 10^-k = b 2^r with 2^125 <= b < 2^126, and the table has
 * floor(b) + 1 as two parts of 63 bits (Giulietti 2020, section 9.10). Exactly: a whole number
 * of many words is multiplied by ten, or divided by ten with the rest left out, which gives
 * the same floor as one division by the power would. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum {
    LOW = -324,
    HIGH = 292, /* of k */
    WORDS = 40, /* 2^1230, the one that is divided, has 126 bits left after 10^292 */
    ONE = 1230,
    PRECISION = 126
};

struct whole {
    uint32_t words[WORDS]; /* the lowest first */
};

static void times_ten(struct whole *x)
{
    uint64_t carry = 0;
    for (int i = 0; i < WORDS; i++) {
        carry += (uint64_t)x->words[i] * 10;
        x->words[i] = (uint32_t)carry;
        carry >>= 32;
    }
}

static void tenth(struct whole *x)
{
    uint64_t rest = 0;
    for (int i = WORDS - 1; i >= 0; i--) {
        rest = rest << 32 | x->words[i];
        x->words[i] = (uint32_t)(rest / 10);
        rest %= 10;
    }
}

static int bit(const struct whole *x, int i)
{
    return i < 0 ? 0 : (int)(x->words[i / 32] >> (i % 32) & 1);
}

/* 63 of its bits, the highest of them `top` */
static uint64_t part(const struct whole *x, int top)
{
    uint64_t bits = 0;
    for (int i = 0; i < PRECISION / 2; i++)
        bits = bits << 1 | (uint64_t)bit(x, top - i);
    return bits;
}

static void print(const struct whole *x)
{
    int top = 32 * WORDS - 1;
    while (!bit(x, top))
        top--;
    uint64_t high = part(x, top), low = part(x, top - PRECISION / 2) + 1;
    high += low >> (PRECISION / 2);
    low &= UINT64_MAX >> 1;
    printf("    {UINT64_C(0x%016llx), UINT64_C(0x%016llx)},\n", (unsigned long long)high,
           (unsigned long long)low);
}

int main(void)
{
    static struct whole of[HIGH - LOW + 1]; /* 10^-k at k - LOW */
    struct whole x = {{1}};
    for (int k = 0; k >= LOW; k--, times_ten(&x))
        of[k - LOW] = x;
    memset(&x, 0, sizeof x);
    x.words[ONE / 32] = UINT32_C(1) << ONE % 32;
    for (int k = 0; k <= HIGH; k++, tenth(&x))
        of[k - LOW] = x;
    printf("/* made by lib/base/powers.c */\n"
           "static const int powers_low = %d;\n"
           "static const struct power {\n    uint64_t high, low;\n} powers[] = {\n",
           LOW);
    for (int k = LOW; k <= HIGH; k++)
        print(&of[k - LOW]);
    puts("};");
    return ferror(stdout) || fclose(stdout) ? 1 : 0;
}
