/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which runs together leave the goal least uncertain, over all worlds of the ensemble: the mean of
 * the logarithm of its uncertainty, so that a run that fails in some worlds counts for less. One
 * run after the other (as a laboratory would), and then exchanged one by one until no exchange
 * helps (Fedorov 1972). Points of the grid race for each place: all are tried in few worlds, the
 * better half of them in twice as many, until those that are left have been tried in all. */
#ifndef PLAN_CHOOSE_H
#define PLAN_CHOOSE_H

#include "plan/candidates.h"

/* X(name, word, what is made small) */
#define PLAN_CRITERION_LIST(X)                                        \
    X(D, "d", "the volume of what the goal may be")                   \
    X(A, "a", "the mean square of the goal's relative uncertainties") \
    X(C, "c", "the uncertainty of the first of the goal, whatever the others do")

enum plan_criterion {
#define PLAN_CRITERION_ENUM(name, word, text) PLAN_CRITERION_##name,
    PLAN_CRITERION_LIST(PLAN_CRITERION_ENUM)
#undef PLAN_CRITERION_ENUM
};

struct plan_wish {
    enum plan_criterion criterion;
    size_t runs;        /* at the most */
    double budget;      /* INFINITY: none; a run at a new point costs 1 */
    double repeat_cost; /* and one at a point that has one already this */
    bool sequential;    /* no exchanges: the first run is the best of one */
};

enum { PLAN_MOST_RUNS = 64 };

/* how well the goal is known, in the mean over the worlds */
struct plan_state {
    double u[SIM_MAX_DIRECTIONS]; /* standard uncertainty of each of the goal */
    double score;                 /* logarithm of the criterion */
};

struct plan_choice {
    size_t n, runs[PLAN_MOST_RUNS];              /* candidates */
    struct plan_state after[PLAN_MOST_RUNS + 1]; /* 0: before the first */
    double cost;
};

enum error_code plan_choose(struct plan_candidates *candidates, const struct plan_wish *wish,
                            struct plan_choice *choice, struct error *err);

/* all worlds of the runs that were chosen, the fresh ones too */
enum error_code plan_choice_simulate(struct plan_candidates *candidates,
                                     const struct plan_choice *choice, struct error *err);

/* the goal after these runs, all of which must have all worlds, in the fresh ones */
enum error_code plan_state_after(const struct plan_candidates *candidates,
                                 enum plan_criterion criterion, const size_t *runs, size_t n,
                                 struct plan_state *state, struct error *err);

/* how a candidate alone would leave the goal, in the worlds that it has been tried in */
enum error_code plan_state_alone(const struct plan_candidates *candidates,
                                 enum plan_criterion criterion, size_t run,
                                 struct plan_state *state, struct error *err);

/* The part of the goal that all runs of the range together do not determine, as a number in it,
 * and the unknown that it hides behind (a kept one); n_goal: all are determined. */
size_t plan_undetermined(const struct plan_candidates *candidates, size_t *behind);

#endif
