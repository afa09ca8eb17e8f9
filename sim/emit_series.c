/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/emit_series.h"

#include "sim/emit.h"
#include "sim/series_inside.h"
#include "sim/series_linear.h"

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
            fprintf(out, "    const double s%u = x[%zu];\n    (void)s%u;\n", load->slot,
                    load->input - tape->n_fixed, load->slot);
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
    if (op->kind == SIM_TAPE_SINE_COSINE) {
        (kept ? sim_emit_turn_begin : sim_emit_turned_begin)(out, op->out);
        fprintf(out, "s%u", op->a);
        (kept ? sim_emit_turn_end : sim_emit_turned_end)(out, op->out);
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
    case SIM_TAPE_SINE_COSINE: /* above */
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

static void put_coefficient(FILE *out, const char *type, const struct sim_series *series,
                            const struct sim_series_op *op)
{
    const unsigned a = op->a, b = op->b, o = op->out, inner = op->first;
    fprintf(out, "        const %s z%u = ", type, o);
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
    for (size_t i = 0; i < sim_series_stride(series->n, series->n_bounds); i++) {
        if (i >= width || is_kept(series, series->columns[i]))
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

/* A coefficient goes to where convolutions will look for it as soon as it is there: the next order
 * reads four at once, and would wait for those that are on their way */
static void put_factors(FILE *out, const struct sim_series *series, unsigned slot)
{
    bool any = false;
    for (size_t i = 0; i < 2 * series->n_pairs; i++) {
        const struct sim_series_pair *pair = &series->pairs[i % series->n_pairs];
        if ((i < series->n_pairs ? pair->a : pair->b) != slot)
            continue;
        fprintf(out, "%sfactors[%zu] = ", any ? "" : "        ", i);
        any = true;
    }
    if (any)
        fprintf(out, "z%u;\n", slot);
}

/* what is emitted for groups of four convolutions, a term of each: `a` and `b` are where the row of
 * the first factors and that of the second begin */
static void put_terms(FILE *out, size_t from, size_t to, const char *a, const char *b)
{
    for (size_t i = from; i < to; i += 4)
        fprintf(out, "                sum%zu += *(sim_fours)(%s + %zu) * *(sim_fours)(%s + %zu);\n",
                i, a, i, b, i);
}

/* The inner sums of convolutions i from 1 to k - 1, in vectors of four of them: the same sums in
 * the same order on every processor, so that no result depends on which it is. What the order
 * before has written is added last. As many at once as there are registers */
static void put_sums(FILE *out, const struct sim_series *series)
{
    enum { AT_ONCE = 28 };
    const size_t n = series->n_pairs, row = 2 * n;
    for (size_t from = 0; from < n; from += AT_ONCE) {
        const size_t to = from + AT_ONCE < n ? from + AT_ONCE : n;
        fprintf(out,
                "        if (k > 1) {\n"
                "            const double *a = work + %zu, *b = factors - %zu;\n",
                row, n);
        for (size_t i = from; i < to; i += 4)
            fprintf(out, "            sim_four sum%zu = {0};\n", i);
        fprintf(out,
                "            for (int j = 2; j < k - 1; j++) {\n"
                "                a += %zu, b -= %zu;\n",
                row, row);
        put_terms(out, from, to, "a", "b");
        fputs("            }\n            {\n", out);
        fprintf(out, "                const double *first = work + %zu, *last = factors - %zu;\n",
                row, n);
        put_terms(out, from, to, "first", "last");
        fprintf(out,
                "            }\n            if (k > 2) {\n"
                "                a += %zu, b -= %zu;\n",
                row, row);
        put_terms(out, from, to, "a", "b");
        fputs("            }\n", out);
        for (size_t i = from; i < to; i += 4)
            fprintf(out, "            *(sim_four *)(inner + %zu) = sum%zu;\n", i, i);
        fputs("        }\n", out);
    }
}

static void put_orders(FILE *out, const struct sim_series *series)
{
    const size_t stride = sim_series_stride(series->n, series->n_bounds);
    fprintf(out,
            "    for (int k = 1; k <= order; k++) {\n"
            "        double *row = rows + (size_t)k * %zu;\n"
            "        const double over = 1.0 / k;\n",
            stride);
    if (series->n_pairs)
        fprintf(out, "        double *factors = work + (size_t)k * %zu;\n", 2 * series->n_pairs);
    put_sums(out, series);
    for (size_t i = 0; i < series->n_integrals; i++) {
        put_integral(out, &series->integrals[i]);
        put_factors(out, series, series->integrals[i].out);
    }
    if (series->driven) {
        fprintf(out, "        const double z%u = x[%zu + k];\n", series->drive, 2 * series->n);
        put_factors(out, series, series->drive);
    }
    for (size_t i = 0; i < series->n_ops; i++) {
        put_coefficient(out, "double", series, &series->ops[i]);
        put_factors(out, series, series->ops[i].out);
    }
    put_stores(out, series);
    fputs("    }\n", out);
}

void sim_emit_series_head(FILE *out)
{
    fputs("typedef double sim_four __attribute__((vector_size(32), aligned(8), may_alias));\n"
          "typedef const sim_four *sim_fours;\n\n",
          out);
}

static const char arguments[] = "const double *restrict p, const double *restrict x, int order,\n"
                                "    double *restrict work, double *restrict rows";

static void put_values(FILE *out, const struct sim_series *series)
{
    const struct sim_tape *tape = series->tape;
    put_loads(out, tape);
    for (size_t i = 0; i < tape->n_ops; i++)
        put_value(out, tape, &tape->ops[i], i < tape->n_kept_ops);
    for (size_t i = 0; i < series->n_ops; i++)
        put_inverse(out, &series->ops[i]);
}

static void put_body(FILE *out, const char *name, const struct sim_series *series)
{
    fprintf(out,
            "static inline __attribute__((always_inline)) void %s_body(%s)\n{\n"
            "    (void)p, (void)work;\n",
            name, arguments);
    if (series->n_pairs)
        fprintf(out, "    double inner[%zu] = {0};\n", series->n_pairs);
    put_values(out, series);
    const size_t width = 2 * series->n + series->n_bounds;
    for (size_t i = 0; i < width; i++)
        fprintf(out, "    rows[%zu] = s%u;\n", i, series->columns[i]);
    for (size_t i = width; i < sim_series_stride(series->n, series->n_bounds); i++)
        fprintf(out, "    rows[%zu] = 0.0;\n", i);
    for (size_t i = 0; i < series->n_integrals; i++)
        if (is_first(series, i))
            fprintf(out, "    double y%u = s%u;\n", series->integrals[i].source,
                    series->integrals[i].source);
    put_orders(out, series);
    fputs("}\n\n", out);
}

/* ---- of a linear series (sim/series_linear.h) */

static unsigned source_of(const struct sim_series *series, size_t state)
{
    size_t i = 0;
    while (series->integrals[i].out != series->columns[state])
        i++;
    return series->integrals[i].source;
}

/* what direction g + l adds to the row of its own order and to the states of the next */
static void put_lanes(FILE *out, const struct sim_series *series)
{
    const size_t states = 2 * series->n, all = sim_series_directions(series);
    const size_t stride = sim_series_stride(series->n, series->n_bounds);
    fprintf(out,
            "        for (int l = 0; l < 4 && g + l < %zu; l++) {\n"
            "            double *own = c + (2 + g + l) * %zu, *next = own + %zu;\n"
            "            (void)next;\n"
            "            if (g + l < %zu)\n                own[g + l] = 1.0;\n",
            all, stride, all * stride, states);
    for (size_t i = states; i < states + series->n_bounds; i++)
        if (!is_kept(series, series->columns[i]))
            fprintf(out, "            own[%zu] = z%u[l];\n", i, series->columns[i]);
    for (size_t i = 0; i < states; i++)
        if (!is_kept(series, source_of(series, i)))
            fprintf(out, "            next[%zu] = z%u[l];\n", i, source_of(series, i));
    fputs("        }\n    }\n", out);
}

/* directions four at once, each moving by one */
static void put_directions(FILE *out, const struct sim_series *series)
{
    const size_t all = sim_series_directions(series), groups = (all + 3) / 4;
    fprintf(out,
            "    double unit[%zu] = {0};\n    unit[%zu] = 1.0;\n"
            "    for (int g = 0; g < %zu; g += 4) {\n",
            4 * groups + all, all, all);
    for (size_t d = 0; d < all; d++) {
        const unsigned slot = d < 2 * series->n ? series->columns[d] : series->drive;
        fprintf(out,
                "        const sim_four z%u = *(sim_fours)(unit + %zu + g);\n        (void)z%u;\n",
                slot, all - d, slot);
    }
    for (size_t i = 0; i < series->n_ops; i++)
        put_coefficient(out, "sim_four", series, &series->ops[i]);
    put_lanes(out, series);
}

static void put_tables(FILE *out, const char *name, const struct sim_series *series)
{
    const size_t states = 2 * series->n, all = sim_series_directions(series);
    const size_t stride = sim_series_stride(series->n, series->n_bounds);
    fprintf(out,
            "static void %s_tables(const double *restrict p, double *restrict work)\n{\n"
            "    static const double x[%zu];\n    double *c = work + %d;\n    (void)p;\n",
            name, all, SIM_LINEAR_HEAD);
    put_values(out, series);
    fprintf(out, "    for (int i = 0; i < %zu; i++)\n        c[i] = 0.0;\n",
            sim_series_tables(series) - SIM_LINEAR_HEAD);
    for (size_t i = states; i < states + series->n_bounds; i++)
        fprintf(out, "    c[%zu] = s%u;\n", i, series->columns[i]);
    for (size_t i = 0; i < states; i++)
        fprintf(out, "    c[%zu] = s%u;\n", stride + i, source_of(series, i));
    put_directions(out, series);
    fprintf(out,
            "    for (int d = -1; d < %zu; d++) {\n"
            "        double *row = d < 0 ? c + %zu : c + (%zu + d) * %zu;\n"
            "        for (int e = 0; e < %zu; e++)\n"
            "            for (int b = %zu; b < %zu; b++)\n"
            "                row[b] += c[(2 + e) * %zu + b] * row[e];\n"
            "    }\n    work[0] = 1.0;\n}\n\n",
            all, stride, 2 + all, stride, states, states, states + series->n_bounds, stride);
}

/* of orders 0 and 1: what is constant, and then direction by direction */
static void put_first_row(FILE *out, const struct sim_series *series, size_t order, size_t g)
{
    const size_t all = sim_series_directions(series);
    const size_t groups = sim_series_stride(series->n, series->n_bounds) / 4;
    fprintf(out, "    row[%zu] = c[%zu]", order * groups + g, order * groups + g);
    for (size_t d = 0; d < all; d++)
        fprintf(out, " + c[%zu] * x[%zu]", (2 + order * all + d) * groups + g, d);
    fputs(";\n", out);
    if (order == 1 && series->driven)
        fprintf(out, "    row[%zu] += c[%zu] * x[%zu];\n", groups + g, (1 + all) * groups + g, all);
}

static void put_direction(FILE *out, const struct sim_series *series, size_t d, size_t g)
{
    const size_t all = sim_series_directions(series), states = 2 * series->n;
    const size_t groups = sim_series_stride(series->n, series->n_bounds) / 4;
    fprintf(out, "%sc[%zu] * ", d < 2 ? "" : " + ", (2 + all + d) * groups + g);
    if (d < states)
        fprintf(out, "r%zu[%zu]", d / 4, d % 4);
    else
        fprintf(out, "x[%zu + k]", d - 1);
}

/* a row of an order above 1; r0 and so on are the states of the one before */
static void put_next_row(FILE *out, const struct sim_series *series)
{
    const size_t all = sim_series_directions(series), states = 2 * series->n;
    const size_t groups = sim_series_stride(series->n, series->n_bounds) / 4;
    for (size_t g = 0; g < groups; g++) {
        fprintf(out, "        const sim_four u%zu = over * ((", g);
        for (size_t d = 0; d < all; d += 2)
            put_direction(out, series, d, g);
        fputs(") + (", out);
        for (size_t d = 1; d < all; d += 2)
            put_direction(out, series, d, g);
        fputs("))", out);
        if (series->driven)
            fprintf(out, " + c[%zu] * x[%zu + k]", (1 + all) * groups + g, states);
        fputs(";\n", out);
    }
    for (size_t g = 0; g < groups; g++)
        fprintf(out, "        row[%zu] = u%zu;\n", g, g);
    for (size_t g = 0; 4 * g < states; g++)
        fprintf(out, "        r%zu = u%zu;\n", g, g);
}

static void put_linear_body(FILE *out, const char *name, const struct sim_series *series)
{
    const size_t groups = sim_series_stride(series->n, series->n_bounds) / 4;
    fprintf(out,
            "static inline __attribute__((always_inline)) void %s_body(%s)\n{\n"
            "    const sim_fours c = (sim_fours)(work + %d);\n"
            "    sim_four *restrict row = (sim_four *)rows;\n"
            "    (void)p;\n",
            name, arguments, SIM_LINEAR_HEAD);
    for (size_t order = 0; order < 2; order++)
        for (size_t g = 0; g < groups; g++)
            put_first_row(out, series, order, g);
    for (size_t g = 0; 4 * g < 2 * series->n; g++)
        fprintf(out, "    sim_four r%zu = row[%zu];\n", g, groups + g);
    fprintf(out,
            "    row += %zu;\n    for (int k = 2; k <= order; k++) {\n"
            "        const double over = 1.0 / k;\n        row += %zu;\n",
            groups, groups);
    put_next_row(out, series);
    fputs("    }\n}\n\n", out);
}

/* twice: for any processor, and for those with AVX2, whose results are the same to the last bit
 * since nothing is contracted or summed in another order */
void sim_emit_series(FILE *out, const char *scope, const char *name,
                     const struct sim_series *series)
{
    const bool linear = sim_series_is_linear(series);
    if (linear)
        put_tables(out, name, series);
    (linear ? put_linear_body : put_body)(out, name, series);
    fprintf(out,
            "#ifdef __x86_64__\n__attribute__((target(\"avx2\"))) static void %s_wide(%s)\n{\n"
            "    %s_body(p, x, order, work, rows);\n}\n#endif\n\n",
            name, arguments, name);
    fprintf(out, "%svoid %s(%s)\n{\n", scope, name, arguments);
    if (linear)
        fprintf(out, "    if (work[0] == 0.0)\n        %s_tables(p, work);\n", name);
    fprintf(out,
            "#ifdef __x86_64__\n    if (__builtin_cpu_supports(\"avx2\")) {\n"
            "        %s_wide(p, x, order, work, rows);\n        return;\n    }\n#endif\n"
            "    %s_body(p, x, order, work, rows);\n}\n\n",
            name, name);
}
