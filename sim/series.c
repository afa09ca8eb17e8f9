/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/series.h"

#include <string.h>

#include "sim/series_inside.h"

size_t sim_series_stride(size_t n, size_t n_bounds) { return (2 * n + n_bounds + 3) / 4 * 4; }

/* ---- interpreting */

/* histories, values, two orders of coefficients, inner sums, inverses */
size_t sim_series_room(const struct sim_series *series)
{
    return series->n_kept * SIM_HISTORY + 3 * series->tape->n_slots + series->n_pairs +
           series->n_ops;
}

/* one over what an operation divides by */
static void invert(const struct sim_series *series, const double *s, double *inverse)
{
    for (size_t i = 0; i < series->n_ops; i++) {
        const struct sim_series_op *op = &series->ops[i];
        if (op->kind == SIM_SERIES_OVER || op->kind == SIM_SERIES_QUOTIENT)
            inverse[i] = 1 / s[op->b];
        else if (op->kind == SIM_SERIES_ROOT)
            inverse[i] = 1 / (2 * s[op->out]);
    }
}

/* a law while a series goes on: the coefficients of its argument up to order k */
struct law {
    const struct sim_series_law *of;
    int k;
    double argument[SIM_SERIES_ORDER + 1];
};

static double next(struct law *law, double coefficient)
{
    const int k = law->k++;
    law->argument[k] = coefficient;
    return law->of->next(law->of->context, k, law->argument);
}

/* The values of all slots. That of the law takes that of its argument, which is there without it */
static void set_values(const struct sim_series *series, struct law *law, const double *p,
                       const double *x, double *s)
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

static void run_order(const struct sim_series *series, struct law *law, const double *s,
                      const double *inverse, const double *inner, double *z)
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

void sim_series_run(const struct sim_series *series, const struct sim_series_law *given,
                    const double *p, const double *x, int order, double *work, double *rows)
{
    const size_t slots = series->tape->n_slots, width = 2 * series->n + series->n_bounds;
    const size_t stride = sim_series_stride(series->n, series->n_bounds);
    double *s = work + series->n_kept * SIM_HISTORY, *before = s + slots, *z = before + slots;
    double *inner = z + slots, *inverse = inner + series->n_pairs;
    struct law law = {.of = given};
    set_values(series, &law, p, x, s);
    invert(series, s, inverse);
    memcpy(before, s, slots * sizeof *s);
    memset(z, 0, series->tape->n_kept * sizeof *z);
    for (size_t i = 0; i < width; i++)
        rows[i] = s[series->columns[i]];
    for (int k = 1; k <= order; k++) {
        const double over = 1.0 / k;
        double *row = rows + (size_t)k * stride;
        for (size_t i = 0; i < series->n_integrals; i++) {
            const struct sim_series_integral *of = &series->integrals[i];
            z[of->out] = of->factor * over * before[of->source];
        }
        if (series->driven)
            z[series->drive] = x[2 * series->n + (size_t)k];
        sim_series_sums(work, series->pairs, series->n_pairs, k, inner);
        run_order(series, &law, s, inverse, inner, z);
        for (size_t i = 0; i < series->n_kept; i++) {
            double *history = work + i * SIM_HISTORY;
            history[k] = history[SIM_HISTORY_BACK - k] = z[series->kept[i]];
        }
        for (size_t i = 0; i < width; i++)
            row[i] = z[series->columns[i]];
        if (k == 1)
            memset(before, 0, series->tape->n_kept * sizeof *before);
        double *kept = before;
        before = z;
        z = kept;
    }
}
