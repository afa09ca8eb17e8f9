/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pseudo-arclength continuation: a curve is followed step by step, through
 * folds and through the corners where the sequence of events changes, and the
 * points where something happens are located between its steps. What the curve
 * is a family of (orbits, equilibria) is behind four functions. */
#ifndef ORBIT_FOLLOW_H
#define ORBIT_FOLLOW_H

#include "orbit/curve.h"
#include "orbit/point.h"

enum { ORBIT_MAX_TESTS = 2 };

/* what is compared from one point to the next */
struct orbit_verdict {
    char sequence[ORBIT_SEQUENCE_SIZE];
    int unstable;                  /* multipliers or eigenvalues on the wrong side */
    double tests[ORBIT_MAX_TESTS]; /* a sign that changes is told */
    const char *over;       /* the branch has ended before this point, and how; NULL: it goes on */
    enum orbit_special end; /* what it has ended in */
};

struct orbit_family {
    const struct orbit_curve *curve;
    void *context;
    size_t n_tests;
    enum orbit_special tests[ORBIT_MAX_TESTS]; /* what a zero of each is */
    /* about the point that the curve evaluated last */
    bool (*judge)(void *context, struct orbit_verdict *verdict);
    /* the name of a change of stability there */
    enum orbit_special (*crossing)(void *context);
    /* record it */
    enum error_code (*tell)(void *context, const struct orbit_curve_point *point,
                            enum orbit_special special, const char *note, struct error *err);
    /* a step was made: choose another representation of the same point; the
     * tangent goes with it. May be NULL. */
    enum error_code (*settle)(void *context, struct orbit_curve_point *point, double *tangent,
                              struct error *err);
};

struct orbit_follow_settings {
    double low, high; /* range of the parameter, in units of y */
    double direction; /* +1 or -1: where the parameter goes first */
    double step;      /* longest */
    long max_points;
};

/* how it ended */
struct orbit_follow_report {
    long points;
    char why[ERROR_MESSAGE_SIZE];
};

/* from a point of the curve. That a branch cannot be followed to the end of the
 * range is no error: the report says why. */
enum error_code orbit_follow(const struct orbit_family *family,
                             const struct orbit_follow_settings *settings,
                             struct orbit_curve_point *start, struct orbit_follow_report *report,
                             struct error *err);

#endif
