/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Figures of maps: cells in colours, curves and points over them. */
#ifndef MAP_FIGURE_H
#define MAP_FIGURE_H

#include "lib/figure/file.h"
#include "map/curve.h"

enum map_style {
    MAP_LINE,
    MAP_DASHES,
    MAP_THICK,
    MAP_FAINT, /* a thin line */
    MAP_DOTS,  /* small points */
    MAP_CIRCLES,
    MAP_DISCS
};

/* what a class of cells is called and how it looks */
struct map_class {
    const char *title;
    const char *colour; /* "#rrggbb" */
};

enum { MAP_MAX_CLASSES = 8 };

struct map_figure {
    const char *title;
    struct map_axis axes[2]; /* range, unit and label; given before anything is added */
    struct figure figure;
};

/* cells of the plane, row by row, as areas of their classes */
void map_figure_cells(struct map_figure *figure, const unsigned char *cells,
                      const struct map_class *classes, size_t n);

/* the figure has a copy of the curve, not of the texts */
void map_figure_add(struct map_figure *figure, const char *title, enum map_style style,
                    const char *colour, const struct map_curve *curve);

/* the figure is gone either way */
enum error_code map_figure_write(struct map_figure *figure, const char *path, bool force,
                                 struct error *err);

#endif
