/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/modes.h"

/* the mass matrix as L D L^T, and what the contact adds */
struct site {
    struct sim_graph *graph;
    const struct sim_assembled *all;
    size_t n;
    sim_node lower[SIM_MAX_COORDINATES][SIM_MAX_COORDINATES], diagonal[SIM_MAX_COORDINATES];
};

static sim_node minus_product(struct site *s, sim_node from, sim_node a, sim_node b)
{
    return sim_graph_difference(s->graph, from, sim_graph_product(s->graph, a, b));
}

static void factor(struct site *s)
{
    sim_node rest[SIM_MAX_COORDINATES][SIM_MAX_COORDINATES];
    for (size_t i = 0; i < s->n; i++)
        for (size_t j = 0; j <= i; j++)
            rest[i][j] = s->all->mass[i][j];
    for (size_t j = 0; j < s->n; j++) {
        s->diagonal[j] = rest[j][j];
        for (size_t i = j + 1; i < s->n; i++)
            s->lower[i][j] = sim_graph_quotient(s->graph, rest[i][j], rest[j][j]);
        for (size_t i = j + 1; i < s->n; i++)
            for (size_t k = j + 1; k <= i; k++)
                rest[i][k] = minus_product(s, rest[i][k], s->lower[i][j], rest[k][j]);
    }
}

/* M^-1 rhs */
static void solve(struct site *s, const sim_node *rhs, sim_node *x)
{
    for (size_t i = 0; i < s->n; i++) {
        x[i] = rhs[i];
        for (size_t k = 0; k < i; k++)
            x[i] = minus_product(s, x[i], s->lower[i][k], x[k]);
    }
    for (size_t i = s->n; i-- > 0;) {
        x[i] = sim_graph_quotient(s->graph, x[i], s->diagonal[i]);
        for (size_t k = i + 1; k < s->n; k++)
            x[i] = minus_product(s, x[i], s->lower[k][i], x[k]);
    }
}

/* a b with what is fixed in the factors taken out: the rest may be there already, as sines times
 * rates are for the series */
static sim_node product(struct sim_graph *graph, sim_node a, sim_node b)
{
    const sim_node factors[] = {a, b};
    for (int i = 0; i < 2 && !graph->failed; i++) {
        const struct sim_operand node = graph->nodes[factors[i]];
        if (node.operation != SIM_PRODUCT ||
            graph->nodes[node.a].moves == graph->nodes[node.b].moves)
            continue;
        const bool first = graph->nodes[node.a].moves;
        const sim_node rest = product(graph, first ? node.a : node.b, factors[1 - i]);
        return sim_graph_product(graph, first ? node.b : node.a, rest);
    }
    return sim_graph_product(graph, a, b);
}

/* start + a.b */
static sim_node dot(struct site *s, sim_node start, const sim_node *a, const sim_node *b)
{
    for (size_t i = 0; i < s->n; i++)
        start = sim_graph_sum(s->graph, start, product(s->graph, a[i], b[i]));
    return start;
}

static sim_node negative(struct site *s, sim_node a) { return sim_graph_scaled(s->graph, -1, a); }

/* start + force times w */
static void push(struct site *s, const sim_node *start, const sim_node *w, sim_node force,
                 sim_node *out)
{
    for (size_t i = 0; i < s->n; i++)
        out[i] = sim_graph_sum(s->graph, start[i], sim_graph_product(s->graph, w[i], force));
}

static void fly(struct site *s, struct sim_mode_nodes *out)
{
    solve(s, s->all->h, out->acceleration);
    out->bounds[SIM_BOUND_GAP] = s->all->gap;
}

