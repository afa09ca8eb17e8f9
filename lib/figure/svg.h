/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The canvas that writes SVG: files on their own, and pictures within a page of HTML, whose
 * style sheet and script know their classes. */
#ifndef LIB_FIGURE_SVG_H
#define LIB_FIGURE_SVG_H

#include <stdio.h>

#include "lib/figure/canvas.h"

struct figure_svg {
    struct figure_canvas canvas; /* the first member */
    FILE *out;
    const char *id; /* of a figure in a page; NULL: a file with colours of its own */
    int digits;     /* of coordinates: 0 to 2 */
    bool open;      /* a path is begun */
    char letter;    /* of the last step in it */
    long x, y;      /* where it is, in units of the last digit */
    bool ticks;     /* a row of texts is begun */
    double row;     /* where it is */
};

/* text of HTML and SVG: < > & and quotes cannot end it; control characters go */
void figure_svg_text(FILE *out, const char *text);

/* the picture begins; figure_svg_end ends it */
struct figure_svg figure_svg_begin(FILE *out, double width, double height, const char *title,
                                   const char *id, int digits);
void figure_svg_end(struct figure_svg *svg);

#endif
