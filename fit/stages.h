/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The way to the minimum: event times first, since velocities that are compared
 * across an impact have hundreds of false minima; then velocities away from
 * impacts over longer and longer parts of the runs; then all. */
#ifndef FIT_STAGES_H
#define FIT_STAGES_H

#include "fit/least_squares.h"
#include "fit/residuals.h"

enum { FIT_STAGES_MAX = 40 };

struct fit_plan {
    struct fit_stage stages[FIT_STAGES_MAX];
    size_t n;
};

/* from names, comma-separated, of events, velocities and all; NULL: all three. The
 * more jumps a run has, the more steps there are to its end. mask: of the last stage;
 * NaN: FIT_MASK, and as much more as the residuals ask for. */
enum error_code fit_plan_make(const struct fit_problem *problem, const char *names, double mask,
                              struct fit_plan *plan, struct error *err);

/* of the velocities after an impact, in the last stage (s) */
#define FIT_MASK MEASURE_JUMP_MASK

struct fit_control {
    struct fit_loss loss;
    /* progress: true stops. start: which of several; may be called by several threads */
    bool (*watch)(void *context, size_t start, const char *stage, size_t iteration, double cost,
                  const double *p);
    void *context;
};

/* the search from one start through all stages; where a quarter of the events
 * that a stage looks at cannot be reproduced the later ones are not tried */
struct fit_path {
    double *p; /* start in, end out */
    struct fit_solution last;
    const char *stage; /* the last one that was worked on */
    size_t evaluations, failures;
    bool lost; /* given up: simulated and seen events have parted */
};

enum error_code fit_stages_follow(const struct fit_problem *problem, const struct fit_plan *plan,
                                  const struct fit_control *control, size_t start,
                                  struct fit_path *path, struct error *err);

/* the last stage alone, with rows that stand */
enum error_code fit_stages_finish(const struct fit_rows *rows, const struct fit_control *control,
                                  size_t start, double *p, struct fit_solution *solution,
                                  struct error *err);

#endif
