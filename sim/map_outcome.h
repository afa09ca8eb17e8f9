/* What a start does: the motion from it, in one word. */
#ifndef SIM_MAP_OUTCOME_H
#define SIM_MAP_OUTCOME_H

#include "sim/map_curve.h"

/* X(name, word in files); when several fit, the last of them */
#define SIM_MAP_OUTCOME_LIST(X)                                               \
    X(OUTCOME_NONE, "none")       /* no such start exists */                  \
    X(OUTCOME_SLIDES, "slides")   /* never sticks, no flight worth the name */ \
    X(OUTCOME_STICKS, "sticks")   /* at some time */                          \
    X(OUTCOME_BOUNCES, "bounces") /* a flight of at least that length, or for good */ \
    X(OUTCOME_TIPS, "tips over")  /* a line contact opens at one end */       \
    X(OUTCOME_JAMS, "jams")       /* slip reaches A = 0 */                    \
    X(OUTCOME_FAILS, "fails")     /* the motion could not be followed */

enum sim_map_outcome {
#define SIM_MAP_OUTCOME_ENUM(name, word) SIM_MAP_##name,
    SIM_MAP_OUTCOME_LIST(SIM_MAP_OUTCOME_ENUM)
#undef SIM_MAP_OUTCOME_ENUM
    SIM_MAP_OUTCOMES
};

const char *sim_map_outcome_word(enum sim_map_outcome outcome);

struct sim_map_motion {
    enum sim_map_outcome outcome;
    double flight; /* the longest, s */
    long impacts;  /* tangential ones included */
};

struct sim_map_watch {
    double duration; /* of each motion, s */
    double flight;   /* the shortest that is a bounce, s */
    double rtol;
};

void sim_map_outcome_at(const struct sim_map_place *place, const double *at,
                        const struct sim_map_watch *watch, struct sim_map_motion *motion);

/* rows of the plane */
struct sim_map_rows {
    size_t first, end;
};

/* The points of a plane, in parallel and the same for any number of threads and
 * ranks; row by row, x fastest. Beside the rows that are wanted the one after them
 * is there, for the border; all others have no outcome. `done` is called now and
 * then, by one thread. */
struct sim_map_progress {
    void (*done)(void *context, size_t points);
    void *context;
};
enum error_code sim_map_outcome_grid(const struct sim_map_place *place,
                                     const struct sim_map_rows *rows,
                                     const struct sim_map_watch *watch,
                                     const struct sim_map_progress *progress,
                                     struct sim_map_motion **motions, struct error *err);

/* The border of one outcome: a point on every edge of the grid that it crosses,
 * bisected to `precision` of the grid's step. Edges begin in one of the rows. Not
 * joined: every point is a piece of its own, with the number of the edge. */
enum error_code sim_map_outcome_border(const struct sim_map_place *place,
                                       const struct sim_map_rows *rows,
                                       const struct sim_map_watch *watch,
                                       const struct sim_map_motion *motions,
                                       enum sim_map_outcome outcome, double precision,
                                       struct sim_map_curve *border, struct error *err);

#endif
