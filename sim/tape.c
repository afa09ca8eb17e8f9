/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/tape.h"

#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "sim/tape_inside.h"

/* ---- making */

/* while a tape is made */
struct maker {
    const struct sim_graph *graph;
    struct sim_tape *tape;
    const struct sim_tape_known *known;
    bool *needed;
    uint32_t *slots; /* of each node; UINT32_MAX: none yet */
};

/* input of a node that is known; SIZE_MAX: it is not */
static size_t known_input(const struct maker *m, size_t node)
{
    for (size_t i = 0; m->known && i < m->known->n; i++)
        if (m->known->nodes[i] == node && m->graph->nodes[node].moves)
            return m->graph->n_fixed + m->known->inputs[i];
    return SIZE_MAX;
}

static uint16_t slot_of(const struct maker *m, sim_node node) { return (uint16_t)m->slots[node]; }

/* a sine and the cosine of the same argument are one operation */
static void put_sine_cosine(struct maker *m, size_t i)
{
    struct sim_tape *tape = m->tape;
    const struct sim_graph *graph = m->graph;
    const sim_node argument = graph->nodes[i].a;
    const size_t out = tape->n_slots;
    tape->n_slots += 2;
    for (size_t k = i; k < graph->n_nodes; k++) {
        const struct sim_operand *node = &graph->nodes[k];
        if (m->needed[k] && node->a == argument && node->operation == SIM_SINE)
            m->slots[k] = (uint32_t)out;
        if (m->needed[k] && node->a == argument && node->operation == SIM_COSINE)
            m->slots[k] = (uint32_t)out + 1;
    }
    tape->ops[tape->n_ops++] = (struct sim_tape_op){
        .kind = SIM_TAPE_SINE_COSINE, .out = (uint16_t)out, .a = slot_of(m, argument)};
}

static void put_linear(struct maker *m, size_t i)
{
    struct sim_tape *tape = m->tape;
    const struct sim_operand *node = &m->graph->nodes[i];
    struct sim_tape_op op = {.kind = SIM_TAPE_LINEAR,
                             .out = (uint16_t)tape->n_slots,
                             .n = (uint16_t)node->n,
                             .first = (uint32_t)tape->n_terms,
                             .constant = node->constant};
    for (size_t k = 0; k < node->n; k++) {
        const struct sim_term *term = &m->graph->terms[node->first + k];
        tape->terms[tape->n_terms++] = (struct sim_tape_term){term->factor, m->slots[term->node]};
    }
    m->slots[i] = (uint32_t)tape->n_slots++;
    tape->ops[tape->n_ops++] = op;
}

static void put(struct maker *m, size_t i)
{
    struct sim_tape *tape = m->tape;
    const struct sim_operand *node = &m->graph->nodes[i];
    const size_t known = known_input(m, i);
    if (m->slots[i] != UINT32_MAX)
        return;
    if (node->operation == SIM_CONSTANT) {
        tape->constants[tape->n_constants].slot = (uint16_t)tape->n_slots;
        tape->constant_values[tape->n_constants++] = node->constant;
        m->slots[i] = (uint32_t)tape->n_slots++;
    } else if (node->operation == SIM_INPUT || known != SIZE_MAX) {
        const size_t input = known != SIZE_MAX ? known : node->a;
        tape->loads[tape->n_loads++] = (struct sim_tape_load){.slot = (uint16_t)tape->n_slots,
                                                              .input = (uint16_t)input};
        m->slots[i] = (uint32_t)tape->n_slots++;
    } else if (node->operation == SIM_LINEAR) {
        put_linear(m, i);
    } else if (node->operation == SIM_SINE || node->operation == SIM_COSINE) {
        put_sine_cosine(m, i);
    } else {
        const enum sim_tape_kind kind = node->operation == SIM_QUOTIENT ? SIM_TAPE_QUOTIENT
                                        : node->operation == SIM_ROOT   ? SIM_TAPE_ROOT
                                        : node->a == node->b            ? SIM_TAPE_SQUARE
                                                                        : SIM_TAPE_PRODUCT;
        tape->ops[tape->n_ops++] = (struct sim_tape_op){.kind = kind,
                                                        .out = (uint16_t)tape->n_slots,
                                                        .a = slot_of(m, node->a),
                                                        .b = slot_of(m, node->b)};
        m->slots[i] = (uint32_t)tape->n_slots++;
    }
}

