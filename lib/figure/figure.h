/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The one description of a figure: panels with their axes, and what is drawn in them. It is
 * drawn as PDF and PNG by cairo and pango, as SVG by a writer of our own, and its data are
 * written as CSV; all from these structs. Lengths are in units of a CSS pixel, 1/96 inch. */
#ifndef LIB_FIGURE_FIGURE_H
#define LIB_FIGURE_FIGURE_H

#include <stdbool.h>
#include <stddef.h>

#include "lib/base/arena.h"

enum figure_dash { FIGURE_SOLID, FIGURE_DASHED, FIGURE_DOTTED };
enum figure_shape { FIGURE_DISC, FIGURE_CIRCLE, FIGURE_UP, FIGURE_DOWN };

struct figure_style {
    const char *word;   /* its class in pages; NULL: on no page */
    const char *colour; /* "#rrggbb", on white */
    double width;       /* of lines; 0: 1.1 */
    double opacity;     /* 0: opaque */
    enum figure_dash dash;
    enum figure_shape shape; /* of points */
    double size;             /* their radius; 0: 2.5 */
};

enum figure_mark {
    FIGURE_LINE,   /* y over x */
    FIGURE_BAND,   /* y - z to y + z */
    FIGURE_POINTS, /* y over x, with bars of +-z unless that is NULL */
    FIGURE_BARS,   /* from x to z in the row y */
    FIGURE_CELLS   /* areas: corners (x, y) to (z, w) */
};

struct figure_series {
    const char *name; /* in the legend; "": not there */
    const struct figure_style *style;
    enum figure_mark mark;
    const double *x; /* NULL: first + i * step */
    double first, step;
    const double *y, *z, *w; /* NaN: nothing there */
    size_t n;
};

struct figure_axis {
    const char *label; /* as in print, with its unit; figure_label makes one */
    const char *name;  /* column of the CSV file */
    bool logarithmic;
    bool fixed;       /* low and high are given; else figure_panel_ranges finds them */
    double low, high; /* ends */
};

/* a letter at a point, and what it stands for, in the legend */
struct figure_note {
    double x, y;
    const char *letter, *text;
};

enum { FIGURE_ROWS_MAX = 8, FIGURE_WIDTH = 760 };

struct figure_panel {
    struct figure_axis axes[2];
    struct figure_series *series;
    size_t n_series, room_series;
    struct figure_note *notes;
    size_t n_notes, room_notes;
    const char *rows[FIGURE_ROWS_MAX]; /* of bars, from below; none: y is a number */
    size_t n_rows;
    int height; /* of all of it but the legend */
};

struct figure {
    struct arena arena; /* of what it points to */
    const char *title;  /* NULL: none */
    struct figure_panel *panels;
    size_t n_panels, room_panels;
    int width;   /* without a legend beside it */
    int left;    /* margin that it has at least: figures below each other are aligned by it */
    bool beside; /* the legend, to the right; else above each panel */
    bool linked; /* all panels have the same x axis, labelled once */
};

/* a new panel of this height below the others; NULL: no memory (the arena knows) */
struct figure_panel *figure_panel_add(struct figure *figure, int height, const char *x_label,
                                      const char *y_label);

/* what has no points, or no memory, is not added */
void figure_series_add(struct arena *arena, struct figure_panel *panel,
                       struct figure_series series);
void figure_note_add(struct arena *arena, struct figure_panel *panel, struct figure_note note);

/* Cells of a grid as areas: those of `classes` (row by row) that are `which`, around points
 * that stand evenly from low to high on both axes. Neighbours in a row become one area, and
 * equal ones of successive rows too. */
struct figure_grid {
    size_t nx, ny;
    double low[2], high[2];
    const unsigned char *classes;
};
struct figure_series figure_cells(struct arena *arena, const struct figure_grid *grid,
                                  unsigned char which);

double figure_series_x(const struct figure_series *series, size_t i);

/* ranges that show all of it, with a margin, for axes that are not fixed; then they are */
void figure_panel_ranges(struct figure_panel *panel);

/* all panels', and one x range of those that are linked */
void figure_ranges(struct figure *figure);

void figure_free(struct figure *figure);

#endif
