/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "tests/bench/serve.h"

#include <stdio.h>
#include <time.h>

static const double shortest = 0.02;

static double seconds_on(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

double bench_now(void) { return seconds_on(CLOCK_MONOTONIC); }

double bench_cpu(void) { return seconds_on(CLOCK_PROCESS_CPUTIME_ID); }

void bench_note(struct bench_result *result, double t)
{
    if (result->n_times < BENCH_TIMES)
        result->times[result->n_times++] = t;
}

static void answer(bench_run *run, void *context, const char *name, double rtol, double span)
{
    struct bench_result result = {0};
    const double begin = bench_cpu();
    double seconds = 0;
    long repeats = 0;
    do {
        result = (struct bench_result){0};
        const char *why = run(context, name, rtol, span, &result);
        if (why) {
            printf("failed %s\n", why);
            return;
        }
        repeats++;
        seconds = bench_cpu() - begin;
    } while (seconds < shortest);
    printf("ok %.9g %ld %ld", seconds / (double)repeats, result.evaluations, result.events);
    for (size_t i = 0; i < result.n_times; i++)
        printf(" %.17g", result.times[i]);
    printf("\n");
}

int bench_serve(bench_run *run, void *context)
{
    char line[256], name[64];
    double rtol, span;
    while (fgets(line, sizeof line, stdin)) {
        if (sscanf(line, "%63s %lf %lf", name, &rtol, &span) == 3)
            answer(run, context, name, rtol, span);
        else
            printf("failed \"CASE RTOL SPAN\" is expected\n");
        fflush(stdout);
    }
    return 0;
}
