/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Taylor series of mechanisms that a test writes as functions: the same equations once more, as
 * nodes of a graph. */
#ifndef TESTS_SIM_GRAPHS_H
#define TESTS_SIM_GRAPHS_H

#include "sim/assemble.h"
#include "sim/model.h"

/* what a mechanism of n coordinates is; nodes that are not set are zero */
typedef void graphs_fn(struct sim_graph *graph, size_t n, const sim_node *q, const sim_node *v,
                       struct sim_assembled *out);

/* series of all ways, by enum sim_way, with so many fixed inputs; they stay until the end */
const struct sim_series *const *graphs_series(graphs_fn *assemble, size_t n_fixed, size_t n);

/* a + b c */
sim_node graphs_plus(struct sim_graph *graph, sim_node a, sim_node b, sim_node c);

#endif
