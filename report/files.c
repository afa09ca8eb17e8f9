/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "report/files.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "lib/figure/gnuplot.h"
#include "lib/base/stream.h"
#include "report/plot.h"
#include "report/svg.h"

enum error_code report_files_directory(const char *dir, struct error *err)
{
    struct stat status;
    if (mkdir(dir, 0777) == 0 || (stat(dir, &status) == 0 && S_ISDIR(status.st_mode)))
        return ERROR_OK;
    return error_set(err, ERROR_IO, "%s: cannot be made: %s", dir, strerror(errno));
}

static char *path_of(const char *dir, const struct report_figure *figure, const char *ending)
{
    const size_t size = strlen(dir) + sizeof figure->id + 8;
    char *path = malloc(size);
    if (path)
        snprintf(path, size, "%s/%s%s", dir, figure->id, ending);
    return path;
}

static void print_svg(FILE *out, const struct report_figure *figure)
{
    report_svg_figure(out, figure, true);
}

/* names: of the series, as the CSV file has them */
static void print_commands(FILE *out, const struct report_figure *figure, const char *csv)
{
    fputs("set datafile separator comma\nset key autotitle columnhead\nnames = '", out);
    for (size_t k = 0; k < figure->n_series; k++) {
        for (const char *c = figure->series[k].name; *c; c++)
            fputc(*c == ' ' || *c == '\'' ? '_' : *c, out);
        fputc(' ', out);
    }
    fputs("'\n", out);
    report_plot_axes(out, figure);
    report_plot_series(out, figure, csv);
}

/* run in its directory: gnuplot ID.gp makes ID.pdf */
static void print_script(FILE *out, const struct report_figure *figure)
{
    char csv[REPORT_ID_SIZE + 8];
    snprintf(csv, sizeof csv, "%s.csv", figure->id);
    fprintf(out,
            "# gnuplot %s.gp draws %s.pdf from %s\nset encoding utf8\n"
            "set terminal pdfcairo noenhanced size 16cm,%.1fcm font 'sans,10'\n"
            "set output '%s.pdf'\n",
            figure->id, figure->id, csv, 16.0 * figure->height / REPORT_WIDTH + 1, figure->id);
    print_commands(out, figure, csv);
}

static enum error_code write_one(const char *dir, const struct report_figure *figure,
                                 const char *ending, bool force,
                                 void (*print)(FILE *out, const struct report_figure *figure),
                                 struct error *err)
{
    struct stream *stream;
    char *path = path_of(dir, figure, ending);
    if (!path)
        return error_memory(err);
    enum error_code code = stream_open(path, force, &stream, err);
    if (!code) {
        print(stream_file(stream), figure);
        code = stream_commit(stream, err);
    }
    free(path);
    return code;
}

static enum error_code write_pdf(const char *dir, const struct report_figure *figure, bool force,
                                 struct error *err)
{
    struct gnuplot *plot;
    char *csv = path_of(dir, figure, ".csv"), *path = path_of(dir, figure, ".pdf");
    enum error_code code = csv && path ? ERROR_OK : error_memory(err);
    if (!code)
        code = gnuplot_open(path, force, 480, 480 * figure->height / REPORT_WIDTH + 30, &plot, err);
    if (!code) {
        print_commands(gnuplot_script(plot), figure, csv);
        code = gnuplot_commit(plot, err);
    }
    free(csv);
    free(path);
    return code;
}

enum error_code report_files_write(const struct report_document *document, const char *dir,
                                   bool force, struct error *err)
{
    enum error_code code = ERROR_OK;
    for (size_t i = 0; !code && i < document->n; i++) {
        const struct report_figure *figure = &document->blocks[i].figure;
        if (document->blocks[i].kind != REPORT_FIGURE || figure->n_series == 0)
            continue;
        code = write_one(dir, figure, ".svg", force, print_svg, err);
        if (!code)
            code = write_one(dir, figure, ".csv", force, report_plot_csv, err);
        if (!code)
            code = write_one(dir, figure, ".gp", force, print_script, err);
        if (!code)
            code = write_pdf(dir, figure, force, err);
    }
    return code;
}
