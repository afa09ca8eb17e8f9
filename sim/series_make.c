/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/series.h"

#include <stdlib.h>
#include <string.h>

#include "sim/series_inside.h"

/* ---- rates of arguments */

static const sim_node no_rate = UINT32_MAX;

/* d/dt of what is linear in the coordinates; no_rate: it is not */
static sim_node rate_of(struct sim_graph *graph, size_t n, sim_node a)
{
    const struct sim_operand node = graph->nodes[a];
    if (!node.moves)
        return 0;
    if (node.operation == SIM_INPUT)
        return node.a < graph->n_fixed + n ? sim_graph_input(graph, node.a + n) : no_rate;
    if (node.operation == SIM_PRODUCT && graph->nodes[node.a].moves != graph->nodes[node.b].moves) {
        const bool first = graph->nodes[node.a].moves;
        const sim_node rate = rate_of(graph, n, first ? node.a : node.b);
        return rate == no_rate ? no_rate : sim_graph_product(graph, first ? node.b : node.a, rate);
    }
    if (node.operation != SIM_LINEAR)
        return no_rate;
    sim_node sum = 0;
    for (size_t i = 0; i < node.n; i++) {
        const struct sim_term term = graph->terms[node.first + i];
        const sim_node rate = rate_of(graph, n, term.node);
        if (rate == no_rate)
            return no_rate;
        sum = sim_graph_sum(graph, sum, sim_graph_scaled(graph, term.factor, rate));
    }
    return sum;
}

/* ---- outputs of the tape: coordinates, velocities, bounds, accelerations, the drive, then of each
 * sine itself, its cosine and the products of both with the rate */

enum { TURN = 4 };

struct maker {
    struct sim_graph *graph;
    const struct sim_series_of *of;
    struct sim_series *series;
    sim_node *outputs;
    size_t n_outputs, n_turns;
    unsigned *ready; /* when the new coefficient of each slot is there */
};

static bool add_turn(struct maker *m, sim_node argument)
{
    struct sim_graph *graph = m->graph;
    const sim_node rate = rate_of(graph, m->of->n, argument);
    if (rate == no_rate)
        return false;
    const sim_node sine = sim_graph_sine(graph, argument);
    const sim_node cosine = sim_graph_cosine(graph, argument);
    sim_node *out = m->outputs + m->n_outputs;
    out[0] = sine;
    out[1] = cosine;
    out[2] = sim_graph_product(graph, cosine, rate);
    out[3] = sim_graph_product(graph, sine, rate);
    m->n_outputs += TURN;
    m->n_turns++;
    return true;
}

static bool has_turn(const struct maker *m, size_t first, sim_node argument)
{
    for (size_t i = first; i < m->n_outputs; i += TURN)
        if (m->graph->nodes[m->outputs[i]].a == argument)
            return true;
    return false;
}

/* the sines that are needed; false: one has no rate */
static bool add_turns(struct maker *m, bool *needed)
{
    const size_t first = m->n_outputs, n = m->graph->n_nodes;
    for (size_t i = 0; i < first; i++)
        needed[m->outputs[i]] = true;
    for (size_t i = n; i-- > 0;)
        if (needed[i])
            sim_graph_mark(m->graph, needed, i);
    for (size_t i = 0; i < n; i++) {
        const struct sim_operand node = m->graph->nodes[i];
        if (needed[i] && node.moves &&
            (node.operation == SIM_SINE || node.operation == SIM_COSINE) &&
            !has_turn(m, first, node.a) && !add_turn(m, node.a))
            return false;
    }
    return true;
}

static void add_states(struct maker *m)
{
    const size_t n = m->of->n;
    for (size_t i = 0; i < 2 * n; i++)
        m->outputs[m->n_outputs++] = sim_graph_input(m->graph, m->graph->n_fixed + i);
    for (size_t i = 0; i < m->of->n_bounds; i++)
        m->outputs[m->n_outputs++] = m->of->bounds[i];
    for (size_t i = 0; i < n; i++)
        m->outputs[m->n_outputs++] = m->of->acceleration[i];
    if (m->of->driven)
        m->outputs[m->n_outputs++] = sim_graph_input(m->graph, m->graph->n_fixed + 2 * n);
    if (m->of->speed) {
        m->outputs[m->n_outputs++] = m->of->speed;
        m->outputs[m->n_outputs++] = sim_graph_input(m->graph, m->graph->n_fixed + 2 * n + 1);
    }
}

