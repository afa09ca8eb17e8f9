/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The last solve: parameters and recorded rails together (Levenberg 1944, Marquardt 1963). Each run
 * has some twenty ways for its rail to be off, which no other run shares: they are eliminated run
 * by run (fit/rail.h), so that the work grows with the number of runs alone. */
#ifndef FIT_SETTLE_H
#define FIT_SETTLE_H

#include "fit/least_squares.h"
#include "fit/residuals.h"

/* told after each step; true ends it. May be NULL */
struct fit_settle_watch {
    bool (*watch)(void *context, size_t iteration, double cost, const double *p);
    void *context;
};

/* From p, with rows that were made there; the belts of the problem's runs move with it. At the end
 * the rows have the rail's effect there (fit_rows_linearise). */
enum error_code fit_settle(struct fit_rows *rows, const struct fit_settle_watch *watch, double *p,
                           struct fit_solution *solution, struct error *err);

/* where the rails of all runs stand, and back there; the caller frees it */
enum error_code fit_settle_remember(const struct fit_problem *problem, double **stood,
                                    struct error *err);
enum error_code fit_settle_recall(const struct fit_problem *problem, const double *stood,
                                  struct error *err);
/* the rails as they were recorded */
enum error_code fit_settle_forget(const struct fit_problem *problem, struct error *err);

#endif
