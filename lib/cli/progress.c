/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "lib/cli/progress.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

static const double progress_interval = 0.1; /* s between two drawings */

static double progress_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* "1.3k", "250", "4.0M": three characters are enough for a rate */
static void progress_number(char *text, size_t size, double value)
{
    static const char prefixes[] = " kMGT";
    size_t i = 0;
    while (value >= 999.5 && i + 2 < sizeof prefixes) {
        value /= 1000;
        i++;
    }
    snprintf(text, size, "%.*f%.*s", value < 9.95 ? 1 : 0, value, i > 0, &prefixes[i]);
}

static void progress_time(char *text, size_t size, double seconds)
{
    unsigned s = seconds < 360000 ? (unsigned)ceil(seconds)
                                  : 360000; /* 100 h: nobody waits longer */
    if (s >= 3600)
        snprintf(text, size, "%u:%02u:%02u", s / 3600, s / 60 % 60, s % 60);
    else
        snprintf(text, size, "%u:%02u", s / 60, s % 60);
}

void progress_format(char *line, size_t size, const struct progress *progress, double done,
                     double elapsed)
{
    char rate_text[32], time_text[32];
    double rate = elapsed > 0 ? done / elapsed : 0;
    progress_number(rate_text, sizeof rate_text, rate);
    if (!(progress->total > 0)) {
        char done_text[32];
        progress_number(done_text, sizeof done_text, done);
        snprintf(line, size, "%s  %s %s  %s %s/s", progress->label, done_text, progress->unit,
                 rate_text, progress->unit);
        return;
    }
    double part = fmin(fmax(done / progress->total, 0), 1);
    int used = snprintf(line, size, "%s  %3.0f %%  %s %s/s", progress->label, floor(100 * part),
                        rate_text, progress->unit);
    if (!(rate > 0) || (size_t)used >= size)
        return; /* nothing done yet: the time left is not known */
    progress_time(time_text, sizeof time_text, fmax(progress->total - done, 0) / rate);
    snprintf(line + used, size - (size_t)used, "  %s left", time_text);
}

void progress_start(struct progress *progress, const char *label, const char *unit, double total,
                    bool quiet)
{
    double now = progress_now();
    *progress = (struct progress){.label = label,
                                  .unit = unit,
                                  .total = total,
                                  .start = now,
                                  .shown = now,
                                  .on = !quiet && isatty(STDERR_FILENO)};
}

void progress_update(struct progress *progress, double done)
{
    if (!progress->on)
        return;
    double now = progress_now();
    if (now - progress->shown < progress_interval)
        return;
    progress->shown = now;
    char line[160];
    struct winsize window;
    size_t width = sizeof line;
    /* a line that wraps could not be cleared */
    if (ioctl(STDERR_FILENO, TIOCGWINSZ, &window) == 0 && window.ws_col > 0 &&
        window.ws_col < width)
        width = window.ws_col;
    progress_format(line, width, progress, done, now - progress->start);
    fprintf(stderr, "\r%s\033[K", line);
    fflush(stderr);
}

void progress_end(struct progress *progress)
{
    if (progress->on)
        fputs("\r\033[K", stderr);
    progress->on = false;
}
