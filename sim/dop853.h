/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An explicit Runge-Kutta pair 8(5,3) with dense output of order 7: events are
 * located and samples taken on the interpolant. Memory is taken once; a step
 * allocates nothing. */
#ifndef SIM_DOP853_H
#define SIM_DOP853_H

#include <stdbool.h>
#include <stddef.h>

#include "lib/base/error.h"

/* At which stage of a step the right-hand side is evaluated: a caller may keep other functions of
 * these states at no cost. SIM_DOP853_END is the exact end of a step (or its start); the others
 * are less exact. */
enum { SIM_DOP853_END = 12 };

/* dy = f(t, y); false when there is none (the step is then cut) */
typedef bool sim_dop853_rhs(void *context, int stage, double t, const double *y, double *dy);

struct sim_dop853;

enum error_code sim_dop853_create(size_t n, sim_dop853_rhs *rhs, void *context, double rtol,
                                  double atol, struct sim_dop853 **ode, struct error *err);
void sim_dop853_free(struct sim_dop853 *ode);

/* begin at (t, y) with a first step of `guess` (0: none is known), `longest` at
 * most. False: no right-hand side there */
bool sim_dop853_start(struct sim_dop853 *ode, double t, const double *y, double guess,
                      double longest);

/* one accepted step, not beyond t_limit; false when the step would have to be shorter than
 * the rounding of t */
bool sim_dop853_step(struct sim_dop853 *ode, double t_limit);

/* Take the last step again so that it ends at t, inside it or a little beyond: the state there
 * is as exact as a step, not only as the dense output. False: no right-hand side there, and
 * nothing has changed */
bool sim_dop853_shorten(struct sim_dop853 *ode, double t);

/* Replace the state at the end of the last step by a projection of it; the dense output of that
 * step must not be used afterwards. False: no right-hand side there */
bool sim_dop853_replace(struct sim_dop853 *ode, const double *y);

double sim_dop853_time_before(const struct sim_dop853 *ode);
double sim_dop853_time(const struct sim_dop853 *ode);
const double *sim_dop853_state(const struct sim_dop853 *ode);
const double *sim_dop853_rate(const struct sim_dop853 *ode); /* f there */

/* the state at t inside the last step */
void sim_dop853_dense(struct sim_dop853 *ode, double t, double *y);

long sim_dop853_evaluations(const struct sim_dop853 *ode);
long sim_dop853_steps(const struct sim_dop853 *ode);

#endif
