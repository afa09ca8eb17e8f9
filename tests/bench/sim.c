/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How close the simulator is to its own limits: what a run costs, a sample, sensitivities,
 * length.
 *     tests/bench/sim DATA     (DATA: where the rig files are) */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/setup.h"
#include "sim/registry.h"
#include "sim/simulate.h"
#include "tests/bench/serve.h"

enum { RUNS = 15 };
static const double rtol = 1e-8;

static struct error err;

static void need(enum error_code code)
{
    if (code) {
        fprintf(stderr, "bench: %s\n", err.message);
        exit(1);
    }
}

static struct sim_setup *set_up(const char *data, const char *name, double duration,
                                const char *const *directions, size_t n)
{
    char path[1024];
    struct rig *rig;
    struct sim_setup *setup;
    snprintf(path, sizeof path, "%s/%s", data, name);
    need(rig_read(path, sim_registry, &rig, &err));
    need(sim_setup_create(rig, duration, rtol, directions, n, &setup, &err));
    rig_free(rig);
    return setup;
}

/* ---- sinks: what a program keeps of a sample */

struct kept {
    size_t n;
    double tip[2];
};

static enum error_code take_event(void *context, const struct sim_event *event, struct error *e)
{
    (void)context, (void)event, (void)e;
    return ERROR_OK;
}

static enum error_code take_tip(void *context, const struct sim_tip *tip, struct error *e)
{
    (void)e;
    struct kept *kept = context;
    kept->n++;
    kept->tip[0] += tip->velocity[0];
    kept->tip[1] += tip->velocity[1];
    return ERROR_OK;
}

/* ---- times: the median of runs, and the least, which others on the machine slow down least */

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *values, size_t n)
{
    qsort(values, n, sizeof *values, ascending);
    return values[n / 2];
}

static double run_once(struct sim_setup *setup, double rate, struct sim_statistics *statistics)
{
    struct kept kept = {0};
    struct sim_sink sink = {
        .context = &kept, .event = take_event, .tip = take_tip, .velocities_alone = true};
    setup->problem.rate = rate;
    const double begin = bench_cpu();
    need(sim_simulate(&setup->problem, &sink, statistics, &err));
    return bench_cpu() - begin;
}

static double seconds(struct sim_setup *setup, double rate, struct sim_statistics *statistics)
{
    double all[RUNS];
    for (size_t i = 0; i < RUNS; i++)
        all[i] = run_once(setup, rate, statistics);
    return median(all, RUNS);
}

/* ---- the lines */

static void limit(const char *title, struct sim_setup *setup)
{
    struct sim_statistics statistics;
    const double wall = seconds(setup, 0, &statistics);
    printf("%s: %.3f ms, %ld steps, %ld events\n", title, 1e3 * wall, statistics.steps,
           statistics.events);
}

static void samples_and_slopes(const char *data, struct sim_setup *r1)
{
    static const char *const names[] = {"stiffness", "friction", "restitution", "damping",
                                        "gravity"};
    const double rate = 1e4, n = rate * r1->problem.t_end;
    struct sim_setup *r4 = set_up(data, "zhao-2008.yaml", 2, names, 5);
    struct sim_statistics statistics;
    double plain[RUNS], sampled[RUNS], slopes[RUNS], slopes_plain[RUNS];
    for (size_t i = 0; i < RUNS; i++) { /* alternating, since ratios are wanted */
        plain[i] = run_once(r1, 0, &statistics);
        sampled[i] = run_once(r1, rate, &statistics);
        slopes_plain[i] = run_once(r4, 0, &statistics);
        slopes[i] = run_once(r4, rate, &statistics);
    }
    const double with = median(sampled, RUNS), without = median(plain, RUNS);
    printf("samples: %.1f ns each, %.1f of the least (R1 with %.0f samples %.3f ms, without %.3f "
           "ms)\n",
           1e9 * (with - without) / n, 1e9 * (sampled[0] - plain[0]) / n, n, 1e3 * with,
           1e3 * without);
    const double four = median(slopes, RUNS), four_plain = median(slopes_plain, RUNS);
    printf("R4 over R1: %.2f with samples (%.3f ms), %.2f without; %.2f and %.2f of the least\n",
           four / with, 1e3 * four, four_plain / without, slopes[0] / sampled[0],
           slopes_plain[0] / plain[0]);
    sim_setup_free(r4);
}

/* the state after the third impact: on the orbit, so that every second costs the same */
struct orbit {
    int impacts;
    double x[SIM_MAX_STATES];
};

static enum error_code take_orbit(void *context, const struct sim_event *event, struct error *e)
{
    (void)e;
    struct orbit *orbit = context;
    if (event->kind == SIM_EVENT_IMPACT && ++orbit->impacts == 3)
        memcpy(orbit->x, event->x, 4 * sizeof(double));
    return ERROR_OK;
}

static void length(struct sim_setup *r2)
{
    struct sim_statistics statistics;
    struct orbit orbit = {0};
    struct sim_sink sink = {.context = &orbit, .event = take_orbit};
    r2->problem.rate = 0;
    r2->problem.t_end = 1;
    need(sim_simulate(&r2->problem, &sink, &statistics, &err));
    memcpy(r2->problem.x, orbit.x, sizeof orbit.x);
    const double one = seconds(r2, 0, &statistics);
    r2->problem.t_end = 100;
    const double hundred = seconds(r2, 0, &statistics);
    printf("length: R2 on its orbit, 100 s over 1 s: %.1f\n", hundred / one);
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "usage: %s DIRECTORY-OF-RIGS\n", argv[0]);
        return 2;
    }
    struct sim_setup *r1 = set_up(argv[1], "zhao-2008.yaml", 2, NULL, 0);
    struct sim_setup *r2 = set_up(argv[1], "leine-2002-simple.yaml", 100, NULL, 0);
    limit("R1", r1);
    limit("R2", r2);
    samples_and_slopes(argv[1], r1);
    length(r2);
    sim_setup_free(r1);
    sim_setup_free(r2);
    return 0;
}
