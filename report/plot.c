/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "report/plot.h"

#include <math.h>

#include "report/envelope.h"

enum { COLUMNS = 1200, CURVE_POINTS = 4000 };

void report_plot_text(FILE *script, const char *text)
{
    fputc('\'', script);
    for (const unsigned char *c = (const unsigned char *)text; *c; c++) {
        if (*c == '\'')
            fputc('\'', script);
        fputc(*c < ' ' || *c == 127 ? ' ' : *c, script);
    }
    fputc('\'', script);
}

/* whether all series stand over one grid, so that they are columns of a table */
static bool is_grid(const struct report_figure *figure)
{
    for (size_t i = 0; i < figure->n_series; i++)
        if (figure->series[i].x)
            return false;
    return true;
}

/* range and marks, as pages have them */
static void print_axis(FILE *script, char axis, double low, double high, int wanted)
{
    double first;
    const double step = report_figure_ticks(low, high, wanted, &first);
    const double digits = ceil(-log10(step) - 1e-9);
    fprintf(script, "set %crange [%.9g:%.9g]\nset %ctics %.9g,%.9g\nset format %c '%%.%d%c'\n",
            axis, low, high, axis, first, step, axis,
            digits > 6   ? 3
            : digits > 0 ? (int)digits
                         : 0,
            digits > 6 ? 'g' : 'f');
}

void report_plot_axes(FILE *script, const struct report_figure *figure)
{
    fputs("set border 3 lc rgb '#666666' lw 0.6\nset tics nomirror out scale 0.6 font ',8'\n"
          "set grid lc rgb '#dddddd' lw 0.5 lt 1\nset key at graph 0,1.02 left bottom horizontal "
          "Left reverse samplen 1.5 maxrows 1 font ',8'\nset style fill solid 1 noborder\n"
          "set xlabel ",
          script);
    report_plot_text(script, figure->x_label);
    fputs(" font ',8' offset 0,0.4\nset ylabel ", script);
    report_plot_text(script, figure->y_label);
    fputs(" font ',8'\n", script);
    print_axis(script, 'x', figure->low[0], figure->high[0], 8);
    if (figure->n_rows == 0) {
        print_axis(script, 'y', figure->low[1], figure->high[1], figure->height / 50 + 1);
        return;
    }
    fprintf(script, "set yrange [%.9g:%.9g]\n", figure->low[1], figure->high[1]);
    fputs("set ytics (", script);
    for (size_t i = 0; i < figure->n_rows; i++) {
        fputs(i ? ", " : "", script);
        report_plot_text(script, figure->rows[i]);
        fprintf(script, " %zu", i);
    }
    fputs(")\n", script);
}

/* ---- thinned data */

static void print_columns(FILE *out, const struct report_figure *f, const struct report_series *s)
{
    const double width = (f->high[0] - f->low[0]) / COLUMNS;
    for (size_t i = 0; i < COLUMNS; i++) {
        const double x = f->low[0] + ((double)i + 0.5) * width;
        const struct report_extent e = s->mark == REPORT_BAND
                                           ? report_envelope_band(s, f->low[0], f->high[0], COLUMNS,
                                                                  i)
                                           : report_envelope_column(s, f->low[0], f->high[0],
                                                                    COLUMNS, i);
        if (e.n == 0)
            fputc('\n', out);
        else if (s->mark == REPORT_BAND)
            fprintf(out, "%.7g %.5g %.5g\n", x, e.low, e.high);
        else if (e.low == e.high)
            fprintf(out, "%.7g %.5g\n", x, e.low);
        else
            fprintf(out, "%.7g %.5g\n%.7g %.5g\n", x, e.low, x, e.high);
    }
}

static void print_rows(FILE *out, const struct report_series *s)
{
    const size_t every = s->mark == REPORT_LINE ? s->n / CURVE_POINTS + 1 : 1;
    for (size_t i = 0; i < s->n; i += every) {
        const double z = s->z ? s->z[i] : 0, w = s->w ? s->w[i] : 0;
        if (isfinite(s->y[i]))
            fprintf(out, "%.9g %.9g %.9g %.9g\n", report_series_x(s, i), s->y[i], z, w);
        else
            fputc('\n', out);
    }
}

void report_plot_blocks(FILE *script, const struct report_figure *figure)
{
    for (size_t i = 0; i < figure->n_series; i++) {
        const struct report_series *s = &figure->series[i];
        fprintf(script, "$d%zu << EOD\n", i);
        if (!s->x && s->n > 2 * COLUMNS)
            print_columns(script, figure, s);
        else
            print_rows(script, s);
        fputs("EOD\n", script);
    }
}

/* ---- the plot */

/* columns x, y, z, w of a series, as gnuplot expressions */
struct source {
    char from[64];
    char column[4][96];
};

