/* Figures by gnuplot, which is run without a shell: the caller prints a script,
 * the picture appears whole or not at all. Text that is not the program's own
 * goes through gnuplot_text. */
#ifndef COMMON_GNUPLOT_H
#define COMMON_GNUPLOT_H

#include <stdbool.h>
#include <stdio.h>

#include "common/error.h"

struct gnuplot;

/* SVG, PDF or PNG by the path's extension, of that size in pixels (PNG, SVG) or
 * hundredths of an inch (PDF); anything else is ERROR_USAGE. An existing file
 * is ERROR_EXISTS unless `force`. The terminal is set and reads text as it
 * stands, without gnuplot's own mark-up. */
enum error_code gnuplot_open(const char *path, bool force, int width, int height,
                             struct gnuplot **gnuplot, struct error *err);

/* where to print the script to */
FILE *gnuplot_script(struct gnuplot *gnuplot);

/* print a string constant of the script; control characters become blanks */
void gnuplot_text(FILE *script, const char *text);

/* draw and put the figure in its place; gone either way */
enum error_code gnuplot_close(struct gnuplot *gnuplot, struct error *err);

/* as if it had never been; NULL is allowed */
void gnuplot_abandon(struct gnuplot *gnuplot);

/* ERROR_USAGE when the extension says no known format */
enum error_code gnuplot_check(const char *path, struct error *err);

#endif
