/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "report/html.h"

#include <stdlib.h>
#include <string.h>

#include <nettle/base64.h>
#include <nettle/sha2.h>

#include "lib/base/version.h"
#include "lib/figure/draw.h"
#include "lib/figure/svg.h"
#include "report/live_spec.h"
#include "report/pack.h"
#include "report/small.h"
#include "report/told.h"

static const unsigned char page_css[] = {
#include "report/page_css.inc"
};
static const unsigned char page_js[] = {
#include "report/page_js.inc"
};

#ifdef HAVE_LIVE
static const unsigned char live_wasm[] = {
#include "report/live_wasm.inc"
};
#endif

struct writer {
    FILE *out;
    const char *section;     /* id of the one that is open, NULL: none */
    struct report_told told; /* of it to scripts */
    struct error *err;
};

/* ---- blocks */

static void element(FILE *out, const char *name, const char *text)
{
    fprintf(out, "<%s>", name);
    figure_svg_text(out, text);
    fprintf(out, "</%s>\n", name);
}

static void paragraph(FILE *out, const char *class, const char *text)
{
    fprintf(out, "<p class=\"%s\">", class);
    figure_svg_text(out, text);
    fputs("</p>\n", out);
}

static void print_legend(FILE *out, const struct report_figure *figure)
{
    fputs("<p class=\"legend\">", out);
    for (size_t i = 0; i < figure->panel.n_series; i++) {
        const struct figure_series *s = &figure->panel.series[i];
        if (!*s->name)
            continue;
        fprintf(out, "<span><i class=\"%s%s\"></i>", s->style->word,
                s->mark == FIGURE_LINE     ? ""
                : s->mark == FIGURE_POINTS ? " point"
                : s->mark == FIGURE_BARS   ? " fill solid"
                                           : " fill");
        figure_svg_text(out, s->name);
        fputs("</span>", out);
    }
    fputs("</p>\n", out);
}

static enum error_code print_figure(struct writer *w, const struct report_figure *figure)
{
    fprintf(w->out, "<figure class=\"plot\" id=\"%s\" tabindex=\"0\"%s%s%s>", figure->id,
            figure->timed ? " data-group=\"" : "", figure->timed ? w->section : "",
            figure->timed ? "\"" : "");
    element(w->out, "h4", figure->title);
    print_legend(w->out, figure);
    fputs("<div class=\"view\">", w->out);
    struct figure_svg svg = figure_svg_begin(w->out, FIGURE_WIDTH, figure->panel.height,
                                             figure->title, figure->id, figure->thinned ? 0 : 1);
    figure_draw_in_page(&figure->panel, &svg.canvas);
    figure_svg_end(&svg);
    fputs("</div><p class=\"readout\"></p>", w->out);
    if (figure->caption)
        element(w->out, "figcaption", figure->caption);
    fputs("</figure>\n", w->out);
    return report_told_figure(&w->told, figure, w->err);
}

enum { NARROW = 3, MIDDLE = 6 }; /* columns that fit any window, and one of 640 px */
static const char *const class[] = {"", " class=\"right\""};

/* a name, which is rather broken behind a _ than anywhere */
static void print_name(FILE *out, const char *name)
{
    char part[256];
    while (*name) {
        const size_t all = strcspn(name, "_"), length = all + (name[all] == '_');
        snprintf(part, sizeof part, "%.*s", (int)length, name);
        figure_svg_text(out, length < sizeof part ? part : name);
        if (length >= sizeof part)
            break;
        name += length;
        fputs(*name ? "<wbr>" : "", out);
    }
}

static void print_cell_begin(FILE *out, const struct report_table *table, size_t i)
{
    fprintf(out, "<td%s", class[table->right[i]]);
    if (table->columns > NARROW) {
        fputs(" data-head=\"", out);
        figure_svg_text(out, table->head[i]);
        fputc('"', out);
    }
    fputc('>', out);
}

