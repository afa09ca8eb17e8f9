/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a figure is drawn on: paths that are painted, and texts. Two kinds of canvas exist,
 * that of cairo (cairo.h) and that which writes SVG (svg.h). y goes downwards. */
#ifndef LIB_FIGURE_CANVAS_H
#define LIB_FIGURE_CANVAS_H

#include "lib/figure/figure.h"

/* how a path is painted; colours are "#rrggbb" or NULL for none */
struct figure_ink {
    const char *role, *word; /* classes in pages; word may be NULL */
    const char *stroke, *fill;
    double width, opacity; /* 0: opaque */
    enum figure_dash dash;
};

enum figure_anchor { FIGURE_LEFT, FIGURE_MIDDLE, FIGURE_RIGHT };

struct figure_text {
    double x, y; /* of the base line */
    enum figure_anchor anchor;
    bool upright; /* reads from below */
    bool bold;
    const char *role; /* class in pages */
    const char *text;
};

struct figure_canvas {
    void (*move)(struct figure_canvas *canvas, double x, double y);
    void (*line)(struct figure_canvas *canvas, double x, double y);
    void (*close)(struct figure_canvas *canvas);
    void (*circle)(struct figure_canvas *canvas, double x, double y, double radius);
    void (*paint)(struct figure_canvas *canvas, const struct figure_ink *ink);
    void (*text)(struct figure_canvas *canvas, const struct figure_text *text);
    void (*clip)(struct figure_canvas *canvas, double x, double y, double width, double height);
    void (*unclip)(struct figure_canvas *canvas);
    double columns; /* that are worth telling apart, in a unit of length */
};

#endif
