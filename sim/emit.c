/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/emit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sim/code.h"
#include "sim/tape_inside.h"

/* what a function computes */
enum kind {
    VALUES,
    COMPLEX,     /* values, and derivatives in one direction as imaginary parts */
    STATE_LANES, /* derivatives in some directions that move the state alone */
    ALL_LANES    /* and the parameters */
};

/* where a slot comes from */
enum source { CONSTANT, INPUT, OPERATION };

struct slot {
    enum source source;
    size_t index;     /* of the constant, the input or the operation */
    bool kept;        /* depends on fixed inputs alone */
    bool still;       /* its derivative is zero */
    bool done, moved; /* value and derivative are written */
};

struct writer {
    FILE *out;
    const struct sim_emit *emit;
    const struct sim_tape *tape;
    enum kind kind;
    size_t width, part; /* of the vectors that lanes go by, and which of them is written */
    struct slot *slots;
};

/* Lanes are written as vectors of two doubles, which every processor of the kind has, and once more
 * as vectors of four for those with AVX2: wider ones than a processor has go through memory. Their
 * names end in the number of the first lane. */
enum { HALF = 2 };

/* ---- names */

/* a positive number that reads back as the same double */
static void put_size(FILE *out, double value)
{
    char text[40];
    snprintf(text, sizeof text, "%.17g", value);
    fprintf(out, "%s%s", text, strpbrk(text, ".e") ? "" : ".0");
}

void sim_emit_number(FILE *out, double value)
{
    fputs(value < 0 ? "(-" : "", out);
    put_size(out, fabs(value));
    fputs(value < 0 ? ")" : "", out);
}

static void put_input(const struct writer *w, size_t input, const char *parameters,
                      const char *coordinates, const char *velocities)
{
    const size_t n = w->emit->n, fixed = w->tape->n_fixed;
    if (input < fixed)
        fprintf(w->out, "%s[%zu]", parameters, input);
    else if (input < fixed + n)
        fprintf(w->out, "%s[%zu]", coordinates, input - fixed);
    else if (input < fixed + 2 * n)
        fprintf(w->out, "%s[%zu]", velocities, input - fixed - n);
    else
        fprintf(w->out, "terms[%zu]", input - fixed - 2 * n);
}

static void put_value(const struct writer *w, size_t i)
{
    const struct slot *slot = &w->slots[i];
    if (slot->source == CONSTANT) {
        sim_emit_number(w->out, w->tape->constant_values[slot->index]);
    } else if (slot->source == INPUT) {
        fputs(w->kind == COMPLEX ? "creal(" : "", w->out);
        put_input(w, slot->index, "p", "q", "v");
        fputs(w->kind == COMPLEX ? ")" : "", w->out);
    } else {
        fprintf(w->out, "s%zu", i);
    }
}

void sim_emit_factor(FILE *out, double factor, bool first)
{
    const double size = fabs(factor);
    fputs(factor < 0 ? (first ? "-" : " - ") : first ? "" : " + ", out);
    if (size != 1) {
        put_size(out, size);
        fputs(" * ", out);
    }
}

/* ---- values */

static void need_value(struct writer *w, size_t i);

static void put_linear(struct writer *w, const struct sim_tape_op *op)
{
    const struct sim_tape_term *terms = w->tape->terms + op->first;
    if (op->constant != 0)
        sim_emit_number(w->out, op->constant);
    for (size_t k = 0; k < op->n; k++) {
        sim_emit_factor(w->out, terms[k].factor, k == 0 && op->constant == 0);
        put_value(w, terms[k].slot);
    }
}

void sim_emit_turn_begin(FILE *out, unsigned slot)
{
    fprintf(out, "    static _Thread_local struct turn t%u = {0, 0, 1};\n    turn(", slot);
}

void sim_emit_turn_end(FILE *out, unsigned slot)
{
    fprintf(out, ", &t%u);\n", slot);
    fprintf(out, "    const double s%u = t%u.sine, s%u = t%u.cosine;\n", slot, slot, slot + 1,
            slot);
    fprintf(out, "    (void)s%u, (void)s%u;\n", slot, slot + 1);
}

static void put_kept_turn(struct writer *w, const struct sim_tape_op *op)
{
    sim_emit_turn_begin(w->out, op->out);
    put_value(w, op->a);
    sim_emit_turn_end(w->out, op->out);
    w->slots[op->out].done = w->slots[op->out + 1].done = true;
}