/* ---- from the tape to what an order takes */

static bool moves(const struct maker *m, size_t slot) { return slot >= m->series->tape->n_kept; }

static uint32_t add_pair(struct maker *m, uint16_t a, uint16_t b)
{
    m->series->pairs[m->series->n_pairs] = (struct sim_series_pair){a, b};
    return (uint32_t)m->series->n_pairs++;
}

/* ---- what waits for what: coefficients of an order follow from each other in long chains, which
 * take longer than all the work. What is there last is added last, so that it waits for nothing. */

/* of a sum or a product, and of the inner sums from the start of the order */
enum { OPERATION = 4, INNER_SUM = 10 * OPERATION };

static unsigned later(unsigned a, unsigned b) { return a > b ? a : b; }

static unsigned ready_term(const struct maker *m, const struct sim_tape_term *term)
{
    const bool bare = term->factor == 1 || term->factor == -1;
    return m->ready[term->slot] + (bare ? 0 : OPERATION);
}

/* the terms of a sum, the last to come behind the others; returns when the sum is there */
static unsigned order_terms(const struct maker *m, struct sim_tape_term *terms, size_t n)
{
    unsigned ready = 0;
    for (size_t i = 1; i < n; i++)
        for (size_t k = i; k > 0 && ready_term(m, &terms[k]) < ready_term(m, &terms[k - 1]); k--) {
            const struct sim_tape_term term = terms[k];
            terms[k] = terms[k - 1];
            terms[k - 1] = term;
        }
    for (size_t i = 0; i < n; i++)
        ready = later(ready, ready_term(m, &terms[i])) + (i > 0 ? OPERATION : 0);
    return ready;
}

static unsigned ready_op(const struct maker *m, const struct sim_series_op *op)
{
    const unsigned a = m->ready[op->a], b = m->ready[op->b];
    switch (op->kind) {
    case SIM_SERIES_PRODUCT:
        return later(later(b + OPERATION, INNER_SUM) + OPERATION, a + OPERATION) + OPERATION;
    case SIM_SERIES_SQUARE:
        return later(a + OPERATION, INNER_SUM) + OPERATION;
    case SIM_SERIES_QUOTIENT:
        return later(later(b + OPERATION, INNER_SUM) + OPERATION, a) + 2 * OPERATION;
    case SIM_SERIES_ROOT:
        return later(a, INNER_SUM) + 2 * OPERATION;
    default:
        return a + OPERATION;
    }
}

static void add_linear(struct maker *m, const struct sim_tape_op *from, struct sim_series_op *op)
{
    struct sim_series *series = m->series;
    const struct sim_tape_term *terms = series->tape->terms + from->first;
    *op = (struct sim_series_op){
        .kind = SIM_SERIES_LINEAR, .out = from->out, .first = (uint32_t)series->n_terms};
    for (size_t i = 0; i < from->n; i++)
        if (moves(m, terms[i].slot))
            series->terms[series->n_terms++] = terms[i];
    op->n = (uint16_t)(series->n_terms - op->first);
    m->ready[op->out] = order_terms(m, series->terms + op->first, op->n);
}

static void add_product(struct maker *m, const struct sim_tape_op *from, struct sim_series_op *op)
{
    const bool both = moves(m, from->a) && moves(m, from->b);
    const bool swap = both ? m->ready[from->a] < m->ready[from->b] : !moves(m, from->a);
    *op = (struct sim_series_op){.kind = SIM_SERIES_SCALED,
                                 .out = from->out,
                                 .a = swap ? from->b : from->a,
                                 .b = swap ? from->a : from->b};
    if (!both)
        return;
    op->kind = SIM_SERIES_PRODUCT;
    op->first = add_pair(m, op->a, op->b);
}

