/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/emit_series.h"

#include "sim/emit.h"
#include "sim/series_inside.h"
#include "sim/sums.h"

/* s12 is the value of slot 12, z12 its coefficient of the order at hand, y12 of the one before */

static bool is_kept(const struct sim_series *series, size_t slot)
{
    return slot < series->tape->n_kept;
}

/* ---- values */

static void put_loads(FILE *out, const struct sim_tape *tape)
{
    for (size_t i = 0; i < tape->n_constants; i++) {
        fprintf(out, "    const double s%u = ", tape->constants[i].slot);
        sim_emit_number(out, tape->constant_values[i]);
        fprintf(out, ";\n    (void)s%u;\n", tape->constants[i].slot);
    }
    for (size_t i = 0; i < tape->n_loads; i++) {
        const struct sim_tape_load *load = &tape->loads[i];
        if (load->input < tape->n_fixed)
            fprintf(out, "    const double s%u = p[%u];\n", load->slot, load->input);
        else
            fprintf(out, "    const double s%u = x[%zu];\n", load->slot,
                    load->input - tape->n_fixed);
    }
}

static void put_linear(FILE *out, char name, double constant, const struct sim_tape_term *terms,
                       size_t n)
{
    if (constant != 0)
        sim_emit_number(out, constant);
    for (size_t i = 0; i < n; i++) {
        sim_emit_factor(out, terms[i].factor, i == 0 && constant == 0);
        fprintf(out, "%c%u", name, terms[i].slot);
    }
}

static void put_value(FILE *out, const struct sim_tape *tape, const struct sim_tape_op *op,
                      bool kept)
{
    if (op->kind == SIM_TAPE_SINE_COSINE && kept) {
        sim_emit_turn_begin(out, op->out);
        fprintf(out, "s%u", op->a);
        sim_emit_turn_end(out, op->out);
        return;
    }
    fprintf(out, "    const double s%u = ", op->out);
    switch (op->kind) {
    case SIM_TAPE_LINEAR:
        put_linear(out, 's', op->constant, tape->terms + op->first, op->n);
        break;
    case SIM_TAPE_PRODUCT:
        fprintf(out, "s%u * s%u", op->a, op->b);
        break;
    case SIM_TAPE_SQUARE:
        fprintf(out, "s%u * s%u", op->a, op->a);
        break;
    case SIM_TAPE_QUOTIENT:
        fprintf(out, "s%u / s%u", op->a, op->b);
        break;
    case SIM_TAPE_ROOT:
        fprintf(out, "sqrt(s%u)", op->a);
        break;
    case SIM_TAPE_SINE_COSINE:
        fprintf(out, "sin(s%u), s%u = cos(s%u)", op->a, op->out + 1u, op->a);
        break;
    }
    fputs(";\n", out);
}

/* ---- coefficients of an order */

static void put_integral(FILE *out, const struct sim_series_integral *of)
{
    fprintf(out, "        const double z%u = %s * y%u;\n", of->out,
            of->factor < 0 ? "-over" : "over", of->source);
}

/* what a divisor is one over, computed once */
static void put_inverse(FILE *out, const struct sim_series_op *op)
{
    if (op->kind == SIM_SERIES_OVER || op->kind == SIM_SERIES_QUOTIENT)
        fprintf(out, "    const double i%u = 1.0 / s%u;\n", op->out, op->b);
    else if (op->kind == SIM_SERIES_ROOT)
        fprintf(out, "    const double i%u = 1.0 / (2.0 * s%u);\n", op->out, op->out);
}

static void put_coefficient(FILE *out, const struct sim_series *series,
                            const struct sim_series_op *op)
{
    const unsigned a = op->a, b = op->b, o = op->out, inner = op->first;
    fprintf(out, "        const double z%u = ", o);
    switch (op->kind) {
    case SIM_SERIES_LINEAR:
        put_linear(out, 'z', 0, series->terms + op->first, op->n);
        break;
    case SIM_SERIES_SCALED:
        fprintf(out, "s%u * z%u", b, a);
        break;
    case SIM_SERIES_OVER:
        fprintf(out, "z%u * i%u", a, o);
        break;
    case SIM_SERIES_PRODUCT:
        fprintf(out, "inner[%u] + s%u * z%u + s%u * z%u", inner, a, b, b, a);
        break;
    case SIM_SERIES_SQUARE:
        fprintf(out, "inner[%u] + 2.0 * s%u * z%u", inner, a, a);
        break;
    case SIM_SERIES_QUOTIENT:
        if (is_kept(series, a))
            fprintf(out, "(0.0 - (inner[%u] + s%u * z%u)) * i%u", inner, o, b, o);
        else
            fprintf(out, "(z%u - (inner[%u] + s%u * z%u)) * i%u", a, inner, o, b, o);
        break;
    case SIM_SERIES_ROOT:
        fprintf(out, "(z%u - inner[%u]) * i%u", a, inner, o);
        break;
    case SIM_SERIES_LAW: /* a series with one is not written */
        break;
    }
    fputs(";\n", out);
}

