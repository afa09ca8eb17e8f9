/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "lib/figure/svg.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void figure_svg_text(FILE *out, const char *text)
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

static struct figure_svg *of(struct figure_canvas *canvas) { return (struct figure_svg *)canvas; }

/* ---- paths, as short as they can be written: pages have many */

/* units of the last digit in 1 */
static long units_in(const struct figure_svg *svg)
{
    static const long powers[] = {1, 10, 100};
    return powers[svg->digits];
}

/* a place, in these units: what is left out of one step is in the next */
static long place(const struct figure_svg *svg, double value)
{
    return lround((double)units_in(svg) * value);
}

/* a number of these units, with the space that it needs after another number */
static void put(struct figure_svg *svg, long units, bool after_number)
{
    const long whole = labs(units) / units_in(svg), rest = labs(units) % units_in(svg);
    fputs(units < 0 ? "-" : after_number ? " " : "", svg->out);
    if (whole || !rest)
        fprintf(svg->out, "%ld", whole);
    if (rest && svg->digits == 2 && rest % 10 == 0)
        fprintf(svg->out, ".%ld", rest / 10);
    else if (rest)
        fprintf(svg->out, ".%0*ld", svg->digits, rest);
}

/* the letter of a step; the same letter again is not written, its numbers go on */
static bool put_letter(struct figure_svg *svg, char letter)
{
    const bool again = svg->letter == letter;
    if (!again)
        fputc(letter, svg->out);
    svg->letter = letter;
    return again;
}

/* a row of texts ends where something else begins */
static void end_ticks(struct figure_svg *svg)
{
    if (svg->ticks)
        fputs("</g>\n", svg->out);
    svg->ticks = false;
}

static void move(struct figure_canvas *canvas, double x, double y)
{
    struct figure_svg *svg = of(canvas);
    if (!svg->open) {
        end_ticks(svg);
        fputs("<path d=\"", svg->out);
    }
    svg->open = true;
    svg->letter = '\0';
    svg->x = place(svg, x);
    svg->y = place(svg, y);
    fputc('M', svg->out);
    put(svg, svg->x, false);
    put(svg, svg->y, true);
}

static void line(struct figure_canvas *canvas, double x, double y)
{
    struct figure_svg *svg = of(canvas);
    const long dx = place(svg, x) - svg->x, dy = place(svg, y) - svg->y;
    if (dx && dy) {
        put(svg, dx, put_letter(svg, 'l'));
        put(svg, dy, true);
    } else if (dx || dy) {
        const bool again = put_letter(svg, dx ? 'h' : 'v');
        put(svg, dx ? dx : dy, again);
    }
    svg->x += dx;
    svg->y += dy;
}

static void close_path(struct figure_canvas *canvas)
{
    fputc('z', of(canvas)->out);
    of(canvas)->letter = '\0';
}

static void circle(struct figure_canvas *canvas, double x, double y, double radius)
{
    move(canvas, x - radius, y);
    fprintf(of(canvas)->out, "a%g %g 0 1 0 %g 0a%g %g 0 1 0 %g 0z", radius, radius, 2 * radius,
            radius, radius, -2 * radius);
    of(canvas)->letter = '\0';
}

static void print_colours(FILE *out, const struct figure_ink *ink)
{
    static const char *const dashes[] = {[FIGURE_DASHED] = "6 4", [FIGURE_DOTTED] = "1.5 3"};
    fprintf(out, " fill=\"%s\"", ink->fill ? ink->fill : "none");
    if (ink->fill && ink->opacity > 0)
        fprintf(out, " fill-opacity=\"%g\"", ink->opacity);
    if (!ink->stroke)
        return;
    fprintf(out, " stroke=\"%s\" stroke-width=\"%g\" stroke-linejoin=\"round\"", ink->stroke,
            ink->width);
    if (ink->opacity > 0)
        fprintf(out, " stroke-opacity=\"%g\"", ink->opacity);
    if (ink->dash != FIGURE_SOLID)
        fprintf(out, " stroke-dasharray=\"%s\"", dashes[ink->dash]);
}

