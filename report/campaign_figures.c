/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "report/campaign_figures.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>

#include "lib/figure/symbol.h"

static const double chi_square_95 = 3.841458820694124; /* of one parameter */

struct cloud {
    double *t, *error, *uncertainty;
    size_t n;
};

static size_t count_matched(const struct report_campaign *c)
{
    size_t n = 0;
    for (size_t i = 0; i < c->n_runs; i++)
        n += c->runs[i]->n_matched;
    return n;
}

static void add_run(const struct report_run *run, struct cloud *cloud)
{
    for (size_t k = 0; k < run->n_events; k++) {
        const struct report_event *e = &run->events[k];
        if (e->state != REPORT_MATCHED)
            continue;
        cloud->t[cloud->n] = e->seen;
        cloud->error[cloud->n] = 1e3 * (e->predicted - e->seen);
        cloud->uncertainty[cloud->n++] = 1e3 *
                                         hypot(e->seen_uncertainty, isnan(e->predicted_uncertainty)
                                                                        ? 0
                                                                        : e->predicted_uncertainty);
    }
}

void report_campaign_scatter(const struct report_campaign *campaign,
                             struct report_document *document)
{
    static const char *const names[] = {"calibration runs", "validation runs"};
    static const enum report_look looks[] = {REPORT_LOOK_CALIBRATION, REPORT_LOOK_VALIDATION};
    const size_t n = count_matched(campaign);
    if (n == 0)
        return;
    struct report_figure figure = {
        .id = "campaign-events",
        .title = "Errors of the times of matched events",
        .caption = "Predicted less measured time; bars are standard uncertainties, and may go on "
                   "beyond the "
                   "edge.",
        .panel = {.axes = {{.label = "measured time from the start of the motion (s)", .name = "t"},
                           {.label = "error (ms)"}},
                  .height = 260}};
    double worst = 0, half = 0;
    struct cloud clouds[2];
    for (int kind = 0; kind < 2; kind++) {
        struct cloud cloud = {arena_doubles(&document->arena, n),
                              arena_doubles(&document->arena, n),
                              arena_doubles(&document->arena, n), 0};
        if (document->arena.failed)
            return;
        for (size_t i = 0; i < campaign->n_runs; i++)
            if ((campaign->runs[i]->fitted_run == REPORT_NOT_FITTED) == (kind == 1))
                add_run(campaign->runs[i], &cloud);
        for (size_t i = 0; i < cloud.n; i++)
            worst = fmax(worst, fabs(cloud.error[i]));
        clouds[kind] = cloud;
        if (cloud.n)
            figure_series_add(&document->arena, &figure.panel,
                              (struct figure_series){.name = names[kind],
                                                     .style = report_look(looks[kind]),
                                                     .mark = FIGURE_POINTS,
                                                     .x = cloud.t,
                                                     .y = cloud.error,
                                                     .z = cloud.uncertainty,
                                                     .n = cloud.n});
    }
    /* one that is hardly known would hide all others */
    for (int kind = 0; kind < 2; kind++)
        for (size_t i = 0; i < clouds[kind].n; i++)
            half = fmax(half,
                        fabs(clouds[kind].error[i]) + fmin(clouds[kind].uncertainty[i], worst));
    if (worst > 0) {
        figure.panel.axes[1].fixed = true;
        figure.panel.axes[1].low = -1.1 * half;
        figure.panel.axes[1].high = 1.1 * half;
    }
    report_document_figure(document, &figure);
}

/* the height that bounds the 95 % interval, over the whole width */
static struct figure_series limit_line(const struct report_profile *p,
                                       struct report_document *document)
{
    double *x = arena_doubles(&document->arena, 2), *y = arena_doubles(&document->arena, 2);
    if (document->arena.failed)
        return (struct figure_series){0};
    x[0] = p->values[0];
    x[1] = p->values[p->n - 1];
    y[0] = y[1] = chi_square_95;
    return (struct figure_series){.name = "95 %",
                                  .style = report_look(REPORT_LOOK_LIMIT),
                                  .mark = FIGURE_LINE,
                                  .x = x,
                                  .y = y,
                                  .n = 2};
}

static void add_profile(const struct report_fitted *fitted, size_t k,
                        struct report_document *document)
{
    const struct report_profile *p = &fitted->profiles[k];
    const struct report_parameter *parameter = &fitted->parameters[p->parameter];
    const char *unit = figure_unit(&document->arena, parameter->unit);
    if (p->n < 2)
        return;
    struct report_figure figure = {
        .title = arena_print(&document->arena, "Profile of %s",
                             report_fitted_label(fitted, parameter, &document->arena)),
        .panel = {.axes = {{.label = figure_label(&document->arena, parameter->name,
                                                  parameter->unit),
                            .name = parameter->name},
                           {.label = "rise of χ²"}},
                  .height = 220},
        .caption = isnan(p->low) || isnan(p->high)
                       ? "The curve does not reach the 95 % line on both sides: the runs do not "
                         "determine this value within its bounds."
                       : arena_print(&document->arena, "95 %% interval: %.6g to %.6g%s%s.", p->low,
                                     p->high, *unit ? " " : "", unit)};
    snprintf(figure.id, sizeof figure.id, "profile-%zu-%.30s", k + 1, parameter->name);
    figure_series_add(&document->arena, &figure.panel, limit_line(p, document));
    figure_series_add(&document->arena, &figure.panel,
                      (struct figure_series){.name = "profile",
                                             .style = report_look(REPORT_LOOK_MEASURED),
                                             .mark = FIGURE_LINE,
                                             .x = p->values,
                                             .y = p->rises,
                                             .n = p->n});
    if (!document->arena.failed)
        report_document_figure(document, &figure);
}

void report_campaign_profiles(const struct report_fitted *fitted, struct report_document *document)
{
    for (size_t k = 0; k < fitted->n_profiles; k++)
        add_profile(fitted, k, document);
}
