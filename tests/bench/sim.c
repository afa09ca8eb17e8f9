/* How fast the simulator is: right-hand sides, nanoseconds for one, and the wall
 * time over their product, which is what events, dense output and the rest cost.
 *     tests/bench/sim [DATA]     (DATA: where the rig files are) */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "sim/problem.h"
#include "sim/registry.h"

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* nanoseconds for one evaluation: the mean of the modes in contact and flight */
static double evaluation_ns(const struct sim_problem *problem)
{
    enum { TIMES = 200000 };
    static const enum sim_mode modes[] = {SIM_FLIGHT, SIM_SLIP_PLUS, SIM_STICK};
    struct sim_motion motion;
    double x[SIM_MAX_STATES], sum = 0;
    memcpy(x, problem->x, sizeof x);
    const double begin = now();
    for (int i = 0; i < TIMES; i++) {
        x[0] += 1e-12;
        sim_motion_at(&problem->inputs, modes[i % 3], 0, x, &motion);
        sum += motion.acceleration[0];
    }
    const double ns = 1e9 * (now() - begin) / TIMES;
    return sum == 1 ? 0 : ns; /* sum is used, so that nothing is optimised away */
}

static enum error_code count_event(void *context, const struct sim_event *event,
                                   struct error *err)
{
    (void)event, (void)err;
    ++*(long *)context;
    return ERROR_OK;
}

static int bench(const char *title, const char *data, const char *name, double duration)
{
    enum { REPEATS = 5 };
    char path[1024];
    struct error err;
    struct rig *rig;
    struct sim_setup *setup;
    snprintf(path, sizeof path, "%s/%s", data, name);
    if (rig_read(path, sim_registry, &rig, &err) ||
        sim_setup_create(rig, duration, 1e-9, NULL, 0, &setup, &err)) {
        fprintf(stderr, "bench: %s\n", err.message);
        return 1;
    }
    struct sim_statistics statistics;
    double best = 1e9;
    for (int i = 0; i < REPEATS; i++) {
        long events = 0;
        struct sim_sink sink = {.context = &events, .event = count_event};
        const double begin = now();
        if (sim_simulate(&setup->problem, &sink, &statistics, &err)) {
            fprintf(stderr, "bench: %s\n", err.message);
            return 1;
        }
        const double wall = now() - begin;
        best = wall < best ? wall : best;
    }
    const double ns = evaluation_ns(&setup->problem);
    printf("%s: %ld evaluations, %.1f ns each, %ld steps, %ld events, %.3f ms, ratio %.2f\n",
           title, statistics.evaluations, ns, statistics.steps, statistics.events, 1e3 * best,
           1e9 * best / ((double)statistics.evaluations * ns));
    sim_setup_free(setup);
    rig_free(rig);
    return 0;
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "usage: %s DIRECTORY-OF-RIGS\n", argv[0]);
        return 2;
    }
    const char *data = argv[1];
    return bench("R1 rig of paper 2, 2 s", data, "zhao-2008.yaml", 2) ||
           bench("R2 simple oscillator, 100 s", data, "leine-2002-simple.yaml", 100);
}
