/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE /* stpcpy */
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
/* a page for all of a run is drawn larger, on a sheet of this width and at most this length, and
 * put on paper smaller */
enum { SHEET_WIDTH = 793, SHEET_MARGIN = 60, SHEET_LONGEST = 1500, SHEET_GAP = 16 };
/* a unit of its figures is 1/120 inch on paper, and a line a little wider than that */
static const double sheet_columns = 1;
enum { SHEET_TEXT = SHEET_WIDTH - 2 * SHEET_MARGIN, SHEET_HALF = (SHEET_TEXT - SHEET_GAP) / 2 };
static const char black[] = "#000000", grey[] = "#555555", warning[] = "#8a3b00";

enum { LINKS_MAX = 64 };

/* a place of a page that leads to a section */
struct link {
    double x, y, width, height;
    char to[REPORT_ID_SIZE];
};

struct report_page {
    cairo_surface_t *surface;
    double scale;  /* of what is drawn, for it to fit the page */
    char *section; /* that begins here, for the outline; NULL: none */
    char id[REPORT_ID_SIZE];
    struct link *links;
    size_t n_links;
};

struct pdf {
    const struct figure_font *font;
    struct report_pages *pages;
    cairo_t *cairo;     /* of the page that is open; NULL: none */
    double y;           /* where the next line goes, from the top */
    double left, width; /* of the text */
    bool single;        /* all of it goes on one sheet */
    double beside;      /* where what stands beside the next thing ends; 0: nothing does */
    double columns;     /* where the two columns of tables begin; 0: they have not */
    size_t n_headings;
    bool titled; /* the page holds nothing but the title yet */
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
        free(pages->list[i].links);
    }
    free(pages->list);
    *pages = (struct report_pages){0};
}

static void end_page(struct pdf *pdf)
{
    if (pdf->cairo && !pdf->code)
        pdf->code = figure_pdf_status(cairo_status(pdf->cairo), pdf->err);
    if (!pdf->cairo)
        return;
    cairo_destroy(pdf->cairo);
    pdf->cairo = NULL;
    if (pdf->single)
        pdf->pages->list[pdf->pages->n - 1].scale = fmin(
            (double)TEXT_WIDTH / SHEET_TEXT,
            (PAGE_HEIGHT - BOTTOM - MARGIN) / (fmax(pdf->y, pdf->beside) - SHEET_MARGIN));
}

static void begin_page(struct pdf *pdf)
{
    end_page(pdf);
    if (!pdf->code && !reserve(pdf->pages, 1))
        pdf->code = error_memory(pdf->err);
    if (pdf->code)
        return;
    const cairo_rectangle_t all = {0, 0, pdf->single ? SHEET_WIDTH : PAGE_WIDTH,
                                   pdf->single ? SHEET_LONGEST : PAGE_HEIGHT};
    struct report_page *page = &pdf->pages->list[pdf->pages->n++];
    *page = (struct report_page){
        .scale = 1, .surface = cairo_recording_surface_create(CAIRO_CONTENT_COLOR_ALPHA, &all)};
    pdf->cairo = cairo_create(page->surface);
    pdf->y = pdf->single ? SHEET_MARGIN : MARGIN;
}

static void need(struct pdf *pdf, double height)
{
    if (!pdf->cairo || pdf->y + height > (pdf->single ? SHEET_LONGEST : PAGE_HEIGHT - BOTTOM))
        begin_page(pdf);
}

