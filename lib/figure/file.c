/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "lib/figure/file.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <cairo-pdf.h>

#include "lib/base/number.h"
#include "lib/base/stream.h"
#include "lib/figure/cairo.h"
#include "lib/figure/draw.h"
#include "lib/figure/pdf.h"
#include "lib/figure/svg.h"

/* ---- the three kinds */

typedef enum error_code draw_function(const struct figure_picture *picture,
                                      const struct figure_font *font, FILE *out, struct error *err);

static enum error_code draw_svg(const struct figure_picture *picture,
                                const struct figure_font *font, FILE *out, struct error *err)
{
    (void)err;
    struct figure_svg svg = figure_svg_begin(out, picture->width, picture->height,
                                             picture->title ? picture->title : "", NULL, 2);
    picture->draw(picture->context, font, &svg.canvas);
    figure_svg_end(&svg);
    return ERROR_OK;
}

static void draw_on(cairo_surface_t *surface, double scale, const struct figure_picture *picture,
                    const struct figure_font *font)
{
    cairo_t *cairo = cairo_create(surface);
    struct figure_cairo canvas = figure_cairo_canvas(cairo, font);
    cairo_scale(cairo, scale, scale);
    picture->draw(picture->context, font, &canvas.canvas);
    cairo_destroy(cairo);
}

static enum error_code draw_pdf(const struct figure_picture *picture,
                                const struct figure_font *font, FILE *out, struct error *err)
{
    cairo_surface_t *surface = figure_pdf_begin(out, picture->width * FIGURE_POINTS,
                                                picture->height * FIGURE_POINTS, picture->title);
    draw_on(surface, FIGURE_POINTS, picture, font);
    return figure_pdf_end(surface, err);
}

static enum error_code draw_png(const struct figure_picture *picture,
                                const struct figure_font *font, FILE *out, struct error *err)
{
    static const double pixels = 2; /* in a unit: about 200 for an inch */
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24,
                                                          (int)ceil(picture->width * pixels),
                                                          (int)ceil(picture->height * pixels));
    cairo_t *cairo = cairo_create(surface);
    figure_cairo_colour(cairo, "#ffffff", 0);
    cairo_paint(cairo);
    cairo_destroy(cairo);
    draw_on(surface, pixels, picture, font);
    const cairo_status_t status = cairo_surface_write_to_png_stream(surface, figure_pdf_bytes, out);
    cairo_surface_destroy(surface);
    return figure_pdf_status(status, err);
}

static const struct {
    const char *ending;
    draw_function *draw;
} kinds[] = {{".svg", draw_svg}, {".pdf", draw_pdf}, {".png", draw_png}};
enum { KINDS = sizeof kinds / sizeof *kinds };

static size_t kind_of(const char *path)
{
    const size_t length = strlen(path);
    size_t i = 0;
    while (i < KINDS && (length <= 4 || strcmp(path + length - 4, kinds[i].ending) != 0))
        i++;
    return i;
}

enum error_code figure_file_check(const char *path, bool force, struct error *err)
{
    struct stream *stream;
    struct figure_font *font;
    if (!path)
        return ERROR_OK;
    if (kind_of(path) == KINDS)
        return error_set(err, ERROR_USAGE,
                         "%s: the name of a figure must end with .svg, .pdf or .png", path);
    enum error_code code = stream_open(path, force, &stream, err);
    if (code)
        return code;
    stream_abandon(stream);
    code = figure_font_open(&font, err);
    figure_font_close(font);
    return code;
}

/* a file of the kind that its ending says, whole or not at all */
static enum error_code write_file(const struct figure_picture *picture,
                                  const struct figure_font *font, const char *path, bool force,
                                  struct error *err)
{
    struct stream *stream;
    const size_t kind = kind_of(path);
    enum error_code code = kind == KINDS ? figure_file_check(path, force, err) : ERROR_OK;
    if (!code)
        code = stream_open(path, force, &stream, err);
    if (code)
        return code;
    code = kinds[kind].draw(picture, font, stream_file(stream), err);
    if (!code)
        return stream_commit(stream, err);
    stream_abandon(stream);
    if (err && err->code == code)
        error_prefix(err, "%s", path);
    return code;
}

