/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "daq/screen.h"
#include "lib/base/shown.h"

#include <math.h>
#include <string.h>

#include <gsl/gsl_statistics_double.h>

#include "lib/cli/fold.h"

#define CLEAR_LINE "\033[K"
#define RED "\033[31m"
#define PLAIN "\033[0m"

enum { STATE_LINES = 3 /* at most */ };

/* the lowest that a spectrum shows, in decades below its strongest line */
static const double decades = 6;

int64_t daq_screen_per_dot(const struct daq_view *view, const struct run_info *info)
{
    const double frames = view->window / run_period(info);
    return llround(frames / (2 * (double)view->width));
}

/* ---- a panel: what is in its dot columns, left to right, and how it is scaled */

struct panel {
    struct daq_span spans[TRACE_DOTS];
    size_t first, dots; /* columns that have something: from first to before dots */
    struct daq_span axis;
    double level; /* a line across; NAN: none */
};

/* what the dots span */
static struct daq_span extent(const struct panel *panel)
{
    struct daq_span all = panel->first < panel->dots ? panel->spans[panel->first]
                                                     : (struct daq_span){0, 0};
    for (size_t i = panel->first; i < panel->dots; i++) {
        all.low = fmin(all.low, panel->spans[i].low);
        all.high = fmax(all.high, panel->spans[i].high);
    }
    return all;
}

/* how wide a dot column usually is: a steady channel's noise, which each of them shows; a jump
 * is in few */
static double usual_width(const struct panel *panel)
{
    double widths[TRACE_DOTS];
    const size_t n = panel->dots - panel->first;
    for (size_t i = 0; i < n; i++)
        widths[i] = panel->spans[panel->first + i].high - panel->spans[panel->first + i].low;
    return n > 0 ? gsl_stats_median(widths, 1, n) : 0;
}

/* bottom and top of a trace */
static struct daq_span scale(const struct daq_view *view, const struct run_channel *channel,
                             const struct panel *panel)
{
    const double a = run_convert(channel, (double)channel->count_min);
    const double b = run_convert(channel, (double)channel->count_max);
    if (view->zoom > 0)
        return (struct daq_span){0.5 * (a + b) - 0.5 * fabs(b - a) / view->zoom,
                                 0.5 * (a + b) + 0.5 * fabs(b - a) / view->zoom};
    struct daq_span seen = extent(panel);
    if (!isnan(panel->level)) {
        seen.low = fmin(seen.low, panel->level);
        seen.high = fmax(seen.high, panel->level);
    }
    /* noise alone, about as wide in every dot as in all, is shown as noise and not as a mountain
     * range: it fills a third of the panel */
    const double middle = 0.5 * (seen.low + seen.high);
    const double half = fmax(fmax(0.55 * (seen.high - seen.low), 2 * usual_width(panel)),
                             1e-3 * fabs(b - a));
    return (struct daq_span){middle - half, middle + half};
}

static void take_trace(const struct daq_view *view, const struct daq_seen *seen, size_t channel,
                       size_t most, struct panel *panel)
{
    const size_t length = daq_trace_length(seen->trace);
    panel->dots = most;
    panel->first = length < most ? most - length : 0;
    for (size_t i = panel->first; i < most; i++)
        panel->spans[i] = daq_trace_span(seen->trace, channel, most - 1 - i);
    if (view->trigger && view->trigger->channel == channel)
        panel->level = view->trigger->level;
    panel->axis = scale(view, &seen->info->channels[channel], panel);
}

static void take_spectrum(const struct daq_spectrum *spectrum, struct panel *panel)
{
    memcpy(panel->spans, spectrum->spans, sizeof panel->spans);
    panel->dots = spectrum->dots;
    const struct daq_span seen = extent(panel);
    panel->axis = (struct daq_span){fmax(seen.low, seen.high - decades) - 0.1, seen.high + 0.1};
}

/* ---- drawing */

static void draw_marks(const struct daq_health *health, FILE *out)
{
    if (health->clipped > 0)
        fprintf(out, RED " clipped" PLAIN);
    else if (daq_health_flat(health))
        fprintf(out, RED " flat" PLAIN);
    fprintf(out, CLEAR_LINE "\r\n");
}

static void draw_levels(const struct run_channel *channel, const struct panel *panel, FILE *out)
{
    const struct daq_span seen = extent(panel);
    shown_printf(out, "%-8s %+12.5g to %+12.5g %-6s", channel->role, seen.low, seen.high,
                 channel->unit);
    if (!isnan(panel->level))
        shown_printf(out, " trigger at %.5g %s", panel->level, channel->unit);
}

