/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "report/svg.h"

#include <math.h>
#include <stdint.h>

#include "report/envelope.h"

enum { LEFT = 70, RIGHT = 12, TOP = 10, BOTTOM = 40, LEGEND = 24 };
enum { CURVE_POINTS = 3000 }; /* of a curve that is no function of x */

struct frame {
    const struct report_figure *figure;
    FILE *out;
    double width, height, top; /* of the plot's area, and where it begins */
};

void report_svg_text(FILE *out, const char *text)
{
    for (const unsigned char *c = (const unsigned char *)text; *c; c++)
        switch (*c) {
        case '<':
            fputs("&lt;", out);
            break;
        case '>':
            fputs("&gt;", out);
            break;
        case '&':
            fputs("&amp;", out);
            break;
        case '"':
            fputs("&quot;", out);
            break;
        case '\'':
            fputs("&#39;", out);
            break;
        default:
            fputc(*c < ' ' || *c == 127 ? ' ' : *c, out);
        }
}

static double at_x(const struct frame *f, double x)
{
    return LEFT + f->width * (x - f->figure->low[0]) / (f->figure->high[0] - f->figure->low[0]);
}

static double at_y(const struct frame *f, double y)
{
    const double share = (y - f->figure->low[1]) / (f->figure->high[1] - f->figure->low[1]);
    return f->top + f->height * (1 - fmax(-1, fmin(2, share)));
}

/* ---- axes */

static void draw_x_axis(const struct frame *f)
{
    double first;
    const double low = f->figure->low[0], high = f->figure->high[0];
    const double step = report_figure_ticks(low, high, 8, &first), bottom = f->top + f->height;
    for (int i = 0; first + i * step <= high + 1e-9 * step; i++) {
        char text[32];
        const double x = at_x(f, first + i * step);
        report_figure_tick_text(first + i * step, step, text, sizeof text);
        fprintf(f->out,
                "<path class=\"grid\" d=\"M%.1f %.1fV%.1f\"/><text class=\"tick\" x=\"%.1f\" "
                "y=\"%.1f\" text-anchor=\"middle\">%s</text>\n",
                x, f->top, bottom, x, bottom + 15, text);
    }
    fprintf(f->out, "<text class=\"label\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">",
            LEFT + 0.5 * f->width, bottom + 33);
    report_svg_text(f->out, f->figure->x_label);
    fputs("</text>\n", f->out);
}

static void draw_y_tick(const struct frame *f, double y, const char *text, bool line)
{
    if (line)
        fprintf(f->out, "<path class=\"grid\" d=\"M%d %.1fh%.1f\"/>", LEFT, y, f->width);
    fprintf(f->out, "<text class=\"tick\" x=\"%d\" y=\"%.1f\" text-anchor=\"end\">", LEFT - 6,
            y + 4);
    report_svg_text(f->out, text);
    fputs("</text>\n", f->out);
}

static void draw_y_axis(const struct frame *f)
{
    const struct report_figure *figure = f->figure;
    double first;
    for (size_t i = 0; i < figure->n_rows; i++)
        draw_y_tick(f, at_y(f, (double)i), figure->rows[i], false);
    if (figure->n_rows)
        return;
    const double step = report_figure_ticks(figure->low[1], figure->high[1],
                                            (int)fmax(3, f->height / 40), &first);
    for (int i = 0; first + i * step <= figure->high[1] + 1e-9 * step; i++) {
        char text[32];
        report_figure_tick_text(first + i * step, step, text, sizeof text);
        draw_y_tick(f, at_y(f, first + i * step), text, true);
    }
    fprintf(f->out,
            "<text class=\"label\" transform=\"translate(14 %.1f) rotate(-90)\" "
            "text-anchor=\"middle\">",
            f->top + 0.5 * f->height);
    report_svg_text(f->out, figure->y_label);
    fputs("</text>\n", f->out);
}

/* ---- what is drawn */

