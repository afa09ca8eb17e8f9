/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "report/campaign_fit.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "lib/base/json.h"
#include "report/campaign_marginals.h"
#include "report/fit_rows.h"

enum { SOURCES = 5, OTHERS = SOURCES }; /* the largest, then what is left */
enum { ROW = 26 };                      /* height of a value's row */

/* ---- the verdict */

static void add_verdict(const struct report_fitted *fitted, struct report_document *document)
{
    static const struct {
        const char *key, *yes, *no;
    } says[] = {{"minimum_found", "the minimum was found", "the minimum was not found"},
                {"parameters_determined", "the runs determine all values",
                 "the runs do not determine all values"},
                {"data_explained", "the data are explained", "the data are not explained"}};
    const json_t *verdict = report_fit_part(fitted, "verdict");
    const char *suspect = json_string_value(json_object_get(verdict, "suspect"));
    const char *text = "";
    for (size_t k = 0; k < sizeof says / sizeof *says; k++) {
        const json_t *value = json_object_get(verdict, says[k].key);
        if (json_is_boolean(value))
            text = arena_print(&document->arena, "%s%s%s", text, *text ? ", " : "",
                               json_is_true(value) ? says[k].yes : says[k].no);
    }
    if (text && *text)
        report_document_text(document, REPORT_TEXT, "Verdict of the fit: %s.%s%s%s", text,
                             suspect && *suspect ? " Suspect: " : "", suspect ? suspect : "",
                             suspect && *suspect ? "." : "");
}

/* ---- the budget */

/* shares of the squares of a row by source; names[OTHERS] has the rest */
struct budget {
    const char *names[SOURCES];
    size_t n;
    double share[FIGURE_ROWS_MAX][SOURCES + 1];
};

static double square_of(const json_t *value)
{
    const double u = json_number_or(value, 0);
    return isfinite(u) ? u * u : 0;
}

/* the source that weighs most in any row and has no name yet; NULL: none is left */
static const char *largest(const struct report_fit_rows *rows, const json_t *list,
                           const struct budget *b)
{
    const char *found = NULL, *name;
    double most = 0;
    for (size_t i = 0; i < rows->n; i++) {
        json_t *sources = json_object_get(report_fit_named(list, rows->of[i]->label), "sources"),
               *value;
        const double all = rows->of[i]->uncertainty * rows->of[i]->uncertainty;
        json_object_foreach(sources, name, value)
        {
            bool named = false;
            for (size_t k = 0; k < b->n; k++)
                named |= strcmp(b->names[k], name) == 0;
            if (!named && square_of(value) / all > most) {
                most = square_of(value) / all;
                found = name;
            }
        }
    }
    return found;
}

static void fill_row(const json_t *sources, double *share, const struct budget *b)
{
    const char *name;
    json_t *value;
    double sum = 0;
    json_object_foreach((json_t *)sources, name, value)
    {
        size_t k = 0;
        while (k < b->n && strcmp(b->names[k], name) != 0)
            k++;
        share[k == b->n ? OTHERS : k] += square_of(value);
        sum += square_of(value);
    }
    for (size_t k = 0; k <= SOURCES && sum > 0; k++)
        share[k] *= 100 / sum;
}

static void add_source(const struct budget *b, size_t k, size_t n_rows, double *begun,
                       struct report_figure *figure, struct arena *arena)
{
    static const enum report_look looks[SOURCES + 1] = {
        REPORT_LOOK_VALIDATION, REPORT_LOOK_PREDICTED,   REPORT_LOOK_SEEN_STICK,
        REPORT_LOOK_SEEN_SLIP,  REPORT_LOOK_SEEN_FLIGHT, REPORT_LOOK_RAIL};
    double *from = arena_doubles(arena, n_rows), *to = arena_doubles(arena, n_rows),
           *row = arena_doubles(arena, n_rows);
    if (arena->failed)
        return;
    for (size_t i = 0; i < n_rows; i++) {
        from[i] = begun[i];
        begun[i] += b->share[i][k];
        to[i] = begun[i];
        row[i] = (double)i;
    }
    figure_series_add(arena, &figure->panel,
                      (struct figure_series){.name = k == OTHERS ? "others" : b->names[k],
                                             .style = report_look(looks[k]),
                                             .mark = FIGURE_BARS,
                                             .x = from,
                                             .y = row,
                                             .z = to,
                                             .n = n_rows});
}

