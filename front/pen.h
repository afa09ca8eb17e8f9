/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a drawing of a mechanism is made of: lines, arrows, arcs, hatching, springs. The pen
 * remembers where it has been, so that names can be put beside what is drawn and not on it. */
#ifndef FRONT_PEN_H
#define FRONT_PEN_H

#include "lib/base/arena.h"
#include "lib/figure/canvas.h"
#include "lib/figure/font.h"

enum { FRONT_PEN_CELL = 4, FRONT_PEN_CELLS = 200, FRONT_PEN_NAMES = 64 };

/* a place on the page, y downwards */
struct front_spot {
    double x, y;
};

struct front_name {
    struct front_spot beside;
    const char *text;
    bool bold;
};

struct front_pen {
    struct figure_canvas *canvas;
    const struct figure_font *font;
    double width, height;     /* of the page */
    double scale;             /* units of the page in 1 m */
    double world[2];          /* what is shown in the middle of the page, */
    struct front_spot middle; /* which is here */
    unsigned char inked[FRONT_PEN_CELLS][FRONT_PEN_CELLS]; /* rows of cells that are not free */
    struct front_name names[FRONT_PEN_NAMES];
    size_t n_names;
};

struct front_spot front_pen_at(const struct front_pen *pen, const double world[2]);

/* from a spot by a length of the page in a direction of the world (counter-clockwise) */
struct front_spot front_pen_from(struct front_spot spot, double length, double direction);

void front_pen_path(struct front_pen *pen, const struct front_spot *spots, size_t n, bool closed,
                    const struct figure_ink *ink);
void front_pen_line(struct front_pen *pen, struct front_spot from, struct front_spot to,
                    const struct figure_ink *ink);
void front_pen_disc(struct front_pen *pen, struct front_spot centre, double radius,
                    const struct figure_ink *ink);

/* with its head at the end; the ink's stroke is the head's colour too */
void front_pen_arrow(struct front_pen *pen, struct front_spot from, struct front_spot to,
                     const struct figure_ink *ink);

/* around a spot, from one direction of the world to another, with a head at the end */
void front_pen_turn(struct front_pen *pen, struct front_spot centre, double radius, double from,
                    double to, const struct figure_ink *ink);

/* short strokes on the right hand side of the way from one spot to the other */
void front_pen_hatch(struct front_pen *pen, struct front_spot from, struct front_spot to);

void front_pen_zigzag(struct front_pen *pen, struct front_spot from, struct front_spot to,
                      const struct figure_ink *ink);
void front_pen_pot(struct front_pen *pen, struct front_spot from, struct front_spot to,
                   const struct figure_ink *ink);
void front_pen_spiral(struct front_pen *pen, struct front_spot centre,
                      const struct figure_ink *ink);

/* a name beside a spot; all of them are put down when everything else is drawn */
void front_pen_name(struct front_pen *pen, struct front_spot beside, const char *text, bool bold);
void front_pen_finish(struct front_pen *pen);

#endif
