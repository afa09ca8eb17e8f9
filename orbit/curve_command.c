/* SPDX-License-Identifier: GPL-3.0-or-later */
/* skitter-orbit curve: where special points go when a second parameter moves */
#include <stdio.h>

#include "lib/base/number.h"
#include "lib/cli/progress.h"
#include "lib/cli/remark.h"
#include "lib/figure/file.h"
#include "map/axis.h"
#include "orbit/chart_figure.h"
#include "orbit/job.h"

static const char *kind_word(const struct orbit_chart_point *point)
{
    return point->periodic ? "orbit" : "equilibrium";
}

/* ---- results */

static void end_row(const double values[2], FILE *out)
{
    number_columns(values, 2, out);
    fputc('\n', out);
}

static void write_rows(const struct orbit_chart *chart, const struct map_axis *axes, FILE *out)
{
    fprintf(out, "what,of,curve,%s,%s\n", axes[0].quantity->name, axes[1].quantity->name);
    for (int curve = 1; curve <= chart->curves; curve++)
        for (size_t i = 0; i < chart->n; i++) {
            const struct orbit_chart_point *point = &chart->points[i];
            if (point->curve != curve)
                continue;
            fprintf(out, "%s,%s,%d", orbit_special_word(point->special), kind_word(point), curve);
            end_row((const double[2]){point->first, point->second}, out);
        }
    for (size_t i = 0; i < chart->n_meetings; i++) {
        const struct orbit_chart_meeting *meeting = &chart->meetings[i];
        const struct orbit_chart_point *a = orbit_chart_of_curve(chart, meeting->curves[0]);
        const struct orbit_chart_point *b = orbit_chart_of_curve(chart, meeting->curves[1]);
        fprintf(out, "%s+%s,meeting,%d+%d", orbit_special_word(a->special),
                orbit_special_word(b->special), meeting->curves[0], meeting->curves[1]);
        end_row((const double[2]){meeting->first, meeting->second}, out);
    }
}

static enum error_code write_table(struct orbit_job *job, const struct orbit_chart *chart,
                                   const struct map_axis *axes, struct error *err)
{
    enum error_code code = orbit_job_output(job, err);
    if (code)
        return code;
    write_rows(chart, axes, job->out);
    if (ferror(job->out))
        return error_set(err, ERROR_IO, "the curves cannot be written; is the disk full?");
    return orbit_job_keep(job, err);
}

static void print_summary(const struct orbit_chart *chart, const struct map_axis *axes)
{
    remark(false, "skitter-orbit", "%d curve%s, %zu meeting%s of two", chart->curves,
           chart->curves == 1 ? "" : "s", chart->n_meetings, chart->n_meetings == 1 ? "" : "s");
    for (size_t i = 0; i < chart->n_meetings; i++) {
        const struct orbit_chart_meeting *meeting = &chart->meetings[i];
        remark(false, "skitter-orbit", "%s meets %s: %s = %.10g, %s = %.10g",
               orbit_special_word(orbit_chart_of_curve(chart, meeting->curves[0])->special),
               orbit_special_word(orbit_chart_of_curve(chart, meeting->curves[1])->special),
               axes[0].quantity->name, meeting->first, axes[1].quantity->name, meeting->second);
    }
    if (chart->failed)
        remark(true, "skitter-orbit", "%zu values of %s have no diagram: %s", chart->failed,
               axes[1].quantity->name, chart->why.message);
}

static enum error_code draw(const struct orbit_job *job, const struct orbit_chart *chart,
                            const struct map_axis *axes, struct error *err)
{
    struct orbit_chart_axis drawn[2];
    struct figure figure;
    for (int k = 0; k < 2; k++)
        drawn[k] = (struct orbit_chart_axis){.name = axes[k].quantity->name,
                                             .unit = axes[k].unit,
                                             .scale = axes[k].scale,
                                             .low = axes[k].low,
                                             .high = axes[k].high};
    orbit_chart_figure_make(job->rig->title, chart, drawn, &figure);
    enum error_code code = figure_file_write(&figure, job->settings->figure, job->settings->force,
                                             err);
    figure_free(&figure);
    return code;
}

/* ---- the request */

static enum error_code read_axes(const struct orbit_job *job, struct map_axis *axes,
                                 struct error *err)
{
    const struct option_list *texts = &job->settings->axes;
    if (texts->n != 2)
        return error_set(err, ERROR_USAGE,
                         "two axes are needed: -a NAME=LOW:HIGH -a NAME=LOW:HIGH[:POINTS]");
    for (size_t i = 0; i < 2; i++) {
        enum error_code code = map_axis_read(job->system->setup->model, job->system->width / 2,
                                             texts->items[i], &axes[i], err);
        if (code)
            return code;
        if (axes[i].state)
            return error_set(err, ERROR_USAGE, "axis '%s' is a state; curves lie over parameters",
                             axes[i].quantity->name);
        if (!axes[i].ranged || !(axes[i].low < axes[i].high))
            return error_set(err, ERROR_USAGE, "axis '%s' needs a range: write %s=LOW:HIGH",
                             axes[i].quantity->name, axes[i].quantity->name);
    }
    if (axes[0].row == axes[1].row)
        return error_set(err, ERROR_USAGE, "both axes are '%s'", axes[0].quantity->name);
    return ERROR_OK;
}

static void show(void *context, size_t values) { progress_update(context, (double)values); }

static enum error_code make(struct orbit_job *job, struct error *err)
{
    const struct orbit_settings *settings = job->settings;
    enum { VALUES = 41 };
    struct map_axis axes[2];
    struct orbit_chart chart;
    struct progress progress;
    enum error_code code = read_axes(job, axes, err);
    if (!code)
        code = orbit_job_vacant(job, err);
    if (code)
        return code;
    const struct orbit_chart_request request = {.rig = job->rig,
                                                .sweep = {.parameter = axes[0].quantity->name,
                                                          .low = axes[0].low,
                                                          .high = axes[0].high,
                                                          .points = (size_t)settings->points,
                                                          .settle = settings->settle,
                                                          .rtol = settings->rtol},
                                                .range = {.low = axes[0].low,
                                                          .high = axes[0].high,
                                                          .direction = 1,
                                                          .step = settings->step,
                                                          .max_points = settings->max_points},
                                                .second = axes[1].quantity->name,
                                                .low = axes[1].low,
                                                .high = axes[1].high,
                                                .values = axes[1].n ? axes[1].n : VALUES,
                                                .state = job->system->width / 2,
                                                .done = show,
                                                .context = &progress};
    progress_start(&progress, "diagrams", "diagrams", (double)request.values, settings->quiet);
    code = orbit_chart_make(&request, &chart, err);
    progress_end(&progress);
    if (!code)
        code = write_table(job, &chart, axes, err);
    if (!code && settings->figure)
        code = draw(job, &chart, axes, err);
    if (!code && !settings->quiet)
        print_summary(&chart, axes);
    orbit_chart_free(&chart);
    return code;
}

enum error_code orbit_curve_command(const void *settings, const struct option_list *arguments,
                                    struct error *err)
{
    struct orbit_job job;
    enum error_code code = orbit_job_open(settings, arguments->items[0], false, &job, err);
    if (!code) {
        code = make(&job, err);
        orbit_job_close(&job);
    }
    return code;
}
