/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "report/told.h"

#include <stdlib.h>
#include <string.h>

#include "lib/base/json.h"
#include "lib/base/memory.h"
#include "lib/base/text.h"
#include "report/pack.h"

static const char *const mark_words[] = {"line", "band", "points", "bars", "cells"};

static bool begin(struct report_told *told)
{
    if (!told->figures)
        told->figures = text_open(&told->figures_text, &told->figures_size);
    if (!told->bytes)
        told->bytes = text_open(&told->bytes_text, &told->bytes_size);
    if (!told->kept)
        told->kept = json_array();
    return told->figures && told->bytes && told->kept;
}

/* ---- numbers */

static enum error_code keep(struct report_told *told, const double *values, size_t n,
                            struct error *err)
{
    struct report_pack pack;
    if (told->n_data == REPORT_TOLD_DATA_MAX)
        return error_set(err, ERROR_UNSUPPORTED, "too many figures in one section");
    enum error_code code = report_pack_numbers(values, n, &pack, err);
    if (code)
        return code;
    report_pack_planes(&pack, told->bytes);
    json_array_append_new(told->kept, json_pack("[i, f, f]", (int)n, pack.offset, pack.scale));
    told->data[told->n_data++] = values;
    report_pack_free(&pack);
    return ERROR_OK;
}

static size_t find(const struct report_told *told, const double *values)
{
    size_t k = 0;
    while (k < told->n_data && told->data[k] != values)
        k++;
    return k;
}

/* the places of the two that an array is the difference of; NULL: it is none, or they are not
 * told */
static json_t *difference(const struct report_told *told, const double *values)
{
    for (size_t i = 0; i < told->document->n_differences; i++) {
        const struct report_difference *d = &told->document->differences[i];
        const size_t of = find(told, d->of), less = find(told, d->less);
        if (d->is == values && of < told->n_data && less < told->n_data)
            return json_pack("{s:i, s:i}", "of", (int)of, "less", (int)less);
    }
    return NULL;
}

/* *reference: the place of the array, which is told the first time */
static enum error_code refer(struct report_told *told, const double *values, size_t n,
                             json_t **reference, struct error *err)
{
    const size_t k = find(told, values);
    enum error_code code = ERROR_OK;
    *reference = difference(told, values);
    if (*reference)
        return ERROR_OK;
    if (k == told->n_data)
        code = keep(told, values, n, err);
    *reference = json_integer((json_int_t)k);
    return code;
}

/* ---- figures */

/* lines are packed; what has few numbers stands as it is */
static enum error_code give(struct report_told *told, const struct figure_series *s, json_t *spec,
                            const char *key, const double *values, struct error *err)
{
    json_t *value = NULL;
    enum error_code code = ERROR_OK;
    if (!values)
        return ERROR_OK;
    if (s->mark == FIGURE_LINE || s->mark == FIGURE_BAND)
        code = refer(told, values, s->n, &value, err);
    else
        value = json_numbers(values, s->n);
    json_object_set_new(spec, key, value);
    return code;
}

static enum error_code add_series(struct report_told *told, const struct figure_panel *panel,
                                  json_t *list, struct error *err)
{
    enum error_code code = ERROR_OK;
    for (size_t i = 0; !code && i < panel->n_series; i++) {
        const struct figure_series *s = &panel->series[i];
        const double *const values[] = {s->x, s->y, s->z, s->w};
        static const char *const keys[] = {"x", "y", "z", "w"};
        json_t *spec = json_pack("{s:s, s:s, s:s, s:f, s:f}", "name", s->name, "look",
                                 s->style->word, "mark", mark_words[s->mark], "first", s->first,
                                 "step", s->step);
        json_array_append_new(list, spec);
        for (int k = 0; !code && k < 4; k++)
            code = give(told, s, spec, keys[k], values[k], err);
    }
    return code;
}

static void print_json(FILE *out, const json_t *json, int digits)
{
    char *text = json_dumps(json, JSON_COMPACT | JSON_REAL_PRECISION((size_t)digits));
    if (text)
        fputs(text, out);
    else
        memory_note();
    free(text);
}

static void name_figure(struct report_told *told, const char *id)
{
    fprintf(told->figures, "%s\"%s\":", told->n_figures++ ? "," : "", id);
}

enum error_code report_told_figure(struct report_told *told, const struct report_figure *figure,
                                   struct error *err)
{
    const struct figure_panel *p = &figure->panel;
    const struct figure_axis *x = &p->axes[0], *y = &p->axes[1];
    if (!begin(told))
        return error_memory(err);
    json_t *list = json_array(), *rows = json_array();
    for (size_t i = 0; i < p->n_rows; i++)
        json_array_append_new(rows, json_string(p->rows[i]));
    const enum error_code code = add_series(told, p, list, err);
    json_t *spec = json_pack("{s:[f,f], s:[f,f], s:s, s:s, s:s, s:b, s:i, s:o, s:o}", "low", x->low,
                             y->low, "high", x->high, y->high, "xLabel", x->label, "yLabel",
                             y->label ? y->label : "", "xName", x->name, "timed",
                             (int)figure->timed, "height", p->height, "rows", rows, "series", list);
    name_figure(told, figure->id);
    print_json(told->figures, spec, 9);
    json_decref(spec);
    return code;
}

enum error_code report_told_moving(struct report_told *told, const struct report_block *block,
                                   struct error *err)
{
    if (!begin(told))
        return error_memory(err);
    json_t *list = json_array();
    const enum error_code code = add_series(told, &block->figure.panel, list, err);
    name_figure(told, block->figure.id);
    fprintf(told->figures, "{\"made\":%s,\"series\":", block->text);
    print_json(told->figures, list, 9);
    fputs("}", told->figures);
    json_decref(list);
    return code;
}

void report_told_live(struct report_told *told, const char *json) { told->live = json; }

/* ---- as an element */

/* what JSON says, a null byte, the numbers */
static enum error_code print(const struct report_told *told, FILE *out, struct error *err)
{
    char *text;
    size_t size;
    FILE *all = text_open(&text, &size);
    if (!all)
        return error_memory(err);
    fputs("{\"data\":", all);
    print_json(all, told->kept, 17);
    fprintf(all, ",\"figures\":{%s},\"live\":%s}", told->figures_text,
            told->live ? told->live : "null");
    fputc('\0', all);
    fwrite(told->bytes_text, 1, told->bytes_size, all);
    enum error_code code = text_end(all, &text, err);
    if (code)
        return code;
    fputs("<script type=\"text/plain\" class=\"told\">", out);
    code = report_pack_print((const unsigned char *)text, size, out, err);
    fputs("</script>\n", out);
    free(text);
    return code;
}

enum error_code report_told_end(struct report_told *told, FILE *out, struct error *err)
{
    const bool any = told->figures || told->live;
    enum error_code code = any && !begin(told) ? error_memory(err) : ERROR_OK;
    if (told->figures) {
        const enum error_code ended = text_end(told->figures, &told->figures_text, err);
        code = code ? code : ended;
    }
    if (told->bytes) {
        const enum error_code ended = text_end(told->bytes, &told->bytes_text, err);
        code = code ? code : ended;
    }
    told->figures = told->bytes = NULL;
    if (any && !code)
        code = print(told, out, err);
    report_told_drop(told);
    return code;
}

void report_told_drop(struct report_told *told)
{
    if (told->figures)
        text_end(told->figures, &told->figures_text, NULL);
    if (told->bytes)
        text_end(told->bytes, &told->bytes_text, NULL);
    free(told->figures_text);
    free(told->bytes_text);
    json_decref(told->kept);
    *told = (struct report_told){.document = told->document};
}
