/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "front/run_figure.h"

#include <math.h>

#include "lib/figure/file.h"
#include "lib/figure/symbol.h"

/* More bins than the figure has pixels would not be seen: of each the lowest and the highest
 * sample are drawn, so that no impact is lost. */
enum { BINS = 2 * FIGURE_WIDTH };

static const struct figure_style recorded = {.colour = "#3050a0", .width = 0.9};
static const struct figure_style clipped = {.colour = "#c03030", .size = 2};

struct points {
    double *x, *y;
    size_t n;
    /* gaps behind the points so far, and the frames that are missing there */
    size_t gaps;
    int64_t lost;
};

/* the sample of frame k of those in use, after all that came before it; a line ends at a gap */
static void add_sample(struct points *points, const struct measure_channels *channels, size_t k,
                       double value)
{
    const struct run *run = channels->run;
    const size_t before = points->gaps;
    for (; points->gaps < run->n_gaps; points->gaps++) {
        const struct run_gap *gap = &run->gaps[points->gaps];
        if (gap->frame > channels->first + (int64_t)k)
            break;
        if (gap->frame > channels->first && gap->lost != RUN_UNKNOWN)
            points->lost += gap->lost;
    }
    const double x = channels->time + channels->period * ((double)k + (double)points->lost);
    if (points->gaps > before && points->n > 0) {
        points->x[points->n] = x;
        points->y[points->n++] = NAN;
    }
    points->x[points->n] = x;
    points->y[points->n++] = value;
}

static void take_channel(const struct measure_channels *channels,
                         const struct measure_channel *channel, size_t bins, struct points *line,
                         struct points *marks)
{
    const double *values = channel->values;
    for (size_t bin = 0; bin < bins; bin++) {
        const size_t i = bin * channels->n / bins, end = (bin + 1) * channels->n / bins;
        size_t low = i, high = i, bad = end;
        for (size_t k = i; k < end; k++) {
            low = values[k] < values[low] ? k : low;
            high = values[k] > values[high] ? k : high;
            bad = bad == end && channel->flags[k] == MEASURE_CLIPPED ? k : bad;
        }
        const size_t first = low < high ? low : high, second = low < high ? high : low;
        add_sample(line, channels, first, values[first]);
        if (second != first)
            add_sample(line, channels, second, values[second]);
        if (bad < end)
            add_sample(marks, channels, bad, values[bad]);
    }
}

static void draw_channel(const struct measure_channels *channels,
                         const struct measure_channel *channel, struct figure *figure)
{
    struct arena *arena = &figure->arena;
    const size_t bins = channels->n < BINS ? channels->n : BINS;
    const size_t room = 4 * bins; /* two samples of each, and a gap before each of them */
    struct points line = {.x = arena_doubles(arena, room), .y = arena_doubles(arena, room)};
    struct points marks = {.x = arena_doubles(arena, room), .y = arena_doubles(arena, room)};
    struct figure_panel *panel = figure_panel_add(figure, channels->n_list < 4 ? 200 : 130,
                                                  "time (s)",
                                                  figure_unit(arena, channel->info->unit));
    if (!line.y || !marks.y || !line.x || !marks.x || !panel)
        return;
    take_channel(channels, channel, bins, &line, &marks);
    figure_series_add(arena, panel,
                      (struct figure_series){.name = channel->info->role,
                                             .style = &recorded,
                                             .x = line.x,
                                             .y = line.y,
                                             .n = line.n});
    figure_series_add(arena, panel,
                      (struct figure_series){.name = "clipped",
                                             .style = &clipped,
                                             .mark = FIGURE_POINTS,
                                             .x = marks.x,
                                             .y = marks.y,
                                             .n = marks.n});
}

enum error_code front_run_figure(const struct measure_channels *channels, const char *path,
                                 bool force, struct error *err)
{
    struct figure figure = {.title = channels->run->dir, .width = FIGURE_WIDTH, .linked = true};
    for (size_t i = 0; i < channels->n_list; i++)
        draw_channel(channels, &channels->list[i], &figure);
    enum error_code code = figure_file_write(&figure, path, force, err);
    figure_free(&figure);
    return code;
}
