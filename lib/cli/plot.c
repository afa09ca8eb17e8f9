/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lib/cli/plot.h"

#include <math.h>
#include <string.h>

enum { DOTS_ACROSS = 2, DOTS_DOWN = 4 };

void plot_clear(struct plot *plot, size_t columns, size_t rows)
{
    memset(plot, 0, sizeof *plot);
    plot->columns = columns < PLOT_COLUMNS_MAX ? columns : PLOT_COLUMNS_MAX;
    plot->rows = rows < PLOT_ROWS_MAX ? rows : PLOT_ROWS_MAX;
}

/* dot row of a value, 0 at the top */
static size_t dot_row(const struct plot *plot, double value)
{
    const double last = (double)(DOTS_DOWN * plot->rows - 1);
    return (size_t)lround(last * (1 - fmin(fmax(value, 0), 1)));
}

void plot_span(struct plot *plot, size_t x, double low, double high)
{
    /* Unicode numbers the dots of a braille character in this order */
    static const unsigned char bit[DOTS_DOWN][DOTS_ACROSS] = {
        {0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}};
    if (x >= DOTS_ACROSS * plot->columns || plot->rows == 0)
        return;
    const bool joined = x > 0 && x == plot->next;
    const size_t bottom = dot_row(plot, joined ? fmin(low, plot->high) : low);
    for (size_t y = dot_row(plot, joined ? fmax(high, plot->low) : high); y <= bottom; y++)
        plot->dots[y / DOTS_DOWN][x / DOTS_ACROSS] |= bit[y % DOTS_DOWN][x % DOTS_ACROSS];
    plot->next = x + 1;
    plot->low = low;
    plot->high = high;
}

void plot_row(const struct plot *plot, size_t row, char *text)
{
    for (size_t i = 0; i < plot->columns; i++) {
        const unsigned code = 0x2800u + plot->dots[row][i]; /* braille begins at U+2800 */
        *text++ = (char)(0xe0 | code >> 12);
        *text++ = (char)(0x80 | (code >> 6 & 0x3f));
        *text++ = (char)(0x80 | (code & 0x3f));
    }
    *text = '\0';
}
