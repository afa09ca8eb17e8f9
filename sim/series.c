/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/series.h"

#include <string.h>

#include "sim/series_inside.h"
#include "sim/series_linear.h"

/* ---- interpreting */

/* a row of factors for each order */
size_t sim_series_memory(const struct sim_series *series)
{
    if (sim_series_is_linear(series))
        return sim_series_tables(series);
    return 2 * series->n_pairs * (SIM_SERIES_ORDER + 1);
}

/* factors, values, two orders of coefficients, inner sums, inverses */
size_t sim_series_room(const struct sim_series *series)
{
    return sim_series_memory(series) + 3 * series->tape->n_slots + series->n_pairs + series->n_ops;
}

void sim_series_invert(const struct sim_series *series, const double *s, double *inverse)
{
    for (size_t i = 0; i < series->n_ops; i++) {
        const struct sim_series_op *op = &series->ops[i];
        if (op->kind == SIM_SERIES_OVER || op->kind == SIM_SERIES_QUOTIENT)
            inverse[i] = 1 / s[op->b];
        else if (op->kind == SIM_SERIES_ROOT)
            inverse[i] = 1 / (2 * s[op->out]);
    }
}

static double next(struct sim_series_argument *law, double coefficient)
{
    const int k = law->k++;
    law->coefficients[k] = coefficient;
    return law->of->next(law->of->context, k, law->coefficients);
}

/* The values of all slots. That of the law takes that of its argument, which is there without it */
static void set_values(const struct sim_series *series, struct sim_series_argument *law,
                       const double *p, const double *x, double *s)
{
    double known[2] = {series->driven ? x[2 * series->n] : 0};
    const struct sim_tape_inputs in = {
        .fixed = p, .moving = x, .moving_too = x + series->n, .known = known, .n = series->n};
    sim_tape_slots(series->tape, &in, s);
    if (!series->by_law)
        return;
    known[1] = next(law, s[series->speed]);
    sim_tape_slots(series->tape, &in, s);
}

/* for each operation of a row of one kind: they are made in such rows, so that this asks for the
 * kind once a row */
#define EACH(KIND) for (; op < end && op->kind == (KIND); op++)

void sim_series_order(const struct sim_series *series, struct sim_series_argument *law,
                      const double *s, const double *inverse, const double *inner, double *z)
{
    const struct sim_series_op *const first = series->ops, *const end = first + series->n_ops;
    for (const struct sim_series_op *op = first; op < end;)
        switch (op->kind) {
        case SIM_SERIES_LINEAR:
            EACH(SIM_SERIES_LINEAR)
            {
                const struct sim_tape_term *t = series->terms + op->first, *last = t + op->n;
                double sum = 0;
                for (; t < last; t++)
                    sum += t->factor * z[t->slot];
                z[op->out] = sum;
            }
            break;
        case SIM_SERIES_SCALED:
            EACH(SIM_SERIES_SCALED) z[op->out] = s[op->b] * z[op->a];
            break;
        case SIM_SERIES_OVER:
            EACH(SIM_SERIES_OVER) z[op->out] = z[op->a] * inverse[op - first];
            break;
        case SIM_SERIES_PRODUCT:
            EACH(SIM_SERIES_PRODUCT)
            z[op->out] = inner[op->first] + s[op->a] * z[op->b] + s[op->b] * z[op->a];
            break;
        case SIM_SERIES_SQUARE:
            EACH(SIM_SERIES_SQUARE) z[op->out] = inner[op->first] + 2 * s[op->a] * z[op->a];
            break;
        case SIM_SERIES_QUOTIENT:
            EACH(SIM_SERIES_QUOTIENT)
            z[op->out] = (z[op->a] - (inner[op->first] + s[op->out] * z[op->b])) *
                         inverse[op - first];
            break;
        case SIM_SERIES_ROOT:
            EACH(SIM_SERIES_ROOT)
            z[op->out] = (z[op->a] - inner[op->first]) * inverse[op - first];
            break;
        case SIM_SERIES_LAW:
            EACH(SIM_SERIES_LAW) z[op->out] = next(law, z[op->a]);
            break;
        }
}

static void run_products(const struct sim_series *series, const struct sim_series_law *given,
                         const double *p, const double *x, int order, double *work, double *rows)
{
    const size_t slots = series->tape->n_slots, width = 2 * series->n + series->n_bounds;
    const size_t stride = sim_series_stride(series->n, series->n_bounds);
    double *s = work + sim_series_memory(series), *before = s + slots, *z = before + slots;
    double *inner = z + slots, *inverse = inner + series->n_pairs;
    struct sim_series_argument law = {.of = given};
    set_values(series, &law, p, x, s);
    sim_series_invert(series, s, inverse);
    memcpy(before, s, slots * sizeof *s);
    memset(z, 0, series->tape->n_kept * sizeof *z);
    for (size_t i = 0; i < stride; i++)
        rows[i] = i < width ? s[series->columns[i]] : 0;
    for (int k = 1; k <= order; k++) {
        const double over = 1.0 / k;
        double *row = rows + (size_t)k * stride;
        for (size_t i = 0; i < series->n_integrals; i++) {
            const struct sim_series_integral *of = &series->integrals[i];
            z[of->out] = of->factor * over * before[of->source];
        }
        if (series->driven)
            z[series->drive] = x[2 * series->n + (size_t)k];
        sim_series_sums(work, series->n_pairs, k, inner);
        sim_series_order(series, &law, s, inverse, inner, z);
        double *a = work + 2 * series->n_pairs * (size_t)k, *b = a + series->n_pairs;
        for (size_t i = 0; i < series->n_pairs; i++) {
            a[i] = z[series->pairs[i].a];
            b[i] = z[series->pairs[i].b];
        }
        for (size_t i = 0; i < stride; i++)
            row[i] = i < width ? z[series->columns[i]] : 0;
        if (k == 1)
            memset(before, 0, series->tape->n_kept * sizeof *before);
        double *kept = before;
        before = z;
        z = kept;
    }
}

void sim_series_run(const struct sim_series *series, const struct sim_series_law *law,
                    const double *p, const double *x, int order, double *work, double *rows)
{
    if (sim_series_is_linear(series))
        sim_series_run_linear(series, p, x, order, work, rows);
    else
        run_products(series, law, p, x, order, work, rows);
}