/* F_n = -B/A with B = w_n.M^-1 h + s_n, A = w_n.M^-1 w and w = w_n - s mu w_t */
static void slide(struct site *s, int slip, const sim_node *v, struct sim_mode_nodes *out)
{
    const struct sim_assembled *all = s->all;
    const sim_node mu = sim_graph_input(s->graph, SIM_FRICTION);
    sim_node free[SIM_MAX_COORDINATES], w[SIM_MAX_COORDINATES], along[SIM_MAX_COORDINATES];
    for (size_t i = 0; i < s->n; i++) {
        const sim_node drag = sim_graph_product(s->graph, mu, all->w_t[i]);
        w[i] = sim_graph_sum(s->graph, all->w_n[i], sim_graph_scaled(s->graph, -slip, drag));
    }
    solve(s, all->h, free);
    solve(s, w, along);
    const sim_node a = dot(s, 0, all->w_n, along), b = dot(s, all->s_n, all->w_n, free);
    const sim_node force = negative(s, sim_graph_quotient(s->graph, b, a));
    push(s, free, along, force, out->acceleration);
    out->bounds[SIM_BOUND_A] = a;
    out->bounds[SIM_BOUND_LIFT] = negative(s, b);
    out->bounds[SIM_BOUND_SPEED] = sim_graph_scaled(s->graph, slip, dot(s, 0, all->w_t, v));
}

/* F = -Q^-1 b */
static void stick(struct site *s, struct sim_mode_nodes *out)
{
    struct sim_graph *graph = s->graph;
    const struct sim_assembled *all = s->all;
    sim_node free[SIM_MAX_COORDINATES], along_t[SIM_MAX_COORDINATES], along_n[SIM_MAX_COORDINATES];
    solve(s, all->h, free);
    solve(s, all->w_t, along_t);
    solve(s, all->w_n, along_n);
    const sim_node q_tt = dot(s, 0, all->w_t, along_t), q_tn = dot(s, 0, all->w_t, along_n);
    const sim_node q_nn = dot(s, 0, all->w_n, along_n);
    const sim_node belt = sim_graph_input(graph, graph->n_fixed + 2 * s->n);
    const sim_node b_t = sim_graph_difference(graph, dot(s, all->s_t, all->w_t, free), belt);
    const sim_node b_n = dot(s, all->s_n, all->w_n, free);
    const sim_node det = minus_product(s, sim_graph_product(graph, q_tt, q_nn), q_tn, q_tn);
    const sim_node above_n = minus_product(s, sim_graph_product(graph, q_tn, b_t), q_tt, b_n);
    const sim_node force_n = sim_graph_quotient(graph, above_n, det);
    const sim_node above_t = minus_product(s, negative(s, b_t), q_tn, force_n);
    const sim_node force_t = sim_graph_quotient(graph, above_t, q_tt);
    sim_node part[SIM_MAX_COORDINATES];
    push(s, free, along_t, force_t, part);
    push(s, part, along_n, force_n, out->acceleration);
    const sim_node cone = sim_graph_product(graph, sim_graph_input(graph, SIM_STATIC_FRICTION),
                                            force_n);
    out->bounds[SIM_BOUND_PLUS] = sim_graph_difference(graph, cone, force_t);
    out->bounds[SIM_BOUND_MINUS] = sim_graph_sum(graph, cone, force_t);
}

void sim_mode_assemble(struct sim_graph *graph, const struct sim_assembled *all, size_t n,
                       size_t n_outline, const sim_node *v, enum sim_mode mode,
                       struct sim_mode_nodes *out)
{
    struct site s = {.graph = graph, .all = all, .n = n};
    *out = (struct sim_mode_nodes){.n_bounds = sim_mode_columns(mode, n_outline),
                                   .driven = mode == SIM_STICK};
    factor(&s);
    if (mode == SIM_FLIGHT)
        fly(&s, out);
    else if (mode == SIM_STICK)
        stick(&s, out);
    else
        slide(&s, mode == SIM_SLIP_PLUS ? 1 : -1, v, out);
    for (size_t i = 0; i < n_outline; i++)
        out->bounds[sim_mode_bounds(mode) + i] = all->floors[i];
    if (mode == SIM_FLIGHT) {
        out->bounds[sim_mode_bounds(mode) + n_outline] = dot(&s, 0, all->w_t, v);
        out->bounds[sim_mode_bounds(mode) + n_outline + 1] = dot(&s, 0, all->w_n, v);
    }
}
