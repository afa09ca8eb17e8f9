/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Marks of an axis: round numbers, so few that their texts do not meet. */
#ifndef LIB_FIGURE_TICKS_H
#define LIB_FIGURE_TICKS_H

#include "lib/figure/figure.h"

enum { FIGURE_TICKS_MAX = 40, FIGURE_TICK_SIZE = 24 };

struct figure_ticks {
    size_t n;
    double at[FIGURE_TICKS_MAX];
    char text[FIGURE_TICKS_MAX][FIGURE_TICK_SIZE];
    int exponent; /* the texts are in units of ten to this power */
};

/* multiples of 1, 2 or 5 times a power of ten, about `wanted` of them; on a logarithmic axis
 * powers of ten, and between them 2 and 5 where these are few. `scaled`: very small and very
 * large numbers become short, by an exponent that belongs to the label. */
struct figure_ticks figure_ticks_make(const struct figure_axis *axis, int wanted, bool scaled);

/* "10⁻⁶" */
const char *figure_ticks_power(struct arena *arena, int exponent);

/* the label with that exponent: "residual (10⁻⁶ m/s)" */
const char *figure_ticks_label(struct arena *arena, const char *label, int exponent);

#endif
