/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A graph of elementary operations, from which a tape is made (sim/tape.h). What is the same is
 * one node: constants are folded, sums flattened, factors that are numbers taken out of
 * products. The operations are those for which the coefficients of a Taylor series have a
 * recurrence: sum with numbers as factors, product, quotient, square root, sine and cosine.
 *
 * Inputs are of two kinds. The fixed ones (parameters) change from motion to motion, the moving
 * ones (coordinates, velocities) within it: what depends on fixed ones alone need not be
 * computed again, and is no series. */
#ifndef SIM_GRAPH_H
#define SIM_GRAPH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef uint32_t sim_node;

struct sim_term {
    sim_node node;
    double factor;
};

enum sim_operation {
    SIM_CONSTANT,
    SIM_INPUT,
    SIM_LINEAR, /* a number, plus numbers times nodes */
    SIM_PRODUCT,
    SIM_QUOTIENT,
    SIM_ROOT,
    SIM_SINE,
    SIM_COSINE
};

struct sim_operand {
    enum sim_operation operation;
    bool moves;      /* depends on an input that moves */
    sim_node a, b;   /* operands; of an input, a is its number */
    double constant; /* of a constant and of a sum */
    size_t first, n; /* terms of a sum */
};

struct sim_graph {
    struct sim_operand *nodes; /* operands come before what uses them */
    size_t n_nodes, room_nodes;
    struct sim_term *terms;
    size_t n_terms, room_terms;
    sim_node *places; /* hash table of the nodes, plus one; 0 is free */
    size_t n_places;
    size_t n_fixed; /* inputs below this are fixed */
    bool failed;    /* no memory: nodes made since mean nothing */
};

void sim_graph_init(struct sim_graph *graph, size_t n_fixed);
void sim_graph_free(struct sim_graph *graph);

sim_node sim_graph_constant(struct sim_graph *graph, double value);
sim_node sim_graph_input(struct sim_graph *graph, size_t number);
sim_node sim_graph_linear(struct sim_graph *graph, double constant, const struct sim_term *terms,
                          size_t n);
sim_node sim_graph_sum(struct sim_graph *graph, sim_node a, sim_node b);
sim_node sim_graph_difference(struct sim_graph *graph, sim_node a, sim_node b);
sim_node sim_graph_scaled(struct sim_graph *graph, double factor, sim_node a);
sim_node sim_graph_product(struct sim_graph *graph, sim_node a, sim_node b);
sim_node sim_graph_quotient(struct sim_graph *graph, sim_node a, sim_node b);
sim_node sim_graph_root(struct sim_graph *graph, sim_node a);
sim_node sim_graph_sine(struct sim_graph *graph, sim_node a);
sim_node sim_graph_cosine(struct sim_graph *graph, sim_node a);

/* set those of `needed` that a node is computed from */
void sim_graph_mark(const struct sim_graph *graph, bool *needed, size_t node);

/* whether a node is the number 0 */
bool sim_graph_is_zero(const struct sim_graph *graph, sim_node a);

#endif
