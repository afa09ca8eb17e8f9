/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The first zero of several guard functions in an interval. Guards are positive
 * while a mode lasts. Found are changes of sign, dips that touch zero between
 * two positive values (a graze is a touch too), and the return to zero of a
 * guard that is zero where the phase begins. */
#ifndef SIM_SEARCH_H
#define SIM_SEARCH_H

#include <stdbool.h>
#include <stddef.h>

enum { SIM_SEARCH_MAX = 16 };

/* a dip of the gap this close to the surface is told as a graze (m) */
#define SIM_GRAZE_GAP 1e-10
/* rounding in a guard */
#define SIM_GUARD_NOISE 4e-15
/* a fresh guard that is below zero by no more than this, and falls no faster than this, has not
 * risen out of its rounding yet */
#define SIM_FRESH_ROUNDING 1e-12
/* how exactly the time of an event is found: in s, and in roundings of the time itself */
#define SIM_EVENT_TIME 1e-13
#define SIM_EVENT_ROUNDINGS 8

struct sim_search_point {
    double t;
    double value[SIM_SEARCH_MAX];
    double rate[SIM_SEARCH_MAX]; /* d(value)/dt, NaN where it is not at hand */
};

/* values and rates at point->t */
typedef void sim_search_fn(void *context, struct sim_search_point *point);

struct sim_search {
    size_t n; /* guards */
    sim_search_fn *evaluate;
    void *context;
    double time_tolerance;
    double noise; /* rounding of a value: a fresh guard that close is still fresh */
    /* a dip that stays above zero by no more than this is a graze; negative:
     * dips of that guard are not told */
    double graze[SIM_SEARCH_MAX];
    /* the guard was zero where the phase began and has not been seen positive */
    bool fresh[SIM_SEARCH_MAX];
};

enum sim_search_result { SIM_SEARCH_NONE, SIM_SEARCH_ZERO, SIM_SEARCH_GRAZE };

struct sim_search_found {
    double t;
    size_t guard;
    bool at_start;                 /* a fresh guard that never became positive: t is the start */
    bool together[SIM_SEARCH_MAX]; /* those that vanish with it */
};

/* from `from` to `to` (both evaluated); the earliest wins, at one time the
 * guard with the lower index */
enum sim_search_result sim_search_first(struct sim_search *search,
                                        const struct sim_search_point *from,
                                        const struct sim_search_point *to,
                                        struct sim_search_found *found);

#endif
