/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A figure as commands for gnuplot. */
#ifndef REPORT_PLOT_H
#define REPORT_PLOT_H

#include <stdio.h>

#include "report/figure.h"

/* a text as a string constant: between single quotes nothing is a command */
void report_plot_text(FILE *script, const char *text);

/* labels, ranges, key */
void report_plot_axes(FILE *script, const struct report_figure *figure);

/* the data, thinned to what paper shows, as blocks in the script */
void report_plot_blocks(FILE *script, const struct report_figure *figure);

/* the plot itself, from those blocks or, unless NULL, from a CSV file of
 * report_plot_csv */
void report_plot_series(FILE *script, const struct report_figure *figure, const char *csv);

/* All data with a header line. A figure over a grid of times has a column for each
 * series; any other has a row for each element: series,x,y,z,w. */
void report_plot_csv(FILE *out, const struct report_figure *figure);

#endif