static void add_budget(const struct report_fitted *fitted, const struct report_fit_rows *rows,
                       struct report_document *document)
{
    const json_t *list = report_fit_part(fitted, "budget");
    struct report_figure figure = report_fit_figure(rows, ROW, "fit-budget",
                                                    "What the uncertainties are made of");
    struct budget b = {.n = 0};
    double begun[FIGURE_ROWS_MAX] = {0};
    const char *name;
    while (b.n < SOURCES && (name = largest(rows, list, &b)))
        b.names[b.n++] = name;
    if (b.n == 0)
        return;
    for (size_t i = 0; i < rows->n; i++)
        fill_row(json_object_get(report_fit_named(list, rows->of[i]->label), "sources"), b.share[i],
                 &b);
    for (size_t k = 0; k < b.n; k++)
        add_source(&b, k, rows->n, begun, &figure, &document->arena);
    add_source(&b, OTHERS, rows->n, begun, &figure, &document->arena);
    figure.panel.axes[0] = (struct figure_axis){
        .label = "share of the variance (%)", .name = "share", .fixed = true, .high = 100};
    figure.caption = "Of each value's squared standard uncertainty, by what is not known exactly: "
                     "channels and events by their noise, given values by their own uncertainty.";
    report_document_figure(document, &figure);
}

/* ---- intervals */

/* lines from low to high, each row's beside those of the other ways; n == 0: nothing is known */
static void add_way(const struct report_fitted *fitted, const struct report_fit_rows *rows, int way,
                    struct report_figure *figure, struct arena *arena)
{
    static const char *const keys[] = {NULL, "bootstrap", "posterior"};
    static const char *const names[] = {"fit: linear", "bootstrap", "posterior"};
    static const enum report_look looks[] = {REPORT_LOOK_PREDICTED, REPORT_LOOK_VALIDATION,
                                             REPORT_LOOK_SEEN_STICK};
    const json_t *list = keys[way]
                             ? json_object_get(report_fit_part(fitted, keys[way]), "parameters")
                             : report_fit_part(fitted, "parameters");
    double *x = arena_doubles(arena, 3 * rows->n), *y = arena_doubles(arena, 3 * rows->n);
    size_t n = 0;
    for (size_t i = 0; !arena->failed && i < rows->n; i++) {
        const struct report_parameter *p = rows->of[i];
        const json_t *both = json_object_get(report_fit_named(list, p->label), "interval95");
        const double low = json_number_or(json_array_get(both, 0), NAN),
                     high = json_number_or(json_array_get(both, 1), NAN);
        const double ends[3] = {(low - p->value) / p->uncertainty,
                                (high - p->value) / p->uncertainty, NAN};
        for (int k = 0; k < 3 && isfinite(low) && isfinite(high); k++) {
            x[n] = ends[k];
            y[n++] = (double)i + 0.25 - 0.25 * way;
        }
    }
    if (n)
        figure_series_add(arena, &figure->panel,
                          (struct figure_series){.name = names[way],
                                                 .style = report_look(looks[way]),
                                                 .mark = FIGURE_LINE,
                                                 .x = x,
                                                 .y = y,
                                                 .n = n});
}

static void add_intervals(const struct report_fitted *fitted, const struct report_fit_rows *rows,
                          struct report_document *document)
{
    struct report_figure figure = report_fit_figure(rows, ROW, "fit-intervals",
                                                    "95 % intervals by other ways");
    if (!report_fit_part(fitted, "bootstrap") && !report_fit_part(fitted, "posterior"))
        return;
    for (int way = 0; way < 3; way++)
        add_way(fitted, rows, way, &figure, &document->arena);
    figure.panel.axes[0] = (struct figure_axis){
        .label = "off the fitted value, in standard uncertainties", .name = "off"};
    figure.caption =
        "Bootstrap: the fit repeated on replicas of the data; posterior: samples of the "
        "likelihood with the priors. Where they agree, the linear interval holds.";
    report_document_figure(document, &figure);
}

/* ---- without one of the runs */

/* values off by more of the uncertainty that a run takes away than chance would have it */
static const double far_apart = 3;

/* a value without a run: a stroke of its uncertainty, and a point */
struct left_out {
    double *x, *y, *points, *rows; /* of strokes, with gaps; and of points */
    size_t n;
};

static bool take_left_out(const struct report_parameter *p, const json_t *without, double row,
                          bool apart, struct left_out *out)
{
    const json_t *said = json_object_get(without, p->label);
    const double value = json_number_or(json_object_get(said, "value"), NAN),
                 u = json_number_or(json_object_get(said, "uncertainty"), NAN),
                 off = json_number_or(json_object_get(said, "apart"), 0);
    if (!isfinite(value) || !isfinite(u) || (fabs(off) > far_apart) != apart)
        return false;
    const double middle = (value - p->value) / p->uncertainty, half = u / p->uncertainty;
    const double ends[3] = {middle - half, middle + half, NAN};
    for (int k = 0; k < 3; k++) {
        out->x[3 * out->n + (size_t)k] = ends[k];
        out->y[3 * out->n + (size_t)k] = row;
    }
    out->points[out->n] = middle;
    out->rows[out->n++] = row;
    return true;
}