static void add_op(struct maker *m, const struct sim_tape_op *from)
{
    struct sim_series_op *op = &m->series->ops[m->series->n_ops];
    *op = (struct sim_series_op){.out = from->out, .a = from->a, .b = from->b};
    switch (from->kind) {
    case SIM_TAPE_LINEAR:
        add_linear(m, from, op);
        break;
    case SIM_TAPE_PRODUCT:
        add_product(m, from, op);
        break;
    case SIM_TAPE_SQUARE:
        op->kind = SIM_SERIES_SQUARE;
        op->first = add_pair(m, from->a, from->a);
        break;
    case SIM_TAPE_QUOTIENT:
        op->kind = moves(m, from->b) ? SIM_SERIES_QUOTIENT : SIM_SERIES_OVER;
        if (op->kind == SIM_SERIES_QUOTIENT)
            op->first = add_pair(m, from->out, from->b);
        break;
    case SIM_TAPE_ROOT:
        op->kind = SIM_SERIES_ROOT;
        op->first = add_pair(m, from->out, from->out);
        break;
    case SIM_TAPE_SINE_COSINE:
        return; /* two integrals */
    }
    if (op->kind != SIM_SERIES_LINEAR)
        m->ready[op->out] = ready_op(m, op);
    m->series->n_ops++;
}

static void add_integral(struct maker *m, size_t out, size_t source, double factor)
{
    const uint16_t *slots = m->series->tape->outputs;
    m->series->integrals[m->series->n_integrals++] = (struct sim_series_integral){
        slots[out], slots[source], factor};
}

static void mark_operands(const struct sim_tape *tape, const struct sim_tape_op *op, bool *needed)
{
    for (size_t i = 0; i < op->n; i++)
        needed[tape->terms[op->first + i].slot] = true;
    if (op->kind != SIM_TAPE_LINEAR)
        needed[op->a] = true;
    if (op->kind == SIM_TAPE_PRODUCT || op->kind == SIM_TAPE_QUOTIENT)
        needed[op->b] = true;
}

/* the law follows its argument: what has it in it comes later */
static void add_law(struct maker *m)
{
    struct sim_series *series = m->series;
    series->ops[series->n_ops++] = (struct sim_series_op){
        .kind = SIM_SERIES_LAW, .out = series->law, .a = series->speed};
    m->ready[series->law] = m->ready[series->speed] + INNER_SUM;
}

/* the operations that moving slots ask for; the argument of a sine is needed at order 0 alone */
static void add_ops(struct maker *m, size_t rates, bool *needed)
{
    const struct sim_series *series = m->series;
    const struct sim_tape *tape = series->tape;
    for (size_t i = 0; i < rates; i++)
        needed[tape->outputs[i]] = true;
    for (size_t i = 0; i < series->n_integrals; i++)
        needed[series->integrals[i].source] = true;
    for (size_t i = tape->n_ops; i-- > tape->n_kept_ops;)
        if (needed[tape->ops[i].out] && tape->ops[i].kind != SIM_TAPE_SINE_COSINE)
            mark_operands(tape, &tape->ops[i], needed);
    if (series->by_law)
        needed[series->speed] = true;
    for (size_t i = tape->n_kept_ops; i < tape->n_ops; i++)
        if (needed[tape->ops[i].out]) {
            add_op(m, &tape->ops[i]);
            if (series->by_law && tape->ops[i].out == series->speed)
                add_law(m);
        }
}

/* whether an operation has all that it takes of its own order */
static bool is_ready(const struct sim_series *series, const struct sim_series_op *op,
                     const bool *pending)
{
    const bool two = op->kind == SIM_SERIES_PRODUCT || op->kind == SIM_SERIES_QUOTIENT;
    if (op->kind != SIM_SERIES_LINEAR)
        return !pending[op->a] && !(two && pending[op->b]);
    for (size_t i = 0; i < op->n; i++)
        if (pending[series->terms[op->first + i].slot])
            return false;
    return true;
}

/* Operations in rows of one kind, as long as they can be: what is interpreted goes from one kind to
 * the next seldom. Each stays behind those whose results it takes. */
static void sort_ops(struct maker *m, bool *pending)
{
    struct sim_series_op *ops = m->series->ops;
    const size_t n = m->series->n_ops;
    memset(pending, 0, m->series->tape->n_slots * sizeof *pending);
    for (size_t i = 0; i < n; i++)
        pending[ops[i].out] = true;
    for (size_t at = 0; at < n;) {
        const enum sim_series_kind kind = ops[at].kind;
        for (size_t next = at; next < n; next++) {
            const struct sim_series_op op = ops[next];
            if (op.kind != kind || !is_ready(m->series, &op, pending))
                continue;
            memmove(&ops[at + 1], &ops[at], (next - at) * sizeof op);
            ops[at++] = op;
            pending[op.out] = false;
        }
    }
}