static void print_table(FILE *out, const struct report_table *table)
{
    /* a wide one becomes a card for each row where the window is narrow */
    fprintf(out, "<div class=\"scroll\"><table%s><thead><tr>",
            table->columns > MIDDLE   ? " class=\"wide\""
            : table->columns > NARROW ? " class=\"cards\""
                                      : "");
    for (size_t i = 0; i < table->columns; i++) {
        fprintf(out, "<th%s>", class[table->right[i]]);
        figure_svg_text(out, table->head[i]);
        fputs("</th>", out);
    }
    fputs("</tr></thead><tbody>\n", out);
    for (size_t row = 0; row < report_table_rows(table); row++) {
        const char *const *cells = table->cells + row * table->columns;
        const bool group = report_table_is_group(table, row);
        fputs("<tr>", out);
        for (size_t i = 0; i < (group ? 1 : table->columns); i++) {
            if (group)
                fprintf(out, "<th colspan=\"%zu\">", table->columns);
            else
                print_cell_begin(out, table, i);
            (table->columns > MIDDLE && i == 0 ? print_name : figure_svg_text)(out, cells[i]);
            fputs(group ? "</th>" : "</td>", out);
        }
        fputs("</tr>\n", out);
    }
    fputs("</tbody></table></div>\n", out);
}

/* ---- all runs in small */

static const char *const mark_classes[] = {"same", "other", "none"};
static const char *const mark_signs[] = {"\u2713", "\u2260", "\u2013"};

static void print_tile(FILE *out, const struct report_tile *tile)
{
    fprintf(out, "<a class=\"tile %s\" href=\"#%s\">", mark_classes[tile->mark], tile->id);
    struct figure_svg svg = figure_svg_begin(out, REPORT_SMALL_WIDTH, REPORT_SMALL_HEIGHT,
                                             tile->title, tile->id, 0);
    report_small_draw(tile->run, &svg.canvas);
    figure_svg_end(&svg);
    fputs("<b>", out);
    print_name(out, tile->title);
    fputs("</b>\n", out);
    element(out, "span", tile->text);
    fprintf(out, "<em><i aria-hidden=\"true\">%s</i> ", mark_signs[tile->mark]);
    figure_svg_text(out, tile->says);
    fputs("</em></a>\n", out);
}

static void print_tiles(FILE *out, const struct report_block *block)
{
    fputs("<div class=\"all\"><div class=\"tiles\">\n", out);
    for (size_t i = 0; i < block->n_tiles; i++)
        print_tile(out, &block->tiles[i]);
    fputs("</div>\n", out);
    paragraph(out, "remark", block->text);
    fputs("</div>\n", out);
}

/* the mechanism as it starts; page_moving.js moves it */
static enum error_code print_moving(struct writer *w, const struct report_block *block)
{
    fprintf(w->out, "<figure class=\"moving\" id=\"%s\" data-group=\"%s\">", block->figure.id,
            w->section);
    element(w->out, "h4", block->figure.title);
    fputs(block->picture, w->out);
    fputs(
        "<figcaption>Predicted (red), with the contact's force as an arrow, and as measured (wide, "
        "blue) where the record tells the coordinates; without a script, at the start."
        "</figcaption></figure>\n",
        w->out);
    return report_told_moving(&w->told, block, w->err);
}

static enum error_code begin_section(struct writer *w, const struct report_block *block)
{
    const enum error_code code = report_told_end(&w->told, w->out, w->err);
    fprintf(w->out, "%s<section id=\"%s\">", w->section ? "</section>\n" : "", block->id);
    w->section = block->id;
    element(w->out, "h2", block->text);
    return code;
}

static enum error_code print_block(struct writer *w, const struct report_block *block)
{
    switch (block->kind) {
    case REPORT_SECTION:
        return begin_section(w, block);
    case REPORT_HEADING:
        element(w->out, "h3", block->text);
        break;
    case REPORT_TEXT:
        element(w->out, "p", block->text);
        break;
    case REPORT_REMARK:
        paragraph(w->out, "remark", block->text);
        break;
    case REPORT_WARNING:
        paragraph(w->out, "warning", block->text);
        break;
    case REPORT_LIVE: /* page.js fills it with controls, if the page has the simulator */
        fputs("<div class=\"whatif\" hidden></div>\n", w->out);
        report_told_live(&w->told, block->text);
        break;
    case REPORT_VERDICT:
        paragraph(w->out, "verdict", block->text);
        break;
    case REPORT_TABLE:
        print_table(w->out, block->table);
        break;
    case REPORT_TILES:
        print_tiles(w->out, block);
        break;
    case REPORT_MOVING:
        return print_moving(w, block);
    case REPORT_FIGURE:
        return print_figure(w, &block->figure);
    }
    return ERROR_OK;
}

