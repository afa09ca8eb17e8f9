/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A figure: one pair of axes and what is drawn in it. Drawn as SVG for pages and
 * by gnuplot for paper, written as CSV; all from this struct. */
#ifndef REPORT_FIGURE_H
#define REPORT_FIGURE_H

#include <stdbool.h>
#include <stddef.h>

/* X(name, word: class in pages, colour on white, colour on black) */
#define REPORT_LOOK_LIST(X)                             \
    X(MEASURED, "measured", "#0072b2", "#56b4e9")       \
    X(PREDICTED, "predicted", "#d55e00", "#ff8c42")     \
    X(RAIL, "rail", "#767676", "#9a9a9a")               \
    X(SPREAD, "band", "#d55e00", "#ff8c42")             \
    X(SEEN_STICK, "stick", "#009e73", "#1fbf92")        \
    X(SEEN_SLIP, "slip", "#e69f00", "#e6a820")          \
    X(SEEN_FLIGHT, "flight", "#56b4e9", "#3d8fc4")      \
    X(RESIDUAL_T, "residual-t", "#0072b2", "#56b4e9")   \
    X(RESIDUAL_N, "residual-n", "#009e73", "#1fbf92")   \
    X(CALIBRATION, "calibration", "#767676", "#9a9a9a") \
    X(VALIDATION, "validation", "#0072b2", "#56b4e9")   \
    X(LIMIT, "limit", "#767676", "#9a9a9a")             \
    X(PARADOX, "paradox", "#cc79a7", "#8a4a70")         \
    X(LEAVES, "leaves", "#56b4e9", "#25618a")

enum report_look {
#define REPORT_LOOK_ENUM(name, word, light, dark) REPORT_LOOK_##name,
    REPORT_LOOK_LIST(REPORT_LOOK_ENUM)
#undef REPORT_LOOK_ENUM
        REPORT_LOOKS
};

const char *report_look_word(enum report_look look);
const char *report_look_colour(enum report_look look); /* on white */

enum report_mark {
    REPORT_LINE,   /* y over x */
    REPORT_BAND,   /* y - z to y + z */
    REPORT_POINTS, /* y over x, with bars of +-z unless that is NULL */
    REPORT_BARS,   /* from x to z in the row y */
    REPORT_CELLS   /* areas: corners (x, y) to (z, w) */
};

struct report_series {
    const char *name;
    enum report_look look;
    enum report_mark mark;
    const double *x; /* NULL: first + i * step */
    double first, step;
    const double *y, *z, *w; /* NaN: nothing there */
    size_t n;
};

enum { REPORT_SERIES_MAX = 8, REPORT_ROWS_MAX = 4, REPORT_ID_SIZE = 64 };

struct report_figure {
    char id[REPORT_ID_SIZE]; /* letters, digits, - and _ : name of files and in pages */
    const char *title, *caption;
    const char *x_label, *y_label;
    const char *x_name; /* column of the CSV file */
    struct report_series series[REPORT_SERIES_MAX];
    size_t n_series;
    const char *rows[REPORT_ROWS_MAX]; /* of bars, from below; none: y is a number */
    size_t n_rows;
    bool timed;             /* shares its x axis and cursor with the others of its run */
    double from, to;        /* x that is to be seen in any case; equal: none */
    bool thinned;           /* not all points are there: drawn briefly, to whole pixels */
    double low[2], high[2]; /* ranges of x and y, by report_figure_ranges */
    int height;             /* in pixels of a page of REPORT_WIDTH */
};

enum { REPORT_WIDTH = 760 };

double report_series_x(const struct report_series *series, size_t i);

/* ranges that show all of it, with a margin for y */
void report_figure_ranges(struct report_figure *figure);

/* marks of an axis: multiples of 1, 2 or 5 times a power of ten, about `wanted`
 * of them. Returns the step; *first is the first one not below `low`. */
double report_figure_ticks(double low, double high, int wanted, double *first);

/* a tick as text with the digits that its step needs */
void report_figure_tick_text(double value, double step, char *text, size_t size);

#endif
