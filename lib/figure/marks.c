/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "lib/figure/marks.h"

#include <math.h>
#include <stdlib.h>

#include "lib/base/memory.h"
#include "lib/figure/pen.h"

static double share_of(const struct figure_axis *axis, double value)
{
    const double share = axis->logarithmic ? log(value / axis->low) / log(axis->high / axis->low)
                                           : (value - axis->low) / (axis->high - axis->low);
    return share < -1 ? -1 : share > 2 ? 2 : share; /* NaN stays */
}

double figure_frame_x(const struct figure_frame *frame, double x)
{
    return frame->x + frame->width * share_of(&frame->panel->axes[0], x);
}

double figure_frame_y(const struct figure_frame *frame, double y)
{
    return frame->y + frame->height * (1 - share_of(&frame->panel->axes[1], y));
}

static struct figure_ink line_ink(const struct figure_series *s)
{
    const struct figure_style *style = s->style;
    return (struct figure_ink){.role = "line",
                               .word = style->word,
                               .stroke = style->colour,
                               .width = style->width > 0 ? style->width : 1.1,
                               .opacity = style->opacity,
                               .dash = style->dash};
}

/* cells that cover all behind them are as wide as their outline, so that none shines through */
static struct figure_ink area_ink(const struct figure_series *s, const char *role)
{
    const bool opaque = s->mark == FIGURE_CELLS && s->style->opacity == 0;
    return (struct figure_ink){.role = role,
                               .word = s->style->word,
                               .fill = s->style->colour,
                               .stroke = opaque ? s->style->colour : NULL,
                               .width = 0.4,
                               .opacity = s->style->opacity};
}

/* ---- lines */

/* what a column holds so far */
struct column {
    double place, first[2], last[2], low, high;
    size_t n;
};

static void put_column(struct figure_pen *pen, struct column *c)
{
    if (c->n == 0)
        return;
    const bool within = fmin(c->first[1], c->last[1]) <= c->low &&
                        fmax(c->first[1], c->last[1]) >= c->high;
    if (within) {
        figure_pen_go(pen, c->first[0], c->first[1]);
        if (c->n > 1)
            figure_pen_go(pen, c->last[0], c->last[1]);
    } else { /* all that it covers: what joins it to its neighbours lies within */
        const double x = (c->place + 0.5) / pen->canvas->columns;
        const bool up = c->first[1] - c->low < c->high - c->first[1];
        figure_pen_go(pen, x, up ? c->low : c->high);
        figure_pen_go(pen, x, up ? c->high : c->low);
    }
    c->n = 0;
}

static void add_to_column(struct column *c, double place, double x, double low, double high)
{
    if (c->n++ == 0) {
        *c = (struct column){place, {x, low}, {x, low}, low, high, 1};
        return;
    }
    c->last[0] = x;
    c->last[1] = low;
    c->low = fmin(c->low, low);
    c->high = fmax(c->high, high);
}

static void draw_line(const struct figure_frame *f, const struct figure_series *s,
                      struct figure_canvas *canvas)
{
    struct figure_pen pen = {.canvas = canvas};
    struct column column = {.n = 0};
    bool gap = false;
    for (size_t i = 0; i < s->n; i++) {
        const double x = figure_frame_x(f, figure_series_x(s, i)), y = figure_frame_y(f, s->y[i]);
        if (!isfinite(x) || !isfinite(y)) {
            gap = true;
            continue;
        }
        const double place = floor(x * canvas->columns);
        if (column.n > 0 && place != column.place)
            put_column(&pen, &column);
        if (gap && column.n == 0) /* a gap within a column cannot be seen */
            figure_pen_lift(&pen);
        gap = false;
        add_to_column(&column, place, x, y, y);
    }
    put_column(&pen, &column);
    figure_pen_lift(&pen);
    const struct figure_ink ink = line_ink(s);
    canvas->paint(canvas, &ink);
}

/* ---- bands */

/* the outline of a stretch without gaps: along the upper edge, and back along the lower */
static void put_band(struct figure_canvas *canvas, const struct column *columns, size_t n)
{
    struct figure_pen pen = {.canvas = canvas};
    if (n == 0)
        return;
    figure_pen_go(&pen, columns[0].first[0], columns[0].low);
    for (size_t i = 0; i < n; i++)
        figure_pen_go(&pen, 0.5 * (columns[i].first[0] + columns[i].last[0]), columns[i].low);
    for (size_t i = n; i-- > 0;)
        figure_pen_go(&pen, 0.5 * (columns[i].first[0] + columns[i].last[0]), columns[i].high);
    figure_pen_lift(&pen);
    canvas->close(canvas);
}

static void draw_band(const struct figure_frame *f, const struct figure_series *s,
                      struct figure_canvas *canvas)
{
    const size_t room = (size_t)(3 * f->width * canvas->columns) + 2; /* of all that stays near */
    struct column *columns = calloc(room, sizeof *columns);
    size_t n = 0;
    if (!columns) {
        memory_note();
        return;
    }
    for (size_t i = 0; i < s->n; i++) {
        const double x = figure_frame_x(f, figure_series_x(s, i));
        const double low = figure_frame_y(f, s->y[i] + s->z[i]);
        const double high = figure_frame_y(f, s->y[i] - s->z[i]);
        const double place = floor(x * canvas->columns);
        const bool there = isfinite(x) && isfinite(low) && isfinite(high);
        if (!there || n == room) {
            put_band(canvas, columns, n);
            n = 0;
        }
        if (!there)
            continue;
        if (n == 0 || columns[n - 1].place != place)
            columns[n++].n = 0;
        add_to_column(&columns[n - 1], place, x, low, high);
    }
    put_band(canvas, columns, n);
    free(columns);
    const struct figure_ink ink = area_ink(s, "area");
    canvas->paint(canvas, &ink);
}