static void draw_line(const struct run_channel *channel, const struct daq_spectrum *spectrum,
                      FILE *out)
{
    fprintf(out, "%-8s ", channel->role);
    if (spectrum->dots == 0)
        fprintf(out, "too few samples yet for a spectrum");
    else if (spectrum->amplitude > 0)
        fprintf(out, "from %.3g Hz; strongest %.4g %s at %.5g Hz", spectrum->lowest,
                spectrum->amplitude, channel->unit, spectrum->frequency);
}

static void draw_panel(const struct daq_view *view, const struct panel *panel, size_t rows,
                       FILE *out)
{
    struct plot plot;
    char text[3 * PLOT_COLUMNS_MAX + 1];
    const double height = panel->axis.high - panel->axis.low;
    plot_clear(&plot, view->width, rows);
    for (size_t i = panel->first; i < panel->dots; i++)
        plot_span(&plot, i, (panel->spans[i].low - panel->axis.low) / height,
                  (panel->spans[i].high - panel->axis.low) / height);
    const double level = (panel->level - panel->axis.low) / height;
    for (size_t x = 0; level >= 0 && level <= 1 && x < 2 * plot.columns; x += 3)
        plot_span(&plot, x, level, level);
    for (size_t row = 0; row < plot.rows; row++) {
        plot_row(&plot, row, text);
        fprintf(out, "%s" CLEAR_LINE "\r\n", text);
    }
}

static enum error_code draw_channel(const struct daq_view *view, const struct daq_seen *seen,
                                    size_t channel, size_t rows, FILE *out, struct error *err)
{
    struct panel panel = {.level = NAN, .axis = {0, 1}};
    struct daq_spectrum spectrum;
    const size_t most = 2 * (view->width < PLOT_COLUMNS_MAX ? view->width : PLOT_COLUMNS_MAX);
    if (view->spectrum) {
        enum error_code code = daq_recent_spectrum(seen->recent, channel, view->window, most,
                                                   &spectrum, err);
        if (code)
            return code;
        take_spectrum(&spectrum, &panel);
        draw_line(&seen->info->channels[channel], &spectrum, out);
    } else {
        take_trace(view, seen, channel, most, &panel);
        draw_levels(&seen->info->channels[channel], &panel, out);
    }
    draw_marks(&seen->health[channel], out);
    draw_panel(view, &panel, rows, out);
    return ERROR_OK;
}

/* ---- the state below */

static void draw_status(const struct daq_view *view, const struct run_info *info, FILE *out)
{
    if (view->spectrum)
        fprintf(out, "spectrum of %.4g s, up to %.5g Hz, both axes logarithmic, ", view->window,
                0.5 / run_period(info));
    else if (view->zoom > 0)
        fprintf(out, "%.4g s across, zoom %.4g, ", view->window, view->zoom);
    else
        fprintf(out, "%.4g s across, own scale, ", view->window);
    fprintf(out, "%s", view->paused ? "paused, " : "");
    if (view->lost == 0)
        fprintf(out, "0 lost");
    else if (view->lost == RUN_UNKNOWN)
        fprintf(out, RED "frames were lost" PLAIN);
    else
        fprintf(out, RED "%lld lost" PLAIN, (long long)view->lost);
    fprintf(out, CLEAR_LINE "\r\n");
}

/* lines that the state takes; drawn unless out is NULL */
static size_t draw_state(const struct daq_view *view, FILE *out)
{
    const char *text = view->state;
    size_t lines = 0;
    do {
        const size_t length = fold_line(text, view->width);
        if (out)
            fprintf(out, "%s%.*s%s" CLEAR_LINE "\r\n", view->trouble ? RED : "", (int)length, text,
                    view->trouble ? PLAIN : "");
        text += length + strspn(text + length, " \n");
        lines++;
    } while (*text && lines < STATE_LINES);
    return lines;
}

static void draw_keys(const struct daq_view *view, FILE *out)
{
    for (const char *const *line = view->keys; *line; line++)
        fprintf(out, "%.*s" CLEAR_LINE "%s", (int)view->width, *line, line[1] ? "\r\n" : "");
}

static size_t footer_lines(const struct daq_view *view)
{
    size_t lines = 1 + draw_state(view, NULL);
    for (const char *const *line = view->keys; *line; line++)
        lines++;
    return lines;
}

enum error_code daq_screen_draw(const struct daq_view *view, const struct daq_seen *seen, FILE *out,
                                struct error *err)
{
    const size_t n = seen->info->n_channels, footer = footer_lines(view);
    const size_t lines = view->height > footer ? (view->height - footer) / n : 0;
    const size_t rows = lines > 1 ? lines - 1 : 0;
    enum error_code code = ERROR_OK;
    fprintf(out, "\033[H");
    for (size_t c = 0; c < n && lines > 0 && !code; c++)
        code = draw_channel(view, seen, c, rows, out, err);
    draw_status(view, seen->info, out);
    draw_state(view, out);
    draw_keys(view, out);
    fprintf(out, "\033[J");
    fflush(out);
    return code;
}