/* what is not a figure in half width goes below those */
static void end_row(struct pdf *pdf)
{
    pdf->y = fmax(pdf->y, pdf->beside);
    pdf->beside = 0;
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
    PangoLayout *layout = lay_text(pdf, text, size, bold, pdf->width, false);
    for (int i = 0; i < pango_layout_get_line_count(layout) && *text; i++) {
        PangoLayoutLine *line = pango_layout_get_line_readonly(layout, i);
        PangoRectangle extents;
        pango_layout_line_get_extents(line, NULL, &extents);
        need(pdf, 1.35 * size);
        if (pdf->code)
            break;
        figure_cairo_colour(pdf->cairo, colour, 0);
        cairo_move_to(pdf->cairo, pdf->left, pdf->y - points(extents.y));
        pango_cairo_show_layout_line(pdf->cairo, line);
        pdf->y += 1.35 * size;
    }
    pdf->y += 0.5 * size;
    g_object_unref(layout);
}

/* ---- tables */

enum { MOST_ROWS = 20 }; /* of a table on a page for all of a run */

struct columns {
    double size, gap, width[REPORT_COLUMNS_MAX];
    double word[REPORT_COLUMNS_MAX]; /* the widest, which is broken last */
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

/* the widest of those that have room beside their words; if none has, of all */
static size_t widest_of(const struct columns *c, size_t n)
{
    size_t widest = n, of_all = 0;
    for (size_t i = 0; i < n; i++) {
        if (c->width[i] > c->width[of_all])
            of_all = i;
        if (c->width[i] > c->word[i] + 1 && (widest == n || c->width[i] > c->width[widest]))
            widest = i;
    }
    return widest < n ? widest : of_all;
}

/* the widest part of a text that may be broken at spaces, and, where it is not bold as a head is,
 * behind each _ */
static double widest_word(const struct pdf *pdf, const char *text, double size, bool bold)
{
    double most = 0;
    char word[64];
    while (*text) {
        const size_t length = strcspn(text, bold ? " " : " _"), behind = text[length] == '_';
        snprintf(word, sizeof word, "%.*s", (int)(length + behind), text);
        most = fmax(most, width_of(pdf, word, size, bold));
        text += length + (text[length] != '\0');
    }
    return most;
}

/* as large as fits, from 9 points down to 6.5; when nothing does, the widest columns are broken
 * into lines */
static struct columns measure(const struct pdf *pdf, const struct report_table *t)
{
    static const double smallest = 6.5, gap = 1.1;
    const double largest = 9;
    struct columns c = {.size = largest};
    double total = 0;
    for (size_t i = 0; i < t->columns; i++) {
        c.width[i] = c.word[i] = widest_word(pdf, t->head[i], largest, true);
        for (size_t row = 1; row <= report_table_rows(t); row++)
            if (!is_group(t, row))
                c.width[i] = fmax(c.width[i], width_of(pdf, cell(t, row, i), largest, false));
        c.width[i] += 0.5; /* rounding must not break a line */
        total += c.width[i] + gap * largest;
    }
    const double scale = fmax(smallest / largest, fmin(1, pdf->width / total));
    c.size *= scale;
    c.gap = gap * c.size;
    for (size_t i = 0; i < t->columns; i++) {
        c.width[i] *= scale;
        for (size_t row = 1; row <= report_table_rows(t) && total * scale > pdf->width; row++)
            if (!is_group(t, row))
                c.word[i] = fmax(c.word[i], widest_word(pdf, cell(t, row, i), largest, false));
        c.word[i] *= scale;
    }
    for (double over = total * scale - pdf->width; over > 0; over--)
        c.width[widest_of(&c, t->columns)] -= 1;
    return c;
}

/* NULL: no memory; else with a place to break behind each _ */
static char *breakable(const char *text)
{
    static const char here[] = "\u200b";
    char *to = malloc(strlen(here) * strlen(text) + strlen(text) + 1), *end = to;
    for (; to && *text; text++) {
        *end++ = *text;
        if (*text == '_')
            end = stpcpy(end, here);
    }
    if (to)
        *end = '\0';
    return to;
}

/* names of runs and of values, where they are too long, are rather broken there than anywhere */
static PangoLayout *lay_cell(const struct pdf *pdf, const char *text, double size, bool bold,
                             double width, bool right)
{
    PangoLayout *layout = lay_text(pdf, text, size, bold, width, right);
    char *broken = strchr(text, '_') && pango_layout_get_line_count(layout) > 1 ? breakable(text)
                                                                                : NULL;
    if (broken) {
        g_object_unref(layout);
        layout = lay_text(pdf, broken, size, bold, width, right);
    }
    free(broken);
    return layout;
}

/* a row of a table before it has its place */
struct row {
    PangoLayout *layouts[REPORT_COLUMNS_MAX];
    double height;
};

static struct row lay_row(const struct pdf *pdf, const struct report_table *t,
                          const struct columns *c, size_t row)
{
    const bool group = is_group(t, row);
    struct row laid = {.height = 1.35 * c->size};
    for (size_t i = 0; i < t->columns; i++) {
        int width, tall;
        laid.layouts[i] = lay_cell(pdf, cell(t, row, i), c->size, row == 0 || group,
                                   group && i == 0 ? pdf->width : c->width[i],
                                   t->right[i] && !group);
        pango_layout_get_size(laid.layouts[i], &width, &tall);
        laid.height = fmax(laid.height, points(tall));
    }
    return laid;
}

static void put_row(struct pdf *pdf, const struct report_table *t, const struct columns *c,
                    const struct row *laid)
{
    double x = pdf->left;
    for (size_t i = 0; i < t->columns; x += c->width[i++] + c->gap) {
        if (!pdf->code) {
            figure_cairo_colour(pdf->cairo, black, 0);
            cairo_move_to(pdf->cairo, x, pdf->y);
            pango_cairo_show_layout(pdf->cairo, laid->layouts[i]);
        }
        g_object_unref(laid->layouts[i]);
    }
    pdf->y += laid->height + 0.2 * c->size;
}

static void print_rule(struct pdf *pdf, const struct report_table *t, const struct columns *c)
{
    double width = -c->gap;
    for (size_t i = 0; i < t->columns; i++)
        width += c->width[i] + c->gap;
    if (pdf->code)
        return;
    cairo_set_line_width(pdf->cairo, 0.5);
    cairo_move_to(pdf->cairo, pdf->left, pdf->y);
    cairo_rel_line_to(pdf->cairo, width, 0);
    cairo_stroke(pdf->cairo);
    pdf->y += 0.4 * c->size;
}

static void print_head(struct pdf *pdf, const struct report_table *t, const struct columns *c)
{
    const struct row head = lay_row(pdf, t, c, 0);
    need(pdf, head.height + 3 * c->size);
    put_row(pdf, t, c, &head);
    print_rule(pdf, t, c);
}

/* at the top of a page the head stands again */
static void print_row(struct pdf *pdf, const struct report_table *t, const struct columns *c,
                      size_t row, bool headed)
{
    const struct row laid = lay_row(pdf, t, c, row);
    const size_t pages = pdf->pages->n;
    need(pdf, is_group(t, row) ? laid.height + 3 * c->size : laid.height);
    if (headed && pdf->pages->n > pages)
        print_head(pdf, t, c);
    put_row(pdf, t, c, &laid);
}

static void print_table(struct pdf *pdf, const struct report_table *t)
{
    const struct columns c = measure(pdf, t);
    bool headed = false;
    for (size_t i = 0; i < t->columns; i++)
        headed |= *t->head[i] != '\0';
    const size_t all = report_table_rows(t),
                 shown = pdf->single && all > MOST_ROWS ? MOST_ROWS : all;
    if (headed)
        print_head(pdf, t, &c);
    for (size_t row = 1; row <= shown; row++)
        print_row(pdf, t, &c, row, headed);
    if (shown < all) {
        char text[96];
        snprintf(text, sizeof text, "and %zu rows more, which the HTML report has", all - shown);
        print_text(pdf, c.size, false, grey, text);
    }
    pdf->y += 8;
}

/* ---- figures */

/* a figure on the sheet of a run: lower, two side by side where half the width does */
static void print_small_figure(struct pdf *pdf, const struct report_figure *figure)
{
    static const double scale = 0.8; /* its type has 7 points on paper */
    const bool half = figure->half, right = pdf->beside > 0 && half;
    struct figure_panel panel = figure->panel;
    struct figure alone = report_figure_alone(figure, figure->title);
    struct figure_layout layout;
    panel.height = panel.n_rows ? 80 : half ? 110 : 120;
    alone.panels = &panel;
    alone.width = (half ? SHEET_HALF : SHEET_TEXT) * 10 / 8;
    if (!half)
        end_row(pdf);
    if (!pdf->code)
        pdf->code = figure_layout_make(&alone, pdf->font, &layout, pdf->err);
    if (pdf->code)
        return;
    if (!right)
        need(pdf, scale * layout.height);
    if (!pdf->code) {
        struct figure_cairo canvas = figure_cairo_canvas(pdf->cairo, pdf->font);
        canvas.canvas.columns = sheet_columns;
        cairo_save(pdf->cairo);
        cairo_translate(pdf->cairo, pdf->left + (right ? SHEET_HALF + SHEET_GAP : 0), pdf->y);
        cairo_scale(pdf->cairo, scale, scale);
        figure_draw(&alone, &layout, &canvas.canvas);
        cairo_restore(pdf->cairo);
    }
    const double end = pdf->y + scale * layout.height;
    figure_layout_free(&layout);
    pdf->beside = half ? fmax(pdf->beside, end) : 0;
    if (right)
        end_row(pdf);
    else if (!half)
        pdf->y = end;
}

/* A figure that fits the rest of the page if it is a little lower is drawn so. */
static void lay_figure(struct pdf *pdf, struct figure *alone, struct figure_panel *panel,
                       double scale, double below, struct figure_layout *layout)
{
    static const double least = 0.7; /* of its height */
    if (!pdf->code)
        pdf->code = figure_layout_make(alone, pdf->font, layout, pdf->err);
    if (pdf->code)
        return;
    const double over = (pdf->y + below - (PAGE_HEIGHT - BOTTOM)) / scale + layout->height;
    if (!pdf->cairo || over <= 0 || over > (1 - least) * panel->height)
        return;
    panel->height -= (int)ceil(over);
    figure_layout_free(layout);
    pdf->code = figure_layout_make(alone, pdf->font, layout, pdf->err);
}

static void print_figure(struct pdf *pdf, const struct report_figure *figure)
{
    static const double scale = (double)TEXT_WIDTH / FIGURE_WIDTH;
    struct figure alone = report_figure_alone(figure, figure->title);
    struct figure_panel panel = figure->panel;
    struct figure_layout layout;
    const double below = figure->caption ? 28 : 0;
    alone.panels = &panel;
    lay_figure(pdf, &alone, &panel, scale, below, &layout);
    if (pdf->code)
        return;
    need(pdf, scale * layout.height + below);
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

/* no memory: the page has one link less */
static void add_link(struct pdf *pdf, const struct link *link)
{
    struct report_page *page = &pdf->pages->list[pdf->pages->n - 1];
    if (!page->links)
        page->links = calloc(LINKS_MAX, sizeof *page->links);
    if (page->links && page->n_links < LINKS_MAX)
        page->links[page->n_links++] = *link;
}

static void print_tile(struct pdf *pdf, const struct report_tile *tile, double x, double width)
{
    struct link link = {x, pdf->y, width,
                        width * REPORT_SMALL_HEIGHT / REPORT_SMALL_WIDTH + TILE_TEXT, ""};
    memcpy(link.to, tile->id, sizeof link.to);
    add_link(pdf, &link);
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
    print_text(pdf, 8, false, grey, block->text);
}

/* ---- documents */

static void begin_section(struct pdf *pdf, const char *title, const char *id)
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
    snprintf(pdf->pages->list[pdf->pages->n - 1].id, REPORT_ID_SIZE, "%s", id);
    print_text(pdf, 17, true, black, title);
}

/* what stands below the first two headings of a sheet goes side by side */
static void begin_column(struct pdf *pdf)
{
    if (pdf->n_headings == 0)
        pdf->columns = pdf->y;
    if (pdf->n_headings == 1) {
        pdf->beside = pdf->y;
        pdf->y = pdf->columns;
        pdf->left += SHEET_HALF + SHEET_GAP;
    }
    pdf->width = SHEET_HALF;
    pdf->n_headings++;
}

static void print_block(struct pdf *pdf, const struct report_block *block)
{
    const double text = 10, small = pdf->single ? 8.5 : 8;
    if (block->kind != REPORT_FIGURE && pdf->n_headings == 0)
        end_row(pdf);
    if (block->kind == REPORT_HEADING && pdf->single)
        begin_column(pdf);
    switch (block->kind) {
    case REPORT_SECTION:
        begin_section(pdf, block->text, block->id);
        break;
    case REPORT_HEADING:
        need(pdf, 60);
        pdf->y += 6;
        print_text(pdf, 12, true, black, block->text);
        break;
    case REPORT_TEXT:
        print_text(pdf, text, false, black, block->text);
        break;
    case REPORT_REMARK:
        print_text(pdf, small, false, grey, block->text);
        break;
    case REPORT_WARNING:
        print_text(pdf, text, false, warning, block->text);
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
            (pdf->single ? print_small_figure : print_figure)(pdf, &block->figure);
        break;
    }
}

enum error_code report_pdf_document(const struct report_document *document, const char *title,
                                    bool single, struct report_pages *pages, struct error *err)
{
    struct figure_font *font;
    enum error_code code = figure_font_open(&font, err);
    if (code)
        return code;
    struct pdf pdf = {.font = font,
                      .pages = pages,
                      .left = single ? SHEET_MARGIN : MARGIN,
                      .width = single ? SHEET_TEXT : TEXT_WIDTH,
                      .single = single,
                      .err = err};
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

/* the drawing, where links lead to and where they are; ids have no character that would end one */
static void put_page(cairo_t *cairo, const struct report_page *page)
{
    char text[REPORT_ID_SIZE + 128];
    cairo_save(cairo);
    if (page->scale < 1) { /* a sheet, in the middle of the page */
        cairo_translate(cairo, 0.5 * (PAGE_WIDTH - page->scale * SHEET_WIDTH),
                        MARGIN - page->scale * SHEET_MARGIN);
        cairo_scale(cairo, page->scale, page->scale);
    }
    cairo_set_source_surface(cairo, page->surface, 0, 0);
    cairo_paint(cairo);
    cairo_restore(cairo);
    if (page->section && *page->id) {
        snprintf(text, sizeof text, "name='%s'", page->id);
        cairo_tag_begin(cairo, CAIRO_TAG_DEST, text);
        cairo_tag_end(cairo, CAIRO_TAG_DEST);
    }
    for (size_t i = 0; i < page->n_links; i++) {
        const struct link *link = &page->links[i];
        snprintf(text, sizeof text, "rect=[%.0f %.0f %.0f %.0f] dest='%s'", link->x, link->y,
                 link->width, link->height, link->to);
        cairo_tag_begin(cairo, CAIRO_TAG_LINK, text);
        cairo_tag_end(cairo, CAIRO_TAG_LINK);
    }
}

/* number: of the page before the first of these */
static void put_pages(cairo_surface_t *surface, const struct report_pages *pages,
                      const struct figure_font *font, const char *footer, size_t number)
{
    cairo_t *cairo = cairo_create(surface);
    for (size_t i = 0; i < pages->n; i++) {
        const struct report_page *page = &pages->list[i];
        char place[64];
        put_page(cairo, page);
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
