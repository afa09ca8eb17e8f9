/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "lib/figure/symbol.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

struct pair {
    const char *name, *print;
};

/* whole names that have a symbol beside their words */
static const struct pair words[] = {
    {"friction", "friction coefficient μ"},
    {"static_friction", "static friction coefficient μₛ"},
    {"restitution", "coefficient of restitution e"},
    {"tip_t", "tangential velocity vₜ"},
    {"tip_n", "normal velocity vₙ"},
    {"rail", "rail velocity"},
    {"t", "time t"},
};

static const struct pair greek[] = {
    {"alpha", "α"}, {"beta", "β"}, {"gamma", "γ"}, {"delta", "δ"}, {"theta", "θ"},
    {"phi", "φ"},   {"psi", "ψ"},  {"omega", "ω"}, {"mu", "μ"},    {"lambda", "λ"},
};

static const struct pair units[] = {{"1", ""}, {"deg", "°"}, {"degree", "°"}, {"um", "µm"}};

#define COUNT(table) (sizeof(table) / sizeof *(table))

static const char *find(const struct pair *table, size_t n, const char *name, size_t length)
{
    for (size_t i = 0; i < n; i++)
        if (strncmp(table[i].name, name, length) == 0 && table[i].name[length] == '\0')
            return table[i].print;
    return NULL;
}

static const char *const below[] = {"₀", "₁", "₂", "₃", "₄", "₅", "₆", "₇", "₈", "₉"};
static const char *const above[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};

/* digits as those of a table */
static const char *shifted(struct arena *arena, const char *digits, const char *const *table)
{
    const char *text = "";
    for (; isdigit((unsigned char)*digits); digits++)
        text = arena_print(arena, "%s%s", text, table[*digits - '0']);
    return text;
}

static const char *spaced(struct arena *arena, const char *name)
{
    char text[256];
    snprintf(text, sizeof text, "%s", name);
    for (char *c = text; *c; c++)
        if (*c == '_')
            *c = ' ';
    return arena_print(arena, "%s", text);
}

const char *figure_symbol(struct arena *arena, const char *name)
{
    static const char dot[] = "_dot";
    const char *whole = find(words, COUNT(words), name, strlen(name));
    if (whole)
        return whole;
    size_t length = strlen(name);
    const bool rate = length > strlen(dot) && strcmp(name + length - strlen(dot), dot) == 0;
    if (rate)
        length -= strlen(dot);
    size_t letters = length;
    while (letters > 0 && isdigit((unsigned char)name[letters - 1]))
        letters--;
    const char *letter = find(greek, COUNT(greek), name, letters);
    if (!letter && letters == 1)
        letter = arena_print(arena, "%c", *name);
    if (!letter)
        return spaced(arena, name);
    return arena_print(arena, "%s%s%s", letter, rate ? "\u0307" : "",
                       shifted(arena, name + letters, below));
}

/* powers are digits after a letter; products are points */
const char *figure_unit(struct arena *arena, const char *unit)
{
    const char *known = find(units, COUNT(units), unit, strlen(unit)), *text = "";
    if (known)
        return known;
    for (const char *c = unit; *c;) {
        const bool power = c > unit && isalpha((unsigned char)c[-1]);
        if (power && (isdigit((unsigned char)*c) || (*c == '-' && isdigit((unsigned char)c[1])))) {
            text = arena_print(arena, "%s%s%s", text, *c == '-' ? "⁻" : "",
                               shifted(arena, c + (*c == '-'), above));
            c += *c == '-';
            while (isdigit((unsigned char)*c))
                c++;
        } else {
            text = arena_print(arena, "%s%c", text, *c == '.' ? ' ' : *c);
            c++;
        }
    }
    return text;
}

const char *figure_label(struct arena *arena, const char *name, const char *unit)
{
    const char *symbol = figure_symbol(arena, name), *in = figure_unit(arena, unit);
    return *in ? arena_print(arena, "%s (%s)", symbol, in) : symbol;
}
