/* Figures of maps: cells in colours, curves and points over them, drawn with
 * gnuplot as SVG, PDF or PNG by the file's extension. */
#ifndef SIM_MAP_FIGURE_H
#define SIM_MAP_FIGURE_H

#include "common/gnuplot.h"
#include "sim/map_curve.h"

enum sim_map_style {
    SIM_MAP_LINE,
    SIM_MAP_DASHES,
    SIM_MAP_THICK,
    SIM_MAP_FAINT,  /* a thin grey line */
    SIM_MAP_DOTS,   /* small points */
    SIM_MAP_CIRCLES,
    SIM_MAP_DISCS
};

struct sim_map_series {
    const char *title;
    enum sim_map_style style;
    const char *colour; /* "#rrggbb" */
    const struct sim_map_curve *curve;
};

/* what a class of cells is called and how it looks */
struct sim_map_class {
    const char *title;
    const char *colour;
};

enum { SIM_MAP_MAX_SERIES = 32, SIM_MAP_MAX_CLASSES = 8 };

struct sim_map_figure {
    const char *title;
    struct sim_map_axis axes[2]; /* range, unit and label */
    bool logarithmic;            /* the y axis */
    const unsigned char *cells;  /* classes, row by row; NULL: none */
    struct sim_map_class classes[SIM_MAP_MAX_CLASSES];
    size_t n_classes;
    struct sim_map_series series[SIM_MAP_MAX_SERIES];
    size_t n_series;
};

void sim_map_figure_add(struct sim_map_figure *figure, const char *title,
                        enum sim_map_style style, const char *colour,
                        const struct sim_map_curve *curve);

/* of the size of all figures; opened before the work, so that a bad name costs none */
enum error_code sim_map_figure_open(const char *path, bool force, struct gnuplot **plot,
                                    struct error *err);

/* the plot is gone either way */
enum error_code sim_map_figure_draw(const struct sim_map_figure *figure,
                                    struct gnuplot *plot, struct error *err);

#endif