void sim_emit_turned_begin(FILE *out, unsigned slot)
{
    fprintf(out, "    const struct turn *const t%u = turned(", slot);
}

void sim_emit_turned_end(FILE *out, unsigned slot)
{
    fprintf(out, ");\n    const double s%u = t%u->sine, s%u = t%u->cosine;\n", slot, slot, slot + 1,
            slot);
    fprintf(out, "    (void)s%u, (void)s%u;\n", slot, slot + 1);
}

static void put_moving_turn(struct writer *w, const struct sim_tape_op *op)
{
    sim_emit_turned_begin(w->out, op->out);
    put_value(w, op->a);
    sim_emit_turned_end(w->out, op->out);
    w->slots[op->out].done = w->slots[op->out + 1].done = true;
}

static void put_operation(struct writer *w, size_t i, const struct sim_tape_op *op)
{
    static const char *const between[] = {
        [SIM_TAPE_PRODUCT] = " * ", [SIM_TAPE_SQUARE] = " * ", [SIM_TAPE_QUOTIENT] = " / "};
    fprintf(w->out, "    const double s%zu = ", i);
    if (op->kind == SIM_TAPE_LINEAR) {
        put_linear(w, op);
    } else if (op->kind == SIM_TAPE_ROOT) {
        fputs("sqrt(", w->out);
        put_value(w, op->a);
        fputs(")", w->out);
    } else {
        put_value(w, op->a);
        fputs(between[op->kind], w->out);
        put_value(w, op->kind == SIM_TAPE_SQUARE ? op->a : op->b);
    }
    fputs(";\n", w->out);
}

static void need_value(struct writer *w, size_t i)
{
    struct slot *slot = &w->slots[i];
    if (slot->source != OPERATION || slot->done)
        return;
    const struct sim_tape_op *op = &w->tape->ops[slot->index];
    if (op->kind == SIM_TAPE_LINEAR) {
        for (size_t k = 0; k < op->n; k++)
            need_value(w, w->tape->terms[op->first + k].slot);
    } else {
        need_value(w, op->a);
        if (op->kind == SIM_TAPE_PRODUCT || op->kind == SIM_TAPE_QUOTIENT)
            need_value(w, op->b);
    }
    if (op->kind == SIM_TAPE_SINE_COSINE)
        (slot->kept ? put_kept_turn : put_moving_turn)(w, op);
    else
        put_operation(w, i, op);
    slot->done = true;
}

/* ---- derivatives */

static void need_slope(struct writer *w, size_t i);

static void put_slope_name(const struct writer *w, size_t i)
{
    if (w->kind == COMPLEX)
        fprintf(w->out, "d%zu", i);
    else
        fprintf(w->out, "d%zu_%zu", i, w->part * w->width);
}

static void put_slope_head(const struct writer *w, size_t i)
{
    fputs(w->kind == COMPLEX ? "    const double " : "    const lanes", w->out);
    if (w->kind != COMPLEX)
        fprintf(w->out, "%zu ", w->width);
    put_slope_name(w, i);
    fputs(" = ", w->out);
}

static void put_slope_of_input(const struct writer *w, size_t i)
{
    const size_t input = w->slots[i].index;
    const bool fixed = input < w->tape->n_fixed;
    put_slope_head(w, i);
    if (w->kind == COMPLEX) {
        fputs("cimag(", w->out);
        put_input(w, input, "p", "q", "v");
        fputs(");\n", w->out);
        return;
    }
    for (size_t k = 0; k < w->width; k++)
        fprintf(w->out, "%s%s[%zu][%zu]", k ? ", " : "{", fixed ? "dp" : "dx",
                w->part * w->width + k, fixed ? input : input - w->tape->n_fixed);
    fputs("};\n", w->out);
}

static void put_slope_of_linear(struct writer *w, const struct sim_tape_op *op)
{
    const struct sim_tape_term *terms = w->tape->terms + op->first;
    bool first = true;
    for (size_t k = 0; k < op->n; k++) {
        if (w->slots[terms[k].slot].still)
            continue;
        sim_emit_factor(w->out, terms[k].factor, first);
        put_slope_name(w, terms[k].slot);
        first = false;
    }
}

