/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Figures as files, whole or not at all: .svg, .pdf or .png by the ending. The same figure is
 * the same bytes. */
#ifndef LIB_FIGURE_FILE_H
#define LIB_FIGURE_FILE_H

#include <stdio.h>

#include "lib/base/error.h"
#include "lib/figure/canvas.h"
#include "lib/figure/figure.h"

struct figure_font;

/* to be asked before long work: an ending that is none of these, a file that exists (unless
 * `force`), a directory that does not, no font; NULL is no figure, which is well */
enum error_code figure_file_check(const char *path, bool force, struct error *err);

/* finds the ranges that are not fixed; the figure is the caller's to free */
enum error_code figure_file_write(struct figure *figure, const char *path, bool force,
                                  struct error *err);

/* a drawing that is no figure with axes: its size, and what draws it with texts of this font */
struct figure_picture {
    double width, height;
    const char *title; /* of the file; NULL: none */
    void (*draw)(const void *context, const struct figure_font *font, struct figure_canvas *canvas);
    const void *context;
};

enum error_code figure_file_picture(const struct figure_picture *picture, const char *path,
                                    bool force, struct error *err);

/* All data of a panel with a header line, each number so that it reads back as it was. A panel
 * over one grid has a column for each series; any other has a row for each element:
 * series,x,y,z,w. */
void figure_file_csv(FILE *out, const struct figure_panel *panel);

#endif
