/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A trace in braille characters, two by four dots each. */
#ifndef LIB_CLI_PLOT_H
#define LIB_CLI_PLOT_H

#include <stdbool.h>
#include <stddef.h>

enum { PLOT_COLUMNS_MAX = 512, PLOT_ROWS_MAX = 64 };

struct plot {
    size_t columns, rows; /* characters */
    unsigned char dots[PLOT_ROWS_MAX][PLOT_COLUMNS_MAX];
    size_t next;      /* the dot column after the last that was drawn */
    double low, high; /* in that */
};

/* an empty one; at most the sizes above */
void plot_clear(struct plot *plot, size_t columns, size_t rows);

/* a line of dots in dot column x (0 to 2 columns - 1) from the lowest to the
 * highest value there; 0 is the bottom and 1 the top of the plot, what is beyond
 * is drawn at the edge. It reaches to the line in the column before it, if that was drawn last */
void plot_span(struct plot *plot, size_t x, double low, double high);

/* one row of characters as UTF-8; text holds 3 columns + 1 bytes */
void plot_row(const struct plot *plot, size_t row, char *text);

#endif