static void put_slope_of_product(struct writer *w, const struct sim_tape_op *op)
{
    const bool a = !w->slots[op->a].still, b = !w->slots[op->b].still;
    if (a) {
        put_slope_name(w, op->a);
        fputs(" * ", w->out);
        put_value(w, op->b);
    }
    if (a && b)
        fputs(" + ", w->out);
    if (b) {
        put_value(w, op->a);
        fputs(" * ", w->out);
        put_slope_name(w, op->b);
    }
}

static void put_slope_of_quotient(struct writer *w, const struct sim_tape_op *op)
{
    fputs("(", w->out);
    if (!w->slots[op->a].still)
        put_slope_name(w, op->a);
    if (!w->slots[op->b].still) {
        fprintf(w->out, " - s%u * ", op->out);
        put_slope_name(w, op->b);
    }
    fputs(") / ", w->out);
    put_value(w, op->b);
}

static void put_slope(struct writer *w, size_t i, const struct sim_tape_op *op)
{
    put_slope_head(w, i);
    switch (op->kind) {
    case SIM_TAPE_LINEAR:
        put_slope_of_linear(w, op);
        break;
    case SIM_TAPE_PRODUCT:
        put_slope_of_product(w, op);
        break;
    case SIM_TAPE_SQUARE:
        fputs("2.0 * ", w->out);
        put_value(w, op->a);
        fputs(" * ", w->out);
        put_slope_name(w, op->a);
        break;
    case SIM_TAPE_QUOTIENT:
        put_slope_of_quotient(w, op);
        break;
    case SIM_TAPE_ROOT:
        fputs("0.5 * ", w->out);
        put_slope_name(w, op->a);
        fprintf(w->out, " / s%u", op->out);
        break;
    case SIM_TAPE_SINE_COSINE:
        fprintf(w->out, i == op->out ? "s%u * " : "-s%u * ", i == op->out ? op->out + 1u : op->out);
        put_slope_name(w, op->a);
        break;
    }
    fputs(";\n", w->out);
}

/* the values that the derivative of an operation has in it */
static void need_factors(struct writer *w, size_t i, const struct sim_tape_op *op)
{
    const bool both = op->kind == SIM_TAPE_PRODUCT || op->kind == SIM_TAPE_QUOTIENT;
    if (op->kind == SIM_TAPE_SQUARE || (both && !w->slots[op->b].still))
        need_value(w, op->a);
    if (op->kind == SIM_TAPE_QUOTIENT || (both && !w->slots[op->a].still))
        need_value(w, op->b);
    if (op->kind == SIM_TAPE_QUOTIENT || op->kind == SIM_TAPE_ROOT)
        need_value(w, op->out);
    if (op->kind == SIM_TAPE_SINE_COSINE) /* of the sine, the cosine, and the other way round */
        need_value(w, i == op->out ? op->out + 1u : op->out);
}

static void need_slope(struct writer *w, size_t i)
{
    struct slot *slot = &w->slots[i];
    if (slot->still || slot->moved)
        return;
    slot->moved = true;
    const size_t parts = w->kind == COMPLEX ? 1 : SIM_CODE_LANES / w->width;
    if (slot->source == INPUT) {
        for (w->part = 0; w->part < parts; w->part++)
            put_slope_of_input(w, i);
        return;
    }
    const struct sim_tape_op *op = &w->tape->ops[slot->index];
    if (op->kind == SIM_TAPE_LINEAR) {
        for (size_t k = 0; k < op->n; k++)
            need_slope(w, w->tape->terms[op->first + k].slot);
    } else {
        need_slope(w, op->a);
        if (op->kind == SIM_TAPE_PRODUCT || op->kind == SIM_TAPE_QUOTIENT)
            need_slope(w, op->b);
    }
    need_factors(w, i, op);
    for (w->part = 0; w->part < parts; w->part++)
        put_slope(w, i, op);
}

/* ---- slots */

static bool operation_is_still(const struct writer *w, const struct sim_tape_op *op)
{
    if (op->kind != SIM_TAPE_LINEAR)
        return w->slots[op->a].still &&
               (w->slots[op->b].still || op->kind == SIM_TAPE_ROOT ||
                op->kind == SIM_TAPE_SINE_COSINE || op->kind == SIM_TAPE_SQUARE);
    for (size_t k = 0; k < op->n; k++)
        if (!w->slots[w->tape->terms[op->first + k].slot].still)
            return false;
    return true;
}

