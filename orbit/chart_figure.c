/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "orbit/chart_figure.h"

#include <math.h>

#include "lib/figure/symbol.h"

enum { WIDTH = 640, HEIGHT = 420, LETTERS = 26 };

/* X(special, of an orbit, what it is, how it is drawn) */
#define LINE_LIST(X)                                                                      \
    X(HOPF, false, "Hopf", .colour = "#2e7d32", .width = 2)                               \
    X(PARADOX, false, "paradox", .colour = "#c0392b", .width = 2)                         \
    X(LIFT, false, "lift-off", .colour = "#e69f00", .width = 2)                           \
    X(FOLD, false, "fold of equilibria", .colour = "#1f4e9e", .width = 1.4)               \
    X(BRANCHING, false, "branching", .colour = "#767676", .width = 1.4)                   \
    X(FOLD, true, "fold of orbits", .colour = "#1f4e9e", .width = 2)                      \
    X(GRAZING, true, "grazing", .colour = "#8e44ad", .width = 1.4, .dash = FIGURE_DASHED) \
    X(FLIP, true, "flip", .colour = "#56b4e9", .width = 2)                                \
    X(TORUS, true, "torus", .colour = "#009e73", .width = 1.4, .dash = FIGURE_DOTTED)     \
    X(BRANCHING, true, "branching of orbits", .colour = "#767676", .width = 1.4,          \
      .dash = FIGURE_DASHED)                                                              \
    X(LIFT, true, "lift-off of orbits", .colour = "#e69f00", .width = 1.4, .dash = FIGURE_DASHED)

static const struct line {
    enum orbit_special special;
    bool periodic;
    const char *title;
    struct figure_style style;
} lines[] = {
#define LINE_ROW(special, periodic, title, ...) \
    {ORBIT_SPECIAL_##special, periodic, title, {__VA_ARGS__}},
    LINE_LIST(LINE_ROW)
#undef LINE_ROW
};

/* all curves of one kind, parted by NaN */
static struct figure_series series_of(const struct orbit_chart *chart, const struct line *line,
                                      const struct orbit_chart_axis axes[2], struct arena *arena)
{
    const size_t room = chart->n + chart->n_meetings + (size_t)chart->curves;
    double *x = arena_doubles(arena, room), *y = arena_doubles(arena, room);
    size_t n = 0;
    for (int curve = 1; !arena->failed && curve <= chart->curves; curve++) {
        const struct orbit_chart_point *any = orbit_chart_of_curve(chart, curve);
        if (any->special != line->special || any->periodic != line->periodic)
            continue;
        for (size_t i = 0; i < chart->n; i++)
            if (chart->points[i].curve == curve) {
                x[n] = chart->points[i].first / axes[0].scale;
                y[n++] = chart->points[i].second / axes[1].scale;
            }
        for (size_t i = 0; i < chart->n_meetings; i++) /* to where it ends */
            if (chart->meetings[i].curves[0] == curve &&
                chart->meetings[i].second / axes[1].scale > y[n - 1]) {
                x[n] = chart->meetings[i].first / axes[0].scale;
                y[n++] = chart->meetings[i].second / axes[1].scale;
            }
        x[n] = y[n] = NAN;
        n++;
    }
    return (struct figure_series){
        .name = line->title, .style = &line->style, .mark = FIGURE_LINE, .x = x, .y = y, .n = n};
}

static const char *title_of(const struct orbit_chart *chart, int curve)
{
    const struct orbit_chart_point *any = orbit_chart_of_curve(chart, curve);
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        if (lines[i].special == any->special && lines[i].periodic == any->periodic)
            return lines[i].title;
    return orbit_special_word(any->special);
}

static void add_meetings(const struct orbit_chart *chart, const struct orbit_chart_axis axes[2],
                         struct figure *figure, struct figure_panel *panel)
{
    for (size_t i = 0; i < chart->n_meetings && i < LETTERS; i++) {
        const struct orbit_chart_meeting *meeting = &chart->meetings[i];
        figure_note_add(&figure->arena, panel,
                        (struct figure_note){
                            .x = meeting->first / axes[0].scale,
                            .y = meeting->second / axes[1].scale,
                            .letter = arena_print(&figure->arena, "%c", (int)('A' + i)),
                            .text = arena_print(&figure->arena, "%s meets %s",
                                                title_of(chart, meeting->curves[0]),
                                                title_of(chart, meeting->curves[1])),
                        });
    }
}

void orbit_chart_figure_make(const char *title, const struct orbit_chart *chart,
                             const struct orbit_chart_axis axes[2], struct figure *figure)
{
    *figure = (struct figure){.title = title, .width = WIDTH, .beside = true};
    struct figure_panel *panel = figure_panel_add(
        figure, HEIGHT, figure_label(&figure->arena, axes[0].name, axes[0].unit),
        figure_label(&figure->arena, axes[1].name, axes[1].unit));
    if (!panel)
        return;
    for (int k = 0; k < 2; k++) {
        panel->axes[k].fixed = true;
        panel->axes[k].low = axes[k].low / axes[k].scale;
        panel->axes[k].high = axes[k].high / axes[k].scale;
    }
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        figure_series_add(&figure->arena, panel, series_of(chart, &lines[i], axes, &figure->arena));
    add_meetings(chart, axes, figure, panel);
}
