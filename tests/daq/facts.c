/* SPDX-License-Identifier: GPL-3.0-or-later */
/* facts RUN: what the test scripts ask of a run, a line each. Written with the
 * run's reader alone, so that it knows nothing of how the run was made:
 *     frames N / period N/N / state WORD / gaps N / lost N or ? /
 *     trigger FRAME X Y  (channel 0 in the frame before it and in it)
 *     channel I ROLE skew_ns N min X max X mean X period X
 *     difference I X     median of channel I minus channel I - 1
 *     counter WORD N     frames of the test source: in order, but for N jumps
 * period: mean time from one rise through the middle of the range to the next. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "lib/run/run.h"

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *values, int64_t n)
{
    qsort(values, (size_t)n, sizeof *values, compare);
    return values[n / 2];
}

static void print_channel(const struct run *run, size_t c, const double *v)
{
    double min = v[0], max = v[0], sum = 0;
    for (int64_t i = 0; i < run->frames; i++) {
        min = fmin(min, v[i]);
        max = fmax(max, v[i]);
        sum += v[i];
    }
    const double middle = 0.5 * (min + max);
    double first = NAN, last = NAN;
    int64_t rises = 0;
    bool low = false; /* noise at the middle makes no rise */
    for (int64_t i = 1; i < run->frames; i++) {
        low |= v[i - 1] < middle - 0.1 * (max - min);
        if (low && v[i - 1] < middle && v[i] >= middle) {
            low = false;
            last = (double)(i - 1) + (middle - v[i - 1]) / (v[i] - v[i - 1]);
            first = rises == 0 ? last : first;
            rises++;
        }
    }
    printf("channel %zu %s skew_ns %" PRId64 " min %.9g max %.9g mean %.9g period %.9g\n", c,
           run->info.channels[c].role, run->info.channels[c].skew_ns, min, max,
           sum / (double)run->frames,
           (last - first) / (double)(rises - 1) * run_period(&run->info));
}

/* frames of the test source as numbers: 16 bits from each channel */
static void print_counter(struct run *run)
{
    const size_t n = run->info.n_channels;
    int32_t frame[RUN_CHANNELS_MAX];
    uint64_t before = 0, jumps = 0;
    struct error err;
    for (int64_t i = 0; i < run->frames; i++) {
        uint64_t number = 0;
        if (run_read_frames(run, i, 1, frame, &err))
            exit(1);
        for (size_t c = 0; c < n && c < 4; c++)
            number |= (uint64_t)(frame[c] + 32768) << (16 * c);
        if (i > 0 && number != before + 1) {
            printf("jump %" PRId64 " %" PRIu64 "\n", i, number - before - 1);
            jumps++;
        }
        before = number;
    }
    printf("counter last %" PRIu64 " jumps %" PRIu64 "\n", before, jumps);
}

static void print_run(struct run *run)
{
    int64_t lost = 0;
    for (size_t i = 0; i < run->n_gaps; i++)
        lost = run->gaps[i].lost == RUN_UNKNOWN || lost < 0 ? RUN_UNKNOWN
                                                            : lost + run->gaps[i].lost;
    printf("frames %" PRId64 "\nperiod %" PRId64 "/%" PRId64
           "\nstate %s\nwhy %s\ngaps %zu\nlost %" PRId64 "\nstart %s\n",
           run->frames, run->info.period.numerator, run->info.period.denominator,
           run_state_text(run->state), run->why ? run->why : "-", run->n_gaps, lost,
           run->info.start ? run->info.start : "-");
    const int64_t fired = run->info.trigger.frame;
    double around[2];
    struct error err;
    if (run->info.trigger.text && fired > 0 &&
        !run_read_channel(run, 0, fired - 1, 2, around, &err))
        printf("trigger %" PRId64 " %.9g %.9g\n", fired, around[0], around[1]);
}

static int print_channels(struct run *run)
{
    const size_t n = (size_t)run->frames;
    double *now = malloc(n * sizeof *now), *before = malloc(n * sizeof *before);
    struct error err;
    int failed = !now || !before;
    for (size_t c = 0; !failed && c < run->info.n_channels; c++) {
        failed = run_read_channel(run, c, 0, run->frames, now, &err) != ERROR_OK;
        if (failed)
            break;
        print_channel(run, c, now);
        for (size_t i = 0; c > 0 && i < n; i++)
            before[i] = now[i] - before[i];
        if (c > 0)
            printf("difference %zu %.9g\n", c, median(before, run->frames));
        double *swap = now;
        now = before;
        before = swap;
    }
    free(now);
    free(before);
    return failed;
}

int main(int argc, char **argv)
{
    struct run *run;
    struct error err;
    if (argc < 2 || run_open(argv[1], &run, &err)) {
        fprintf(stderr, "%s\n", argc < 2 ? "usage: facts RUN [counter]" : err.message);
        return 1;
    }
    print_run(run);
    int failed = 0;
    if (argc > 2 && run->frames > 0)
        print_counter(run);
    else if (run->frames > 0)
        failed = print_channels(run);
    run_close(run);
    return failed;
}
