/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is not known before the runs of a plan are made, and how well the rest is: the goal, all
 * that the rig or a fit gives an uncertainty to, and what each run adds of its own. */
#ifndef PLAN_UNKNOWNS_H
#define PLAN_UNKNOWNS_H

#include "lib/predict/information.h"
#include "lib/rig/rig.h"
#include "map/axis.h"

enum { PLAN_MOST = PREDICT_UNKNOWNS };

struct plan_unknown {
    const char *name, *unit; /* those of tables */
    size_t index;            /* of sim_values_index */
    double value;
    double uncertainty; /* standard; NaN: nothing is known but that it is about the value */
    bool own;           /* each run has another: of a start, of what is varied, of the rail */
    double spread;      /* of an own one: what each run's will be off by what was wanted */
};

struct plan_unknowns {
    size_t n, n_goal; /* values of the mechanism: the goal's are the first */
    struct plan_unknown list[SIM_MAX_DIRECTIONS];
    size_t free[SIM_MAX_DIRECTIONS];          /* their indices */
    double rail_noise;                        /* m/s, of a rail that is followed; 0: even */
    double rest;                              /* s of it before each motion */
    double extra_u[PREDICT_EXTRAS];           /* 0: known, INFINITY: not known at all */
    bool gone[PLAN_MOST];                     /* own unknowns are eliminated run by run */
    double own_prior[PLAN_MOST];              /* information about those */
    size_t n_kept, kept[PLAN_MOST];           /* the others */
    double prior[PLAN_MOST * PLAN_MOST];      /* information about those, n_kept rows */
    double covariance[PLAN_MOST * PLAN_MOST]; /* of those that are known, to draw from */
    double scale[PLAN_MOST]; /* of each kept one: what counts as nothing known, a tenth of it */
};

/* goal: names, comma-separated, NULL: none. fit: what skitter-fit wrote, NULL: the rig tells what
 * is known. The rig has the values of the fit afterwards. */
enum error_code plan_unknowns_make(struct rig *rig, const char *goal, const char *fit,
                                   const struct map_axis *varied, size_t n_varied,
                                   const struct predict_recording *recording, double rest,
                                   struct plan_unknowns *unknowns, struct error *err);

/* which extras are in the information */
void plan_unknowns_extras(const struct plan_unknowns *unknowns,
                          struct predict_recording *recording);

/* name of the i-th kept one, for messages */
const char *plan_unknowns_name(const struct plan_unknowns *unknowns, size_t i);

#endif
