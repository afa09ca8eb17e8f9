/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The font of figures and pages, for pango. One of a few families, found by the names of its
 * files below the fonts/ of XDG_DATA_DIRS, so that a figure looks the same on every machine;
 * fontconfig's own search is not used, since it writes caches into the user's home. */
#ifndef LIB_FIGURE_FONT_H
#define LIB_FIGURE_FONT_H

#include <stdbool.h>

#include <pango/pangocairo.h>

#include "lib/base/error.h"

enum { FIGURE_FONT_SIZE = 12 }; /* of texts in figures, in units of figures */

struct figure_font;

/* one for each thread; ERROR_UNSUPPORTED when no such font is installed */
enum error_code figure_font_open(struct figure_font **font, struct error *err);
void figure_font_close(struct figure_font *font); /* NULL is allowed */

/* whether its files still can be read: a PDF gets its letters from them at its end, and is left
 * without them in silence */
bool figure_font_readable(void);

/* a layout of the text; the caller unrefs it. What is no UTF-8 is shown as such. */
PangoLayout *figure_font_layout(const struct figure_font *font, const char *text, double size,
                                bool bold);

/* the width of a text of a figure */
double figure_font_width(const struct figure_font *font, const char *text, bool bold);

#endif
