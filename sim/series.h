/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Taylor series of a motion q' = v, v' = f(q, v) on a tape: coefficient k of every slot follows
 * from those up to k of its operands (Moore 1966; Jorba and Zou 2005). Sine and cosine are two
 * integrals, s' = c w and c' = -s w, w being the rate of their argument.
 *
 * A sweep for each order has two halves: first the inner parts of all convolutions, which are
 * independent and go by vectors, then what is linear in the new coefficients. */
#ifndef SIM_SERIES_H
#define SIM_SERIES_H

#include "sim/code.h"
#include "sim/graph.h"
#include "sim/tape.h"

struct sim_series;

/* what a series is of, as nodes of a graph: its inputs behind the fixed ones are n coordinates
 * and n velocities */
struct sim_series_of {
    size_t n;
    const sim_node *acceleration;
    const sim_node *bounds; /* functions of the state whose series are wanted too */
    size_t n_bounds;
    bool driven; /* behind the velocities one more input is a function of time */
};

/* *made is NULL where a sine is of something whose rate is no node (none of a mechanism is) */
enum error_code sim_series_create(struct sim_graph *graph, const struct sim_series_of *of,
                                  struct sim_series **made, struct error *err);
void sim_series_free(struct sim_series *series); /* NULL is allowed */

/* convolutions of each order */
size_t sim_series_products(const struct sim_series *series);

/* doubles of memory that compiled code needs */
size_t sim_series_memory(const struct sim_series *series);

/* doubles of a row: coordinates, velocities, bounds, and zeros that fill vectors of four */
size_t sim_series_stride(size_t n, size_t n_bounds);

/* Rows 0 to `order` of coefficients at the state x with parameters p; behind the state are the
 * coefficients, as many, of what drives a driven one. `work`: as many doubles as
 * sim_series_room says, the first of them zero where the parameters are new */
size_t sim_series_room(const struct sim_series *series);
void sim_series_run(const struct sim_series *series, const double *p, const double *x, int order,
                    double *work, double *rows);

/* inner[i] = sum of a_j b_(k-j), j from 1 to k - 1, of n convolutions, a multiple of four. Of each
 * order factors have a row: the n coefficients a and behind them the n coefficients b. */
void sim_series_sums(const double *factors, size_t n, int k, double *inner);

#endif
