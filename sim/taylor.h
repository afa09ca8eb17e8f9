/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Steps by Taylor series (sim/series.h): the series is the step and its dense output, and that of
 * the bounds of the mode tells the events. */
#ifndef SIM_TAYLOR_H
#define SIM_TAYLOR_H

#include "lib/base/error.h"
#include "sim/modes.h"

struct sim_taylor;

enum error_code sim_taylor_create(const struct sim_inputs *in, double rtol, double atol,
                                  struct sim_taylor **made, struct error *err);
void sim_taylor_free(struct sim_taylor *taylor); /* NULL is allowed */

/* Begin at (t, x) in a mode. Of stick on a surface whose static friction is not the parameter,
 * bounds are those of a coefficient of 1 */
enum error_code sim_taylor_start(struct sim_taylor *taylor, const struct sim_inputs *in,
                                 enum sim_mode mode, double t, const double *x, struct error *err);

/* From the next step on hold the error to this share (at most 1) of the tolerances, as far as
 * rounding allows. sim_taylor_start sets it to 1 */
void sim_taylor_tighten(struct sim_taylor *taylor, double share);

/* One step, not beyond t_limit; false: the coefficients are not finite, or the step would be
 * shorter than the rounding of t */
bool sim_taylor_step(struct sim_taylor *taylor, double t_limit);

/* whether those of the last step that was tried are finite */
bool sim_taylor_finite(const struct sim_taylor *taylor);

/* let the step just taken end so long after its start */
void sim_taylor_shorten(struct sim_taylor *taylor, double length);

/* replace the state at the end of the last step */
void sim_taylor_replace(struct sim_taylor *taylor, const double *x);

double sim_taylor_time_before(const struct sim_taylor *taylor);
double sim_taylor_time(const struct sim_taylor *taylor);
double sim_taylor_length(const struct sim_taylor *taylor); /* of the step, without rounding of t */
const double *sim_taylor_state(struct sim_taylor *taylor);
void sim_taylor_dense(const struct sim_taylor *taylor, double t, double *x);

/* The series of a column of the last step, in shares of its length: the coordinates, the
 * velocities, and then what sim_mode_assemble has, of which the second has the number; returns the
 * degree */
int sim_taylor_column(const struct sim_taylor *taylor, size_t column, double *coefficients);
int sim_taylor_bound(const struct sim_taylor *taylor, size_t bound, double *coefficients);

/* the speeds of slip between which the friction of the last step is what the surface has */
void sim_taylor_speeds(const struct sim_taylor *taylor, double *low, double *high);

/* what each bound of the mode is no less than over the last step */
void sim_taylor_lowest(const struct sim_taylor *taylor, double *bounds);

/* the length of a part of the last step on which polynomials through so many places
 * are as exact as the step */
double sim_taylor_smooth(const struct sim_taylor *taylor, int places);

int sim_taylor_order(const struct sim_taylor *taylor);

long sim_taylor_steps(const struct sim_taylor *taylor);

#endif
