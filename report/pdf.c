/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "report/pdf.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <cairo-pdf.h>

#include "lib/base/stream.h"
#include "lib/figure/cairo.h"
#include "lib/figure/draw.h"
#include "lib/figure/pdf.h"
#include "report/small.h"

/* points of A4 */
enum { PAGE_WIDTH = 595, PAGE_HEIGHT = 842, MARGIN = 45, BOTTOM = 50 };
enum { TEXT_WIDTH = PAGE_WIDTH - 2 * MARGIN };
static const char black[] = "#000000", grey[] = "#555555", warning[] = "#8a3b00";

struct report_page {
    cairo_surface_t *surface;
    char *section; /* that begins here, for the outline; NULL: none */
};

struct pdf {
    const struct figure_font *font;
    struct report_pages *pages;
    cairo_t *cairo; /* of the page that is open; NULL: none */
    double y;       /* where the next line goes, from the top */
    bool titled;    /* the page holds nothing but the title yet */
    struct error *err;
    enum error_code code; /* the first failure; then nothing more is drawn */
};

/* ---- pages */

static bool reserve(struct report_pages *pages, size_t more)
{
    if (pages->n + more <= pages->room)
        return true;
    const size_t room = 2 * (pages->n + more);
    struct report_page *list = realloc(pages->list, room * sizeof *list);
    if (!list)
        return false;
    pages->list = list;
    pages->room = room;
    return true;
}

bool report_pages_move(struct report_pages *from, struct report_pages *to)
{
    if (!reserve(to, from->n))
        return false;
    if (from->n)
        memcpy(to->list + to->n, from->list, from->n * sizeof *from->list);
    to->n += from->n;
    from->n = 0;
    return true;
}

void report_pages_free(struct report_pages *pages)
{
    for (size_t i = 0; i < pages->n; i++) {
        cairo_surface_destroy(pages->list[i].surface);
        free(pages->list[i].section);
    }
    free(pages->list);
    *pages = (struct report_pages){0};
}

static void end_page(struct pdf *pdf)
{
    if (pdf->cairo && !pdf->code)
        pdf->code = figure_pdf_status(cairo_status(pdf->cairo), pdf->err);
    if (pdf->cairo)
        cairo_destroy(pdf->cairo);
    pdf->cairo = NULL;
}

static void begin_page(struct pdf *pdf)
{
    end_page(pdf);
    if (!pdf->code && !reserve(pdf->pages, 1))
        pdf->code = error_memory(pdf->err);
    if (pdf->code)
        return;
    const cairo_rectangle_t all = {0, 0, PAGE_WIDTH, PAGE_HEIGHT};
    struct report_page *page = &pdf->pages->list[pdf->pages->n++];
    *page = (struct report_page){
        .surface = cairo_recording_surface_create(CAIRO_CONTENT_COLOR_ALPHA, &all)};
    pdf->cairo = cairo_create(page->surface);
    pdf->y = MARGIN;
}

static void need(struct pdf *pdf, double height)
{
    if (!pdf->cairo || pdf->y + height > PAGE_HEIGHT - BOTTOM)
        begin_page(pdf);
}

/* ---- text */

static double points(int units) { return (double)units / PANGO_SCALE; }

/* in lines of this width, broken within words only where they are too long */
static PangoLayout *lay_text(const struct pdf *pdf, const char *text, double size, bool bold,
                             double width, bool right)
{
    PangoLayout *layout = figure_font_layout(pdf->font, text, size, bold);
    pango_layout_set_width(layout, (int)(width * PANGO_SCALE));
    pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR);
    pango_layout_set_alignment(layout, right ? PANGO_ALIGN_RIGHT : PANGO_ALIGN_LEFT);
    pango_layout_set_spacing(layout, (int)(0.15 * size * PANGO_SCALE));
    return layout;
}

/* line by line, so that a long text goes on on the next page */
static void print_text(struct pdf *pdf, double size, bool bold, const char *colour,
                       const char *text)
{
    PangoLayout *layout = lay_text(pdf, text, size, bold, TEXT_WIDTH, false);
    for (int i = 0; i < pango_layout_get_line_count(layout) && *text; i++) {
        PangoLayoutLine *line = pango_layout_get_line_readonly(layout, i);
        PangoRectangle extents;
        pango_layout_line_get_extents(line, NULL, &extents);
        need(pdf, 1.35 * size);
        if (pdf->code)
            break;
        figure_cairo_colour(pdf->cairo, colour, 0);
        cairo_move_to(pdf->cairo, MARGIN, pdf->y - points(extents.y));
        pango_cairo_show_layout_line(pdf->cairo, line);
        pdf->y += 1.35 * size;
    }
    pdf->y += 0.5 * size;
    g_object_unref(layout);
}

