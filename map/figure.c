/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "map/figure.h"

#include <math.h>

#include "lib/figure/symbol.h"

enum { WIDTH = 640, HEIGHT = 420 };

static const struct look {
    enum figure_mark mark;
    struct figure_style style;
} looks[] = {
    [MAP_LINE] = {FIGURE_LINE, {.width = 1.6}},
    [MAP_DASHES] = {FIGURE_LINE, {.width = 1.6, .dash = FIGURE_DASHED}},
    [MAP_THICK] = {FIGURE_LINE, {.width = 3.5}},
    [MAP_FAINT] = {FIGURE_LINE, {.width = 0.8}},
    [MAP_DOTS] = {FIGURE_POINTS, {.size = 1}},
    [MAP_CIRCLES] = {FIGURE_POINTS, {.size = 4, .width = 1.6, .shape = FIGURE_CIRCLE}},
    [MAP_DISCS] = {FIGURE_POINTS, {.size = 4}},
};

static const struct figure_style *style_of(struct map_figure *figure, struct figure_style style,
                                           const char *colour)
{
    struct figure_style *kept = arena_array(&figure->figure.arena, 1, sizeof *kept);
    if (kept) {
        *kept = style;
        kept->colour = colour;
    }
    return kept;
}

static void add(struct map_figure *figure, struct figure_series series)
{
    if (figure->figure.n_panels == 0)
        figure_panel_add(&figure->figure, HEIGHT, NULL, NULL);
    if (!figure->figure.arena.failed)
        figure_series_add(&figure->figure.arena, figure->figure.panels, series);
}

void map_figure_cells(struct map_figure *figure, const unsigned char *cells,
                      const struct map_class *classes, size_t n)
{
    struct figure_grid grid = {.nx = figure->axes[0].n, .ny = figure->axes[1].n, .classes = cells};
    for (size_t k = 0; k < 2; k++) {
        grid.low[k] = figure->axes[k].low / figure->axes[k].scale;
        grid.high[k] = figure->axes[k].high / figure->axes[k].scale;
    }
    for (size_t c = 0; c < n; c++) {
        struct figure_series series = figure_cells(&figure->figure.arena, &grid, (unsigned char)c);
        series.name = classes[c].title;
        series.style = style_of(figure, (struct figure_style){0}, classes[c].colour);
        add(figure, series);
    }
}

/* pieces are parted by a point that is none */
void map_figure_add(struct map_figure *figure, const char *title, enum map_style style,
                    const char *colour, const struct map_curve *curve)
{
    const struct look *look = &looks[style];
    double *x = arena_doubles(&figure->figure.arena, 2 * curve->n);
    double *y = arena_doubles(&figure->figure.arena, 2 * curve->n);
    const struct figure_style *kept = style_of(figure, look->style, colour);
    size_t n = 0;
    if (figure->figure.arena.failed)
        return;
    for (size_t i = 0; i < curve->n; i++) {
        const struct map_point *p = &curve->points[i];
        if (i > 0 && p[-1].piece != p->piece)
            x[n] = y[n] = NAN, n++;
        x[n] = p->at[0] / figure->axes[0].scale;
        y[n++] = p->at[1] / figure->axes[1].scale;
    }
    add(figure, (struct figure_series){
                    .name = title, .style = kept, .mark = look->mark, .x = x, .y = y, .n = n});
}

enum error_code map_figure_write(struct map_figure *figure, const char *path, bool force,
                                 struct error *err)
{
    struct figure *drawn = &figure->figure;
    add(figure, (struct figure_series){0}); /* axes at least */
    drawn->title = figure->title;
    drawn->width = WIDTH;
    drawn->beside = true;
    for (size_t k = 0; !drawn->arena.failed && k < 2; k++) {
        const struct map_axis *axis = &figure->axes[k];
        drawn->panels->axes[k] = (struct figure_axis){
            .label = figure_label(&drawn->arena, axis->quantity->name, axis->unit),
            .fixed = axis->ranged,
            .low = axis->low / axis->scale,
            .high = axis->high / axis->scale};
    }
    enum error_code code = figure_file_write(drawn, path, force, err);
    figure_free(drawn);
    return code;
}
