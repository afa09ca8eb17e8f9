/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "fit/looks_figure.h"

#include <math.h>
#include <string.h>

#include "lib/figure/file.h"
#include "lib/figure/outline.h"
#include "lib/figure/symbol.h"

enum { HEIGHT = 190 };

static const struct figure_style linear = {.colour = "#d55e00", .dash = FIGURE_DASHED},
                                 profiled = {.colour = "#000000", .size = 2.2},
                                 replicas = {.colour = "#0072b2"}, sampled = {.colour = "#009e73"};

bool fit_looks_any(const struct fit_report *report)
{
    return report->n_profiles || report->looks.bootstrap || report->looks.posterior;
}

static void add_outline(struct figure *figure, struct figure_panel *panel, const char *name,
                        const struct figure_style *style, struct figure_series series)
{
    series.name = name;
    series.style = style;
    figure_series_add(&figure->arena, panel, series);
}

static void add_marginal(struct figure *figure, struct figure_panel *panel, const char *name,
                         const struct figure_style *style, const struct figure_outline *outline,
                         const struct fit_marginal *of)
{
    if (of->n)
        add_outline(
            figure, panel, name, style,
            figure_outline_bins(&figure->arena, outline, of->low, of->high, of->density, of->n));
}

/* the highest of the outlines, and the likelihood at the minimum */
static double highest(const struct figure_panel *panel)
{
    double most = 1;
    for (size_t i = 0; i < panel->n_series; i++)
        for (size_t k = 0; k < panel->series[i].n; k++)
            most = fmax(most, panel->series[i].y[k]);
    return most;
}

/* The likelihood that a rise of the sum of squares stands for. A point below the minimum, which
 * should not be, would press all others down: it stands at the upper edge. */
static void add_profile(struct figure *figure, struct figure_panel *panel,
                        const struct fit_profile *profile)
{
    double *x = arena_doubles(&figure->arena, profile->n),
           *y = arena_doubles(&figure->arena, profile->n);
    const double top = panel->axes[1].high;
    size_t n = 0;
    for (size_t k = 0; x && y && k < profile->n; k++)
        if (!profile->points[k].failed) {
            x[n] = profile->points[k].value;
            y[n++] = fmin(exp(-0.5 * profile->points[k].rise), top);
        }
    figure_series_add(&figure->arena, panel,
                      (struct figure_series){.name = "profile likelihood",
                                             .style = &profiled,
                                             .mark = FIGURE_POINTS,
                                             .x = x,
                                             .y = y,
                                             .n = n});
}

static void add_parameter(const struct fit_report *report, size_t i, struct figure *figure)
{
    const struct fit_parameter *parameter = &report->problem->parameters[i];
    const double u = report->verdict->covariance.uncertainty[i];
    struct figure_panel *panel = figure_panel_add(
        figure, HEIGHT, figure_label(&figure->arena, parameter->name, parameter->unit),
        "relative probability");
    const bool known = isfinite(u) && u > 0;
    /* the peak of the normal one is 1, and the same area lies below all */
    const struct figure_outline outline = {.unit = 1, .height = known ? u * sqrt(2 * M_PI) : 1};
    if (known)
        add_outline(figure, panel, "linear uncertainty", &linear,
                    figure_outline_normal(&figure->arena, &outline, report->p[i], u));
    if (report->looks.bootstrap)
        add_marginal(figure, panel, "bootstrap", &replicas, &outline,
                     &report->looks.bootstrap->of[i].marginal);
    if (report->looks.posterior)
        add_marginal(figure, panel, "posterior", &sampled, &outline,
                     &report->looks.posterior->of[i].marginal);
    if (panel) {
        panel->axes[1].fixed = true;
        panel->axes[1].low = -0.03;
        panel->axes[1].high = 1.08 * highest(panel);
    }
    for (size_t k = 0; panel && k < report->n_profiles; k++)
        if (report->profiles[k].parameter == i)
            add_profile(figure, panel, &report->profiles[k]);
}

enum error_code fit_looks_figure(const struct fit_report *report, const char *path, bool force,
                                 struct error *err)
{
    struct figure figure = {.title = "what is known of each value", .width = FIGURE_WIDTH};
    for (size_t i = 0; i < report->problem->n; i++)
        if (report->problem->parameters[i].asked &&
            report->problem->parameters[i].run == FIT_SHARED)
            add_parameter(report, i, &figure);
    const enum error_code code = figure.arena.failed ? error_memory(err)
                                                     : figure_file_write(&figure, path, force, err);
    figure_free(&figure);
    return code;
}
