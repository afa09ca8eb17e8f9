/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/graph.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* a sum inside a sum is written out when it has no more terms than this: longer ones are
 * rather computed once */
enum { FLATTEN = 4, MOST_TERMS = 64 };

void sim_graph_init(struct sim_graph *graph, size_t n_fixed)
{
    *graph = (struct sim_graph){.n_fixed = n_fixed};
    sim_graph_constant(graph, 0); /* node 0, which stands for anything after a failure */
}

void sim_graph_free(struct sim_graph *graph)
{
    free(graph->nodes);
    free(graph->terms);
    free(graph->places);
    *graph = (struct sim_graph){0};
}

/* ---- one node for what is the same */

static uint64_t mix(uint64_t hash, uint64_t value)
{
    hash = (hash ^ value) * 0x9e3779b97f4a7c15u;
    return hash ^ (hash >> 29);
}

static uint64_t bits_of(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static uint64_t hash_of(const struct sim_operand *node, const struct sim_term *terms)
{
    uint64_t hash = mix(mix(mix(node->operation, node->a), node->b), bits_of(node->constant));
    for (size_t i = 0; i < node->n; i++)
        hash = mix(mix(hash, terms[i].node), bits_of(terms[i].factor));
    return hash;
}

static bool same(const struct sim_graph *graph, const struct sim_operand *a,
                 const struct sim_operand *b, const struct sim_term *terms)
{
    if (a->operation != b->operation || a->a != b->a || a->b != b->b || a->n != b->n ||
        a->constant != b->constant)
        return false;
    for (size_t i = 0; i < a->n; i++) {
        const struct sim_term *term = &graph->terms[a->first + i];
        if (term->node != terms[i].node || term->factor != terms[i].factor)
            return false;
    }
    return true;
}

/* where the node is or belongs */
static size_t place_of(const struct sim_graph *graph, const struct sim_operand *node,
                       const struct sim_term *terms)
{
    size_t place = hash_of(node, terms) & (graph->n_places - 1);
    while (graph->places[place] &&
           !same(graph, &graph->nodes[graph->places[place] - 1], node, terms))
        place = (place + 1) & (graph->n_places - 1);
    return place;
}

static bool grow_places(struct sim_graph *graph)
{
    const size_t n = graph->n_places ? 2 * graph->n_places : 256;
    sim_node *old = graph->places;
    graph->places = calloc(n, sizeof *graph->places);
    if (!graph->places) {
        graph->places = old;
        return false;
    }
    graph->n_places = n;
    for (size_t i = 0; i < graph->n_nodes; i++) {
        const struct sim_operand *node = &graph->nodes[i];
        graph->places[place_of(graph, node, graph->terms + node->first)] = (sim_node)(i + 1);
    }
    free(old);
    return true;
}

static bool make_room(struct sim_graph *graph, size_t terms)
{
    if (2 * graph->n_nodes >= graph->n_places && !grow_places(graph))
        return false;
    if (graph->n_nodes == graph->room_nodes) {
        const size_t room = graph->room_nodes ? 2 * graph->room_nodes : 128;
        struct sim_operand *nodes = realloc(graph->nodes, room * sizeof *nodes);
        if (!nodes)
            return false;
        graph->nodes = nodes;
        graph->room_nodes = room;
    }
    if (graph->n_terms + terms > graph->room_terms) {
        const size_t room = 2 * graph->room_terms + 2 * MOST_TERMS;
        struct sim_term *all = realloc(graph->terms, room * sizeof *all);
        if (!all)
            return false;
        graph->terms = all;
        graph->room_terms = room;
    }
    return true;
}

static bool node_moves(const struct sim_graph *graph, const struct sim_operand *node,
                       const struct sim_term *terms)
{
    if (node->operation == SIM_CONSTANT)
        return false;
    if (node->operation == SIM_INPUT)
        return node->a >= graph->n_fixed;
    if (node->operation != SIM_LINEAR)
        return graph->nodes[node->a].moves || graph->nodes[node->b].moves;
    for (size_t i = 0; i < node->n; i++)
        if (graph->nodes[terms[i].node].moves)
            return true;
    return false;
}

static sim_node take(struct sim_graph *graph, struct sim_operand node, const struct sim_term *terms)
{
    if (graph->failed || !make_room(graph, node.n)) {
        graph->failed = true;
        return 0;
    }
    const size_t place = place_of(graph, &node, terms);
    if (graph->places[place])
        return graph->places[place] - 1;
    node.moves = node_moves(graph, &node, terms);
    node.first = graph->n_terms;
    for (size_t i = 0; i < node.n; i++)
        graph->terms[graph->n_terms++] = terms[i];
    graph->nodes[graph->n_nodes++] = node;
    graph->places[place] = (sim_node)graph->n_nodes;
    return (sim_node)(graph->n_nodes - 1);
}

/* ---- constants and inputs */

sim_node sim_graph_constant(struct sim_graph *graph, double value)
{
    return take(graph, (struct sim_operand){.operation = SIM_CONSTANT, .constant = value + 0.0},
                NULL);
}

sim_node sim_graph_input(struct sim_graph *graph, size_t number)
{
    return take(graph, (struct sim_operand){.operation = SIM_INPUT, .a = (sim_node)number}, NULL);
}

static bool is_constant(const struct sim_graph *graph, sim_node a, double *value)
{
    const bool constant = !graph->failed && graph->nodes[a].operation == SIM_CONSTANT;
    *value = constant ? graph->nodes[a].constant : NAN;
    return constant;
}

bool sim_graph_is_zero(const struct sim_graph *graph, sim_node a)
{
    double value;
    return is_constant(graph, a, &value) && value == 0;
}

/* ---- sums */

/* the terms of a sum while it is made, each node once and in order */
struct sum {
    double constant;
    struct sim_term terms[MOST_TERMS];
    size_t n;
};

static void insert(struct sum *sum, sim_node node, double factor)
{
    size_t i = 0;
    while (i < sum->n && sum->terms[i].node < node)
        i++;
    if (i < sum->n && sum->terms[i].node == node) {
        sum->terms[i].factor += factor;
        return;
    }
    memmove(&sum->terms[i + 1], &sum->terms[i], (sum->n - i) * sizeof *sum->terms);
    sum->terms[i] = (struct sim_term){node, factor};
    sum->n++;
}

static sim_node close_sum(struct sim_graph *graph, struct sum *sum)
{
    size_t n = 0;
    for (size_t i = 0; i < sum->n; i++)
        if (sum->terms[i].factor != 0)
            sum->terms[n++] = sum->terms[i];
    if (n == 0)
        return sim_graph_constant(graph, sum->constant);
    if (n == 1 && sum->terms[0].factor == 1 && sum->constant == 0)
        return sum->terms[0].node;
    return take(graph,
                (struct sim_operand){.operation = SIM_LINEAR, .constant = sum->constant, .n = n},
                sum->terms);
}

static void add(struct sim_graph *graph, struct sum *sum, struct sim_term term)
{
    const struct sim_operand *node = &graph->nodes[term.node];
    if (node->operation == SIM_CONSTANT) {
        sum->constant += term.factor * node->constant;
    } else if (node->operation == SIM_LINEAR && node->n <= FLATTEN) {
        sum->constant += term.factor * node->constant;
        for (size_t i = 0; i < node->n; i++) {
            const struct sim_term *inner = &graph->terms[node->first + i];
            insert(sum, inner->node, term.factor * inner->factor);
        }
    } else {
        insert(sum, term.node, term.factor);
    }
    if (sum->n + FLATTEN >= MOST_TERMS) { /* a sum so long goes on from what there is */
        const sim_node part = close_sum(graph, sum);
        *sum = (struct sum){.n = 1, .terms = {{part, 1}}};
    }
}

sim_node sim_graph_linear(struct sim_graph *graph, double constant, const struct sim_term *terms,
                          size_t n)
{
    struct sum sum = {.constant = constant};
    for (size_t i = 0; i < n && !graph->failed; i++)
        if (terms[i].factor != 0)
            add(graph, &sum, terms[i]);
    return graph->failed ? 0 : close_sum(graph, &sum);
}

sim_node sim_graph_sum(struct sim_graph *graph, sim_node a, sim_node b)
{
    return sim_graph_linear(graph, 0, (struct sim_term[]){{a, 1}, {b, 1}}, 2);
}

sim_node sim_graph_difference(struct sim_graph *graph, sim_node a, sim_node b)
{
    return sim_graph_linear(graph, 0, (struct sim_term[]){{a, 1}, {b, -1}}, 2);
}

sim_node sim_graph_scaled(struct sim_graph *graph, double factor, sim_node a)
{
    return sim_graph_linear(graph, 0, (struct sim_term[]){{a, factor}}, 1);
}

/* ---- products and functions */

/* a number times a node: what is left of it without the number */
static sim_node without_factor(const struct sim_graph *graph, sim_node a, double *factor)
{
    const struct sim_operand *node = &graph->nodes[a];
    if (node->operation != SIM_LINEAR || node->n != 1 || node->constant != 0)
        return a;
    *factor *= graph->terms[node->first].factor;
    return graph->terms[node->first].node;
}

sim_node sim_graph_product(struct sim_graph *graph, sim_node a, sim_node b)
{
    double value, factor = 1;
    if (graph->failed)
        return 0;
    if (is_constant(graph, a, &value))
        return sim_graph_scaled(graph, value, b);
    if (is_constant(graph, b, &value))
        return sim_graph_scaled(graph, value, a);
    a = without_factor(graph, a, &factor);
    b = without_factor(graph, b, &factor);
    const struct sim_operand node = {
        .operation = SIM_PRODUCT, .a = a < b ? a : b, .b = a < b ? b : a};
    return sim_graph_scaled(graph, factor, take(graph, node, NULL));
}

sim_node sim_graph_quotient(struct sim_graph *graph, sim_node a, sim_node b)
{
    double value;
    if (graph->failed)
        return 0;
    if (is_constant(graph, b, &value))
        return sim_graph_scaled(graph, 1 / value, a);
    if (sim_graph_is_zero(graph, a))
        return a;
    return take(graph, (struct sim_operand){.operation = SIM_QUOTIENT, .a = a, .b = b}, NULL);
}

static sim_node of_one(struct sim_graph *graph, enum sim_operation operation, sim_node a)
{
    return take(graph, (struct sim_operand){.operation = operation, .a = a, .b = a}, NULL);
}

sim_node sim_graph_root(struct sim_graph *graph, sim_node a)
{
    double value;
    if (is_constant(graph, a, &value))
        return sim_graph_constant(graph, sqrt(value));
    return graph->failed ? 0 : of_one(graph, SIM_ROOT, a);
}

/* x or -x: whichever begins with a positive factor, so that both share their sine and cosine */
static sim_node upright(struct sim_graph *graph, sim_node a, double *sign)
{
    const struct sim_operand *node = &graph->nodes[a];
    *sign = 1;
    if (node->operation != SIM_LINEAR || node->constant != 0 ||
        graph->terms[node->first].factor > 0)
        return a;
    *sign = -1;
    return sim_graph_scaled(graph, -1, a);
}

sim_node sim_graph_sine(struct sim_graph *graph, sim_node a)
{
    double value, sign;
    if (is_constant(graph, a, &value))
        return sim_graph_constant(graph, sin(value));
    if (graph->failed)
        return 0;
    const sim_node argument = upright(graph, a, &sign);
    return sim_graph_scaled(graph, sign, of_one(graph, SIM_SINE, argument));
}

sim_node sim_graph_cosine(struct sim_graph *graph, sim_node a)
{
    double value, sign;
    if (is_constant(graph, a, &value))
        return sim_graph_constant(graph, cos(value));
    return graph->failed ? 0 : of_one(graph, SIM_COSINE, upright(graph, a, &sign));
}

void sim_graph_mark(const struct sim_graph *graph, bool *needed, size_t i)
{
    const struct sim_operand *node = &graph->nodes[i];
    if (node->operation == SIM_CONSTANT || node->operation == SIM_INPUT)
        return;
    for (size_t k = 0; k < node->n; k++)
        needed[graph->terms[node->first + k].node] = true;
    if (node->operation != SIM_LINEAR)
        needed[node->a] = needed[node->b] = true;
}
