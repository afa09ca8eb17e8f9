/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Least squares within bounds: GSL's trust region with geodesic acceleration
 * (Transtrum and Sethna), on variables that the bounds are transformed to. What
 * GSL calls success is not believed: how it ended is judged here. */
#ifndef FIT_LEAST_SQUARES_H
#define FIT_LEAST_SQUARES_H

#include <stdbool.h>
#include <stddef.h>

#include "lib/base/error.h"

/* residuals r at p and, unless NULL, their Jacobian (rows of n); a failure is a
 * failed evaluation: the step that led there is taken back */
typedef enum error_code fit_function(const void *context, const double *p, double *r,
                                     double *jacobian, struct error *err);

/* X(name, what it means) */
#define FIT_REASON_LIST(X)                                                          \
    X(MINIMUM, "gradient and step have vanished beside the uncertainties")          \
    X(NO_PROGRESS, "no step lowers the cost, though the gradient has not vanished") \
    X(ITERATIONS, "the iterations are used up")                                     \
    X(FAILED, "the simulation failed")                                              \
    X(INTERRUPTED, "interrupted")

enum fit_reason {
#define FIT_REASON_ENUM(name, text) FIT_REASON_##name,
    FIT_REASON_LIST(FIT_REASON_ENUM)
#undef FIT_REASON_ENUM
};

const char *fit_reason_text(enum fit_reason reason);

struct fit_least_squares {
    fit_function *function;
    const void *context;
    size_t rows, n;
    const double *low, *high;
    size_t iterations; /* at the most */
    bool near; /* to the minimum: without acceleration, whose second differences of a simulation are
                  noise where steps are small, and which then lets no longer ones pass */
    /* of the gradient and of the last step, in units of the standard deviation
     * that each variable has when the others are held */
    double tolerance;
    /* iterations in a row that lower the cost by less than this (a share of the
     * cost) end the search; GSL knows no such test */
    double negligible;
    /* told after each iteration; true ends the search. May be NULL */
    bool (*watch)(void *context, size_t iteration, double cost, const double *p);
    void *watch_context;
};

struct fit_solution {
    double cost; /* half the sum of squares */
    enum fit_reason reason;
    size_t iterations, evaluations, failures; /* failures: evaluations that failed */
    double gradient, step;                    /* in the units of tolerance */
};

/* p: start in, best found out */
enum error_code fit_least_squares(const struct fit_least_squares *task, double *p,
                                  struct fit_solution *solution, struct error *err);

#endif