/* ---- tables */

struct columns {
    double size, gap, width[REPORT_COLUMNS_MAX];
};

/* row 0 is the head */
static const char *cell(const struct report_table *t, size_t row, size_t column)
{
    return row == 0 ? t->head[column] : t->cells[(row - 1) * t->columns + column];
}

static bool is_group(const struct report_table *t, size_t row)
{
    return row > 0 && report_table_is_group(t, row - 1);
}

static double width_of(const struct pdf *pdf, const char *text, double size, bool bold)
{
    int width, height;
    PangoLayout *layout = figure_font_layout(pdf->font, text, size, bold);
    pango_layout_get_size(layout, &width, &height);
    g_object_unref(layout);
    return points(width);
}

static size_t widest_of(const struct columns *c, size_t n)
{
    size_t widest = 0;
    for (size_t i = 1; i < n; i++)
        if (c->width[i] > c->width[widest])
            widest = i;
    return widest;
}

/* the widest word of a column's head, which may be broken between words */
static double head_width(const struct pdf *pdf, const char *head, double size)
{
    double most = 0;
    char word[64];
    while (*head) {
        const size_t length = strcspn(head, " ");
        snprintf(word, sizeof word, "%.*s", (int)length, head);
        most = fmax(most, width_of(pdf, word, size, true));
        head += length + (head[length] == ' ');
    }
    return most;
}

/* as large as fits, from 9 points down to 6.5; when nothing does, the widest columns are broken
 * into lines */
static struct columns measure(const struct pdf *pdf, const struct report_table *t)
{
    enum { LARGEST = 9 };
    static const double smallest = 6.5, gap = 1.1;
    struct columns c = {.size = LARGEST};
    double total = 0;
    for (size_t i = 0; i < t->columns; i++) {
        c.width[i] = head_width(pdf, t->head[i], LARGEST);
        for (size_t row = 1; row <= report_table_rows(t); row++)
            if (!is_group(t, row))
                c.width[i] = fmax(c.width[i], width_of(pdf, cell(t, row, i), LARGEST, false));
        c.width[i] += 0.5; /* rounding must not break a line */
        total += c.width[i] + gap * LARGEST;
    }
    const double scale = fmax(smallest / LARGEST, fmin(1, TEXT_WIDTH / total));
    c.size *= scale;
    c.gap = gap * c.size;
    for (size_t i = 0; i < t->columns; i++)
        c.width[i] *= scale;
    for (double over = total * scale - TEXT_WIDTH; over > 0; over--)
        c.width[widest_of(&c, t->columns)] -= 1;
    return c;
}

static void print_row(struct pdf *pdf, const struct report_table *t, const struct columns *c,
                      size_t row)
{
    PangoLayout *layouts[REPORT_COLUMNS_MAX];
    const bool group = is_group(t, row);
    double height = 1.35 * c->size, x = MARGIN;
    for (size_t i = 0; i < t->columns; i++) {
        int width, tall;
        layouts[i] = lay_text(pdf, cell(t, row, i), c->size, row == 0 || group,
                              group && i == 0 ? TEXT_WIDTH : c->width[i], t->right[i] && !group);
        pango_layout_get_size(layouts[i], &width, &tall);
        height = fmax(height, points(tall));
    }
    need(pdf, row == 0 || group ? height + 3 * c->size : height);
    for (size_t i = 0; i < t->columns; x += c->width[i++] + c->gap) {
        if (!pdf->code) {
            figure_cairo_colour(pdf->cairo, black, 0);
            cairo_move_to(pdf->cairo, x, pdf->y);
            pango_cairo_show_layout(pdf->cairo, layouts[i]);
        }
        g_object_unref(layouts[i]);
    }
    pdf->y += height + 0.2 * c->size;
}

static void print_rule(struct pdf *pdf, const struct report_table *t, const struct columns *c)
{
    double width = -c->gap;
    for (size_t i = 0; i < t->columns; i++)
        width += c->width[i] + c->gap;
    if (pdf->code)
        return;
    cairo_set_line_width(pdf->cairo, 0.5);
    cairo_move_to(pdf->cairo, MARGIN, pdf->y);
    cairo_rel_line_to(pdf->cairo, width, 0);
    cairo_stroke(pdf->cairo);
    pdf->y += 0.4 * c->size;
}