/* ---- points */

static void put_point(const struct figure_style *style, double x, double y,
                      struct figure_canvas *canvas)
{
    const double r = style->size > 0 ? style->size : 2.5;
    if (style->shape == FIGURE_DISC || style->shape == FIGURE_CIRCLE) {
        canvas->circle(canvas, x, y, r);
        return;
    }
    const double up = style->shape == FIGURE_UP ? 1 : -1;
    canvas->move(canvas, x, y - up * r);
    canvas->line(canvas, x + 0.9 * r, y + 0.6 * up * r);
    canvas->line(canvas, x - 0.9 * r, y + 0.6 * up * r);
    canvas->close(canvas);
}

static void paint_points(const struct figure_series *s, struct figure_canvas *canvas)
{
    struct figure_ink ink = area_ink(s, "dot");
    if (s->style->shape != FIGURE_DISC) {
        ink.fill = NULL;
        ink.stroke = s->style->colour;
        ink.width = s->style->width > 0 ? s->style->width : 1.1;
    }
    canvas->paint(canvas, &ink);
}

static void draw_bars_of_points(const struct figure_frame *f, const struct figure_series *s,
                                struct figure_canvas *canvas)
{
    for (size_t i = 0; s->z && i < s->n; i++) {
        const double x = figure_frame_x(f, figure_series_x(s, i));
        const double low = figure_frame_y(f, s->y[i] - s->z[i]);
        const double high = figure_frame_y(f, s->y[i] + s->z[i]);
        if (isfinite(x) && isfinite(low) && isfinite(high)) {
            canvas->move(canvas, x, low);
            canvas->line(canvas, x, high);
        }
    }
    const struct figure_ink ink = line_ink(s);
    canvas->paint(canvas, &ink);
}

/* of points in the same place the first is drawn */
static void draw_points(const struct figure_frame *f, const struct figure_series *s,
                        struct figure_canvas *canvas)
{
    const size_t across = (size_t)(f->width * canvas->columns) + 1;
    const size_t down = (size_t)(f->height * canvas->columns) + 1;
    unsigned char *taken = calloc(across * down, 1);
    if (!taken) {
        memory_note();
        return;
    }
    draw_bars_of_points(f, s, canvas);
    for (size_t i = 0; i < s->n; i++) {
        const double x = figure_frame_x(f, figure_series_x(s, i)), y = figure_frame_y(f, s->y[i]);
        const double column = floor((x - f->x) * canvas->columns);
        const double row = floor((y - f->y) * canvas->columns);
        if (!(column >= 0 && column < (double)across && row >= 0 && row < (double)down))
            continue;
        unsigned char *place = &taken[(size_t)row * across + (size_t)column];
        if (!*place)
            put_point(s->style, x, y, canvas);
        *place = 1;
    }
    free(taken);
    paint_points(s, canvas);
}

/* ---- areas */

static void put_rectangle(struct figure_canvas *canvas, double x, double y, double z, double w)
{
    canvas->move(canvas, x, y);
    canvas->line(canvas, x, w);
    canvas->line(canvas, z, w);
    canvas->line(canvas, z, y);
    canvas->close(canvas);
}

static void draw_rectangles(const struct figure_frame *f, const struct figure_series *s,
                            struct figure_canvas *canvas)
{
    static const double half_row = 0.36;
    const bool bar = s->mark == FIGURE_BARS;
    for (size_t i = 0; i < s->n; i++)
        put_rectangle(canvas, figure_frame_x(f, s->x[i]),
                      figure_frame_y(f, bar ? s->y[i] - half_row : s->y[i]),
                      figure_frame_x(f, s->z[i]),
                      figure_frame_y(f, bar ? s->y[i] + half_row : s->w[i]));
    const struct figure_ink ink = area_ink(s, bar ? "bar" : "area");
    canvas->paint(canvas, &ink);
}

void figure_marks_draw(const struct figure_frame *frame, const struct figure_series *series,
                       struct figure_canvas *canvas)
{
    static void (*const draw[])(const struct figure_frame *, const struct figure_series *,
                                struct figure_canvas *) = {[FIGURE_LINE] = draw_line,
                                                           [FIGURE_BAND] = draw_band,
                                                           [FIGURE_POINTS] = draw_points,
                                                           [FIGURE_BARS] = draw_rectangles,
                                                           [FIGURE_CELLS] = draw_rectangles};
    draw[series->mark](frame, series, canvas);
}

void figure_marks_sample(const struct figure_series *series, double x, double y,
                         struct figure_canvas *canvas)
{
    if (series->mark == FIGURE_LINE) {
        const struct figure_ink ink = line_ink(series);
        canvas->move(canvas, x, y);
        canvas->line(canvas, x + 22, y);
        canvas->paint(canvas, &ink);
    } else if (series->mark == FIGURE_POINTS) {
        put_point(series->style, x + 11, y, canvas);
        paint_points(series, canvas);
    } else {
        struct figure_ink ink = area_ink(series, "area");
        if (series->mark == FIGURE_CELLS) { /* pale ones and white need an edge */
            ink.stroke = "#808080";
            ink.width = 0.6;
        }
        put_rectangle(canvas, x, y - 5, x + 22, y + 5);
        canvas->paint(canvas, &ink);
    }
}