/* lines over a grid: the least and the largest value of each column of pixels */
static void draw_envelope(const struct frame *f, const struct report_series *s)
{
    const size_t columns = (size_t)f->width;
    bool pen = false;
    fprintf(f->out, "<path class=\"line %s\" d=\"", report_look_word(s->look));
    for (size_t i = 0; i < columns; i++) {
        const struct report_extent e = report_envelope_column(s, f->figure->low[0],
                                                              f->figure->high[0], columns, i);
        if (e.n == 0) {
            pen = false;
            continue;
        }
        const double x = LEFT + (double)i + 0.5;
        fprintf(f->out, "%c%.1f %.1f", pen ? 'L' : 'M', x, at_y(f, e.first));
        if (e.low != e.high)
            fprintf(f->out, "V%.1fV%.1fV%.1f", at_y(f, e.low), at_y(f, e.high), at_y(f, e.last));
        pen = true;
    }
    fputs("\"/>\n", f->out);
}

static void draw_curve(const struct frame *f, const struct report_series *s)
{
    const size_t every = s->n / CURVE_POINTS + 1;
    const int digits = f->figure->thinned ? 0 : 1;
    const char join = f->figure->thinned ? ' ' : 'L'; /* pairs after M are lines too */
    bool pen = false;
    fprintf(f->out, "<path class=\"line %s\" d=\"", report_look_word(s->look));
    for (size_t i = 0; i < s->n; i += every) {
        if (isfinite(s->y[i]))
            fprintf(f->out, "%c%.*f %.*f", pen ? join : 'M', digits, at_x(f, report_series_x(s, i)),
                    digits, at_y(f, s->y[i]));
        pen = isfinite(s->y[i]);
    }
    fputs("\"/>\n", f->out);
}

/* fewer samples than columns: each as wide as its step */
static void draw_wide_band(const struct frame *f, const struct report_series *s)
{
    fprintf(f->out, "<path class=\"area %s\" d=\"", report_look_word(s->look));
    for (size_t i = 0; i < s->n; i++) {
        const double left = report_series_x(s, i) - 0.5 * s->step;
        if (isfinite(s->y[i]) && isfinite(s->z[i]))
            fprintf(f->out, "M%.1f %.1fH%.1fV%.1fH%.1fz", at_x(f, left), at_y(f, s->y[i] - s->z[i]),
                    at_x(f, left + s->step), at_y(f, s->y[i] + s->z[i]), at_x(f, left));
    }
    fputs("\"/>\n", f->out);
}

static void draw_band(const struct frame *f, const struct report_series *s)
{
    const size_t columns = (size_t)f->width;
    fprintf(f->out, "<path class=\"area %s\" d=\"", report_look_word(s->look));
    for (size_t i = 0; i < columns; i++) {
        const struct report_extent e = report_envelope_band(s, f->figure->low[0],
                                                            f->figure->high[0], columns, i);
        if (e.n > 0)
            fprintf(f->out, "M%.1f %.1fh1V%.1fh-1z", LEFT + (double)i, at_y(f, e.low),
                    at_y(f, e.high));
    }
    fputs("\"/>\n", f->out);
}

static void draw_points(const struct frame *f, const struct report_series *s)
{
    for (size_t i = 0; i < s->n; i++) {
        const double x = at_x(f, report_series_x(s, i)), y = at_y(f, s->y[i]);
        if (!isfinite(x) || !isfinite(y))
            continue;
        if (s->z && isfinite(s->z[i]))
            fprintf(f->out, "<path class=\"line %s\" d=\"M%.1f %.1fV%.1f\"/>",
                    report_look_word(s->look), x, at_y(f, s->y[i] - s->z[i]),
                    at_y(f, s->y[i] + s->z[i]));
        fprintf(f->out, "<circle class=\"dot %s\" cx=\"%.1f\" cy=\"%.1f\" r=\"2.5\"/>\n",
                report_look_word(s->look), x, y);
    }
}

static void draw_rectangles(const struct frame *f, const struct report_series *s)
{
    fprintf(f->out, "<path class=\"%s %s\" d=\"", s->mark == REPORT_BARS ? "bar" : "area",
            report_look_word(s->look));
    for (size_t i = 0; i < s->n; i++) {
        const bool bar = s->mark == REPORT_BARS;
        const double low = at_y(f, bar ? s->y[i] - 0.36 : s->y[i]);
        const double high = at_y(f, bar ? s->y[i] + 0.36 : s->w[i]);
        fprintf(f->out, "M%.2f %.1fV%.1fH%.2fV%.1fz", at_x(f, s->x[i]), low, high, at_x(f, s->z[i]),
                low);
    }
    fputs("\"/>\n", f->out);
}

