/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/sim/graphs.h"

#include <stdlib.h>

#include "sim/modes.h"
#include "sim/series.h"

enum { MOST = 16 };

struct made {
    graphs_fn *assemble;
    size_t n;
    struct sim_series *series[SIM_WAYS];
};

static void make(struct made *made, size_t n_fixed)
{
    const size_t n = made->n;
    sim_node q[SIM_MAX_COORDINATES], v[SIM_MAX_COORDINATES];
    struct sim_assembled all = {0};
    struct sim_graph graph;
    sim_graph_init(&graph, n_fixed);
    for (size_t i = 0; i < n; i++) {
        q[i] = sim_graph_input(&graph, n_fixed + i);
        v[i] = sim_graph_input(&graph, n_fixed + n + i);
    }
    made->assemble(&graph, n, q, v, &all);
    for (int way = 0; way < SIM_WAYS; way++) {
        struct sim_mode_nodes nodes;
        sim_way_assemble(&graph, &all, n, 0, false, v, way, &nodes);
        const struct sim_series_of of = {.n = n,
                                         .acceleration = nodes.acceleration,
                                         .bounds = nodes.bounds,
                                         .n_bounds = nodes.n_bounds,
                                         .driven = nodes.driven,
                                         .speed = nodes.speed};
        if (sim_series_create(&graph, &of, &made->series[way], NULL))
            abort();
    }
    sim_graph_free(&graph);
}

const struct sim_series *const *graphs_series(graphs_fn *assemble, size_t n_fixed, size_t n)
{
    static struct made all[MOST];
    size_t i = 0;
    while (i < MOST && all[i].assemble && (all[i].assemble != assemble || all[i].n != n))
        i++;
    if (i == MOST)
        abort();
    if (!all[i].assemble) {
        all[i] = (struct made){.assemble = assemble, .n = n};
        make(&all[i], n_fixed);
    }
    return (const struct sim_series *const *)all[i].series;
}

sim_node graphs_plus(struct sim_graph *graph, sim_node a, sim_node b, sim_node c)
{
    return sim_graph_sum(graph, a, sim_graph_product(graph, b, c));
}
