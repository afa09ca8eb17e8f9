/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/series_linear.h"

#include <string.h>

#include "sim/code.h"
#include "sim/series_inside.h"
#include "sim/tape.h"
#include "sim/terms.h"
#include "sim/wide.h"

bool sim_series_is_linear(const struct sim_series *series)
{
    for (size_t i = 0; i < series->n_ops; i++)
        if (series->ops[i].kind != SIM_SERIES_LINEAR && series->ops[i].kind != SIM_SERIES_SCALED &&
            series->ops[i].kind != SIM_SERIES_OVER)
            return false;
    return series->n_integrals == 2 * series->n;
}

size_t sim_series_directions(const struct sim_series *series)
{
    return 2 * series->n + series->driven;
}

size_t sim_series_tables(const struct sim_series *series)
{
    return SIM_LINEAR_HEAD +
           (2 + 2 * sim_series_directions(series)) * sim_series_stride(series->n, series->n_bounds);
}

/* a row of the tables */
static double *table_row(const struct sim_series *series, double *work, size_t i)
{
    return work + SIM_LINEAR_HEAD + i * sim_series_stride(series->n, series->n_bounds);
}

/* where the rates of the states come from */
static void take_rates(const struct sim_series *series, const double *z, double *row)
{
    for (size_t i = 0; i < series->n_integrals; i++)
        for (size_t k = 0; k < 2 * series->n; k++)
            if (series->columns[k] == series->integrals[i].out)
                row[k] = z[series->integrals[i].source];
}

/* the bounds that follow from the states of a row */
static void take_bounds(const struct sim_series *series, double *work, double *row)
{
    const size_t states = 2 * series->n;
    for (size_t e = 0; e < states; e++)
        for (size_t b = states; b < states + series->n_bounds; b++)
            row[b] += table_row(series, work, 2 + e)[b] * row[e];
}

/* s, z: room for slots; inverse: for operations */
static void make_tables(const struct sim_series *series, const double *p, double *work, double *s,
                        double *z, double *inverse)
{
    static const double zero[2 * SIM_MAX_COORDINATES + 1];
    const size_t states = 2 * series->n, all = sim_series_directions(series);
    const size_t slots = series->tape->n_slots;
    const struct sim_tape_inputs in = {.fixed = p,
                                       .moving = zero,
                                       .moving_too = zero + series->n,
                                       .known = zero + states,
                                       .n = series->n};
    memset(work, 0, sim_series_tables(series) * sizeof *work);
    sim_tape_slots(series->tape, &in, s);
    sim_series_invert(series, s, inverse);
    for (size_t b = states; b < states + series->n_bounds; b++)
        table_row(series, work, 0)[b] = s[series->columns[b]];
    take_rates(series, s, table_row(series, work, 1));
    for (size_t d = 0; d < all; d++) {
        double *own = table_row(series, work, 2 + d);
        memset(z, 0, slots * sizeof *z);
        z[d < states ? series->columns[d] : series->drive] = 1;
        sim_series_order(series, NULL, s, inverse, NULL, z);
        for (size_t c = 0; c < states + series->n_bounds; c++)
            own[c] = z[series->columns[c]];
        take_rates(series, z, table_row(series, work, 2 + all + d));
    }
    for (size_t d = 0; d < all; d++)
        take_bounds(series, work, table_row(series, work, 2 + all + d));
    take_bounds(series, work, table_row(series, work, 1));
    work[0] = 1;
}

typedef const sim_vector *vectors;

/* so many vectors are a row, and so many directions; driven: the last of them is no state */
struct size {
    size_t groups, directions;
    bool driven;
};

/* of orders 0 and 1: what is constant, and then direction by direction */
SIM_INLINED void first_row(struct size of, vectors constant, vectors by, const double *x,
                           sim_vector *row)
{
    for (size_t g = 0; g < of.groups; g++) {
        sim_vector sum = constant[g];
        for (size_t d = 0; d < of.directions; d++)
            sum += by[d * of.groups + g] * x[d];
        row[g] = sum;
    }
}

SIM_INLINED void run_body(struct size of, const double *tables, const double *x, int order,
                          double *rows)
{
    const size_t groups = of.groups, states = of.directions - of.driven;
    const vectors all = (vectors)tables, own = all + 2 * groups;
    const vectors next = own + of.directions * groups, drive = own + states * groups;
    sim_vector *row = (sim_vector *)rows;
    first_row(of, all, own, x, row);
    first_row(of, all + groups, next, x, row + groups);
    for (size_t g = 0; g < groups && of.driven; g++)
        row[groups + g] += drive[g] * x[states + 1];
    for (int k = 2; k <= order; k++) {
        const double *before = rows + (size_t)(k - 1) * 4 * groups, over = 1.0 / k;
        row = (sim_vector *)rows + (size_t)k * groups;
        for (size_t g = 0; g < groups; g++) {
            sim_vector even = next[g] * before[0], odd = next[groups + g] * before[1];
            for (size_t d = 2; d < of.directions; d++) {
                const double z = d < states ? before[d] : x[d + (size_t)k - 1];
                *(d % 2 ? &odd : &even) += next[d * groups + g] * z;
            }
            row[g] = over * (even + odd);
            if (of.driven)
                row[g] += drive[g] * x[states + (size_t)k];
        }
    }
}

SIM_WIDE(run, (struct size of, const double *tables, const double *x, int order, double *rows),
         (of, tables, x, order, rows))

void sim_series_run_linear(const struct sim_series *series, const double *p, const double *x,
                           int order, double *work, double *rows)
{
    const size_t slots = series->tape->n_slots;
    const struct size size = {.groups = sim_series_stride(series->n, series->n_bounds) / 4,
                              .directions = sim_series_directions(series),
                              .driven = series->driven};
    double *s = work + sim_series_tables(series);
    if (work[0] == 0)
        make_tables(series, p, work, s, s + slots, s + 2 * slots);
    run(size, work + SIM_LINEAR_HEAD, x, order, rows);
}
