/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "report/campaign_marginals.h"

#include <math.h>
#include <string.h>

#include "lib/base/json.h"
#include "lib/figure/outline.h"

enum { ROW = 90, WAYS = 3, LINEAR = 0, BINS_MOST = 200 };
static const double filled = 0.86; /* of a row, by its highest outline */

/* what fit.json has of one value by one way; n is 0: nothing */
struct marginal {
    double low, high, density[BINS_MOST];
    size_t n;
};

static void read_marginal(const struct report_fitted *fitted, const char *key, const char *label,
                          struct marginal *m)
{
    const json_t *list = json_object_get(report_fit_part(fitted, key), "parameters");
    const json_t *said = json_object_get(report_fit_named(list, label), "marginal");
    const json_t *density = json_object_get(said, "density");
    m->low = json_number_or(json_object_get(said, "low"), NAN);
    m->high = json_number_or(json_object_get(said, "high"), NAN);
    m->n = m->high > m->low && json_array_size(density) <= BINS_MOST ? json_array_size(density) : 0;
    for (size_t k = 0; k < m->n; k++)
        m->density[k] = fmax(json_number_or(json_array_get(density, k), 0), 0);
}

/* one line through the outlines of all rows, with gaps between them */
static void append(struct arena *arena, struct figure_series *all, struct figure_series one)
{
    const size_t n = all->n + (all->n > 0) + one.n;
    double *x = arena_doubles(arena, n), *y = arena_doubles(arena, n);
    if (!x || !y || one.n == 0)
        return;
    if (all->n) {
        memcpy(x, all->x, all->n * sizeof *x);
        memcpy(y, all->y, all->n * sizeof *y);
        x[all->n] = y[all->n] = NAN;
    }
    memcpy(x + n - one.n, one.x, one.n * sizeof *x);
    memcpy(y + n - one.n, one.y, one.n * sizeof *y);
    all->x = x;
    all->y = y;
    all->n = n;
}

/* the outlines of one value on one scale: the highest fills the row */
static void add_row(const struct report_fitted *fitted, const struct report_parameter *p,
                    double row, struct figure_series series[WAYS], struct arena *arena)
{
    static const char *const keys[WAYS] = {NULL, "bootstrap", "posterior"};
    struct marginal of[WAYS] = {0};
    double most = 1 / (p->uncertainty * sqrt(2 * M_PI));
    for (int way = 1; way < WAYS; way++) {
        read_marginal(fitted, keys[way], p->label, &of[way]);
        for (size_t k = 0; k < of[way].n; k++)
            most = fmax(most, of[way].density[k]);
    }
    if ((of[1].n == 0 && of[2].n == 0) || !(p->uncertainty > 0))
        return;
    const struct figure_outline outline = {p->value, p->uncertainty, row - 0.5 * filled,
                                           filled / most};
    append(arena, &series[LINEAR],
           figure_outline_normal(arena, &outline, p->value, p->uncertainty));
    for (int way = 1; way < WAYS; way++)
        if (of[way].n)
            append(arena, &series[way],
                   figure_outline_bins(arena, &outline, of[way].low, of[way].high, of[way].density,
                                       of[way].n));
}

void report_campaign_marginals(const struct report_fitted *fitted,
                               const struct report_fit_rows *rows, struct report_document *document)
{
    static const char *const names[WAYS] = {"fit: linear", "bootstrap", "posterior"};
    static const enum report_look looks[WAYS] = {REPORT_LOOK_PREDICTED, REPORT_LOOK_VALIDATION,
                                                 REPORT_LOOK_RESIDUAL_N};
    struct report_figure figure = report_fit_figure(rows, ROW, "fit-marginals",
                                                    "How the values are distributed");
    struct figure_series series[WAYS] = {0};
    for (size_t i = 0; i < rows->n; i++)
        add_row(fitted, rows->of[i], (double)i, series, &document->arena);
    for (int way = 0; way < WAYS; way++) {
        series[way].name = names[way];
        series[way].style = report_look(looks[way]);
        series[way].mark = FIGURE_LINE;
        figure_series_add(&document->arena, &figure.panel, series[way]);
    }
    if (figure.panel.n_series == 0)
        return;
    figure.panel.axes[0] = (struct figure_axis){
        .label = "off the fitted value, in standard uncertainties", .name = "off"};
    figure.caption = "Densities on one scale in each row: the linear uncertainty as a normal "
                     "distribution, and as steps what the replicas of the bootstrap and the "
                     "samples of the posterior show.";
    report_document_figure(document, &figure);
}
