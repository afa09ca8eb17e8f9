/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "lib/figure/svg.h"

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

static void format(const struct figure_svg *svg, double value, char text[16])
{
    snprintf(text, 16, "%.*f", svg->digits, value);
    size_t length = strlen(text);
    if (svg->digits > 0) {
        while (text[length - 1] == '0')
            length--;
        length -= text[length - 1] == '.';
        text[length] = '\0';
    }
}

static void move(struct figure_canvas *canvas, double x, double y)
{
    struct figure_svg *svg = of(canvas);
    if (!svg->open)
        fputs("<path d=\"", svg->out);
    svg->open = true;
    format(svg, x, svg->x);
    format(svg, y, svg->y);
    fprintf(svg->out, "M%s %s", svg->x, svg->y);
}

static void line(struct figure_canvas *canvas, double x, double y)
{
    struct figure_svg *svg = of(canvas);
    char across[16], down[16];
    format(svg, x, across);
    format(svg, y, down);
    const bool same_x = strcmp(across, svg->x) == 0, same_y = strcmp(down, svg->y) == 0;
    if (same_x && !same_y)
        fprintf(svg->out, "V%s", down);
    else if (same_y && !same_x)
        fprintf(svg->out, "H%s", across);
    else if (!same_x)
        fprintf(svg->out, "L%s %s", across, down);
    memcpy(svg->x, across, sizeof across);
    memcpy(svg->y, down, sizeof down);
}

static void close_path(struct figure_canvas *canvas) { fputc('z', of(canvas)->out); }

static void circle(struct figure_canvas *canvas, double x, double y, double radius)
{
    move(canvas, x - radius, y);
    fprintf(of(canvas)->out, "a%g %g 0 1 0 %g 0a%g %g 0 1 0 %g 0z", radius, radius, 2 * radius,
            radius, radius, -2 * radius);
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

/* ---- the rest */

static void text(struct figure_canvas *canvas, const struct figure_text *given)
{
    static const char *const anchors[] = {"start", "middle", "end"};
    const struct figure_svg *svg = of(canvas);
    fputs("<text", svg->out);
    if (svg->id)
        fprintf(svg->out, " class=\"%s\"", given->role);
    if (given->bold)
        fputs(" font-weight=\"bold\"", svg->out);
    if (given->upright)
        fprintf(svg->out, " transform=\"translate(%.1f %.1f) rotate(-90)\"", given->x, given->y);
    else
        fprintf(svg->out, " x=\"%.1f\" y=\"%.1f\"", given->x, given->y);
    if (given->anchor != FIGURE_LEFT)
        fprintf(svg->out, " text-anchor=\"%s\"", anchors[given->anchor]);
    fputc('>', svg->out);
    figure_svg_text(svg->out, given->text);
    fputs("</text>\n", svg->out);
}

/* page.js clips with the same name; a file has one name for each place */
static void clip(struct figure_canvas *canvas, double x, double y, double width, double height)
{
    const struct figure_svg *svg = of(canvas);
    char name[128];
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
    fprintf(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.0f %.0f\" role=\"img\"",
            width, height);
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

void figure_svg_end(struct figure_svg *svg) { fputs("</svg>\n", svg->out); }