/* what the outputs need, and a bound of its slots */
static size_t mark(struct maker *m, const sim_node *outputs)
{
    size_t slots = 0;
    for (size_t i = 0; i < m->tape->n_outputs; i++)
        m->needed[outputs[i]] = true;
    for (size_t i = m->graph->n_nodes; i-- > 0;) {
        const enum sim_operation operation = m->graph->nodes[i].operation;
        if (!m->needed[i])
            continue;
        if (known_input(m, i) == SIZE_MAX)
            sim_graph_mark(m->graph, m->needed, i);
        slots += operation == SIM_SINE || operation == SIM_COSINE ? 2 : 1;
    }
    return slots;
}

static void fill(struct maker *m, const sim_node *outputs)
{
    const struct sim_graph *graph = m->graph;
    struct sim_tape *tape = m->tape;
    for (int moves = 0; moves < 2; moves++) {
        for (size_t i = 0; i < graph->n_nodes; i++)
            if (m->needed[i] && graph->nodes[i].moves == moves)
                put(m, i);
        if (!moves) {
            tape->n_kept = tape->n_slots;
            tape->n_kept_ops = tape->n_ops;
            tape->n_kept_loads = tape->n_loads;
        }
    }
    for (size_t i = 0; i < tape->n_outputs; i++)
        tape->outputs[i] = slot_of(m, outputs[i]);
}

static bool make_room(struct maker *m, size_t n_outputs)
{
    struct sim_tape *tape = m->tape;
    const size_t n = m->graph->n_nodes + 1;
    tape->n_outputs = n_outputs;
    tape->ops = calloc(n, sizeof *tape->ops);
    tape->loads = calloc(n, sizeof *tape->loads);
    tape->constants = calloc(n, sizeof *tape->constants);
    tape->constant_values = calloc(n, sizeof *tape->constant_values);
    tape->terms = calloc(m->graph->n_terms + 1, sizeof *tape->terms);
    tape->outputs = calloc(n_outputs + 1, sizeof *tape->outputs);
    m->needed = calloc(n, sizeof *m->needed);
    m->slots = malloc(n * sizeof *m->slots);
    if (!tape->ops || !tape->loads || !tape->constants || !tape->constant_values || !tape->terms ||
        !tape->outputs || !m->needed || !m->slots)
        return false;
    memset(m->slots, 0xff, n * sizeof *m->slots);
    return true;
}

enum error_code sim_tape_create(const struct sim_graph *graph, const sim_node *outputs,
                                size_t n_outputs, const struct sim_tape_known *known,
                                struct sim_tape **tape, struct error *err)
{
    /* the fixed slots that a thread keeps belong to one tape, which may be gone when it asks */
    static atomic_ulong serials = 0;
    *tape = NULL;
    if (graph->failed)
        return error_memory(err);
    struct maker m = {.graph = graph, .known = known, .tape = calloc(1, sizeof *m.tape)};
    enum error_code code = m.tape && make_room(&m, n_outputs) ? ERROR_OK : error_memory(err);
    const size_t slots = code ? 0 : mark(&m, outputs);
    if (slots > SIM_TAPE_MAX_SLOTS || graph->n_fixed > SIM_TAPE_MAX_FIXED)
        code = error_set(err, ERROR_INPUT,
                         "the mechanism is too large (%zu operations, at most %d); leave out what "
                         "matters least",
                         slots, SIM_TAPE_MAX_SLOTS);
    if (code) {
        sim_tape_free(m.tape);
    } else {
        m.tape->serial = atomic_fetch_add(&serials, 1) + 1;
        m.tape->n_fixed = graph->n_fixed;
        fill(&m, outputs);
        *tape = m.tape;
    }
    free(m.needed);
    free(m.slots);
    return code;
}

