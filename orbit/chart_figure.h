/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A chart of two parameters as a picture: each kind of special point has its line, meetings are
 * marked and named. */
#ifndef ORBIT_CHART_FIGURE_H
#define ORBIT_CHART_FIGURE_H

#include "lib/figure/figure.h"
#include "orbit/chart.h"

/* an axis as it is drawn: its name, the unit, and how much of the parameter's unit that is */
struct orbit_chart_axis {
    const char *name, *unit;
    double scale, low, high; /* low and high in the parameter's unit */
};

/* the figure is the caller's to free, and to ask for lack of memory */
void orbit_chart_figure_make(const char *title, const struct orbit_chart *chart,
                             const struct orbit_chart_axis axes[2], struct figure *figure);

#endif