enum error_code figure_file_picture(const struct figure_picture *picture, const char *path,
                                    bool force, struct error *err)
{
    struct figure_font *font;
    enum error_code code = figure_font_open(&font, err);
    if (!code)
        code = write_file(picture, font, path, force, err);
    figure_font_close(font);
    return code;
}

/* a figure as a picture */
struct laid_out {
    const struct figure *figure;
    struct figure_layout layout;
};

static void draw_laid_out(const void *context, const struct figure_font *font,
                          struct figure_canvas *canvas)
{
    const struct laid_out *laid = context;
    (void)font; /* the layout has used it */
    figure_draw(laid->figure, &laid->layout, canvas);
}

enum error_code figure_file_write(struct figure *figure, const char *path, bool force,
                                  struct error *err)
{
    struct figure_font *font;
    struct laid_out laid = {.figure = figure};
    if (figure->arena.failed)
        return error_memory(err);
    figure_ranges(figure);
    enum error_code code = figure_font_open(&font, err);
    if (!code)
        code = figure_layout_make(figure, font, &laid.layout, err);
    if (!code) {
        const struct figure_picture picture = {laid.layout.width, laid.layout.height, figure->title,
                                               draw_laid_out, &laid};
        code = write_file(&picture, font, path, force, err);
    }
    figure_layout_free(&laid.layout);
    figure_font_close(font);
    return code;
}

/* ---- CSV */

static void print_number(FILE *out, const char *before, double value)
{
    fputs(before, out);
    number_print(isfinite(value) ? value : NAN, out);
}

/* in quotes where a comma or a quote would part it */
static void print_name(FILE *out, const char *name)
{
    const bool quoted = strpbrk(name, ",;\"\t#") != NULL;
    if (quoted)
        fputc('"', out);
    for (const char *c = name; *c; c++)
        fprintf(out, "%s%c", *c == '"' ? "\"" : "", (unsigned char)*c < ' ' ? ' ' : *c);
    if (quoted)
        fputc('"', out);
}

static bool is_grid(const struct figure_panel *panel)
{
    for (size_t i = 0; i < panel->n_series; i++) {
        const struct figure_series *s = &panel->series[i], *first = panel->series;
        if (s->x || s->n != first->n || s->first != first->first || s->step != first->step)
            return false;
    }
    return true;
}

static void print_grid(FILE *out, const struct figure_panel *panel)
{
    fputs(panel->axes[0].name ? panel->axes[0].name : "x", out);
    for (size_t k = 0; k < panel->n_series; k++) {
        fputc(',', out);
        if (panel->series[k].mark == FIGURE_BAND)
            fputs("band_middle,band_half_width", out);
        else
            print_name(out, panel->series[k].name);
    }
    fputc('\n', out);
    for (size_t i = 0; i < panel->series[0].n; i++) {
        print_number(out, "", figure_series_x(&panel->series[0], i));
        for (size_t k = 0; k < panel->n_series; k++) {
            print_number(out, ",", panel->series[k].y[i]);
            if (panel->series[k].mark == FIGURE_BAND)
                print_number(out, ",", panel->series[k].z[i]);
        }
        fputc('\n', out);
    }
}

static void print_list(FILE *out, const struct figure_panel *panel)
{
    fputs("series,x,y,z,w\n", out);
    for (size_t k = 0; k < panel->n_series; k++) {
        const struct figure_series *s = &panel->series[k];
        for (size_t i = 0; i < s->n; i++) {
            print_name(out, s->name);
            print_number(out, ",", figure_series_x(s, i));
            print_number(out, ",", s->y[i]);
            print_number(out, ",", s->z ? s->z[i] : 0);
            print_number(out, ",", s->w ? s->w[i] : 0);
            fputc('\n', out);
        }
    }
}

void figure_file_csv(FILE *out, const struct figure_panel *panel)
{
    if (panel->n_series > 0)
        (is_grid(panel) ? print_grid : print_list)(out, panel);
}
