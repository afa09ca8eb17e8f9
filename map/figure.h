/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Figures of maps: cells in colours, curves and points over them, drawn with
 * gnuplot as SVG, PDF or PNG by the file's extension. */
#ifndef MAP_FIGURE_H
#define MAP_FIGURE_H

#include "lib/figure/gnuplot.h"
#include "map/curve.h"

enum map_style {
    MAP_LINE,
    MAP_DASHES,
    MAP_THICK,
    MAP_FAINT, /* a thin grey line */
    MAP_DOTS,  /* small points */
    MAP_CIRCLES,
    MAP_DISCS
};

struct map_series {
    const char *title;
    enum map_style style;
    const char *colour; /* "#rrggbb" */
    const struct map_curve *curve;
};

/* what a class of cells is called and how it looks */
struct map_class {
    const char *title;
    const char *colour;
};

enum { MAP_MAX_SERIES = 32, MAP_MAX_CLASSES = 8 };

struct map_figure {
    const char *title;
    struct map_axis axes[2];    /* range, unit and label */
    bool logarithmic;           /* the y axis */
    const unsigned char *cells; /* classes, row by row; NULL: none */
    struct map_class classes[MAP_MAX_CLASSES];
    size_t n_classes;
    struct map_series series[MAP_MAX_SERIES];
    size_t n_series;
};

void map_figure_add(struct map_figure *figure, const char *title, enum map_style style,
                    const char *colour, const struct map_curve *curve);

/* of the size of all figures; opened before the work, so that a bad name costs none */
enum error_code map_figure_open(const char *path, bool force, struct gnuplot **plot,
                                struct error *err);

/* the plot is gone either way */
enum error_code map_figure_draw(const struct map_figure *figure, struct gnuplot *plot,
                                struct error *err);

#endif