static void set_slots(struct writer *w)
{
    const struct sim_tape *tape = w->tape;
    for (size_t i = 0; i < tape->n_constants; i++)
        w->slots[tape->constants[i].slot] = (struct slot){
            .source = CONSTANT, .index = i, .kept = true, .still = true};
    for (size_t i = 0; i < tape->n_loads; i++) {
        const bool kept = i < tape->n_kept_loads;
        w->slots[tape->loads[i].slot] = (struct slot){.source = INPUT,
                                                      .index = tape->loads[i].input,
                                                      .kept = kept,
                                                      .still = kept && w->kind == STATE_LANES};
    }
    for (size_t i = 0; i < tape->n_ops; i++) {
        const struct sim_tape_op *op = &tape->ops[i];
        const struct slot slot = {.source = OPERATION,
                                  .index = i,
                                  .kept = i < tape->n_kept_ops,
                                  .still = operation_is_still(w, op)};
        w->slots[op->out] = slot;
        if (op->kind == SIM_TAPE_SINE_COSINE)
            w->slots[op->out + 1] = slot;
    }
}

/* ---- functions */

static void put_result(const struct writer *w, size_t i, size_t place)
{
    const size_t slot = w->tape->outputs[i];
    fprintf(w->out, "    out[%zu] = ", place);
    if (w->kind == COMPLEX)
        fputs("__builtin_complex((double)", w->out);
    put_value(w, slot);
    if (w->kind == COMPLEX && w->slots[slot].still)
        fputs(", 0.0)", w->out);
    else if (w->kind == COMPLEX)
        fprintf(w->out, ", d%zu)", slot);
    fputs(";\n", w->out);
}

static void put_results(struct writer *w)
{
    for (size_t i = 0; i < w->tape->n_outputs; i++) {
        const size_t slot = w->tape->outputs[i];
        need_value(w, slot);
        if (w->kind == COMPLEX)
            need_slope(w, slot);
        put_result(w, i, w->emit->place[i]);
        if (w->emit->mirror[i] != w->emit->place[i])
            put_result(w, i, w->emit->mirror[i]);
    }
}

static void put_lane_results(struct writer *w)
{
    for (size_t i = 0; i < w->tape->n_outputs; i++)
        need_slope(w, w->tape->outputs[i]);
    for (size_t i = 0; i < w->tape->n_outputs; i++) {
        const size_t slot = w->tape->outputs[i];
        const uint16_t places[] = {w->emit->place[i], w->emit->mirror[i]};
        for (int m = 0; m < (places[0] == places[1] ? 1 : 2); m++)
            for (w->part = 0; w->part < SIM_CODE_LANES / w->width; w->part++) {
                fprintf(w->out, "    *(kept%zu *)(out[%u] + %zu) = ", w->width, places[m],
                        w->part * w->width);
                if (w->slots[slot].still)
                    fprintf(w->out, "(kept%zu){0}", w->width);
                else
                    put_slope_name(w, slot);
                fputs(";\n", w->out);
            }
    }
}

static enum error_code put_body(FILE *out, const struct sim_emit *emit, enum kind kind,
                                size_t width, struct error *err)
{
    struct writer w = {.out = out, .emit = emit, .tape = emit->tape, .kind = kind, .width = width};
    w.slots = calloc(emit->tape->n_slots + 1, sizeof *w.slots);
    if (!w.slots)
        return error_memory(err);
    set_slots(&w);
    fputs("{\n", out);
    if (kind == VALUES || kind == COMPLEX) {
        fputs("    (void)p, (void)q, (void)v, (void)terms, (void)out;\n", out);
        put_results(&w);
    } else {
        fputs("    (void)p, (void)q, (void)v, (void)dp, (void)dx, (void)out;\n", out);
        put_lane_results(&w);
    }
    fputs("}\n\n", out);
    free(w.slots);
    return ERROR_OK;
}

