/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "orbit/figure.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "lib/figure/file.h"
#include "lib/figure/symbol.h"

enum { WIDTH = 640, HEIGHT = 420, LETTERS = 26 };

/* X(name of the data, what it is, how it is drawn) */
#define STYLE_LIST(X)                                                                           \
    X(STABLE, "stable orbit", .colour = "#1f4e9e", .width = 2.2)                                \
    X(MARGINAL, "marginal orbit", .colour = "#1f4e9e", .width = 2.2, .dash = FIGURE_DOTTED)     \
    X(UNSTABLE, "unstable orbit", .colour = "#c0392b", .width = 1.4, .dash = FIGURE_DASHED)     \
    X(INFEASIBLE, "infeasible", .colour = "#b0b0b0", .width = 1.1)                              \
    X(REST, "stable equilibrium", .colour = "#2e7d32", .width = 2.2)                            \
    X(UNREST, "unstable equilibrium", .colour = "#2e7d32", .width = 1.4, .dash = FIGURE_DASHED) \
    X(UP, "sweep up", .colour = "#404040", .size = 4, .shape = FIGURE_UP)                       \
    X(DOWN, "sweep down", .colour = "#909090", .size = 4, .shape = FIGURE_DOWN)

enum style {
#define STYLE_ENUM(name, title, ...) STYLE_##name,
    STYLE_LIST(STYLE_ENUM)
#undef STYLE_ENUM
        STYLES
};

static const struct {
    const char *title;
    struct figure_style style;
} styles[] = {
#define STYLE_ROW(name, title, ...) {title, {__VA_ARGS__}},
    STYLE_LIST(STYLE_ROW)
#undef STYLE_ROW
};

static enum style style_of(const struct orbit_branch *branch, const struct orbit_point *point)
{
    if (strcmp(branch->kind, "up") == 0)
        return STYLE_UP;
    if (strcmp(branch->kind, "down") == 0)
        return STYLE_DOWN;
    if (point->measure.broken)
        return STYLE_INFEASIBLE;
    if (strcmp(branch->kind, "orbit") == 0 && !point->periodic && point > branch->points)
        point--; /* the equilibrium that the orbits have shrunk to */
    if (strcmp(branch->kind, "equilibrium") == 0)
        return point->stability == ORBIT_UNSTABLE ? STYLE_UNREST : STYLE_REST;
    return point->stability == ORBIT_STABLE     ? STYLE_STABLE
           : point->stability == ORBIT_MARGINAL ? STYLE_MARGINAL
                                                : STYLE_UNSTABLE;
}

static void put(double *x, double *y, size_t *n, double at, double value)
{
    x[*n] = at;
    y[(*n)++] = value;
}

/* The pieces of one style, parted by NaN; a piece goes on to the first point of the next, so
 * that a branch has no holes, but not past a special point, where the next begins. */
static struct figure_series series_of(const struct orbit_diagram *diagram, size_t state,
                                      enum style style, struct arena *arena)
{
    size_t all = 0, n = 0;
    for (size_t b = 0; b < diagram->n; b++)
        all += 2 * diagram->branches[b].n + 1;
    double *x = arena_doubles(arena, all), *y = arena_doubles(arena, all);
    for (size_t b = 0; !arena->failed && b < diagram->n; b++) {
        const struct orbit_branch *branch = &diagram->branches[b];
        bool before = false;
        for (size_t i = 0; i < branch->n; i++) {
            const struct orbit_point *point = &branch->points[i];
            /* a special point takes part in what it begins */
            const size_t next = i + 1 < branch->n && point->special ? i + 1 : i;
            const bool mine = style_of(branch, &branch->points[next]) == style ||
                              style_of(branch, point) == style;
            if ((mine || before) && isfinite(point->measure.low[state]))
                put(x, y, &n, point->place.value, orbit_measure_peak(&point->measure, state));
            const bool ends = next != i && style_of(branch, &branch->points[next]) != style;
            if (n > 0 && (mine ? ends : before))
                put(x, y, &n, NAN, NAN);
            before = mine && !ends && style < STYLE_UP;
        }
        if (n > 0 && isfinite(x[n - 1]))
            put(x, y, &n, NAN, NAN);
    }
    return (struct figure_series){.name = styles[style].title,
                                  .style = &styles[style].style,
                                  .mark = style < STYLE_UP ? FIGURE_LINE : FIGURE_POINTS,
                                  .x = x,
                                  .y = y,
                                  .n = n};
}