void sim_tape_free(struct sim_tape *tape)
{
    if (!tape)
        return;
    free(tape->ops);
    free(tape->loads);
    free(tape->constants);
    free(tape->constant_values);
    free(tape->terms);
    free(tape->outputs);
    free(tape);
}

size_t sim_tape_length(const struct sim_tape *tape) { return tape->n_ops - tape->n_kept_ops; }

size_t sim_tape_fixed(const struct sim_tape *tape) { return tape->n_fixed; }

/* ---- values */

static void run_values(const struct sim_tape *tape, size_t from, size_t to, double *s)
{
    for (const struct sim_tape_op *op = tape->ops + from, *end = tape->ops + to; op < end; op++) {
        const struct sim_tape_term *t = tape->terms + op->first;
        double sum;
        switch (op->kind) {
        case SIM_TAPE_LINEAR:
            sum = op->constant;
            for (size_t i = 0; i < op->n; i++)
                sum += t[i].factor * s[t[i].slot];
            s[op->out] = sum;
            break;
        case SIM_TAPE_PRODUCT:
            s[op->out] = s[op->a] * s[op->b];
            break;
        case SIM_TAPE_SQUARE:
            s[op->out] = s[op->a] * s[op->a];
            break;
        case SIM_TAPE_QUOTIENT:
            s[op->out] = s[op->a] / s[op->b];
            break;
        case SIM_TAPE_ROOT:
            s[op->out] = sqrt(s[op->a]);
            break;
        case SIM_TAPE_SINE_COSINE:
            s[op->out] = sin(s[op->a]);
            s[op->out + 1] = cos(s[op->a]);
            break;
        }
    }
}

/* the slots of this thread; those that depend on fixed inputs stay as long as the tape and its
 * fixed inputs are the same */
static double *slots_for(const struct sim_tape *tape, const struct sim_tape_inputs *in)
{
    static _Thread_local double slots[SIM_TAPE_MAX_SLOTS], fixed[SIM_TAPE_MAX_FIXED];
    static _Thread_local unsigned long serial = 0;
    if (serial != tape->serial || memcmp(fixed, in->fixed, tape->n_fixed * sizeof *fixed) != 0) {
        serial = tape->serial;
        memcpy(fixed, in->fixed, tape->n_fixed * sizeof *fixed);
        for (size_t i = 0; i < tape->n_constants; i++)
            slots[tape->constants[i].slot] = tape->constant_values[i];
        for (size_t i = 0; i < tape->n_kept_loads; i++)
            slots[tape->loads[i].slot] = in->fixed[tape->loads[i].input];
        run_values(tape, 0, tape->n_kept_ops, slots);
    }
    return slots;
}

/* a moving input; 0 of a piece that is not there */
static double moving_input(const struct sim_tape *tape, const struct sim_tape_inputs *in,
                           size_t input)
{
    const size_t i = input - tape->n_fixed;
    if (i < in->n)
        return in->moving ? in->moving[i] : 0;
    if (i < 2 * in->n)
        return in->moving_too ? in->moving_too[i - in->n] : 0;
    return in->known ? in->known[i - 2 * in->n] : 0;
}

static double *all_values(const struct sim_tape *tape, const struct sim_tape_inputs *in)
{
    double *slots = slots_for(tape, in);
    for (size_t i = tape->n_kept_loads; i < tape->n_loads; i++)
        slots[tape->loads[i].slot] = moving_input(tape, in, tape->loads[i].input);
    run_values(tape, tape->n_kept_ops, tape->n_ops, slots);
    return slots;
}

void sim_tape_values(const struct sim_tape *tape, const struct sim_tape_inputs *in, double *outputs)
{
    const double *slots = all_values(tape, in);
    for (size_t i = 0; i < tape->n_outputs; i++)
        outputs[i] = slots[tape->outputs[i]];
}