void sim_emit_head(FILE *out)
{
    fputs(
        "#include <complex.h>\n#include <math.h>\n#include <stddef.h>\n\n"
        "typedef double lanes2 __attribute__((vector_size(16)));\n"
        "typedef double lanes4 __attribute__((vector_size(32)));\n"
        "typedef double kept2 __attribute__((vector_size(16), aligned(8), may_alias));\n"
        "typedef double kept4 __attribute__((vector_size(32), aligned(8), may_alias));\n\n"
        "/* sine and cosine of what is the same in call after call */\n"
        "struct turn {\n    double of, sine, cosine;\n};\n\n"
        "static inline void turn(double of, struct turn *kept)\n{\n"
        "    if (of != kept->of)\n        *kept = (struct turn){of, sin(of), cos(of)};\n}\n\n"
        "/* and of the angles of a state, for which terms, slopes and series ask in turn */\n"
        "static _Thread_local struct turn turns[8] = {{0, 0, 1}, {0, 0, 1}, {0, 0, 1}, {0, 0, 1},\n"
        "                                             {0, 0, 1}, {0, 0, 1}, {0, 0, 1}, {0, 0, "
        "1}};\n\n"
        "static __attribute__((noinline)) void turn_to(double of, struct turn *kept)\n{\n"
        "    *kept = (struct turn){of, sin(of), cos(of)};\n}\n\n"
        "static inline const struct turn *turned(double of)\n{\n"
        "    const union {\n        double number;\n        unsigned long long bits;\n"
        "    } key = {of};\n"
        "    struct turn *kept = &turns[(key.bits * 0x9e3779b97f4a7c15) >> 61];\n"
        "    if (__builtin_memcmp(&kept->of, &of, sizeof of) != 0)\n"
        "        turn_to(of, kept);\n    return kept;\n}\n\n",
        out);
}

enum error_code sim_emit_fingerprint(FILE *out, const struct sim_emit *emit, struct error *err)
{
    return put_body(out, emit, VALUES, 0, err);
}

enum error_code sim_emit_values(FILE *out, const char *scope, const struct sim_emit *emit,
                                struct error *err)
{
    for (enum kind kind = VALUES; kind <= COMPLEX; kind++) {
        const char *type = kind == VALUES ? "double" : "double complex";
        fprintf(out,
                "%svoid %s%s(const %s *restrict p, const %s *restrict q,\n"
                "    const %s *restrict v, const %s *restrict terms, %s *restrict out)\n",
                scope, emit->name, kind == VALUES ? "" : "_c", type, type, type, type, type);
        enum error_code code = put_body(out, emit, kind, 0, err);
        if (code)
            return code;
    }
    return ERROR_OK;
}

static const char slopes_arguments[] =
    "const double *p, const double *q, const double *v,\n"
    "    const double *const *dp, const double *const *dx, double (*out)[4]";

/* those of one width: with and without parameters */
static enum error_code put_slopes(FILE *out, const struct sim_emit *emit, size_t width,
                                  struct error *err)
{
    enum error_code code = ERROR_OK;
    for (enum kind kind = STATE_LANES; !code && kind <= ALL_LANES; kind++) {
        if (width > HALF)
            fputs("__attribute__((target(\"avx2\"))) ", out);
        fprintf(out, "static void %s_%s%zu(%s)\n", emit->name,
                kind == STATE_LANES ? "state" : "all", width, slopes_arguments);
        code = put_body(out, emit, kind, width, err);
    }
    return code;
}

enum error_code sim_emit_slopes(FILE *out, const char *scope, const struct sim_emit *emit,
                                struct error *err)
{
    _Static_assert(SIM_CODE_LANES == 4, "as the arguments have it");
    enum error_code code = put_slopes(out, emit, HALF, err);
    fputs("#ifdef __x86_64__\n", out);
    if (!code)
        code = put_slopes(out, emit, SIM_CODE_LANES, err);
    fprintf(out,
            "#endif\n\n%svoid %s_slopes(%s)\n{\n"
            "#ifdef __x86_64__\n    if (__builtin_cpu_supports(\"avx2\")) {\n"
            "        (dp ? %s_all4 : %s_state4)(p, q, v, dp, dx, out);\n        return;\n    }\n"
            "#endif\n    (dp ? %s_all2 : %s_state2)(p, q, v, dp, dx, out);\n}\n\n",
            scope, emit->name, slopes_arguments, emit->name, emit->name, emit->name, emit->name);
    return code;
}