static void paint(struct figure_canvas *canvas, const struct figure_ink *ink)
{
    struct figure_svg *svg = of(canvas);
    if (!svg->open)
        return;
    fputc('"', svg->out);
    if (svg->id)
        fprintf(svg->out, " class=\"%s%s%s\"", ink->role, ink->word ? " " : "",
                ink->word ? ink->word : "");
    else
        print_colours(svg->out, ink);
    fputs("/>\n", svg->out);
    svg->open = false;
}

/* ---- texts */

static const char *const classes[] = {"", " middle", " end"}; /* of the style sheet of pages */

/* Those of an axis stand in a row, which is told once: pages have many. */
static void put_tick(struct figure_svg *svg, const struct figure_text *given)
{
    const bool across = given->anchor == FIGURE_MIDDLE;
    const double row = across ? given->y : given->x;
    if (!svg->ticks || row != svg->row)
        end_ticks(svg);
    if (!svg->ticks)
        fprintf(svg->out, "<g class=\"%s%s\" transform=\"translate(%.4g %.4g)\">", given->role,
                classes[given->anchor], across ? 0 : row, across ? row : 0);
    svg->ticks = true;
    svg->row = row;
    fprintf(svg->out, "<text %c=\"%.4g\">", across ? 'x' : 'y', across ? given->x : given->y);
    figure_svg_text(svg->out, given->text);
    fputs("</text>", svg->out);
}

static void text(struct figure_canvas *canvas, const struct figure_text *given)
{
    static const char *const anchors[] = {"start", "middle", "end"};
    struct figure_svg *svg = of(canvas);
    if (svg->id && strcmp(given->role, "tick") == 0) {
        put_tick(svg, given);
        return;
    }
    end_ticks(svg);
    fputs("<text", svg->out);
    if (svg->id)
        fprintf(svg->out, " class=\"%s%s\"", given->role, classes[given->anchor]);
    if (given->bold)
        fputs(" font-weight=\"bold\"", svg->out);
    if (given->upright)
        fprintf(svg->out, " transform=\"translate(%.1f %.1f) rotate(-90)\"", given->x, given->y);
    else
        fprintf(svg->out, " x=\"%.4g\" y=\"%.4g\"", given->x, given->y);
    if (given->anchor != FIGURE_LEFT && !svg->id)
        fprintf(svg->out, " text-anchor=\"%s\"", anchors[given->anchor]);
    fputc('>', svg->out);
    figure_svg_text(svg->out, given->text);
    fputs("</text>\n", svg->out);
}

/* ---- the rest */

/* page.js clips with the same name; a file has one name for each place */
static void clip(struct figure_canvas *canvas, double x, double y, double width, double height)
{
    struct figure_svg *svg = of(canvas);
    char name[128];
    end_ticks(svg);
    if (svg->id)
        snprintf(name, sizeof name, "clip-%s", svg->id);
    else
        snprintf(name, sizeof name, "clip-%.0f", y);
    fprintf(svg->out,
            "<clipPath id=\"%s\"><rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"/>"
            "</clipPath>\n<g clip-path=\"url(#%s)\">\n",
            name, x, y, width, height, name);
}

static void unclip(struct figure_canvas *canvas) { fputs("</g>\n", of(canvas)->out); }

struct figure_svg figure_svg_begin(FILE *out, double width, double height, const char *title,
                                   const char *id, int digits)
{
    fprintf(out, "<svg%s viewBox=\"0 0 %.0f %.0f\" role=\"img\"",
            id ? "" : " xmlns=\"http://www.w3.org/2000/svg\"", width, height);
    if (!id)
        fprintf(out,
                " width=\"%.0f\" height=\"%.0f\" font-family=\"DejaVu Sans, Verdana, sans-serif\" "
                "font-size=\"12\" fill=\"#222222\"",
                width, height);
    fputs("><title>", out);
    figure_svg_text(out, title);
    fputs("</title>\n", out);
    if (!id)
        fputs("<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n", out);
    return (struct figure_svg){.canvas = {.move = move,
                                          .line = line,
                                          .close = close_path,
                                          .circle = circle,
                                          .paint = paint,
                                          .text = text,
                                          .clip = clip,
                                          .unclip = unclip,
                                          .columns = id ? 1 : 2},
                               .out = out,
                               .id = id,
                               .digits = digits};
}

void figure_svg_end(struct figure_svg *svg)
{
    end_ticks(svg);
    fputs("</svg>\n", svg->out);
}