/* those that are far apart, or those that are not; returns the furthest end of a stroke */
static double add_left_out(const json_t *runs, const struct report_fit_rows *rows, bool apart,
                           struct report_figure *figure, struct arena *arena)
{
    const size_t n = json_array_size(runs), most = n * rows->n;
    struct left_out out = {arena_doubles(arena, 3 * most), arena_doubles(arena, 3 * most),
                           arena_doubles(arena, most), arena_doubles(arena, most), 0};
    double furthest = 0;
    for (size_t i = 0; !arena->failed && i < rows->n; i++)
        for (size_t k = 0; k < n; k++) {
            const double row = (double)i + 0.35 - 0.7 * ((double)k + 0.5) / (double)n;
            const json_t *without = json_object_get(json_array_get(runs, k), "without_it");
            if (take_left_out(rows->of[i], without, row, apart, &out))
                furthest = fmax(furthest,
                                fmax(fabs(out.x[3 * out.n - 3]), fabs(out.x[3 * out.n - 2])));
        }
    if (out.n == 0)
        return 0;
    const enum report_look look = apart ? REPORT_LOOK_OTHER : REPORT_LOOK_SAME;
    figure_series_add(arena, &figure->panel,
                      (struct figure_series){.name = "",
                                             .style = report_look(look),
                                             .mark = FIGURE_LINE,
                                             .x = out.x,
                                             .y = out.y,
                                             .n = 3 * out.n});
    figure_series_add(
        arena, &figure->panel,
        (struct figure_series){.name = apart ? "off by more than chance" : "as with it",
                               .style = report_look(look),
                               .mark = FIGURE_POINTS,
                               .x = out.points,
                               .y = out.rows,
                               .n = out.n});
    return furthest;
}

/* the runs in the order of the strokes; of many, the first and the last */
static const char *order_of_runs(const struct report_fitted *fitted, struct arena *arena)
{
    enum { MOST = 8 };
    const size_t n = fitted->n_runs;
    const char *text = "";
    for (size_t i = 0; i < n; i++)
        if (i < MOST || i + 1 == n)
            text = arena_print(arena, "%s%s%zu %s", text,
                               i == 0                   ? ""
                               : i + 1 == n && i > MOST ? "; ...; "
                                                        : "; ",
                               i + 1, fitted->run_names[i] ? fitted->run_names[i] : "");
    return text;
}

static void add_all_left_out(const struct report_fitted *fitted, const struct report_fit_rows *rows,
                             struct report_document *document)
{
    static const double widest = 10; /* a run that alone determines a value would hide the others */
    const json_t *runs = report_fit_part(fitted, "runs");
    struct report_figure figure = report_fit_figure(rows, ROW, "fit-left-out",
                                                    "Without one of the runs");
    double furthest = 0;
    for (int apart = 0; apart < 2; apart++)
        furthest = fmax(furthest, add_left_out(runs, rows, apart, &figure, &document->arena));
    if (figure.panel.n_series == 0)
        return;
    figure.panel.height += 26;
    const double end = 1.05 * fmin(furthest, widest);
    figure.panel.axes[0] = (struct figure_axis){
        .label = "off the fitted value, in standard uncertainties",
        .name = "off",
        .fixed = true,
        .low = -end,
        .high = end};
    figure.caption = arena_print(
        &document->arena,
        "Each value without each of the runs in turn, from the top of its row: %s. Strokes are "
        "standard uncertainties.%s",
        order_of_runs(fitted, &document->arena),
        furthest > widest ? " Those that reach the edge go on: without that run the "
                            "value is hardly known."
                          : "");
    report_document_figure(document, &figure);
}

void report_campaign_fit(const struct report_fitted *fitted, struct report_document *document)
{
    const struct report_fit_rows rows = report_fit_rows(fitted);
    report_document_text(document, REPORT_HEADING, "The fit");
    add_verdict(fitted, document);
    if (rows.n == 0)
        return;
    add_budget(fitted, &rows, document);
    add_intervals(fitted, &rows, document);
    report_campaign_marginals(fitted, &rows, document);
    add_all_left_out(fitted, &rows, document);
}
