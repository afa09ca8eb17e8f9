/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "map/figure.h"

#include <string.h>

#include "lib/figure/gnuplot.h"

enum { WIDTH = 1100, HEIGHT = 600 };

static const char *const styles[] = {
    [MAP_LINE] = "lines linewidth 2",
    [MAP_DASHES] = "lines linewidth 2 dashtype 2",
    [MAP_THICK] = "lines linewidth 5",
    [MAP_FAINT] = "lines linewidth 1",
    [MAP_DOTS] = "points pointtype 7 pointsize 0.25",
    [MAP_CIRCLES] = "points pointtype 6 pointsize 1.2 linewidth 2",
    [MAP_DISCS] = "points pointtype 7 pointsize 1.2",
};

void map_figure_add(struct map_figure *figure, const char *title, enum map_style style,
                    const char *colour, const struct map_curve *curve)
{
    if (curve->n > 0 && figure->n_series < MAP_MAX_SERIES)
        figure->series[figure->n_series++] = (struct map_series){title, style, colour, curve};
}

static void write_axis(struct gnuplot *plot, char which, const struct map_axis *axis)
{
    FILE *out = gnuplot_script(plot);
    char label[128];
    const bool pure = strcmp(axis->unit, "1") == 0;
    snprintf(label, sizeof label, pure ? "%s" : "%s (%s)", axis->quantity->name, axis->unit);
    fprintf(out, "set %clabel ", which);
    gnuplot_text(plot, label);
    if (axis->ranged)
        fprintf(out, "\nset %crange [%.9g:%.9g]", which, axis->low / axis->scale,
                axis->high / axis->scale);
    fputc('\n', out);
}

static void write_cells(FILE *out, const struct map_figure *figure)
{
    const size_t nx = figure->axes[0].n, ny = figure->axes[1].n;
    fputs("$cells << EOD\n", out);
    for (size_t j = 0; j < ny; j++)
        for (size_t i = 0; i < nx; i++)
            fprintf(out, "%d%c", figure->cells[j * nx + i], i + 1 < nx ? ' ' : '\n');
    fputs("EOD\nset palette defined (", out);
    for (size_t c = 0; c < figure->n_classes; c++)
        fprintf(out, "%s%zu '%s'", c ? ", " : "", c, figure->classes[c].colour);
    fprintf(out, ")\nset palette maxcolors %zu\nset cbrange [-0.5:%g]\nunset colorbox\n",
            figure->n_classes, (double)figure->n_classes - 0.5);
}

static void write_curve(FILE *out, size_t k, const struct map_figure *figure)
{
    const struct map_curve *curve = figure->series[k].curve;
    fprintf(out, "$curve%zu << EOD\n", k);
    for (size_t i = 0; i < curve->n; i++) {
        const struct map_point *p = &curve->points[i];
        if (i > 0 && p[-1].piece != p->piece)
            fputc('\n', out);
        fprintf(out, "%.12g %.12g\n", p->at[0] / figure->axes[0].scale,
                p->at[1] / figure->axes[1].scale);
    }
    fputs("EOD\n", out);
}

static bool occurs(const struct map_figure *figure, size_t class)
{
    const size_t n = figure->axes[0].n * figure->axes[1].n;
    for (size_t k = 0; k < n; k++)
        if (figure->cells[k] == class)
            return true;
    return false;
}

static void plot_cells(struct gnuplot *plot, const struct map_figure *figure)
{
    FILE *out = gnuplot_script(plot);
    double from[2], step[2];
    for (size_t k = 0; k < 2; k++) {
        const struct map_axis *axis = &figure->axes[k];
        from[k] = axis->low / axis->scale;
        step[k] = (axis->high - axis->low) / axis->scale / (double)(axis->n - 1);
    }
    fprintf(out,
            ", $cells matrix using (%.17g + %.17g * $1):(%.17g + %.17g * $2):3 "
            "with image notitle",
            from[0], step[0], from[1], step[1]);
    for (size_t c = 0; c < figure->n_classes; c++)
        if (occurs(figure, c)) {
            fprintf(out,
                    ", keyentry with boxes fillstyle solid border rgb '#808080' "
                    "fillcolor rgb '%s' title ",
                    figure->classes[c].colour);
            gnuplot_text(plot, figure->classes[c].title);
        }
}

static void write_script(struct gnuplot *plot, const struct map_figure *figure)
{
    FILE *out = gnuplot_script(plot);
    fputs("set title ", out);
    gnuplot_text(plot, figure->title);
    fputs("\nset key outside right top Left reverse samplen 2\nset tics out nomirror\n"
          "set border linewidth 1\n",
          out);
    write_axis(plot, 'x', &figure->axes[0]);
    write_axis(plot, 'y', &figure->axes[1]);
    if (figure->logarithmic)
        fputs("set logscale y\n", out);
    if (figure->cells)
        write_cells(out, figure);
    for (size_t k = 0; k < figure->n_series; k++)
        write_curve(out, k, figure);
    fputs("plot NaN notitle", out);
    if (figure->cells)
        plot_cells(plot, figure);
    for (size_t k = 0; k < figure->n_series; k++) {
        const struct map_series *s = &figure->series[k];
        fprintf(out, ", $curve%zu with %s linecolor rgb '%s' title ", k, styles[s->style],
                s->colour);
        gnuplot_text(plot, s->title);
    }
    fputc('\n', out);
}

enum error_code map_figure_open(const char *path, bool force, struct gnuplot **plot,
                                struct error *err)
{
    return gnuplot_open(path, force, WIDTH, HEIGHT, plot, err);
}

enum error_code map_figure_draw(const struct map_figure *figure, struct gnuplot *plot,
                                struct error *err)
{
    write_script(plot, figure);
    return gnuplot_commit(plot, err);
}
