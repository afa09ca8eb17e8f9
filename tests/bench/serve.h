/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A peer is a process that reads "CASE RTOL SPAN" and answers with what one run
 * took and the times of its first events, so that programs in C, Python and
 * Octave are measured alike, each by its own clock and without its start:
 *     ok SECONDS EVALUATIONS EVENTS TIME...      or      failed WHY */
#ifndef TESTS_BENCH_SERVE_H
#define TESTS_BENCH_SERVE_H

#include <stddef.h>

enum { BENCH_TIMES = 6 }; /* the error is the worst of this many event times */

struct bench_result {
    long evaluations, events;
    size_t n_times;
    double times[BENCH_TIMES];
};

/* one run; NULL, or why it failed */
typedef const char *bench_run(void *context, const char *name, double rtol, double span,
                              struct bench_result *result);

/* answer the requests of standard input. A run is repeated until 20 ms are over, and
 * the mean is told: a clock is read in less than a run, but caches are cold after a wait */
int bench_serve(bench_run *run, void *context);

double bench_now(void); /* s */

/* s that this process has had of a processor: what others take on a busy machine is not
 * counted, and in runs of one thread that neither read nor write it is the time */
double bench_cpu(void);

void bench_note(struct bench_result *result, double t);

#endif
