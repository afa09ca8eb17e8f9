/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <math.h>

#include "fit/compare_output.h"
#include "lib/figure/file.h"
#include "lib/figure/figure.h"

enum { HEIGHT = 300, COLOURS = 6 };

static const struct figure_style looks[COLOURS] = {
    {.colour = "#0072b2", .size = 3.5},
    {.colour = "#d55e00", .size = 3.5},
    {.colour = "#009e73", .size = 3.5},
    {.colour = "#cc79a7", .size = 3.5, .shape = FIGURE_CIRCLE},
    {.colour = "#e69f00", .size = 3.5, .shape = FIGURE_CIRCLE},
    {.colour = "#000000", .size = 3.5, .shape = FIGURE_CIRCLE}};
static const struct figure_style zero = {.colour = "#909090", .width = 0.8};

/* A law's points over the runs, or over nothing the difference in AICc where none was left out.
 * Laws differ by powers of ten: the root keeps the small ones in sight. */
static void add_law(const struct fit_compare *compare, const struct fit_compare_law *law,
                    const struct figure_style *style, struct figure *figure)
{
    const struct fit_compare_law *first = &compare->laws[0];
    const size_t n = compare->n_runs;
    double *x = arena_doubles(&figure->arena, n), *y = arena_doubles(&figure->arena, n);
    if (!x || !y)
        return;
    for (size_t run = 0; run < n; run++) {
        const double behind = compare->n_judges ? fit_compare_run(compare, first, run) -
                                                      fit_compare_run(compare, law, run)
                                                : 0.5 * (law->aicc - first->aicc);
        x[run] = (double)run + 1;
        y[run] = copysign(sqrt(fabs(behind)), behind);
    }
    figure_series_add(
        &figure->arena, figure->panels,
        (struct figure_series){
            .name = law->is.name, .style = style, .mark = FIGURE_POINTS, .x = x, .y = y, .n = n});
}

enum error_code fit_compare_figure(const struct fit_compare *compare, const char *path, bool force,
                                   struct error *err)
{
    struct figure figure = {.title = "laws behind the first, by each run left out of the fit",
                            .width = FIGURE_WIDTH};
    struct figure_panel *panel = figure_panel_add(&figure, HEIGHT, "run",
                                                  "signed root of the lead in log likelihood");
    double *line = arena_doubles(&figure.arena, 4);
    if (!panel || !line) {
        figure_free(&figure);
        return error_memory(err);
    }
    line[0] = 0.5, line[1] = (double)compare->n_runs + 0.5, line[2] = line[3] = 0;
    figure_series_add(
        &figure.arena, panel,
        (struct figure_series){
            .name = compare->laws[0].is.name, .style = &zero, .x = line, .y = line + 2, .n = 2});
    for (size_t i = 1; i < compare->n; i++)
        if (!compare->laws[i].failure.code)
            add_law(compare, &compare->laws[i], &looks[(i - 1) % COLOURS], &figure);
    const enum error_code code = figure_file_write(&figure, path, force, err);
    figure_free(&figure);
    return code;
}