static void print_style(FILE *out, const struct report_series *s, const struct source *at,
                        bool thinned)
{
    const char *colour = report_look_colour(s->look);
    const char *const *c = (const char *const[]){at->column[0], at->column[1], at->column[2],
                                                 at->column[3]};
    switch (s->mark) {
    case REPORT_LINE:
        /* what is measured is seen below what is predicted; #66 makes it pale */
        if (s->look == REPORT_LOOK_MEASURED)
            fprintf(out, "using %s:%s with lines lw 2 lc rgb '#66%s'", c[0], c[1], colour + 1);
        else
            fprintf(out, "using %s:%s with lines lw 0.8 lc rgb '%s'", c[0], c[1], colour);
        break;
    case REPORT_BAND:
        if (thinned)
            fprintf(out, "using 1:2:3 with filledcurves fs solid 0.25 lc rgb '%s'", colour);
        else
            fprintf(out, "using %s:(%s-%s):(%s+%s) with filledcurves fs solid 0.25 lc rgb '%s'",
                    c[0], c[1], c[2], c[1], c[2], colour);
        break;
    case REPORT_POINTS:
        fprintf(out, "using %s:%s:%s with yerrorbars pt 7 ps 0.3 lw 0.6 lc rgb '%s'", c[0], c[1],
                c[2], colour);
        break;
    case REPORT_BARS:
        fprintf(out,
                "using (0.5*(%s+%s)):%s:%s:%s:(%s-0.36):(%s+0.36) with boxxyerror "
                "lc rgb '%s'",
                c[0], c[2], c[1], c[0], c[2], c[1], c[1], colour);
        break;
    case REPORT_CELLS:
        fprintf(out,
                "using (0.5*(%s+%s)):(0.5*(%s+%s)):%s:%s:%s:%s with boxxyerror "
                "fs solid 0.25 lc rgb '%s'",
                c[0], c[2], c[1], c[3], c[0], c[2], c[1], c[3], colour);
        break;
    }
}

static struct source find_source(const struct report_figure *figure, size_t k, const char *csv)
{
    struct source at = {0};
    size_t column = 2; /* of a grid's table: the first after the time */
    for (size_t i = 0; i < k; i++)
        column += figure->series[i].mark == REPORT_BAND ? 2 : 1;
    for (size_t c = 0; c < 4; c++)
        if (csv && is_grid(figure))
            snprintf(at.column[c], sizeof at.column[c], "(column(%zu))", c ? column + c - 1 : 1);
        else if (csv)
            snprintf(at.column[c], sizeof at.column[c],
                     "(strcol(1) eq word(names, %zu) ? column(%zu) : NaN)", k + 1, c + 2);
        else
            snprintf(at.column[c], sizeof at.column[c], "(column(%zu))", c + 1);
    return at;
}

void report_plot_series(FILE *script, const struct report_figure *figure, const char *csv)
{
    fputs("plot ", script);
    for (size_t k = 0; k < figure->n_series; k++) {
        const struct report_series *s = &figure->series[k];
        const struct source at = find_source(figure, k, csv);
        fputs(k ? ", \\\n  " : "", script);
        if (csv)
            report_plot_text(script, csv);
        else
            fprintf(script, "$d%zu", k);
        fputc(' ', script);
        print_style(script, s, &at, !csv && s->n > 2 * COLUMNS);
        fputs(" title ", script);
        report_plot_text(script, s->name);
    }
    fputc('\n', script);
}

/* ---- CSV */

static void print_number(FILE *out, double value)
{
    if (isfinite(value))
        fprintf(out, ",%.9g", value);
    else
        fputs(",nan", out);
}

static void print_grid(FILE *out, const struct report_figure *figure)
{
    fputs(figure->x_name, out);
    for (size_t k = 0; k < figure->n_series; k++) {
        const struct report_series *s = &figure->series[k];
        if (s->mark == REPORT_BAND)
            fputs(",predicted_centre,expanded_uncertainty", out);
        else
            fprintf(out, ",%s", s->name);
    }
    fputc('\n', out);
    for (size_t i = 0; i < figure->series[0].n; i++) {
        fprintf(out, "%.9g", report_series_x(&figure->series[0], i));
        for (size_t k = 0; k < figure->n_series; k++) {
            print_number(out, figure->series[k].y[i]);
            if (figure->series[k].mark == REPORT_BAND)
                print_number(out, figure->series[k].z[i]);
        }
        fputc('\n', out);
    }
}

/* the name of a series as one word */
static void print_word(FILE *out, const char *name)
{
    for (const char *c = name; *c; c++)
        fputc(*c == ' ' ? '_' : *c, out);
}

static void print_list(FILE *out, const struct report_figure *figure)
{
    fputs("series,x,y,z,w\n", out);
    for (size_t k = 0; k < figure->n_series; k++) {
        const struct report_series *s = &figure->series[k];
        for (size_t i = 0; i < s->n; i++) {
            print_word(out, s->name);
            print_number(out, report_series_x(s, i));
            print_number(out, s->y[i]);
            print_number(out, s->z ? s->z[i] : 0);
            print_number(out, s->w ? s->w[i] : 0);
            fputc('\n', out);
        }
    }
}

void report_plot_csv(FILE *out, const struct report_figure *figure)
{
    if (figure->n_series == 0)
        return;
    (is_grid(figure) ? print_grid : print_list)(out, figure);
}