static void draw_series(const struct frame *f, const struct report_series *s)
{
    switch (s->mark) {
    case REPORT_LINE:
        (s->x || (double)s->n < 2 * f->width ? draw_curve : draw_envelope)(f, s);
        break;
    case REPORT_BAND:
        ((double)s->n < f->width ? draw_wide_band : draw_band)(f, s);
        break;
    case REPORT_POINTS:
        draw_points(f, s);
        break;
    case REPORT_BARS:
    case REPORT_CELLS:
        draw_rectangles(f, s);
        break;
    }
}

/* ---- files on their own */

static void draw_style(FILE *out)
{
    fputs("<style>text{font:12px sans-serif;fill:#333}.grid{stroke:#ddd;fill:none}"
          ".frame{stroke:#888;fill:none}.line{fill:none;stroke-width:1.1;stroke-linejoin:round}"
          ".area{stroke:none;fill-opacity:.25}.line.measured{stroke-width:2.8;stroke-opacity:.6}",
          out);
    for (int i = 0; i < REPORT_LOOKS; i++) {
        const enum report_look look = (enum report_look)i;
        const char *word = report_look_word(look), *colour = report_look_colour(look);
        fprintf(out, ".line.%s{stroke:%s}.dot.%s,.bar.%s,.area.%s{fill:%s}", word, colour, word,
                word, word, colour);
    }
    fputs("</style><rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n", out);
}

static void draw_legend(const struct frame *f)
{
    double x = LEFT;
    for (size_t i = 0; i < f->figure->n_series; i++) {
        const struct report_series *s = &f->figure->series[i];
        fprintf(f->out,
                "<path class=\"%s %s\" d=\"M%.1f 12h18v%dh-18z\"/>"
                "<text x=\"%.1f\" y=\"17\">",
                s->mark == REPORT_LINE ? "line" : "area", report_look_word(s->look), x,
                s->mark == REPORT_LINE ? 0 : 5, x + 23);
        report_svg_text(f->out, s->name);
        fputs("</text>", f->out);
        double letters = 0;
        for (const char *c = s->name; *c; c++)
            letters++;
        x += 40 + 6.5 * letters;
    }
    fputc('\n', f->out);
}

void report_svg_figure(FILE *out, const struct report_figure *figure, bool whole)
{
    const int top = TOP + (whole ? LEGEND : 0), height = figure->height + (whole ? LEGEND : 0);
    const struct frame f = {.figure = figure,
                            .out = out,
                            .top = top,
                            .width = REPORT_WIDTH - LEFT - RIGHT,
                            .height = height - top - BOTTOM};
    fprintf(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" role=\"img\"",
            REPORT_WIDTH, height);
    if (whole)
        fprintf(out, " width=\"%d\" height=\"%d\"", REPORT_WIDTH, height);
    fputs("><title>", out);
    report_svg_text(out, figure->title);
    fputs("</title>\n", out);
    if (whole) {
        draw_style(out);
        draw_legend(&f);
    }
    /* page.js clips with the same name */
    fprintf(out,
            "<clipPath id=\"clip-%s\"><rect x=\"%d\" y=\"%d\" width=\"%.0f\" height=\"%.0f\"/>"
            "</clipPath>\n",
            figure->id, LEFT, top, f.width, f.height);
    draw_x_axis(&f);
    draw_y_axis(&f);
    fprintf(out, "<g clip-path=\"url(#clip-%s)\">\n", figure->id);
    for (size_t i = 0; i < figure->n_series; i++)
        draw_series(&f, &figure->series[i]);
    fprintf(out,
            "</g><rect class=\"frame\" x=\"%d\" y=\"%d\" width=\"%.0f\" height=\"%.0f\"/></svg>\n",
            LEFT, top, f.width, f.height);
}
