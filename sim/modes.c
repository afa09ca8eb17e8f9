/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/modes.h"

/* the mass matrix as L D L^T, and what the contact adds */
struct site {
    struct sim_graph *graph;
    const struct sim_assembled *all;
    size_t n;
    size_t line;   /* column of what bounds a line contact, 0: it is none */
    sim_node belt; /* what it does, and the coefficient of friction by speed */
    sim_node friction;
    sim_node along_l[SIM_MAX_COORDINATES], held; /* M^-1 w_l, and w_l of it */
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

/* take from x what would open the line; returns the line force that does it */
static sim_node close_line(struct site *s, sim_node *x)
{
    if (!s->line)
        return 0;
    const sim_node opens = dot(s, 0, s->all->w_l, x);
    const sim_node force = negative(s, sim_graph_quotient(s->graph, opens, s->held));
    for (size_t i = 0; i < s->n; i++)
        x[i] = sim_graph_sum(s->graph, x[i], product(s->graph, s->along_l[i], force));
    return force;
}

/* How far the centre of pressure is inside both ends, as moments: the line force `line` and the
 * normal force */
static void bound_line(struct site *s, sim_node line, sim_node force, struct sim_mode_nodes *out)
{
    if (!s->line)
        return;
    const sim_node low = product(s->graph, s->all->line_low, force);
    const sim_node high = product(s->graph, s->all->line_high, force);
    out->bounds[s->line] = sim_graph_difference(s->graph, line, low);
    out->bounds[s->line + 1] = sim_graph_difference(s->graph, high, line);
}

static void fly(struct site *s, struct sim_mode_nodes *out)
{
    solve(s, s->all->h, out->acceleration);
    out->bounds[SIM_BOUND_GAP] = s->all->gap;
}

/* w_n - s mu w_t */
static void slip_direction(struct site *s, int slip, sim_node *w)
{
    for (size_t i = 0; i < s->n; i++) {
        const sim_node drag = sim_graph_product(s->graph, s->friction, s->all->w_t[i]);
        w[i] = sim_graph_sum(s->graph, s->all->w_n[i], sim_graph_scaled(s->graph, -slip, drag));
    }
}

/* F_n = -B/A with B = w_n.M^-1 h + s_n, A = w_n.M^-1 w and w = w_n - s mu w_t */
static void slide(struct site *s, int slip, const sim_node *v, struct sim_mode_nodes *out)
{
    const struct sim_assembled *all = s->all;
    sim_node free[SIM_MAX_COORDINATES], w[SIM_MAX_COORDINATES], along[SIM_MAX_COORDINATES];
    slip_direction(s, slip, w);
    solve(s, all->h, free);
    solve(s, w, along);
    const sim_node line_free = close_line(s, free), line_along = close_line(s, along);
    const sim_node a = dot(s, 0, all->w_n, along), b = dot(s, all->s_n, all->w_n, free);
    const sim_node force = negative(s, sim_graph_quotient(s->graph, b, a));
    push(s, free, along, force, out->acceleration);
    const sim_node lift = negative(s, b); /* A times the normal force, and the line force so too: */
    const sim_node line = sim_graph_sum(s->graph, product(s->graph, a, line_free),
                                        product(s->graph, lift, line_along));
    bound_line(s, line, lift, out);
    out->bounds[SIM_BOUND_A] = a;
    out->bounds[SIM_BOUND_LIFT] = lift;
    out->bounds[SIM_BOUND_SPEED] = sim_graph_scaled(s->graph, slip, dot(s, 0, all->w_t, v));
}

static void bound_cone(struct site *s, sim_node force_n, sim_node force_t,
                       struct sim_mode_nodes *out)
{
    const sim_node cone = sim_graph_product(
        s->graph, sim_graph_input(s->graph, SIM_STATIC_FRICTION), force_n);
    out->bounds[SIM_BOUND_PLUS] = sim_graph_difference(s->graph, cone, force_t);
    out->bounds[SIM_BOUND_MINUS] = sim_graph_sum(s->graph, cone, force_t);
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
    const sim_node line_free = close_line(s, free), line_t = close_line(s, along_t);
    const sim_node line_n = close_line(s, along_n);
    const sim_node q_tt = dot(s, 0, all->w_t, along_t), q_tn = dot(s, 0, all->w_t, along_n);
    const sim_node q_nn = dot(s, 0, all->w_n, along_n);
    const sim_node b_t = sim_graph_difference(graph, dot(s, all->s_t, all->w_t, free), s->belt);
    const sim_node b_n = dot(s, all->s_n, all->w_n, free);
    const sim_node det = minus_product(s, sim_graph_product(graph, q_tt, q_nn), q_tn, q_tn);
    const sim_node above_n = minus_product(s, sim_graph_product(graph, q_tn, b_t), q_tt, b_n);
    const sim_node force_n = sim_graph_quotient(graph, above_n, det);
    const sim_node above_t = minus_product(s, negative(s, b_t), q_tn, force_n);
    const sim_node force_t = sim_graph_quotient(graph, above_t, q_tt);
    sim_node part[SIM_MAX_COORDINATES];
    push(s, free, along_t, force_t, part);
    push(s, part, along_n, force_n, out->acceleration);
    const sim_node line = sim_graph_sum(graph, line_free, product(graph, line_t, force_t));
    bound_line(s, sim_graph_sum(graph, line, product(graph, line_n, force_n)), force_n, out);
    bound_cone(s, force_n, force_t, out);
}

/* ---- a spring: F_n = -k gap - c gap' */

static sim_node spring_force(struct site *s, const sim_node *v)
{
    struct sim_graph *graph = s->graph;
    const sim_node k = sim_graph_input(graph, SIM_CONTACT_STIFFNESS);
    const sim_node c = sim_graph_input(graph, SIM_CONTACT_DAMPING);
    const sim_node pull = sim_graph_sum(graph, sim_graph_product(graph, k, s->all->gap),
                                        sim_graph_product(graph, c, dot(s, 0, s->all->w_n, v)));
    return negative(s, pull);
}

static void slide_on_spring(struct site *s, const sim_node *v, struct sim_mode_nodes *out)
{
    const struct sim_assembled *all = s->all;
    const sim_node force = spring_force(s, v);
    sim_node w[SIM_MAX_COORDINATES], pushed[SIM_MAX_COORDINATES];
    slip_direction(s, 1, w);
    push(s, all->h, w, force, pushed);
    solve(s, pushed, out->acceleration);
    bound_line(s, close_line(s, out->acceleration), force, out);
    out->bounds[SIM_BOUND_GAP] = all->gap;
    out->bounds[SIM_BOUND_LIFT] = sim_graph_quotient(
        s->graph, force, sim_graph_input(s->graph, SIM_CONTACT_STIFFNESS));
    out->bounds[SIM_BOUND_SPEED] = dot(s, 0, all->w_t, v);
}

static void stick_on_spring(struct site *s, const sim_node *v, struct sim_mode_nodes *out)
{
    struct sim_graph *graph = s->graph;
    const struct sim_assembled *all = s->all;
    const sim_node force_n = spring_force(s, v);
    sim_node pushed[SIM_MAX_COORDINATES], free[SIM_MAX_COORDINATES], along_t[SIM_MAX_COORDINATES];
    push(s, all->h, all->w_n, force_n, pushed);
    solve(s, pushed, free);
    solve(s, all->w_t, along_t);
    const sim_node line_free = close_line(s, free), line_t = close_line(s, along_t);
    const sim_node q_tt = dot(s, 0, all->w_t, along_t);
    const sim_node b_t = sim_graph_difference(graph, dot(s, all->s_t, all->w_t, free), s->belt);
    const sim_node force_t = sim_graph_quotient(graph, negative(s, b_t), q_tt);
    push(s, free, along_t, force_t, out->acceleration);
    bound_line(s, sim_graph_sum(graph, line_free, product(graph, line_t, force_t)), force_n, out);
    bound_cone(s, force_n, force_t, out);
}

/* ---- any of them */

static void follow(struct site *s, const struct sim_way_kind *kind, const sim_node *v,
                   struct sim_mode_nodes *out)
{
    if (kind->mode == SIM_FLIGHT)
        fly(s, out);
    else if (kind->mode == SIM_STICK)
        kind->spring ? stick_on_spring(s, v, out) : stick(s, out);
    else
        kind->spring ? slide_on_spring(s, v, out)
                     : slide(s, kind->mode == SIM_SLIP_PLUS ? 1 : -1, v, out);
}

void sim_way_assemble(struct sim_graph *graph, const struct sim_assembled *all, size_t n,
                      size_t n_outline, bool line, const sim_node *v, int way,
                      struct sim_mode_nodes *out)
{
    const struct sim_way_kind kind = sim_way_kind(way);
    const size_t bounds = sim_mode_bounds(kind.mode), known = graph->n_fixed + 2 * n;
    struct site s = {.graph = graph, .all = all, .n = n, .line = line ? bounds + n_outline : 0};
    *out = (struct sim_mode_nodes){.n_bounds = sim_way_columns(way, n_outline, line),
                                   .driven = kind.mode == SIM_STICK || kind.by_speed};
    if (out->driven)
        s.belt = sim_graph_input(graph, known);
    if (kind.by_speed) /* before all that has the friction in it, for sim/series_make.c */
        out->speed = sim_graph_difference(graph, dot(&s, 0, all->w_t, v), s.belt);
    s.friction = sim_graph_input(graph, kind.by_speed ? known + 1 : SIM_FRICTION);
    factor(&s);
    if (s.line && kind.mode != SIM_FLIGHT) {
        solve(&s, all->w_l, s.along_l);
        s.held = dot(&s, 0, all->w_l, s.along_l);
    }
    follow(&s, &kind, v, out);
    for (size_t i = 0; i < n_outline; i++)
        out->bounds[bounds + i] = all->floors[i];
    if (kind.mode == SIM_FLIGHT)
        out->bounds[bounds + n_outline] = dot(&s, 0, all->w_t, v);
    if (kind.mode == SIM_FLIGHT || kind.spring)
        out->bounds[out->n_bounds - 1] = dot(&s, 0, all->w_n, v);
}