void sim_tape_slots(const struct sim_tape *tape, const struct sim_tape_inputs *in, double *slots)
{
    memcpy(slots, all_values(tape, in), tape->n_slots * sizeof *slots);
}

/* ---- derivatives */

typedef double lanes[SIM_TAPE_LANES];

/* `width` of them, a number that the compiler knows */
#define EACH_LANE for (int l = 0; l < width; l++)

static inline __attribute__((always_inline)) void run_lanes(const struct sim_tape *tape,
                                                            size_t from, size_t to, const double *s,
                                                            lanes *d, const int width)
{
    for (const struct sim_tape_op *op = tape->ops + from, *end = tape->ops + to; op < end; op++) {
        const struct sim_tape_term *t = tape->terms + op->first;
        double *out = d[op->out];
        const double *a = d[op->a], *b = d[op->b];
        const double x = s[op->a], y = s[op->b], z = s[op->out];
        switch (op->kind) {
        case SIM_TAPE_LINEAR:
            EACH_LANE out[l] = 0;
            for (size_t i = 0; i < op->n; i++)
                EACH_LANE out[l] += t[i].factor * d[t[i].slot][l];
            break;
        case SIM_TAPE_PRODUCT:
            EACH_LANE out[l] = a[l] * y + x * b[l];
            break;
        case SIM_TAPE_SQUARE:
            EACH_LANE out[l] = 2 * x * a[l];
            break;
        case SIM_TAPE_QUOTIENT:
            EACH_LANE out[l] = (a[l] - z * b[l]) / y;
            break;
        case SIM_TAPE_ROOT:
            EACH_LANE out[l] = 0.5 * a[l] / z;
            break;
        case SIM_TAPE_SINE_COSINE:
            EACH_LANE out[l] = s[op->out + 1] * a[l];
            EACH_LANE d[op->out + 1][l] = -z * a[l];
            break;
        }
    }
}

/* one direction alone is worth a loop of its own */
static void run_slopes(const struct sim_tape *tape, size_t from, size_t to, const double *s,
                       lanes *d, size_t count)
{
    if (count == 1)
        run_lanes(tape, from, to, s, d, 1);
    else
        run_lanes(tape, from, to, s, d, SIM_TAPE_LANES);
}

void sim_tape_slopes(const struct sim_tape *tape, const struct sim_tape_inputs *in, size_t count,
                     const struct sim_tape_inputs *directions, double *outputs,
                     double (*slopes)[SIM_TAPE_LANES])
{
    lanes d[SIM_TAPE_MAX_SLOTS]; /* only n_slots of them are touched */
    const double *slots = outputs ? all_values(tape, in) : slots_for(tape, in);
    bool fixed_move = false;
    for (size_t k = 0; k < count; k++)
        fixed_move |= directions[k].fixed != NULL;
    memset(d, 0, tape->n_kept * sizeof *d);
    for (size_t i = 0; i < tape->n_loads; i++) {
        const struct sim_tape_load *load = &tape->loads[i];
        memset(d[load->slot], 0, sizeof *d);
        for (size_t k = 0; k < count; k++) {
            const struct sim_tape_inputs *direction = &directions[k];
            if (i >= tape->n_kept_loads)
                d[load->slot][k] = moving_input(tape, direction, load->input);
            else if (direction->fixed)
                d[load->slot][k] = direction->fixed[load->input];
        }
    }
    if (fixed_move)
        run_slopes(tape, 0, tape->n_kept_ops, slots, d, count);
    run_slopes(tape, tape->n_kept_ops, tape->n_ops, slots, d, count);
    for (size_t i = 0; i < tape->n_outputs; i++) {
        if (outputs)
            outputs[i] = slots[tape->outputs[i]];
        for (size_t l = 0; l < SIM_TAPE_LANES; l++)
            slopes[i][l] = l < count ? d[tape->outputs[i]][l] : 0;
    }
}
