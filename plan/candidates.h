/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The runs that could be made, points of a grid over what is varied, and what each would teach in
 * every world that is possible by now: an ensemble drawn from what is known. Worlds are simulated
 * when they are asked for, on all cores, and kept; the same for any number of threads. */
#ifndef PLAN_CANDIDATES_H
#define PLAN_CANDIDATES_H

#include "map/place.h"
#include "plan/rail.h"
#include "plan/unknowns.h"

/* X(name, word) */
#define PLAN_FATE_LIST(X)           \
    X(GOOD, "possible")             \
    X(UNREACHABLE, "no such start") \
    X(CLIPPED, "a channel would be clipped")

enum plan_fate {
#define PLAN_FATE_ENUM(name, word) PLAN_##name,
    PLAN_FATE_LIST(PLAN_FATE_ENUM)
#undef PLAN_FATE_ENUM
};

struct plan_candidate {
    double at[MAP_MAX_AXES];
    enum plan_fate fate;
    size_t n;            /* worlds so far */
    double *information; /* n_kept x n_kept of each */
    /* of the worlds so far */
    size_t lost;            /* in which it teaches nothing: no start, or nothing to tell it by */
    double impacts[2];      /* least and most */
    double first_impact[2]; /* earliest and latest, s; NaN: none */
    double peak[2];         /* largest velocities, m/s */
};

struct plan_candidates {
    const struct plan_unknowns *unknowns;
    struct predict_base base;
    struct plan_rail rail;
    struct predict_recording recording; /* its ways are the rail's */
    size_t n_axes;
    struct map_axis axes[MAP_MAX_AXES];
    size_t n, members; /* points, and worlds of the ensemble, in which runs are chosen */
    /* as many worlds beyond these, in which what was chosen is judged: it is the best in those that
     * it was chosen in by luck as well. 0: in the same */
    size_t fresh;
    struct plan_candidate *list;
    double *worlds; /* a row of each: the kept values, then what own ones are off by */
    void (*watch)(void *context, size_t simulations); /* told after each point; may be NULL */
    void *context;
    size_t simulations;
};

enum error_code plan_candidates_create(const struct rig *rig, const struct plan_unknowns *unknowns,
                                       const struct predict_recording *recording,
                                       const struct map_axis *axes, size_t n_axes, size_t members,
                                       struct plan_candidates *candidates, struct error *err);
void plan_candidates_free(struct plan_candidates *candidates);

/* at least so many worlds of each candidate that is in the list, once */
enum error_code plan_candidates_simulate(struct plan_candidates *candidates, const size_t *which,
                                         size_t n, size_t worlds, struct error *err);

/* the values of a world at a candidate; false: a draw that cannot be, as e > 1 */
bool plan_candidates_enter(const struct plan_candidates *candidates, size_t run, size_t world,
                           struct predict_base *base);

#endif
