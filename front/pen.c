/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "front/pen.h"

#include <math.h>

#include <gsl/gsl_math.h>

enum { HEAD = 8, HATCH = 7, HATCH_STEP = 8, CIRCLE_POINTS = 64 };

static const struct figure_ink hatch_ink = {.role = "hatch", .stroke = "#777777", .width = 0.8};

struct front_spot front_pen_at(const struct front_pen *pen, const double world[2])
{
    return (struct front_spot){pen->middle.x + pen->scale * (world[0] - pen->world[0]),
                               pen->middle.y - pen->scale * (world[1] - pen->world[1])};
}

struct front_spot front_pen_from(struct front_spot spot, double length, double direction)
{
    return (struct front_spot){spot.x + length * cos(direction), spot.y - length * sin(direction)};
}

/* ---- where it has been */

static unsigned char *cell(struct front_pen *pen, double x, double y)
{
    const double column = floor(x / FRONT_PEN_CELL), row = floor(y / FRONT_PEN_CELL);
    const bool there = column >= 0 && row >= 0 && column < FRONT_PEN_CELLS && row < FRONT_PEN_CELLS;
    return there ? &pen->inked[(size_t)row][(size_t)column] : NULL;
}

static void mark_line(struct front_pen *pen, struct front_spot from, struct front_spot to)
{
    const double length = fmin(hypot(to.x - from.x, to.y - from.y), 4 * pen->width);
    const int n = (int)(length / (0.5 * FRONT_PEN_CELL)) + 1;
    for (int i = 0; i <= n; i++) {
        const double share = (double)i / n;
        unsigned char *at = cell(pen, from.x + share * (to.x - from.x),
                                 from.y + share * (to.y - from.y));
        if (at)
            *at = 1;
    }
}

/* ---- lines */

void front_pen_path(struct front_pen *pen, const struct front_spot *spots, size_t n, bool closed,
                    const struct figure_ink *ink)
{
    struct figure_canvas *canvas = pen->canvas;
    canvas->move(canvas, spots[0].x, spots[0].y);
    for (size_t i = 1; i < n; i++) {
        canvas->line(canvas, spots[i].x, spots[i].y);
        mark_line(pen, spots[i - 1], spots[i]);
    }
    if (closed) {
        canvas->close(canvas);
        mark_line(pen, spots[n - 1], spots[0]);
    }
    canvas->paint(canvas, ink);
}

void front_pen_line(struct front_pen *pen, struct front_spot from, struct front_spot to,
                    const struct figure_ink *ink)
{
    front_pen_path(pen, (const struct front_spot[]){from, to}, 2, false, ink);
}

void front_pen_disc(struct front_pen *pen, struct front_spot centre, double radius,
                    const struct figure_ink *ink)
{
    const struct front_spot left = {centre.x - radius, centre.y},
                            right = {centre.x + radius, centre.y};
    pen->canvas->circle(pen->canvas, centre.x, centre.y, radius);
    pen->canvas->paint(pen->canvas, ink);
    mark_line(pen, left, right);
}

static void head(struct front_pen *pen, struct front_spot tip, double direction,
                 const struct figure_ink *ink)
{
    const struct figure_ink solid = {.role = ink->role, .fill = ink->stroke};
    const struct front_spot spots[3] = {tip, front_pen_from(tip, HEAD, direction + M_PI - 0.4),
                                        front_pen_from(tip, HEAD, direction + M_PI + 0.4)};
    front_pen_path(pen, spots, 3, true, &solid);
}

void front_pen_arrow(struct front_pen *pen, struct front_spot from, struct front_spot to,
                     const struct figure_ink *ink)
{
    const double direction = atan2(from.y - to.y, to.x - from.x);
    front_pen_line(pen, from, front_pen_from(to, -0.7 * HEAD, direction), ink);
    head(pen, to, direction, ink);
}

void front_pen_turn(struct front_pen *pen, struct front_spot centre, double radius, double from,
                    double to, const struct figure_ink *ink)
{
    const double sign = to < from ? -1 : 1, short_of = to - sign * 0.7 * HEAD / radius;
    struct front_spot spots[CIRCLE_POINTS];
    for (int i = 0; i < CIRCLE_POINTS; i++)
        spots[i] = front_pen_from(centre, radius,
                                  from + (short_of - from) * i / (CIRCLE_POINTS - 1));
    if ((short_of - from) * sign > 0)
        front_pen_path(pen, spots, CIRCLE_POINTS, false, ink);
    /* along the chord of the head, so that it does not stand off the arc */
    head(pen, front_pen_from(centre, radius, to), to + sign * (M_PI_2 - 0.5 * HEAD / radius), ink);
}

void front_pen_hatch(struct front_pen *pen, struct front_spot from, struct front_spot to)
{
    const double length = hypot(to.x - from.x, to.y - from.y);
    const double along = atan2(from.y - to.y, to.x - from.x);
    const int n = (int)(length / HATCH_STEP);
    for (int i = 0; i <= n; i++) {
        const struct front_spot root = front_pen_from(from, (i + 0.5) * length / (n + 1), along);
        front_pen_line(pen, root, front_pen_from(root, HATCH, along - 0.75 * M_PI), &hatch_ink);
    }
}