static void print_table(struct pdf *pdf, const struct report_table *t)
{
    const struct columns c = measure(pdf, t);
    bool headed = false;
    for (size_t i = 0; i < t->columns; i++)
        headed |= *t->head[i] != '\0';
    for (size_t row = headed ? 0 : 1; row <= report_table_rows(t); row++) {
        print_row(pdf, t, &c, row);
        if (row == 0)
            print_rule(pdf, t, &c);
    }
    pdf->y += 8;
}

/* ---- figures */

static void print_figure(struct pdf *pdf, const struct report_figure *figure)
{
    static const double scale = (double)TEXT_WIDTH / FIGURE_WIDTH;
    const struct figure alone = report_figure_alone(figure, figure->title);
    struct figure_layout layout;
    if (!pdf->code)
        pdf->code = figure_layout_make(&alone, pdf->font, &layout, pdf->err);
    if (pdf->code)
        return;
    need(pdf, scale * layout.height + (figure->caption ? 24 : 0));
    if (!pdf->code) {
        struct figure_cairo canvas = figure_cairo_canvas(pdf->cairo, pdf->font);
        cairo_save(pdf->cairo);
        cairo_translate(pdf->cairo, MARGIN, pdf->y);
        cairo_scale(pdf->cairo, scale, scale);
        figure_draw(&alone, &layout, &canvas.canvas);
        cairo_restore(pdf->cairo);
    }
    pdf->y += scale * layout.height;
    figure_layout_free(&layout);
    if (figure->caption)
        print_text(pdf, 8, false, grey, figure->caption);
}

/* ---- all runs in small */

enum { TILES_ACROSS = 4, TILE_GAP = 8, TILE_TEXT = 30 };

static void print_tile(struct pdf *pdf, const struct report_tile *tile, double x, double width)
{
    static const char *const colours[] = {"#00704f", "#8a3b00", "#555555"};
    const double scale = width / REPORT_SMALL_WIDTH;
    struct figure_cairo canvas = figure_cairo_canvas(pdf->cairo, pdf->font);
    cairo_save(pdf->cairo);
    cairo_translate(pdf->cairo, x, pdf->y);
    cairo_save(pdf->cairo);
    cairo_scale(pdf->cairo, scale, scale);
    report_small_draw(tile->run, &canvas.canvas);
    cairo_restore(pdf->cairo);
    const struct {
        const char *text, *colour;
        bool bold;
    } lines[] = {{tile->title, black, true},
                 {tile->text, grey, false},
                 {tile->says, colours[tile->mark], false}};
    for (int i = 0; i < 3; i++) {
        PangoLayout *layout = lay_text(pdf, lines[i].text, 6.5, lines[i].bold, width, false);
        pango_layout_set_height(layout, -1);
        pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END);
        figure_cairo_colour(pdf->cairo, lines[i].colour, 0);
        cairo_move_to(pdf->cairo, 0, scale * REPORT_SMALL_HEIGHT + 2 + 9 * i);
        pango_cairo_show_layout(pdf->cairo, layout);
        g_object_unref(layout);
    }
    cairo_restore(pdf->cairo);
}

static void print_tiles(struct pdf *pdf, const struct report_block *block)
{
    const double width = (TEXT_WIDTH + TILE_GAP) / (double)TILES_ACROSS - TILE_GAP;
    const double height = width * REPORT_SMALL_HEIGHT / REPORT_SMALL_WIDTH + TILE_TEXT;
    for (size_t i = 0; i < block->n_tiles && !pdf->code; i += TILES_ACROSS) {
        need(pdf, height);
        for (size_t k = 0; !pdf->code && k < TILES_ACROSS && i + k < block->n_tiles; k++)
            print_tile(pdf, &block->tiles[i + k], MARGIN + (double)k * (width + TILE_GAP), width);
        pdf->y += height + TILE_GAP;
    }
}

/* ---- documents */

static void begin_section(struct pdf *pdf, const char *title)
{
    if (!pdf->cairo || !pdf->titled)
        begin_page(pdf);
    pdf->titled = false;
    if (pdf->code)
        return;
    char *kept = strdup(title);
    if (!kept)
        pdf->code = error_memory(pdf->err);
    free(pdf->pages->list[pdf->pages->n - 1].section);
    pdf->pages->list[pdf->pages->n - 1].section = kept;
    print_text(pdf, 17, true, black, title);
}

