/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Skitter's own simulator behind the calls of the peers (tests/bench/serve.h).
 *     tests/bench/skitter DATA     (DATA: where the rig files are) */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "sim/setup.h"
#include "sim/registry.h"
#include "sim/simulate.h"
#include "tests/bench/grazes.h"
#include "tests/bench/serve.h"
#include "tests/sim/graphs.h"

struct bench_case {
    const char *name, *rig, *settings[2];
    double rate;
    bool impacts_only; /* the times that are compared */
    const char *directions[5];
};

static const struct bench_case cases[] = {
    {.name = "R1", .rig = "zhao-2008.yaml", .rate = 1e4, .impacts_only = true},
    {.name = "R2", .rig = "leine-2002-simple.yaml", .impacts_only = true},
    {.name = "R3", .rig = "zhao-2008.yaml", .settings = {"height=0.314 m", "theta1=55 deg"}},
    {.name = "R4",
     .rig = "zhao-2008.yaml",
     .rate = 1e4,
     .impacts_only = true,
     .directions = {"stiffness", "friction", "restitution", "damping", "gravity"}},
    /* without samples */
    {.name = "R1/0", .rig = "zhao-2008.yaml", .impacts_only = true},
    {.name = "R4/0",
     .rig = "zhao-2008.yaml",
     .impacts_only = true,
     .directions = {"stiffness", "friction", "restitution", "damping", "gravity"}},
};

struct told {
    const struct bench_case *what;
    struct bench_result *result;
    double *tip; /* tip_t, tip_n of the samples */
    size_t n, room;
};

static enum error_code take_event(void *context, const struct sim_event *event, struct error *err)
{
    (void)err;
    struct told *told = context;
    /* what peers count: changes of mode that an event function finds */
    if (event->t <= 0 || event->kind == SIM_EVENT_SETTLE || event->kind == SIM_EVENT_END)
        return ERROR_OK;
    told->result->events++;
    if (event->kind == SIM_EVENT_IMPACT || !told->what->impacts_only)
        bench_note(told->result, event->t);
    return ERROR_OK;
}

static enum error_code take_tip(void *context, const struct sim_tip *tip, struct error *err)
{
    (void)err;
    struct told *told = context;
    if (told->n < told->room) {
        told->tip[2 * told->n] = tip->velocity[0];
        told->tip[2 * told->n++ + 1] = tip->velocity[1];
    }
    return ERROR_OK;
}

/* rigs are read once: the peers have their numbers compiled in */
struct skitter {
    const char *data;
    struct rig *rigs[sizeof cases / sizeof *cases];
    struct error err;
};

static const char *read_rig(struct skitter *skitter, size_t i)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", skitter->data, cases[i].rig);
    if (rig_read(path, sim_registry, &skitter->rigs[i], &skitter->err))
        return skitter->err.message;
    for (int k = 0; k < 2 && cases[i].settings[k]; k++)
        if (rig_set(skitter->rigs[i], cases[i].settings[k], &skitter->err))
            return skitter->err.message;
    return NULL;
}

static const char *run_case(struct skitter *skitter, size_t i, double rtol, double span,
                            struct bench_result *result)
{
    static double tip[2 * 20002];
    const struct bench_case *what = &cases[i];
    size_t directions = 0;
    while (directions < 5 && what->directions[directions])
        directions++;
    struct sim_setup *setup;
    if (sim_setup_create(skitter->rigs[i], span, rtol, what->directions, directions, &setup,
                         &skitter->err))
        return skitter->err.message;
    struct told told = {what, result, tip, 0, sizeof tip / sizeof *tip / 2};
    struct sim_sink sink = {.context = &told,
                            .event = take_event,
                            .tip = what->rate > 0 ? take_tip : NULL,
                            .velocities_alone = true};
    struct sim_statistics statistics;
    setup->problem.rate = what->rate;
    const enum error_code code = sim_simulate(&setup->problem, &sink, &statistics, &skitter->err);
    result->evaluations = statistics.evaluations;
    sim_setup_free(setup);
    return code ? skitter->err.message : NULL;
}

/* ---- grazes: a mass on a spring that pushes it ever further, over a wall */

/* once for double, once for double complex, by which the simulator differentiates */
#define GRAZING_TERMS(name, type, terms)                                                       \
    static void name(const type *p, size_t n, const type *q, const type *v, struct terms *out) \
    {                                                                                          \
        (void)p, (void)n;                                                                      \
        *out = (struct terms){.mass = {{1, 0}, {0, 1}},                                        \
                              .w_t = {1, 0},                                                   \
                              .w_n = {0, 1},                                                   \
                              .h = {0, -q[1] + 2 * GRAZE_ZETA * v[1]},                         \
                              .gap = q[1] + 1};                                                \
    }
GRAZING_TERMS(grazing_terms, double, sim_terms)
GRAZING_TERMS(grazing_terms_c, double complex, sim_terms_c)

static void grazing_graph(struct sim_graph *graph, size_t n, const sim_node *q, const sim_node *v,
                          struct sim_assembled *out)
{
    (void)n;
    const sim_node one = sim_graph_constant(graph, 1);
    out->mass[0][0] = out->mass[1][1] = out->w_t[0] = out->w_n[1] = one;
    out->h[1] = sim_graph_difference(graph, sim_graph_scaled(graph, 2 * GRAZE_ZETA, v[1]), q[1]);
    out->gap = sim_graph_sum(graph, q[1], one);
}

static const struct sim_series *const *grazing_series(size_t n)
{
    return graphs_series(grazing_graph, SIM_OWN_PARAMETERS, n);
}

static const struct sim_model grazing = {
    .table = {.name = "grazing", .n_parameters = SIM_OWN_PARAMETERS, .n_coordinates = 2},
    .terms = grazing_terms,
    .terms_c = grazing_terms_c,
    .series = grazing_series,
};

static const char *run_grazes(struct skitter *skitter, double rtol, struct bench_result *result)
{
    static const struct bench_case every_event = {0};
    for (int i = 0; i < GRAZES; i++) {
        const struct graze graze = graze_at(i);
        struct bench_result one = {0};
        struct told told = {.what = &every_event, .result = &one};
        struct sim_problem problem = {.inputs = {.model = &grazing, .n = 2},
                                      .x = {0, graze.y, 0, graze.rate},
                                      .t_end = graze.t + 1,
                                      .rtol = rtol};
        struct sim_sink sink = {.context = &told, .event = take_event};
        struct sim_statistics statistics;
        problem.inputs.p = problem.p;
        if (sim_simulate(&problem, &sink, &statistics, &skitter->err))
            return skitter->err.message;
        result->events += one.n_times && fabs(one.times[0] - graze.t) < 0.1;
        result->evaluations += statistics.evaluations;
    }
    return NULL;
}

static const char *run(void *context, const char *name, double rtol, double span,
                       struct bench_result *result)
{
    struct skitter *skitter = context;
    if (!strcmp(name, "G"))
        return run_grazes(skitter, rtol, result);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        if (!strcmp(name, cases[i].name))
            return run_case(skitter, i, rtol, span, result);
    return "no such case";
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "usage: %s DIRECTORY-OF-RIGS\n", argv[0]);
        return 2;
    }
    static struct skitter skitter;
    skitter.data = argv[1];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *why = read_rig(&skitter, i);
        if (why) {
            fprintf(stderr, "bench: %s\n", why);
            return 1;
        }
    }
    return bench_serve(run, &skitter);
}
