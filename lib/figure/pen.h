/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A pen that goes straight where that makes no difference: of the points of a path those are left
 * out that are off the stroke over them by less than a tenth of what is worth telling apart. */
#ifndef LIB_FIGURE_PEN_H
#define LIB_FIGURE_PEN_H

#include "lib/figure/canvas.h"

struct figure_pen {
    struct figure_canvas *canvas;
    bool down, held;      /* it draws; a point was reached that is not drawn yet */
    double from[2], x, y; /* the last point that was drawn, and that one */
    /* strokes that pass all points since: their direction, and how far they may turn from it */
    bool aimed;
    double direction, least, most, distance;
};

/* on from where it is, or from here if it is up */
void figure_pen_go(struct figure_pen *pen, double x, double y);

/* up, with all drawn */
void figure_pen_lift(struct figure_pen *pen);

#endif
