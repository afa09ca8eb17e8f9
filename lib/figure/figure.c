/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "lib/figure/figure.h"

#include <math.h>
#include <stdint.h>

struct figure_panel *figure_panel_add(struct figure *figure, int height, const char *x_label,
                                      const char *y_label)
{
    void *grown = arena_grow(&figure->arena, figure->panels, figure->n_panels, &figure->room_panels,
                             sizeof *figure->panels);
    if (!grown)
        return NULL;
    figure->panels = grown;
    struct figure_panel *panel = &figure->panels[figure->n_panels++];
    panel->height = height;
    panel->axes[0].label = x_label;
    panel->axes[1].label = y_label;
    return panel;
}

void figure_series_add(struct arena *arena, struct figure_panel *panel, struct figure_series series)
{
    if (!panel || series.n == 0 || !series.y)
        return;
    void *grown = arena_grow(arena, panel->series, panel->n_series, &panel->room_series,
                             sizeof series);
    if (!grown)
        return;
    panel->series = grown;
    panel->series[panel->n_series++] = series;
}

void figure_note_add(struct arena *arena, struct figure_panel *panel, struct figure_note note)
{
    void *grown = panel ? arena_grow(arena, panel->notes, panel->n_notes, &panel->room_notes,
                                     sizeof note)
                        : NULL;
    if (!grown)
        return;
    panel->notes = grown;
    panel->notes[panel->n_notes++] = note;
}

double figure_series_x(const struct figure_series *series, size_t i)
{
    return series->x ? series->x[i] : series->first + (double)i * series->step;
}

void figure_free(struct figure *figure) { arena_free(&figure->arena); }

/* ---- cells */

/* the next run of the class in row j from column *i on, which is moved to its end */
static bool next_run(const struct figure_grid *grid, unsigned char which, size_t j, size_t *i,
                     size_t *begin)
{
    const unsigned char *row = grid->classes + j * grid->nx;
    while (*i < grid->nx && row[*i] != which)
        ++*i;
    *begin = *i;
    while (*i < grid->nx && row[*i] == which)
        ++*i;
    return *begin < *i;
}

/* whether the run is one of row j too, and not a part of a longer one */
static bool has_run(const struct figure_grid *grid, unsigned char which, size_t j, size_t begin,
                    size_t end)
{
    size_t from, i = begin;
    if (begin > 0 && grid->classes[j * grid->nx + begin - 1] == which)
        return false;
    return next_run(grid, which, j, &i, &from) && from == begin && i == end;
}

/* corners may be NULL: then only counted */
static size_t collect(const struct figure_grid *grid, unsigned char which, double *corners[4])
{
    const size_t points[2] = {grid->nx, grid->ny};
    double step[2];
    size_t n = 0;
    for (size_t k = 0; k < 2; k++)
        step[k] = (grid->high[k] - grid->low[k]) / (double)(points[k] > 1 ? points[k] - 1 : 1);
    for (size_t j = 0; j < grid->ny; j++)
        for (size_t i = 0, begin; next_run(grid, which, j, &i, &begin);) {
            if (j > 0 && has_run(grid, which, j - 1, begin, i))
                continue; /* it belongs to the area that began below */
            size_t top = j + 1;
            while (top < grid->ny && has_run(grid, which, top, begin, i))
                top++;
            if (corners) {
                corners[0][n] = grid->low[0] + step[0] * ((double)begin - 0.5);
                corners[1][n] = grid->low[1] + step[1] * ((double)j - 0.5);
                corners[2][n] = grid->low[0] + step[0] * ((double)i - 0.5);
                corners[3][n] = grid->low[1] + step[1] * ((double)top - 0.5);
            }
            n++;
        }
    return n;
}

struct figure_series figure_cells(struct arena *arena, const struct figure_grid *grid,
                                  unsigned char which)
{
    const size_t n = collect(grid, which, NULL);
    double *corners[4];
    for (int k = 0; k < 4; k++)
        corners[k] = arena_doubles(arena, n);
    if (arena->failed)
        return (struct figure_series){0};
    collect(grid, which, corners);
    return (struct figure_series){.mark = FIGURE_CELLS,
                                  .x = corners[0],
                                  .y = corners[1],
                                  .z = corners[2],
                                  .w = corners[3],
                                  .n = n};
}

/* ---- ranges */

static void include(struct figure_axis *axis, double value)
{
    if (!axis->fixed && isfinite(value) && (!axis->logarithmic || value > 0)) {
        axis->low = fmin(axis->low, value);
        axis->high = fmax(axis->high, value);
    }
}

static void include_point(struct figure_panel *panel, const struct figure_series *s, size_t i)
{
    const double z = s->z ? s->z[i] : 0;
    const bool around = s->mark == FIGURE_BAND || s->mark == FIGURE_POINTS;
    if (!isfinite(s->y[i]))
        return;
    include(&panel->axes[0], figure_series_x(s, i));
    include(&panel->axes[1], s->y[i] - (around && isfinite(z) ? z : 0));
    include(&panel->axes[1], s->y[i] + (around && isfinite(z) ? z : 0));
    if (s->mark == FIGURE_BARS || s->mark == FIGURE_CELLS)
        include(&panel->axes[0], z);
    if (s->mark == FIGURE_CELLS)
        include(&panel->axes[1], s->w[i]);
}

static void widen(struct figure_axis *axis, double share)
{
    if (axis->fixed)
        return;
    if (!(axis->high >= axis->low))
        axis->low = axis->high = axis->logarithmic ? 1 : 0;
    if (axis->logarithmic) {
        const double factor = axis->high > axis->low ? pow(axis->high / axis->low, share) : 2;
        axis->low /= factor;
        axis->high *= factor;
        return;
    }
    const double width = axis->high - axis->low;
    const double margin = width > 0 ? share * width : 0.5 * fabs(axis->low) + 1e-9;
    axis->low -= margin;
    axis->high += margin;
}

/* lines over a grid reach from edge to edge of it; all else keeps off the frame */
static bool is_timed(const struct figure_panel *panel)
{
    for (size_t k = 0; k < panel->n_series; k++)
        if (panel->series[k].x)
            return false;
    return true;
}

void figure_panel_ranges(struct figure_panel *panel)
{
    for (size_t k = 0; k < 2; k++)
        if (!panel->axes[k].fixed) {
            panel->axes[k].low = INFINITY;
            panel->axes[k].high = -INFINITY;
        }
    /* a band may be wide where the prediction knows little: it must not squeeze the signals */
    for (size_t k = 0; k < panel->n_series; k++) {
        const struct figure_series *s = &panel->series[k];
        if (s->mark != FIGURE_BAND || panel->n_series == 1)
            for (size_t i = 0; i < s->n; i++)
                include_point(panel, s, i);
    }
    widen(&panel->axes[0], is_timed(panel) ? 0 : 0.03);
    widen(&panel->axes[1], 0.06);
    if (panel->n_rows > 0) {
        panel->axes[1].low = -0.5;
        panel->axes[1].high = (double)panel->n_rows - 0.5;
    }
    panel->axes[0].fixed = panel->axes[1].fixed = true;
}

void figure_ranges(struct figure *figure)
{
    double low = INFINITY, high = -INFINITY;
    for (size_t i = 0; i < figure->n_panels; i++) {
        figure_panel_ranges(&figure->panels[i]);
        low = fmin(low, figure->panels[i].axes[0].low);
        high = fmax(high, figure->panels[i].axes[0].high);
    }
    for (size_t i = 0; figure->linked && i < figure->n_panels; i++) {
        figure->panels[i].axes[0].low = low;
        figure->panels[i].axes[0].high = high;
    }
}