static bool named(const struct orbit_point *point) { return point->special > ORBIT_SPECIAL_END; }

static bool is_known(const struct figure_panel *panel, double x, double y)
{
    for (size_t k = 0; k < panel->n_notes; k++)
        if (fabs(panel->notes[k].x - x) < 1e-6 * fabs(x) &&
            fabs(panel->notes[k].y - y) <= 1e-2 * (fabs(y) + 0.05))
            return true;
    return false;
}

/* letters at the special points, and a list of them beside the picture; a point that two
 * branches tell of has one letter */
static void add_notes(const struct orbit_diagram *diagram, size_t state, struct arena *arena,
                      struct figure_panel *panel)
{
    for (size_t b = 0; b < diagram->n; b++)
        for (size_t i = 0; i < diagram->branches[b].n && panel->n_notes < LETTERS; i++) {
            const struct orbit_point *point = &diagram->branches[b].points[i];
            const double x = point->place.value, y = orbit_measure_peak(&point->measure, state);
            if (!named(point) || is_known(panel, x, y) || arena->failed)
                continue;
            figure_note_add(
                arena, panel,
                (struct figure_note){
                    x, y, arena_print(arena, "%c", 'A' + (int)panel->n_notes),
                    arena_print(arena, "%s, %.6g", orbit_special_word(point->special), x)});
        }
}

static double highest(const struct orbit_diagram *diagram, size_t state)
{
    double most = 0;
    for (size_t b = 0; b < diagram->n; b++)
        for (size_t i = 0; i < diagram->branches[b].n; i++)
            most = fmax(most, orbit_measure_peak(&diagram->branches[b].points[i].measure, state));
    return most > 1e-6 && isfinite(most) ? most : 1; /* all at rest but for rounding */
}

static void set_ranges(const struct orbit_diagram *diagram, size_t state,
                       struct figure_panel *panel)
{
    const double top = highest(diagram, state);
    struct figure_axis *x = &panel->axes[0], *y = &panel->axes[1];
    x->fixed = y->fixed = true;
    x->low = INFINITY;
    x->high = -INFINITY;
    y->low = -0.03 * top;
    y->high = 1.07 * top;
    for (size_t b = 0; b < diagram->n; b++)
        for (size_t i = 0; i < diagram->branches[b].n; i++) {
            x->low = fmin(x->low, diagram->branches[b].points[i].place.value);
            x->high = fmax(x->high, diagram->branches[b].points[i].place.value);
        }
}

void orbit_figure_make(const char *title, const struct orbit_system *system,
                       const struct orbit_diagram *diagram, size_t state, struct figure *figure)
{
    struct arena *arena = &figure->arena;
    figure->title = title;
    figure->width = WIDTH;
    figure->beside = true;
    const char *unit = figure_unit(arena, orbit_system_state_unit(system, state));
    struct figure_panel *panel = figure_panel_add(
        figure, HEIGHT,
        figure_label(arena, orbit_system_parameter(system), orbit_system_unit(system)),
        arena_print(arena, "max |%s|%s%s%s",
                    figure_symbol(arena, sim_setup_state(system->setup, state)), *unit ? " (" : "",
                    unit, *unit ? ")" : ""));
    if (!panel)
        return;
    set_ranges(diagram, state, panel);
    for (int s = 0; s < STYLES && !arena->failed; s++)
        figure_series_add(arena, panel, series_of(diagram, state, (enum style)s, arena));
    add_notes(diagram, state, arena, panel);
}

enum error_code orbit_figure_draw(const char *path, bool force, const char *title,
                                  const struct orbit_system *system,
                                  const struct orbit_diagram *diagram, size_t state,
                                  struct error *err)
{
    struct figure figure = {0};
    orbit_figure_make(title, system, diagram, state, &figure);
    enum error_code code = figure_file_write(&figure, path, force, err);
    figure_free(&figure);
    return code;
}
