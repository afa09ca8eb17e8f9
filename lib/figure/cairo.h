/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The canvas of cairo, for PDF and PNG. */
#ifndef LIB_FIGURE_CAIRO_H
#define LIB_FIGURE_CAIRO_H

#include "lib/figure/canvas.h"
#include "lib/figure/font.h"

struct figure_cairo {
    struct figure_canvas canvas; /* the first member */
    cairo_t *cairo;
    const struct figure_font *font;
};

struct figure_cairo figure_cairo_canvas(cairo_t *cairo, const struct figure_font *font);

/* "#rrggbb" as the source of what follows; opacity 0: opaque */
void figure_cairo_colour(cairo_t *cairo, const char *colour, double opacity);

#endif
