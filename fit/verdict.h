/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a fit is worth, in three parts: is a minimum found (gradient and step have vanished, or a
 * restart from beside it comes back), do the runs determine the parameters, and do these explain
 * the data? A fit that does not explain them still has its values, with intervals that are as
 * much wider, and says what it suspects. */
#ifndef FIT_VERDICT_H
#define FIT_VERDICT_H

#include "fit/budget.h"
#include "fit/covariance.h"
#include "fit/leverage.h"
#include "fit/stages.h"

enum { FIT_WHY_SIZE = 512 };

struct fit_verdict {
    bool found, determined, explained; /* the three parts */
    bool usable;                       /* found, and one asked parameter at least is determined */
    bool converged;                    /* all three */
    char why[FIT_WHY_SIZE];            /* "" or what speaks against it */
    char suspect[FIT_WHY_SIZE];        /* "" or what to look at first */
    double enlarged; /* by which uncertainties were multiplied, for the last part */
    struct fit_solution last;
    bool restart_agrees;
    double restart_distance; /* largest difference, in standard uncertainties */
    struct fit_covariance covariance;
    struct fit_budget budget;     /* of the covariance, before it was enlarged */
    struct fit_leverage leverage; /* what each run does to the result */
    struct fit_outcome *outcomes; /* of each run */
    size_t n_outcomes;
    double chi_square; /* of the velocities, reduced, before they were weighed anew */
    double all_square; /* then, of all rows, what was known before too: to compare models by */
    size_t all_rows, rows;
    double mask; /* of the last stage, when it had grown (s) */
};

struct fit_verdict_case {
    const struct fit_stage *last;
    double misfit; /* the rms of a channel's residuals may be this share of its own rms */
    bool lost;     /* a stage on the way has lost the motion */
};

/* looks at p, and moves it when the restart finds a lower cost */
enum error_code fit_verdict_reach(const struct fit_problem *problem,
                                  const struct fit_verdict_case *of,
                                  const struct fit_control *control, double *p,
                                  struct fit_verdict *verdict, struct error *err);
void fit_verdict_free(struct fit_verdict *verdict);

#endif
