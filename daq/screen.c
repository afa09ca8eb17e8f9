/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "daq/screen.h"
#include "lib/base/shown.h"

#include <math.h>

#define CLEAR_LINE "\033[K"
#define RED "\033[31m"
#define PLAIN "\033[0m"

enum { FOOTER = 2 };

int64_t daq_screen_per_dot(const struct daq_view *view, const struct run_info *info)
{
    const double frames = view->window / run_period(info);
    return llround(frames / (2 * (double)view->width));
}

/* the widest that a single dot column is: a steady channel's noise, which each of them shows */
static double widest_dot(const struct daq_trace *trace, size_t channel, size_t dots)
{
    double widest = 0;
    for (size_t i = 0; i < dots; i++) {
        const struct daq_span span = daq_trace_span(trace, channel, i);
        widest = fmax(widest, span.high - span.low);
    }
    return widest;
}

/* what the dots on the screen span */
static struct daq_span extent(const struct daq_trace *trace, size_t channel, size_t dots)
{
    struct daq_span all = daq_trace_span(trace, channel, 0);
    for (size_t i = 1; i < dots; i++) {
        const struct daq_span span = daq_trace_span(trace, channel, i);
        all.low = fmin(all.low, span.low);
        all.high = fmax(all.high, span.high);
    }
    return all;
}

/* bottom and top of the plot */
static struct daq_span scale(const struct daq_view *view, const struct run_channel *channel,
                             struct daq_span seen, double noise)
{
    const double a = run_convert(channel, (double)channel->count_min);
    const double b = run_convert(channel, (double)channel->count_max);
    if (view->zoom > 0)
        return (struct daq_span){0.5 * (a + b) - 0.5 * fabs(b - a) / view->zoom,
                                 0.5 * (a + b) + 0.5 * fabs(b - a) / view->zoom};
    /* a channel at rest shows its noise as noise, not as a mountain range */
    const double middle = 0.5 * (seen.low + seen.high);
    /* noise alone, as wide in every dot as in all, fills a quarter of the panel and no more */
    const double half = fmax(fmax(0.55 * (seen.high - seen.low), 2 * noise), 1e-3 * fabs(b - a));
    return (struct daq_span){middle - half, middle + half};
}

static void draw_levels(const struct run_channel *channel, struct daq_span seen,
                        const struct daq_health *health, FILE *out)
{
    shown_printf(out, "%-8s %+12.5g to %+12.5g %-6s", channel->role, seen.low, seen.high,
                 channel->unit);
    if (health->clipped > 0)
        fprintf(out, RED " clipped" PLAIN);
    else if (daq_health_flat(health))
        fprintf(out, RED " flat" PLAIN);
    fprintf(out, CLEAR_LINE "\r\n");
}

static void draw_trace(const struct daq_view *view, const struct daq_trace *trace, size_t channel,
                       size_t dots, struct daq_span axis, size_t rows, FILE *out)
{
    struct plot plot;
    char text[3 * PLOT_COLUMNS_MAX + 1];
    plot_clear(&plot, view->width, rows);
    const double height = axis.high - axis.low;
    for (size_t i = 0; i < dots; i++) {
        const struct daq_span span = daq_trace_span(trace, channel, i);
        plot_span(&plot, 2 * plot.columns - 1 - i, (span.low - axis.low) / height,
                  (span.high - axis.low) / height);
    }
    for (size_t row = 0; row < plot.rows; row++) {
        plot_row(&plot, row, text);
        fprintf(out, "%s" CLEAR_LINE "\r\n", text);
    }
}

static void draw_footer(const struct daq_view *view, FILE *out)
{
    fprintf(out, "%.4g s across, ", view->window);
    if (view->zoom > 0)
        fprintf(out, "zoom %.4g", view->zoom);
    else
        fprintf(out, "own scale");
    fprintf(out, "%s, ", view->paused ? ", paused" : "");
    if (view->lost == 0)
        fprintf(out, "0 lost");
    else if (view->lost == RUN_UNKNOWN)
        fprintf(out, RED "frames were lost" PLAIN);
    else
        fprintf(out, RED "%lld lost" PLAIN, (long long)view->lost);
    fprintf(out, " | %s" CLEAR_LINE "\r\n%s" CLEAR_LINE, view->state, view->keys);
}

void daq_screen_draw(const struct daq_view *view, const struct run_info *info,
                     const struct daq_trace *trace, const struct daq_health *health, FILE *out)
{
    const size_t n = info->n_channels;
    const size_t lines = view->height > FOOTER ? (view->height - FOOTER) / n : 0;
    const size_t rows = lines > 1 ? lines - 1 : 0;
    const size_t most = 2 * (view->width < PLOT_COLUMNS_MAX ? view->width : PLOT_COLUMNS_MAX);
    const size_t length = daq_trace_length(trace);
    const size_t dots = length < most ? length : most;
    fprintf(out, "\033[H");
    for (size_t c = 0; c < n && lines > 0; c++) {
        const struct daq_span seen = dots ? extent(trace, c, dots) : (struct daq_span){0, 0};
        draw_levels(&info->channels[c], seen, &health[c], out);
        const struct daq_span axis = scale(view, &info->channels[c], seen,
                                           widest_dot(trace, c, dots));
        draw_trace(view, trace, c, dots, axis, rows, out);
    }
    draw_footer(view, out);
    fprintf(out, "\033[J");
    fflush(out);
}