enum error_code report_html_document(const struct report_document *document, FILE *out,
                                     struct error *err)
{
    struct writer *w = calloc(1, sizeof *w);
    if (!w)
        return error_memory(err);
    w->out = out;
    w->err = err;
    w->told.document = document;
    enum error_code code = ERROR_OK;
    for (size_t i = 0; !code && i < document->n; i++)
        code = print_block(w, &document->blocks[i]);
    if (!code)
        code = report_told_end(&w->told, out, err);
    report_told_drop(&w->told);
    if (w->section)
        fputs("</section>\n", out);
    free(w);
    return code;
}

/* ---- around them */

/* as a content security policy names an inline script: 'sha256-...' of its text, in base64 */
static void print_hash(FILE *out, const unsigned char *const *texts, const size_t *sizes, size_t n)
{
    struct sha256_ctx context;
    unsigned char digest[SHA256_DIGEST_SIZE];
    char text[BASE64_ENCODE_RAW_LENGTH(SHA256_DIGEST_SIZE) + 1] = "";
    sha256_init(&context);
    for (size_t i = 0; i < n; i++)
        sha256_update(&context, sizes[i], texts[i]);
    sha256_digest(&context, sizeof digest, digest);
    base64_encode_raw(text, sizeof digest, digest);
    fprintf(out, "'sha256-%s'", text);
}

static const char large_css[] =
    "section{content-visibility:auto;contain-intrinsic-size:auto 2400px}\n";

/* nothing is fetched, and nothing runs or looks otherwise but by our own text, whatever a
 * text of others might try */
static void print_policy(FILE *out, bool large)
{
    static const unsigned char *const script[] = {(const unsigned char *)"\n", page_js},
                                      *const style[] = {(const unsigned char *)"\n", page_css,
                                                        (const unsigned char *)large_css};
    const size_t script_sizes[] = {1, sizeof page_js},
                 style_sizes[] = {1, sizeof page_css, large ? sizeof large_css - 1 : 0};
    fputs("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
          "base-uri 'none'; form-action 'none'; style-src ",
          out);
    print_hash(out, style, style_sizes, 3);
    fputs("; script-src ", out);
    print_hash(out, script, script_sizes, 2);
#ifdef HAVE_LIVE
    fputs(" 'wasm-unsafe-eval'", out); /* WebAssembly, which comes from that script alone */
#endif
    fputs("; img-src data:\">\n", out);
}

void report_html_begin(FILE *out, const char *title, const char *subtitle, bool simulated,
                       bool large)
{
    fputs("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
          "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n",
          out);
    print_policy(out, large);
    fputs("<link rel=\"icon\" href=\"data:,\">\n", out);
    fprintf(out, "<meta name=\"generator\" content=\"skitter-report %s\">\n", skitter_version);
    element(out, "title", title);
    fputs("<style>\n", out);
    fwrite(page_css, 1, sizeof page_css, out);
    if (large)
        fputs(large_css, out);
    fputs("</style></head>\n<body><header>", out);
    element(out, "h1", title);
    if (simulated)
        fputs("<p class=\"simulated\">simulated data: not from a laboratory</p>\n", out);
    element(out, "p", subtitle);
    fputs("</header><nav><ol>\n", out);
}

void report_html_link(FILE *out, const char *id, const char *text)
{
    fprintf(out, "<li><a href=\"#%s\">", id);
    figure_svg_text(out, text);
    fputs("</a></li>\n", out);
}

void report_html_main(FILE *out) { fputs("</ol></nav><main>\n", out); }

enum error_code report_html_end(FILE *out, const struct rig *rig, struct error *err)
{
    enum error_code code = ERROR_OK;
    fputs("</main>\n", out);
#ifdef HAVE_LIVE
    fputs("<script type=\"text/plain\" id=\"live-wasm\">", out);
    report_pack_base64(live_wasm, sizeof live_wasm, out);
    fputs("</script>\n<script type=\"text/plain\" id=\"live-mechanism\">", out);
    code = report_live_mechanism(rig, out, err);
    fputs("</script>\n", out);
#else
    (void)rig, (void)err;
#endif
    fputs("<script>\n", out);
    fwrite(page_js, 1, sizeof page_js, out);
    fputs("</script></body></html>\n", out);
    return code;
}