static void fill(struct maker *m, bool *needed)
{
    struct sim_series *series = m->series;
    const struct sim_tape *tape = series->tape;
    const size_t n = m->of->n, rates = 2 * n + m->of->n_bounds;
    for (size_t i = 0; i < n; i++) {
        add_integral(m, i, n + i, 1);
        add_integral(m, n + i, rates + i, 1);
    }
    series->driven = m->of->driven;
    if (series->driven)
        series->drive = tape->outputs[rates + n];
    series->by_law = m->of->speed != 0;
    if (series->by_law) {
        series->speed = tape->outputs[rates + n + 1];
        series->law = tape->outputs[rates + n + 2];
    }
    for (size_t i = 0; i < m->n_turns; i++) {
        const size_t first = rates + n + series->driven + 2 * (size_t)series->by_law + TURN * i;
        add_integral(m, first, first + 2, 1);
        add_integral(m, first + 1, first + 3, -1);
    }
    add_ops(m, rates, needed);
    sort_ops(m, needed);
    for (size_t i = 0; i < rates; i++)
        series->columns[i] = tape->outputs[i];
    series->n_products = series->n_pairs;
    while (series->n_pairs % 4)
        series->pairs[series->n_pairs++] = series->pairs[0];
}

static enum error_code make_room(struct maker *m, struct error *err)
{
    struct sim_series *series = m->series;
    const struct sim_tape *tape = series->tape;
    series->ops = calloc(tape->n_ops + 2, sizeof *series->ops);
    series->terms = calloc(tape->n_terms + 1, sizeof *series->terms);
    series->integrals = calloc(2 * (m->of->n + m->n_turns) + 1, sizeof *series->integrals);
    series->pairs = calloc(tape->n_ops + 4, sizeof *series->pairs);
    series->columns = calloc(tape->n_outputs + 1, sizeof *series->columns);
    m->ready = calloc(tape->n_slots + 1, sizeof *m->ready);
    if (!series->ops || !series->terms || !series->integrals || !series->pairs ||
        !series->columns || !m->ready)
        return error_memory(err);
    return ERROR_OK;
}

static enum error_code make(struct maker *m, struct error *err)
{
    enum error_code code = sim_tape_create(m->graph, m->outputs, m->n_outputs, NULL,
                                           &m->series->tape, err);
    if (!code)
        code = make_room(m, err);
    bool *needed = code ? NULL : calloc(m->series->tape->n_slots + 1, sizeof *needed);
    if (needed)
        fill(m, needed);
    else if (!code)
        code = error_memory(err);
    free(needed);
    return code;
}

enum error_code sim_series_create(struct sim_graph *graph, const struct sim_series_of *of,
                                  struct sim_series **made, struct error *err)
{
    *made = NULL;
    if (graph->failed)
        return error_memory(err);
    const size_t most = 3 * of->n + of->n_bounds + 3 + TURN * graph->n_nodes;
    struct maker m = {.graph = graph, .of = of, .series = calloc(1, sizeof *m.series)};
    /* states that are no nodes yet become some */
    bool *needed = calloc(graph->n_nodes + 2 * of->n + 3, sizeof *needed);
    m.outputs = calloc(most, sizeof *m.outputs);
    bool possible = true;
    enum error_code code = m.series && needed && m.outputs ? ERROR_OK : error_memory(err);
    if (!code) {
        m.series->n = of->n;
        m.series->n_bounds = of->n_bounds;
        add_states(&m);
        possible = add_turns(&m, needed);
    }
    if (!code && possible)
        code = make(&m, err);
    if (code || !possible)
        sim_series_free(m.series);
    else
        *made = m.series;
    free(m.ready);
    free(m.outputs);
    free(needed);
    return code;
}

void sim_series_free(struct sim_series *series)
{
    if (!series)
        return;
    sim_tape_free(series->tape);
    free(series->ops);
    free(series->terms);
    free(series->integrals);
    free(series->pairs);
    free(series->columns);
    free(series);
}

size_t sim_series_products(const struct sim_series *series) { return series->n_products; }
