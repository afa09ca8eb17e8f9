/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which law of contact the runs speak for: each law is fitted to all of them, and to all but one of
 * them at a time, whose likelihood then judges what was never seen (Stone 1974). All laws are
 * weighed alike, by the residuals of the one that comes closest, and over the same samples. */
#ifndef FIT_COMPARE_H
#define FIT_COMPARE_H

#include "fit/law.h"
#include "fit/search.h"

enum { FIT_COMPARE_MOST = 16 };

struct fit_compare_law {
    struct fit_law is;
    struct fit_problem problem;
    struct fit_found found;
    struct error failure; /* of its fit; ERROR_OK: none */
    size_t n_free;
    double **whole; /* of each run and datum: squares of residuals, NaN where there is none */
    double **left;  /* the same of a run that was left out */
    double rest;    /* squares that belong to no run: priors */
    double misfit;  /* twice the negative log likelihood, but for what all laws share */
    double aicc, bic;
    double left_out;            /* log likelihood of the runs that were left out; NaN: none was */
    double behind, uncertainty; /* the first one's lead, by the runs left out or else by AICc */
    bool rival;                 /* not surely behind the first: see `told` */
};

struct fit_compare {
    struct fit_compare_law laws[FIT_COMPARE_MOST]; /* after fit_compare_make: the best first */
    size_t n, n_runs;
    bool *judges; /* of each run: without it the others still determine what is fitted */
    size_t n_judges;
    size_t *n_data;  /* of each run */
    double **colour; /* of each datum: how many of its kind are worth one */
    double samples;  /* what all of them are worth */
    size_t chosen;   /* fewest parameters that the first is not surely ahead of */
    bool told;       /* no rival of the chosen one has as few parameters */
};

struct fit_compare_wish {
    const char *laws; /* comma-separated; each is words and names joined by + */
    const struct fit_request *request;
    const struct option_list *runs;
    const char *stages;
    double mask, misfit;
    size_t starts;
};

/* a law that cannot be fitted is last and says why; that none can is a failure */
enum error_code fit_compare_make(const struct rig *rig, const struct fit_compare_wish *wish,
                                 const struct fit_control *control, struct fit_compare *compare,
                                 struct error *err);
/* log likelihood of a run that was left out, but for what all laws share; NaN: it was not */
double fit_compare_run(const struct fit_compare *compare, const struct fit_compare_law *law,
                       size_t run);

void fit_compare_free(struct fit_compare *compare);

#endif
