/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether a minimum is one, and the right one: "converged" is said only when
 * gradient and step have vanished, a restart from beside it comes back, and the
 * runs are reproduced. */
#ifndef FIT_VERDICT_H
#define FIT_VERDICT_H

#include "fit/covariance.h"
#include "fit/stages.h"

enum { FIT_WHY_SIZE = 512 };

struct fit_verdict {
    bool converged;
    char why[FIT_WHY_SIZE]; /* "" or what speaks against it */
    struct fit_solution last;
    bool restart_agrees;
    double restart_distance; /* largest difference, in standard uncertainties */
    struct fit_covariance covariance;
    struct fit_outcome *outcomes; /* of each run */
    size_t n_outcomes;
    double chi_square; /* of the velocities, reduced */
    size_t rows;
};

struct fit_verdict_case {
    const struct fit_stage *last;
    double misfit; /* the rms of a channel's residuals may be this share of its own rms, or five
                      times the noise */
    bool lost;     /* a stage on the way has lost the motion */
};

/* looks at p, and moves it when the restart finds a lower cost */
enum error_code fit_verdict_reach(const struct fit_problem *problem,
                                  const struct fit_verdict_case *of,
                                  const struct fit_control *control, double *p,
                                  struct fit_verdict *verdict, struct error *err);
void fit_verdict_free(struct fit_verdict *verdict);

#endif
