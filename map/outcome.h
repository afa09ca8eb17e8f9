/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a start does: the motion from it, in one word. */
#ifndef MAP_OUTCOME_H
#define MAP_OUTCOME_H

#include "map/curve.h"

/* X(name, word in files); when several fit, the last of them */
#define MAP_OUTCOME_LIST(X)                                                           \
    X(OUTCOME_NONE, "none")       /* no such start exists */                          \
    X(OUTCOME_SLIDES, "slides")   /* never sticks, no flight worth the name */        \
    X(OUTCOME_STICKS, "sticks")   /* at some time */                                  \
    X(OUTCOME_BOUNCES, "bounces") /* a flight of at least that length, or for good */ \
    X(OUTCOME_TIPS, "tips over")  /* a line contact opens at one end */               \
    X(OUTCOME_JAMS, "jams")       /* slip reaches A = 0 */                            \
    X(OUTCOME_FAILS, "fails")     /* the motion could not be followed */

enum map_outcome {
#define MAP_OUTCOME_ENUM(name, word) MAP_##name,
    MAP_OUTCOME_LIST(MAP_OUTCOME_ENUM)
#undef MAP_OUTCOME_ENUM
        MAP_OUTCOMES
};

const char *map_outcome_word(enum map_outcome outcome);

struct map_motion {
    enum map_outcome outcome;
    double flight; /* the longest, s */
    long impacts;  /* tangential ones included */
};

struct map_watch {
    double duration; /* of each motion, s */
    double flight;   /* the shortest that is a bounce, s */
    double rtol;
};

void map_outcome_at(const struct map_place *place, const double *at, const struct map_watch *watch,
                    struct map_motion *motion);

/* rows of the plane */
struct map_rows {
    size_t first, end;
};

/* which points of a plane are looked at, and how */
struct map_scan {
    const struct map_place *place;
    struct map_rows rows;
    struct map_watch watch;
};

/* The points of a plane, in parallel and the same for any number of threads and
 * ranks; row by row, x fastest. The row after the wanted ones is
 * computed too, for the border; all others have no outcome. `done` is called now and then, by
 * one thread; progress may be NULL. */
struct map_progress {
    void (*done)(void *context, size_t points);
    void *context;
};
enum error_code map_outcome_grid(const struct map_scan *scan, const struct map_progress *progress,
                                 struct map_motion **motions, struct error *err);

/* The border of one outcome: a point on every edge of the grid that it crosses,
 * bisected to `precision` of the grid's step. Edges begin in one of the rows. Not
 * joined: every point is a piece of its own, with the number of the edge. */
enum error_code map_outcome_border(const struct map_scan *scan, const struct map_motion *motions,
                                   enum map_outcome outcome, double precision,
                                   struct map_curve *border, struct error *err);

#endif
