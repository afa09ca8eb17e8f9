/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Residuals and their exact Jacobian: events, velocities, priors, each in units
 * of its standard uncertainty. Which rows there are is fixed for one stage. */
#ifndef FIT_RESIDUALS_H
#define FIT_RESIDUALS_H

#include "fit/belt.h"
#include "fit/loss.h"
#include "fit/problem.h"

/* what a stage of the fit looks at */
struct fit_stage {
    const char *name;
    size_t jumps;       /* of each run, as many as these; 0: the whole run */
    double event_scale; /* s; 0: each event's own uncertainty, and jumps alone */
    double event_limit; /* residual that no event exceeds */
    bool velocities;
    double mask;     /* velocities nearer than this to a seen jump are left out (s) */
    bool rail;       /* the recorded rails may be off (fit/rail.h) */
    bool mask_grows; /* the residuals say how long the mask must be (fit/flutter.h) */
};

enum fit_group {
    FIT_GROUP_EVENT,
    FIT_GROUP_TIP_T,
    FIT_GROUP_TIP_N,
    FIT_GROUP_OTHER,
    FIT_GROUP_RAIL,
    FIT_GROUP_PRIOR,
    FIT_GROUPS
};

/* a run's part of the rows */
struct fit_part {
    size_t row;                   /* the first */
    struct measure_events events; /* seen ones, in the order of their rows */
    double *scale;                /* of each */
    size_t spurious;              /* row of the penalty for events that were not seen */
    double until;                 /* end of the window, from the start of the motion */
    size_t first_block, n_blocks; /* on the grid of blocks of the whole record */
    unsigned char *use;           /* of each block */
    double *mean[2];              /* of each block, tip_t and tip_n */
    size_t n_used;
    size_t channel_row[2];        /* first row of tip_t and tip_n */
    double *other[SIM_MAX_SHOWN]; /* means of other channels; NaN: not all samples are good */
    size_t other_row[SIM_MAX_SHOWN + 1]; /* first row of each, and behind the last */
    size_t rail_row, n_rail;             /* the last rows: one for each way of the rail */
    struct fit_rail *rail;               /* NULL: it is as recorded */
};

struct fit_rows {
    const struct fit_problem *problem;
    struct fit_stage stage;
    struct fit_loss loss;
    size_t n; /* rows */
    size_t prior_row;
    struct fit_part *parts; /* one for each run */
    bool rail_held;         /* evaluate with the rails where they stand, not where they are best */
};

/* Rows of a stage. p: where the search is; velocities beside the events that the
 * simulation has there are left out too. */
enum error_code fit_rows_create(const struct fit_problem *problem, const struct fit_stage *stage,
                                const struct fit_loss *loss, const double *p,
                                struct fit_rows **rows, struct error *err);
void fit_rows_free(struct fit_rows *rows); /* NULL is allowed */

/* r: n rows; jacobian: n rows of problem->n, NULL when not wanted. Failure: the
 * simulation failed, or has no derivative (ERROR_NUMERIC). */
enum error_code fit_rows_evaluate(const struct fit_rows *rows, const double *p, double *r,
                                  double *jacobian, struct error *err);

/* find anew what the recorded rails do to the residuals at p, where the stage asks for it */
enum error_code fit_rows_linearise(struct fit_rows *rows, const double *p, struct error *err);

/* from the last jump that was seen before the middle of a block of a run's part; infinite: none */
double fit_rows_since_jump(const struct fit_rows *rows, size_t run, size_t block);

enum fit_group fit_rows_group(const struct fit_rows *rows, size_t row);

/* of another channel's residuals beside its noise */
struct fit_other_outcome {
    double chi_square, colour;
    size_t samples;
};

/* what came of one run at p */
struct fit_outcome {
    size_t seen, missed, spurious;   /* jumps; those too small to be never missed are forgiven */
    double chi_square[2], colour[2]; /* of the residuals of tip_t and tip_n beside their noise */
    double rms[2];                   /* of the residuals of tip_t and tip_n, in units of noise */
    double share[2];                 /* the same as a share of the channel's own rms */
    size_t samples[2];
    struct fit_other_outcome others[SIM_MAX_SHOWN];
};
enum error_code fit_rows_outcome(const struct fit_rows *rows, const double *p, size_t run,
                                 struct fit_outcome *outcome, struct error *err);

/* What the channels of a run show at p, at all of its samples in use and without noise; those that
 * are NULL are left alone. Before the motion: rest, or a rail that moves already. */
enum error_code fit_rows_show(const struct fit_problem *problem, size_t run, const double *p,
                              double *const shown[MEASURE_CHANNELS], struct error *err);

#endif
