/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "orbit/figure.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "lib/figure/gnuplot.h"

/* X(name of the data, what it is, how it is drawn) */
#define STYLE_LIST(X)                                                       \
    X(STABLE, "stable orbit", "lines lw 2.5 lc rgb '#1f4e9e'")              \
    X(MARGINAL, "marginal orbit", "lines lw 2.5 dt 3 lc rgb '#1f4e9e'")     \
    X(UNSTABLE, "unstable orbit", "lines lw 1.6 dt 2 lc rgb '#c0392b'")     \
    X(INFEASIBLE, "infeasible", "lines lw 1.2 lc rgb '#b0b0b0'")            \
    X(REST, "stable equilibrium", "lines lw 2.5 lc rgb '#2e7d32'")          \
    X(UNREST, "unstable equilibrium", "lines lw 1.6 dt 2 lc rgb '#2e7d32'") \
    X(UP, "sweep up", "points pt 8 ps 0.9 lc rgb '#404040'")                \
    X(DOWN, "sweep down", "points pt 10 ps 0.9 lc rgb '#909090'")

enum style {
#define STYLE_ENUM(name, title, drawing) STYLE_##name,
    STYLE_LIST(STYLE_ENUM)
#undef STYLE_ENUM
        STYLES
};

static const struct {
    const char *title, *drawing;
} styles[] = {
#define STYLE_ROW(name, title, drawing) {title, drawing},
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

/* the pieces of one style; a piece goes on to the first point of the next, so
 * that a branch has no holes, but not past a special point, where the next begins */
static size_t print_style(const struct orbit_diagram *diagram, size_t state, enum style style,
                          FILE *out)
{
    size_t drawn = 0;
    fprintf(out, "$data%d << EOD\n", (int)style);
    for (size_t b = 0; b < diagram->n; b++) {
        const struct orbit_branch *branch = &diagram->branches[b];
        bool before = false;
        for (size_t i = 0; i < branch->n; i++) {
            const struct orbit_point *point = &branch->points[i];
            /* a special point takes part in what it begins */
            const size_t next = i + 1 < branch->n && point->special ? i + 1 : i;
            const bool mine = style_of(branch, &branch->points[next]) == style ||
                              style_of(branch, point) == style;
            if ((mine || before) && isfinite(point->measure.low[state])) {
                fprintf(out, "%.9g %.9g\n", point->place.value,
                        orbit_measure_peak(&point->measure, state));
                drawn++;
            }
            const bool ends = next != i && style_of(branch, &branch->points[next]) != style;
            if (mine ? ends : before)
                fputc('\n', out);
            before = mine && !ends && style < STYLE_UP;
        }
        fprintf(out, "\n");
    }
    fprintf(out, "EOD\n");
    return drawn;
}

static bool named(const struct orbit_point *point) { return point->special > ORBIT_SPECIAL_END; }

/* letters at the special points, and a list of them under the picture; a point
 * that two branches tell of has one letter */
static void print_labels(const struct orbit_diagram *diagram, size_t state, struct gnuplot *gnuplot)
{
    FILE *out = gnuplot_script(gnuplot);
    struct {
        double x, y;
    } seen[26];
    int n = 0;
    char line[160];
    for (size_t b = 0; b < diagram->n; b++) {
        for (size_t i = 0; i < diagram->branches[b].n && n < 26; i++) {
            const struct orbit_point *point = &diagram->branches[b].points[i];
            if (!named(point))
                continue;
            const double x = point->place.value, y = orbit_measure_peak(&point->measure, state);
            bool known = false;
            for (int k = 0; k < n; k++)
                known |= fabs(seen[k].x - x) < 1e-6 * fabs(x) &&
                         fabs(seen[k].y - y) <= 1e-2 * (fabs(y) + 0.05);
            if (known)
                continue;
            seen[n].x = x;
            seen[n].y = y;
            snprintf(line, sizeof line, "%c  %s, %.6g", 'A' + n, orbit_special_word(point->special),
                     x);
            fprintf(out,
                    "set label %d '%c' at %.9g, %.9g point pt 7 ps 0.7 offset 0.7, 0.7 "
                    "front\nset label %d ",
                    n + 1, 'A' + n, x, y, 100 + n);
            gnuplot_text(gnuplot, line);
            fprintf(out, " at screen 0.765, screen %.4f\n", 0.62 - 0.035 * n);
            n++;
        }
    }
}

static const char *state_unit(const struct orbit_system *system, size_t state)
{
    const struct mechanism *table = &system->setup->model->table;
    const size_t n = system->width / 2;
    return table->states[state < n ? state : table->n_coordinates + state - n].unit;
}

static double highest(const struct orbit_diagram *diagram, size_t state)
{
    double most = 0;
    for (size_t b = 0; b < diagram->n; b++)
        for (size_t i = 0; i < diagram->branches[b].n; i++)
            most = fmax(most, orbit_measure_peak(&diagram->branches[b].points[i].measure, state));
    return most > 1e-6 && isfinite(most) ? most : 1; /* all at rest but for rounding */
}

static void print_range(const struct orbit_diagram *diagram, FILE *out)
{
    double low = INFINITY, high = -INFINITY;
    for (size_t b = 0; b < diagram->n; b++) {
        for (size_t i = 0; i < diagram->branches[b].n; i++) {
            low = fmin(low, diagram->branches[b].points[i].place.value);
            high = fmax(high, diagram->branches[b].points[i].place.value);
        }
    }
    fprintf(out, "set xrange [%.9g:%.9g]\n", low, high);
}

enum error_code orbit_figure_draw(const char *path, bool force, const char *title,
                                  const struct orbit_system *system,
                                  const struct orbit_diagram *diagram, size_t state,
                                  struct error *err)
{
    struct gnuplot *gnuplot;
    enum error_code code = gnuplot_open(path, force, 1000, 640, &gnuplot, err);
    if (code)
        return code;
    FILE *out = gnuplot_script(gnuplot);
    char text[160];
    size_t drawn[STYLES];
    fprintf(out, "set title ");
    gnuplot_text(gnuplot, title);
    const char *unit = orbit_system_unit(system);
    snprintf(text, sizeof text, "%s%s%s", orbit_system_parameter(system),
             strcmp(unit, "1") ? " / " : "", strcmp(unit, "1") ? unit : "");
    fprintf(out, "\nset xlabel ");
    gnuplot_text(gnuplot, text);
    snprintf(text, sizeof text, "max |%s| / %s", sim_setup_state(system->setup, state),
             state_unit(system, state));
    fprintf(out, "\nset ylabel ");
    gnuplot_text(gnuplot, text);
    const double top = highest(diagram, state);
    fprintf(out,
            "\nset rmargin at screen 0.745\n"
            "set key at screen 0.765, screen 0.95 left top Left reverse samplen 2.5\n"
            "set grid lc rgb '#e0e0e0'\nset tics nomirror\nset border 3\n"
            "set yrange [%.9g:%.9g]\n",
            -0.03 * top, 1.07 * top);
    print_range(diagram, out);
    print_labels(diagram, state, gnuplot);
    for (int s = 0; s < STYLES; s++)
        drawn[s] = print_style(diagram, state, (enum style)s, out);
    const char *before = "plot ";
    for (int s = 0; s < STYLES; s++) {
        if (!drawn[s])
            continue;
        fprintf(out, "%s$data%d with %s title ", before, s, styles[s].drawing);
        gnuplot_text(gnuplot, styles[s].title);
        before = ", ";
    }
    fputc('\n', out);
    return gnuplot_commit(gnuplot, err);
}
