/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Series of a mode whose accelerations and bounds are linear in the state, as those of oscillators
 * are: the coefficients of an order are a matrix times those of the order before. What it is made
 * of depends on the parameters alone and is computed once.
 *
 * Tables, in rows of a row's length, behind SIM_LINEAR_HEAD doubles of which the first is not zero
 * once they are there: what order 0 has at the state zero, and order 1; then by each state, and
 * what drives the motion, what it adds to the row of its own order, and to that of the next. */
#ifndef SIM_SERIES_LINEAR_H
#define SIM_SERIES_LINEAR_H

#include <stdbool.h>
#include <stddef.h>

struct sim_series;

enum { SIM_LINEAR_HEAD = 4 };

bool sim_series_is_linear(const struct sim_series *series);

/* states and what drives them */
size_t sim_series_directions(const struct sim_series *series);

/* doubles of the tables */
size_t sim_series_tables(const struct sim_series *series);

/* as sim_series_run, for such a series; the tables come first in `work` */
void sim_series_run_linear(const struct sim_series *series, const double *p, const double *x,
                           int order, double *work, double *rows);

#endif
