/* SPDX-License-Identifier: GPL-3.0-or-later */
/* skitter run plot: the channels of a run as sketches in the terminal, or as a figure */
#include "config.h"
#include "lib/base/shown.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "lib/cli/fold.h"
#include "lib/cli/plot.h"
#include "lib/cli/remark.h"
#include "lib/figure/file.h"
#include "lib/measure/channels.h"
#include "front/run_figure.h"
#include "front/runs.h"

enum { ROWS = 6, WIDTH_DEFAULT = 80, NARROWEST = 20 };

struct settings {
    double from, until;
    const char *output;
    bool force, quiet;
};

static const struct settings defaults = {.from = NAN, .until = NAN};

static size_t terminal_width(void)
{
    const size_t screen = fold_screen(stdout);
    if (screen < NARROWEST)
        return WIDTH_DEFAULT;
    return screen < PLOT_COLUMNS_MAX ? screen : PLOT_COLUMNS_MAX;
}

/* lowest and highest of the samples from i to j */
static void extent(const double *values, size_t i, size_t j, double *low, double *high)
{
    *low = *high = values[i];
    for (; i < j; i++) {
        *low = fmin(*low, values[i]);
        *high = fmax(*high, values[i]);
    }
}

static void draw(const struct measure_channels *channels, const struct measure_channel *channel,
                 size_t width)
{
    struct plot plot;
    char text[3 * PLOT_COLUMNS_MAX + 1];
    double low, high, a, b;
    const size_t dots = 2 * width;
    extent(channel->values, 0, channels->n, &low, &high);
    const double height = high > low ? high - low : 1;
    plot_clear(&plot, width, ROWS);
    for (size_t x = 0; x < dots; x++) {
        const size_t i = x * channels->n / dots, j = (x + 1) * channels->n / dots;
        if (i >= channels->n || (j == i && x > 0 && channels->n >= dots))
            continue;
        extent(channel->values, i, j > i ? j : i + 1, &a, &b);
        plot_span(&plot, x, (a - low) / height, (b - low) / height);
    }
    shown_printf(stdout, "%s  %.5g to %.5g %s", channel->info->role, low, high,
                 channel->info->unit);
    if (channel->n_clipped > 0)
        printf(", %zu clipped", channel->n_clipped);
    putchar('\n');
    for (size_t row = 0; row < plot.rows; row++) {
        plot_row(&plot, row, text);
        puts(text);
    }
}

/* "0 s to 0.1 s": the gaps within have their time too */
static void say_times(const struct measure_channels *channels, char *text, size_t size)
{
    const struct run *run = channels->run;
    const int64_t end = channels->first + (int64_t)channels->n;
    size_t gaps = 0;
    int64_t lost = 0;
    for (size_t i = 0; i < run->n_gaps; i++) {
        const struct run_gap *gap = &run->gaps[i];
        if (gap->frame <= channels->first || gap->frame >= end)
            continue;
        gaps++;
        lost += gap->lost == RUN_UNKNOWN ? 0 : gap->lost;
    }
    const int length = snprintf(text, size, "%.6g s to %.6g s", channels->time,
                                channels->time +
                                    channels->period * ((double)channels->n + (double)lost));
    if (gaps > 0)
        snprintf(text + length, size - (size_t)length, ", of which %.6g s are lost in %zu gap%s",
                 channels->period * (double)lost, gaps, gaps == 1 ? "" : "s");
}

static void sketch(const struct measure_channels *channels)
{
    char times[160];
    const size_t width = terminal_width();
    for (size_t i = 0; i < channels->n_list; i++)
        draw(channels, &channels->list[i], width);
    say_times(channels, times, sizeof times);
    puts(times);
}

static enum error_code plot_run(const void *given, const struct option_list *arguments,
                                struct error *err)
{
    const struct settings *settings = given;
    struct measure_channels channels;
    enum error_code code = figure_file_check(settings->output, settings->force, err);
    if (!code)
        code = measure_channels_read(arguments->items[0], settings->from, settings->until,
                                     &channels, err);
    if (code)
        return code;
    if (settings->output)
        code = front_run_figure(&channels, settings->output, settings->force, err);
    else
        sketch(&channels);
    if (!code && settings->output && !settings->quiet) {
        char times[160];
        say_times(&channels, times, sizeof times);
        remark(false, "skitter run plot", "%s: %zu channel%s, %s", settings->output,
               channels.n_list, channels.n_list == 1 ? "" : "s", times);
    }
    measure_channels_free(&channels);
    return code;
}

static const struct option_row options[] = {
    OPTION_QUANTITY("from", 0, "TIME", struct settings, from, "s", "where to begin"),
    OPTION_QUANTITY("until", 0, "TIME", struct settings, until, "s", "where to end"),
    OPTION_OUTPUT("FILE", struct settings, output,
                  "draw them there, as SVG, PDF or PNG by its ending"),
    OPTION_FORCE(struct settings),
    OPTION_QUIET(struct settings),
};
static const char *const synopsis[] = {"[--from TIME] [--until TIME] [--output FILE] RUN", NULL};

const struct program front_run_plot = {
    .name = "skitter run plot",
    .summary = "sketch the channels of a run in the terminal, or draw them in a file",
    .synopsis = synopsis,
    .arguments = front_run_argument,
    .min_arguments = 1,
    .max_arguments = 1,
    OPTION_ROWS(options),
    .defaults = &defaults,
    .settings_size = sizeof(struct settings),
    .run = plot_run,
};
