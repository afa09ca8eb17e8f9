/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "lib/figure/cairo.h"

#include <math.h>
#include <stdlib.h>

static cairo_t *of(struct figure_canvas *canvas) { return ((struct figure_cairo *)canvas)->cairo; }

static void move(struct figure_canvas *canvas, double x, double y)
{
    cairo_move_to(of(canvas), x, y);
}

static void line(struct figure_canvas *canvas, double x, double y)
{
    cairo_line_to(of(canvas), x, y);
}

static void close_path(struct figure_canvas *canvas) { cairo_close_path(of(canvas)); }

static void circle(struct figure_canvas *canvas, double x, double y, double radius)
{
    cairo_new_sub_path(of(canvas));
    cairo_arc(of(canvas), x, y, radius, 0, 2 * M_PI);
    cairo_close_path(of(canvas));
}

void figure_cairo_colour(cairo_t *cairo, const char *colour, double opacity)
{
    const unsigned long rgb = strtoul(colour + 1, NULL, 16);
    cairo_set_source_rgba(cairo, (double)(rgb >> 16 & 255) / 255, (double)(rgb >> 8 & 255) / 255,
                          (double)(rgb & 255) / 255, opacity > 0 ? opacity : 1);
}

static void paint(struct figure_canvas *canvas, const struct figure_ink *ink)
{
    static const double dashes[][2] = {[FIGURE_DASHED] = {6, 4}, [FIGURE_DOTTED] = {1.5, 3}};
    cairo_t *cairo = of(canvas);
    if (ink->fill) {
        figure_cairo_colour(cairo, ink->fill, ink->opacity);
        cairo_fill_preserve(cairo);
    }
    if (ink->stroke) {
        figure_cairo_colour(cairo, ink->stroke, ink->opacity);
        cairo_set_line_width(cairo, ink->width);
        cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND);
        cairo_set_dash(cairo, dashes[ink->dash], ink->dash == FIGURE_SOLID ? 0 : 2, 0);
        cairo_stroke_preserve(cairo);
    }
    cairo_new_path(cairo);
}

static void text(struct figure_canvas *canvas, const struct figure_text *given)
{
    const struct figure_cairo *self = (const struct figure_cairo *)canvas;
    static const double shares[] = {0, 0.5, 1};
    PangoLayout *layout = figure_font_layout(self->font, given->text, FIGURE_FONT_SIZE,
                                             given->bold);
    int width, height;
    pango_layout_get_size(layout, &width, &height);
    const double before = shares[given->anchor] * width / PANGO_SCALE;
    const double base = (double)pango_layout_get_baseline(layout) / PANGO_SCALE;
    cairo_save(self->cairo);
    figure_cairo_colour(self->cairo, "#222222", 0);
    cairo_translate(self->cairo, given->x, given->y);
    if (given->upright)
        cairo_rotate(self->cairo, -M_PI_2);
    cairo_move_to(self->cairo, -before, -base);
    pango_cairo_show_layout(self->cairo, layout);
    cairo_restore(self->cairo);
    cairo_new_path(self->cairo);
    g_object_unref(layout);
}

static void clip(struct figure_canvas *canvas, double x, double y, double width, double height)
{
    cairo_save(of(canvas));
    cairo_rectangle(of(canvas), x, y, width, height);
    cairo_clip(of(canvas));
}

static void unclip(struct figure_canvas *canvas) { cairo_restore(of(canvas)); }

struct figure_cairo figure_cairo_canvas(cairo_t *cairo, const struct figure_font *font)
{
    return (struct figure_cairo){.canvas = {.move = move,
                                            .line = line,
                                            .close = close_path,
                                            .circle = circle,
                                            .paint = paint,
                                            .text = text,
                                            .clip = clip,
                                            .unclip = unclip,
                                            .columns = 2},
                                 .cairo = cairo,
                                 .font = font};
}
