/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "report/pdf.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/memory.h"
#include "report/plot.h"

/* points of A4 */
enum { PAGE_WIDTH = 595, PAGE_HEIGHT = 842, MARGIN = 45, BOTTOM = 50 };
enum { TEXT_WIDTH = PAGE_WIDTH - 2 * MARGIN };
static const double letter = 0.44; /* mean width of a letter, in its size */

struct pdf {
    FILE *out;
    double y;    /* where the next line goes, from the top */
    bool open;   /* a page is begun */
    bool titled; /* and holds nothing but the title yet */
};

/* ---- pages */

static void end_page(struct pdf *pdf)
{
    if (pdf->open)
        /* labels and arrows need a plot to go with: one of nothing */
        fputs("set label sprintf('%s   %d', footer, page) at screen 0.924,0.035 right "
              "font ',7' tc rgb '#666666'\n"
              "set lmargin at screen 0\nset rmargin at screen 1\nset tmargin at screen 1\n"
              "set bmargin at screen 0\nunset border\nunset tics\nunset key\n"
              "plot [0:1][0:1] 2 notitle\nunset multiplot\n",
              pdf->out);
    pdf->open = false;
}

static void begin_page(struct pdf *pdf)
{
    end_page(pdf);
    fputs("reset\npage = page + 1\nset multiplot\n", pdf->out);
    pdf->open = true;
    pdf->y = MARGIN;
}

static void need(struct pdf *pdf, double height)
{
    if (!pdf->open || pdf->y + height > PAGE_HEIGHT - BOTTOM)
        begin_page(pdf);
}

/* ---- text */

static size_t letters(const char *text, size_t bytes)
{
    size_t n = 0;
    for (size_t i = 0; i < bytes; i++)
        n += ((unsigned char)text[i] & 0xc0) != 0x80; /* not a later byte of UTF-8 */
    return n;
}

static void print_at(struct pdf *pdf, double x, double size, bool right, bool bold,
                     const char *colour, const char *text, size_t bytes)
{
    char *copy = strndup(text, bytes);
    if (!copy)
        memory_note(); /* the page would lack it */
    if (!copy || !*copy) {
        free(copy);
        return;
    }
    fputs("set label ", pdf->out);
    report_plot_text(pdf->out, copy);
    fprintf(pdf->out, " at screen %.5f,%.5f %s font '%s,%.3g' tc rgb '%s'\n", x / PAGE_WIDTH,
            1 - (pdf->y + 0.5 * size) / PAGE_HEIGHT, right ? "right" : "left",
            bold ? "Sans Bold" : "Sans", size, colour);
    free(copy);
}

/* bytes of the text that fit into a line, broken at a space where there is one */
static size_t line_length(const char *text, double width, double size)
{
    const size_t room = (size_t)fmax(8, width / (letter * size)), all = strlen(text);
    if (letters(text, all) <= room)
        return all;
    size_t bytes = 0, space = 0;
    for (size_t n = 0; n < room; n++) {
        bytes++;
        while (((unsigned char)text[bytes] & 0xc0) == 0x80)
            bytes++;
        if (text[bytes] == ' ')
            space = bytes;
    }
    return space ? space : bytes;
}

static void print_text(struct pdf *pdf, double size, bool bold, const char *colour,
                       const char *text)
{
    while (*text) {
        const size_t bytes = line_length(text, TEXT_WIDTH, size);
        need(pdf, 1.4 * size);
        print_at(pdf, MARGIN, size, false, bold, colour, text, bytes);
        pdf->y += 1.4 * size;
        text += bytes + (text[bytes] == ' ');
    }
    pdf->y += 0.5 * size;
}

/* ---- tables */

struct layout {
    double size, width[REPORT_COLUMNS_MAX];
};

static const char *cell(const struct report_table *t, size_t row, size_t column)
{
    return row == 0 ? t->head[column] : t->cells[(row - 1) * t->columns + column];
}

static bool is_group(const struct report_table *t, size_t row)
{
    for (size_t i = 1; i < t->columns; i++)
        if (*cell(t, row, i))
            return false;
    return row > 0;
}

/* as large as fits; when nothing does, the widest column is broken into lines */
static struct layout lay_out(const struct report_table *t)
{
    struct layout l = {0};
    double total = 0;
    for (l.size = 9; l.size >= 6; l.size -= 0.5) {
        total = 0;
        for (size_t i = 0; i < t->columns; i++) {
            size_t most = 0;
            for (size_t row = 0; row <= report_table_rows(t); row++) {
                const size_t n = letters(cell(t, row, i), strlen(cell(t, row, i)));
                if (n > most && !is_group(t, row))
                    most = n;
            }
            l.width[i] = (double)most * letter * l.size + 1.2 * l.size;
            total += l.width[i];
        }
        if (total <= TEXT_WIDTH)
            return l;
    }
    l.size = 6.5;
    size_t widest = 0;
    for (size_t i = 1; i < t->columns; i++)
        if (l.width[i] > l.width[widest])
            widest = i;
    l.width[widest] = fmax(80, l.width[widest] - (total - TEXT_WIDTH));
    return l;
}