static void print_block(struct pdf *pdf, const struct report_block *block)
{
    switch (block->kind) {
    case REPORT_SECTION:
        begin_section(pdf, block->text);
        break;
    case REPORT_HEADING:
        need(pdf, 60);
        pdf->y += 6;
        print_text(pdf, 12, true, black, block->text);
        break;
    case REPORT_TEXT:
        print_text(pdf, 10, false, black, block->text);
        break;
    case REPORT_REMARK:
        print_text(pdf, 8, false, grey, block->text);
        break;
    case REPORT_WARNING:
        print_text(pdf, 10, false, warning, block->text);
        break;
    case REPORT_MOVING:
    case REPORT_LIVE: /* paper does not move */
        break;
    case REPORT_VERDICT:
        print_text(pdf, 13, false, black, block->text);
        break;
    case REPORT_TABLE:
        print_table(pdf, block->table);
        break;
    case REPORT_TILES:
        print_tiles(pdf, block);
        break;
    case REPORT_FIGURE:
        if (block->figure.panel.n_series)
            print_figure(pdf, &block->figure);
        break;
    }
}

enum error_code report_pdf_document(const struct report_document *document, const char *title,
                                    struct report_pages *pages, struct error *err)
{
    struct figure_font *font;
    enum error_code code = figure_font_open(&font, err);
    if (code)
        return code;
    struct pdf pdf = {.font = font, .pages = pages, .err = err};
    if (title) {
        begin_page(&pdf);
        print_text(&pdf, 20, true, black, title);
        pdf.titled = true;
    }
    for (size_t i = 0; i < document->n && !pdf.code; i++)
        print_block(&pdf, &document->blocks[i]);
    end_page(&pdf);
    figure_font_close(font);
    return pdf.code;
}

/* ---- the file */

static void print_footer(cairo_t *cairo, const struct figure_font *font, const char *footer,
                         size_t page)
{
    int width, height;
    struct arena arena = {0};
    PangoLayout *layout = figure_font_layout(font, arena_print(&arena, "%s   %zu", footer, page), 7,
                                             false);
    pango_layout_get_size(layout, &width, &height);
    figure_cairo_colour(cairo, grey, 0);
    cairo_move_to(cairo, PAGE_WIDTH - MARGIN - points(width), PAGE_HEIGHT - 34);
    pango_cairo_show_layout(cairo, layout);
    g_object_unref(layout);
    arena_free(&arena);
}

/* number: of the page before the first of these */
static void put_pages(cairo_surface_t *surface, const struct report_pages *pages,
                      const struct figure_font *font, const char *footer, size_t number)
{
    cairo_t *cairo = cairo_create(surface);
    for (size_t i = 0; i < pages->n; i++) {
        const struct report_page *page = &pages->list[i];
        char place[64];
        cairo_set_source_surface(cairo, page->surface, 0, 0);
        cairo_paint(cairo);
        print_footer(cairo, font, footer, ++number);
        snprintf(place, sizeof place, "page=%zu pos=[0 0]", number);
        if (page->section)
            cairo_pdf_surface_add_outline(surface, CAIRO_PDF_OUTLINE_ROOT, page->section, place, 0);
        cairo_show_page(cairo);
    }
    cairo_destroy(cairo);
}

enum error_code report_pdf_write(const char *path, bool force, const char *title, bool simulated,
                                 const struct report_pages *first, const struct report_pages *rest,
                                 struct error *err)
{
    struct arena arena = {0};
    struct figure_font *font;
    struct stream *stream;
    const char *footer = arena_print(&arena, "%s%s", title, simulated ? " (simulated data)" : "");
    enum error_code code = arena.failed ? error_memory(err) : figure_font_open(&font, err);
    if (code) {
        arena_free(&arena);
        return code;
    }
    code = stream_open(path, force, &stream, err);
    if (!code) {
        cairo_surface_t *surface = figure_pdf_begin(stream_file(stream), PAGE_WIDTH, PAGE_HEIGHT,
                                                    title);
        put_pages(surface, first, font, footer, 0);
        put_pages(surface, rest, font, footer, first->n);
        code = figure_pdf_end(surface, err);
        if (code)
            stream_abandon(stream);
        else
            code = stream_commit(stream, err);
    }
    figure_font_close(font);
    arena_free(&arena);
    return code;
}
