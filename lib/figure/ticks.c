/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "lib/figure/ticks.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double rounding = 1e-9; /* of a step */

/* a true minus sign is as wide as a digit */
static void print(char *text, const char *number)
{
    snprintf(text, FIGURE_TICK_SIZE, "%s%s", *number == '-' ? "\u2212" : "",
             number + (*number == '-'));
}

static void put(struct figure_ticks *ticks, double value, int digits)
{
    char number[FIGURE_TICK_SIZE - 4];
    if (ticks->n == FIGURE_TICKS_MAX)
        return;
    if (digits > 9 || fabs(value) >= 1e15)
        snprintf(number, sizeof number, "%.6g", value);
    else
        snprintf(number, sizeof number, "%.*f", digits, value);
    ticks->at[ticks->n] = value * pow(10, ticks->exponent);
    print(ticks->text[ticks->n++], number);
}

/* thousands, so that the label says what has a prefix too */
static int exponent_of(double largest, double step)
{
    if (!(largest > 0) || (largest < 1e5 && (step >= 1e-3 || largest >= 1)))
        return 0;
    return 3 * (int)floor(log10(largest) / 3 + rounding);
}

static struct figure_ticks even(double low, double high, int wanted, bool scaled)
{
    struct figure_ticks ticks = {0};
    const double rough = (high - low) / wanted, power = pow(10, floor(log10(rough)));
    const double share = rough / power;
    const double step = power * (share < 1.5 ? 1 : share < 3.5 ? 2 : share < 7.5 ? 5 : 10);
    if (!isfinite(step) || !(step > 0))
        return ticks;
    if (scaled)
        ticks.exponent = exponent_of(fmax(fabs(low), fabs(high)), step);
    const double shown = step / pow(10, ticks.exponent);
    const int digits = (int)fmax(0, ceil(-log10(shown) - rounding));
    for (double i = ceil(low / step - rounding); i * step <= high + rounding * step; i++)
        put(&ticks, i == 0 ? 0 : i * shown, digits);
    return ticks;
}

static void print_power(char *text, int exponent)
{
    static const char *const digits[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
    const int size = abs(exponent);
    snprintf(text, FIGURE_TICK_SIZE, "10%s%s%s", exponent < 0 ? "⁻" : "",
             size > 9 ? digits[size / 10 % 10] : "", digits[size % 10]);
}

static struct figure_ticks decades(double low, double high, int wanted)
{
    struct figure_ticks ticks = {0};
    const int first = (int)floor(log10(low)), last = (int)ceil(log10(high));
    static const double between[] = {1, 2, 5};
    const size_t used = 3 * (last - first) <= 2 * wanted ? 3 : 1;
    const int every = used > 1 ? 1 : (last - first + wanted - 1) / wanted;
    const bool powers = used == 1 && (first < -3 || last > 4); /* zeros that must be counted */
    for (int e = first; e <= last; e += every)
        for (size_t k = 0; k < used; k++) {
            const double value = between[k] * pow(10, e);
            if (value < low * (1 - rounding) || value > high * (1 + rounding))
                continue;
            put(&ticks, value, e < 0 ? -e : 0);
            if (powers)
                print_power(ticks.text[ticks.n - 1], e);
        }
    return ticks;
}

struct figure_ticks figure_ticks_make(const struct figure_axis *axis, int wanted, bool scaled)
{
    if (axis->logarithmic && axis->low > 0 && axis->high > axis->low)
        return decades(axis->low, axis->high, wanted);
    return even(axis->low, axis->high, wanted, scaled);
}

const char *figure_ticks_power(struct arena *arena, int exponent)
{
    char text[FIGURE_TICK_SIZE];
    print_power(text, exponent);
    return arena_print(arena, "%s", text);
}

const char *figure_ticks_label(struct arena *arena, const char *label, int exponent)
{
    const char *unit = strrchr(label, '(');
    if (exponent == 0 || !*label)
        return label;
    const char *power = figure_ticks_power(arena, exponent);
    if (!unit || label[strlen(label) - 1] != ')')
        return arena_print(arena, "%s (%s)", label, power);
    return arena_print(arena, "%.*s(%s %s", (int)(unit - label), label, power, unit + 1);
}