static void put_stores(FILE *out, const struct sim_series *series)
{
    const size_t width = 2 * series->n + series->n_bounds;
    for (size_t i = 0; i < series->n_kept; i++)
        fprintf(out, "        histories[%zu + k] = histories[%zu - k] = z%u;\n", i * SIM_HISTORY,
                i * SIM_HISTORY + SIM_HISTORY_BACK, series->kept[i]);
    for (size_t i = 0; i < width; i++) {
        if (is_kept(series, series->columns[i]))
            fprintf(out, "        row[%zu] = 0.0;\n", i);
        else
            fprintf(out, "        row[%zu] = z%u;\n", i, series->columns[i]);
    }
    for (size_t i = 0; i < series->n_integrals; i++) {
        const unsigned source = series->integrals[i].source;
        if (is_kept(series, source))
            fprintf(out, "        y%u = 0.0;\n", source);
        else
            fprintf(out, "        y%u = z%u;\n", source, source);
    }
}

/* a source may have two integrals */
static bool is_first(const struct sim_series *series, size_t i)
{
    for (size_t k = 0; k < i; k++)
        if (series->integrals[k].source == series->integrals[i].source)
            return false;
    return true;
}

#define AS_TEXT(...) #__VA_ARGS__
#define AS_EXPANDED_TEXT(...) AS_TEXT(__VA_ARGS__)

static const char blocks_of_k[] = AS_EXPANDED_TEXT(SIM_SUMS_BLOCKS(k));

/* of order 1 there are none */
static void put_sums(FILE *out, const struct sim_series *series)
{
    if (series->n_pairs == 0)
        return;
    fprintf(out,
            "        if (k > 1) {\n            const double *back = histories - k;\n"
            "            const int blocks = %s;\n",
            blocks_of_k);
    for (size_t i = 0; i < series->n_pairs; i += 4) {
        fputs("            sim_four_sums(blocks", out);
        for (size_t p = i; p < i + 4; p++)
            fprintf(out, ", histories + %u, back + %u", series->pairs[p].a, series->pairs[p].b);
        fprintf(out, ", inner + %zu);\n", i);
    }
    fputs("        }\n", out);
}

static void put_orders(FILE *out, const struct sim_series *series)
{
    const size_t stride = sim_series_stride(series->n, series->n_bounds);
    fprintf(out,
            "    for (int k = 1; k <= order; k++) {\n"
            "        double *row = rows + (size_t)k * %zu;\n"
            "        const double over = 1.0 / k;\n",
            stride);
    put_sums(out, series);
    for (size_t i = 0; i < series->n_integrals; i++)
        put_integral(out, &series->integrals[i]);
    if (series->driven)
        fprintf(out, "        const double z%u = x[%zu + k];\n", series->drive, 2 * series->n);
    for (size_t i = 0; i < series->n_ops; i++)
        put_coefficient(out, series, &series->ops[i]);
    put_stores(out, series);
    fputs("    }\n", out);
}

void sim_emit_series_head(FILE *out) { fputs(SIM_SUMS(AS_TEXT) "\n\n", out); }

static const char arguments[] = "const double *restrict p, const double *restrict x, int order,\n"
                                "    double *restrict histories, double *restrict rows";

static void put_body(FILE *out, const char *name, const struct sim_series *series)
{
    const struct sim_tape *tape = series->tape;
    fprintf(out,
            "static inline __attribute__((always_inline)) void %s_body(%s)\n{\n"
            "    (void)p, (void)histories;\n",
            name, arguments);
    if (series->n_pairs)
        fprintf(out, "    double inner[%zu] = {0};\n", series->n_pairs);
    put_loads(out, tape);
    for (size_t i = 0; i < tape->n_ops; i++)
        put_value(out, tape, &tape->ops[i], i < tape->n_kept_ops);
    for (size_t i = 0; i < series->n_ops; i++)
        put_inverse(out, &series->ops[i]);
    for (size_t i = 0; i < 2 * series->n + series->n_bounds; i++)
        fprintf(out, "    rows[%zu] = s%u;\n", i, series->columns[i]);
    for (size_t i = 0; i < series->n_integrals; i++)
        if (is_first(series, i))
            fprintf(out, "    double y%u = s%u;\n", series->integrals[i].source,
                    series->integrals[i].source);
    put_orders(out, series);
    fputs("}\n\n", out);
}

/* twice: for any processor, and for those with AVX2, whose results are the same to the last bit
 * since nothing is contracted or summed in another order */
void sim_emit_series(FILE *out, const char *scope, const char *name,
                     const struct sim_series *series)
{
    put_body(out, name, series);
    fprintf(out,
            "#ifdef __x86_64__\n__attribute__((target(\"avx2\"))) static void %s_wide(%s)\n{\n"
            "    %s_body(p, x, order, histories, rows);\n}\n#endif\n\n",
            name, arguments, name);
    fprintf(out,
            "%svoid %s(%s)\n{\n"
            "#ifdef __x86_64__\n    if (__builtin_cpu_supports(\"avx2\")) {\n"
            "        %s_wide(p, x, order, histories, rows);\n        return;\n    }\n#endif\n"
            "    %s_body(p, x, order, histories, rows);\n}\n\n",
            scope, name, arguments, name, name);
}