/* ---- springs and dampers */

void front_pen_zigzag(struct front_pen *pen, struct front_spot from, struct front_spot to,
                      const struct figure_ink *ink)
{
    enum { TURNS = 12 };
    const double length = hypot(to.x - from.x, to.y - from.y);
    const double along = atan2(from.y - to.y, to.x - from.x), wide = fmin(6, 0.2 * length);
    struct front_spot spots[TURNS + 4] = {from, front_pen_from(from, 0.15 * length, along)};
    for (int i = 0; i < TURNS; i++)
        spots[i + 2] = front_pen_from(
            front_pen_from(from, (0.15 + 0.7 * (i + 0.5) / TURNS) * length, along),
            i % 2 ? -wide : wide, along + M_PI_2);
    spots[TURNS + 2] = front_pen_from(to, -0.15 * length, along);
    spots[TURNS + 3] = to;
    front_pen_path(pen, spots, TURNS + 4, false, ink);
}

/* a piston in a cup */
void front_pen_pot(struct front_pen *pen, struct front_spot from, struct front_spot to,
                   const struct figure_ink *ink)
{
    const double length = hypot(to.x - from.x, to.y - from.y);
    const double along = atan2(from.y - to.y, to.x - from.x), across = along + M_PI_2;
    const struct front_spot bottom = front_pen_from(from, 0.4 * length, along),
                            rim = front_pen_from(from, 0.6 * length, along),
                            piston = front_pen_from(from, 0.52 * length, along);
    const struct front_spot cup[4] = {
        front_pen_from(rim, 6, across), front_pen_from(bottom, 6, across),
        front_pen_from(bottom, -6, across), front_pen_from(rim, -6, across)};
    front_pen_line(pen, from, bottom, ink);
    front_pen_path(pen, cup, 4, false, ink);
    front_pen_line(pen, front_pen_from(piston, 4.5, across), front_pen_from(piston, -4.5, across),
                   ink);
    front_pen_line(pen, piston, to, ink);
}

void front_pen_spiral(struct front_pen *pen, struct front_spot centre, const struct figure_ink *ink)
{
    struct front_spot spots[CIRCLE_POINTS];
    for (int i = 0; i < CIRCLE_POINTS; i++) {
        const double share = (double)i / (CIRCLE_POINTS - 1);
        spots[i] = front_pen_from(centre, 6 + 9 * share, 5 * M_PI * share);
    }
    front_pen_path(pen, spots, CIRCLE_POINTS, false, ink);
}

/* ---- names */

void front_pen_name(struct front_pen *pen, struct front_spot beside, const char *text, bool bold)
{
    if (pen->n_names < FRONT_PEN_NAMES)
        pen->names[pen->n_names++] = (struct front_name){beside, text, bold};
}

/* how much lies under a box, and how much of it is off the page */
static double cost_of(struct front_pen *pen, struct front_spot corner, double width, double height)
{
    static const double off_the_page = 50;
    double cost = 0;
    for (double y = corner.y; y <= corner.y + height; y += FRONT_PEN_CELL)
        for (double x = corner.x; x <= corner.x + width; x += FRONT_PEN_CELL) {
            const unsigned char *at = cell(pen, x, y);
            const bool outside = !at || x > pen->width || y > pen->height;
            cost += outside ? off_the_page : *at;
        }
    return cost;
}

static void occupy(struct front_pen *pen, struct front_spot corner, double width, double height)
{
    static const unsigned char by_a_name = 20;
    for (double y = corner.y; y <= corner.y + height; y += FRONT_PEN_CELL)
        for (double x = corner.x; x <= corner.x + width; x += FRONT_PEN_CELL) {
            unsigned char *at = cell(pen, x, y);
            if (at)
                *at = by_a_name;
        }
}

/* the nearest free place around the spot, or that with the least under it */
static void put_name(struct front_pen *pen, const struct front_name *name)
{
    enum { DIRECTIONS = 16, RINGS = 6 };
    static const double height = FIGURE_FONT_SIZE;
    const double width = figure_font_width(pen->font, name->text, name->bold);
    struct front_spot best = name->beside;
    double least = INFINITY;
    for (int ring = 0; ring < RINGS; ring++)
        for (int k = 0; k < DIRECTIONS; k++) {
            const double direction = 2 * M_PI * k / DIRECTIONS, distance = 9 + 8 * ring;
            const struct front_spot centre = {
                name->beside.x + (distance + 0.5 * width) * cos(direction),
                name->beside.y - (distance + 0.5 * height) * sin(direction)};
            const struct front_spot corner = {centre.x - 0.5 * width, centre.y - 0.5 * height};
            const double cost = cost_of(pen, corner, width, height) + ring;
            if (cost < least) {
                least = cost;
                best = corner;
            }
        }
    occupy(pen, best, width, height);
    pen->canvas->text(pen->canvas, &(struct figure_text){.x = best.x,
                                                         .y = best.y + 0.85 * height,
                                                         .bold = name->bold,
                                                         .role = "note",
                                                         .text = name->text});
}

void front_pen_finish(struct front_pen *pen)
{
    for (size_t i = 0; i < pen->n_names; i++)
        put_name(pen, &pen->names[i]);
}
