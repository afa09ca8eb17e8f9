/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where the parts of a figure go, by the true sizes of its texts, and drawing it there. */
#ifndef LIB_FIGURE_DRAW_H
#define LIB_FIGURE_DRAW_H

#include "lib/figure/canvas.h"
#include "lib/figure/font.h"
#include "lib/figure/marks.h"
#include "lib/figure/ticks.h"

/* the place of a legend's entry; series NULL: of a note */
struct figure_entry {
    const struct figure_series *series;
    const struct figure_note *note;
    double x, y; /* of its sample: left, and the middle of the line */
};

struct figure_placed {
    struct figure_frame frame;
    struct figure_ticks ticks[2];
    const char *labels[2]; /* "": none there */
    double y_label;        /* x of the base line of the y axis' label */
    struct figure_entry *entries;
    size_t n_entries;
};

struct figure_layout {
    struct arena arena;
    double width, height;
    struct figure_placed *panels;
};

/* ranges must have been found; figure_layout_free in any case */
enum error_code figure_layout_make(const struct figure *figure, const struct figure_font *font,
                                   struct figure_layout *layout, struct error *err);
void figure_layout_free(struct figure_layout *layout);

void figure_draw(const struct figure *figure, const struct figure_layout *layout,
                 struct figure_canvas *canvas);

/* one panel in a page of HTML of FIGURE_WIDTH, with margins that its script knows and without
 * texts around it, which are the page's */
void figure_draw_in_page(const struct figure_panel *panel, struct figure_canvas *canvas);

#endif
