/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Figures by gnuplot: a script is written piece by piece and run when it is
 * whole, without a shell. The figure appears whole or not at all. */
#ifndef LIB_FIGURE_GNUPLOT_H
#define LIB_FIGURE_GNUPLOT_H

#include <stdbool.h>
#include <stdio.h>

#include "lib/base/error.h"

struct gnuplot;

/* the kind is that of the path's ending: .svg, .pdf or .png; an existing file
 * is ERROR_EXISTS unless `force`. Size in pixels, as of a screen. */
enum error_code gnuplot_open(const char *path, bool force, int width, int height,
                             struct gnuplot **plot, struct error *err);

/* ERROR_USAGE when the path's ending is none of these: to be asked before long work */
enum error_code gnuplot_check(const char *path, struct error *err);

/* where to print commands to; data go inline, as "$name << EOD" */
FILE *gnuplot_script(struct gnuplot *plot);

/* a text from outside as a gnuplot string, quotes included: nothing in it is a
 * command, and no letter has a meaning; an apostrophe becomes a typographic one */
void gnuplot_text(struct gnuplot *plot, const char *text);

/* run gnuplot (the GNUPLOT of the environment, or that on PATH); the plot is
 * gone either way */
enum error_code gnuplot_commit(struct gnuplot *plot, struct error *err);

/* as if it had never been; NULL is allowed */
void gnuplot_abandon(struct gnuplot *plot);

#endif