/* returns the height of the row */
static double print_row(struct pdf *pdf, const struct report_table *t, const struct layout *l,
                        size_t row)
{
    double x = MARGIN, height = 0;
    const double top = pdf->y;
    const bool group = is_group(t, row);
    for (size_t i = 0; i < t->columns; x += l->width[i++]) {
        const char *text = cell(t, row, i);
        pdf->y = top;
        while (*text) {
            const size_t bytes = line_length(text, group ? TEXT_WIDTH : l->width[i], l->size);
            print_at(pdf, t->right[i] ? x + l->width[i] - 1.2 * l->size : x, l->size, t->right[i],
                     row == 0 || group, "#000000", text, bytes);
            pdf->y += 1.45 * l->size;
            text += bytes + (text[bytes] == ' ');
        }
        height = fmax(height, pdf->y - top);
    }
    pdf->y = top + fmax(height, 1.45 * l->size);
    return height;
}

static void print_table(struct pdf *pdf, const struct report_table *t)
{
    const struct layout l = lay_out(t);
    double width = -1.2 * l.size;
    for (size_t i = 0; i < t->columns; i++)
        width += l.width[i];
    bool headed = false;
    for (size_t i = 0; i < t->columns; i++)
        headed |= *t->head[i] != '\0';
    for (size_t row = headed ? 0 : 1; row <= report_table_rows(t); row++) {
        need(pdf, row == 0 ? 8 * l.size : 3 * l.size);
        print_row(pdf, t, &l, row);
        if (row == 0) {
            const double y = 1 - (pdf->y - 0.1 * l.size) / PAGE_HEIGHT;
            fprintf(pdf->out, "set arrow from screen %.5f,%.5f to screen %.5f,%.5f nohead lw 0.5\n",
                    (double)MARGIN / PAGE_WIDTH, y, (MARGIN + width) / PAGE_WIDTH, y);
            pdf->y += 0.3 * l.size;
        }
    }
    pdf->y += 8;
}

/* ---- figures */

static void print_figure(struct pdf *pdf, const struct report_figure *figure)
{
    const double height = 0.62 * figure->height, title = 24, labels = 30;
    need(pdf, title + height + labels);
    print_at(pdf, MARGIN, 10, false, true, "#000000", figure->title, strlen(figure->title));
    const double top = pdf->y + title, bottom = top + height;
    /* what belongs to the page waits until its end */
    fprintf(pdf->out,
            "set lmargin at screen %.5f\nset rmargin at screen %.5f\n"
            "set tmargin at screen %.5f\nset bmargin at screen %.5f\n",
            (MARGIN + 42.0) / PAGE_WIDTH, (double)(PAGE_WIDTH - MARGIN) / PAGE_WIDTH,
            1 - top / PAGE_HEIGHT, 1 - bottom / PAGE_HEIGHT);
    report_plot_axes(pdf->out, figure);
    report_plot_blocks(pdf->out, figure);
    report_plot_series(pdf->out, figure, NULL);
    fputs("unset label\nunset arrow\nunset xlabel\nunset ylabel\nset ytics auto\nset xtics "
          "auto\nset format\n",
          pdf->out);
    pdf->y = bottom + labels;
    if (figure->caption)
        print_text(pdf, 8, false, "#555555", figure->caption);
}

/* ---- documents */

static void print_block(struct pdf *pdf, const struct report_block *block)
{
    switch (block->kind) {
    case REPORT_SECTION:
        if (!pdf->open || !pdf->titled)
            begin_page(pdf);
        pdf->titled = false;
        print_text(pdf, 17, true, "#000000", block->text);
        break;
    case REPORT_HEADING:
        need(pdf, 60);
        pdf->y += 6;
        print_text(pdf, 12, true, "#000000", block->text);
        break;
    case REPORT_TEXT:
        print_text(pdf, 10, false, "#000000", block->text);
        break;
    case REPORT_REMARK:
        print_text(pdf, 8, false, "#555555", block->text);
        break;
    case REPORT_WARNING:
        print_text(pdf, 10, false, "#8a3b00", block->text);
        break;
    case REPORT_TABLE:
        print_table(pdf, block->table);
        break;
    case REPORT_FIGURE:
        if (block->figure.n_series)
            print_figure(pdf, &block->figure);
        break;
    }
}

enum error_code report_pdf_open(const char *path, bool force, const char *title, bool simulated,
                                struct gnuplot **plot, struct error *err)
{
    enum error_code code = gnuplot_open(path, force, PAGE_WIDTH, PAGE_HEIGHT, plot, err);
    if (code)
        return code;
    FILE *script = gnuplot_script(*plot);
    fputs("page = 0\nfooter = ", script);
    report_plot_text(script, title);
    fprintf(script, "%s\n", simulated ? " . ' (simulated data)'" : "");
    return ERROR_OK;
}

enum error_code report_pdf_document(const struct report_document *document, const char *title,
                                    FILE *script, struct error *err)
{
    struct pdf pdf = {.out = script};
    if (title) {
        begin_page(&pdf);
        print_text(&pdf, 20, true, "#000000", title);
        pdf.titled = true;
    }
    for (size_t i = 0; i < document->n; i++)
        print_block(&pdf, &document->blocks[i]);
    end_page(&pdf);
    return ferror(script) ? error_set(err, ERROR_IO,
                                      "the pages cannot be written; is the disk "
                                      "full?")
                          : ERROR_OK;
}
