/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One point of a branch: an equilibrium or a periodic orbit, with its stability
 * and what is special about it. */
#ifndef ORBIT_POINT_H
#define ORBIT_POINT_H

#include "orbit/measure.h"

/* X(name, word in files) */
#define ORBIT_SPECIAL_LIST(X) \
    X(NONE, "")               \
    X(START, "start")         \
    X(END, "end")             \
    X(FOLD, "fold")           \
    X(FLIP, "flip")           \
    X(TORUS, "torus")         \
    X(BRANCHING, "branching") \
    X(HOPF, "hopf")           \
    X(GRAZING, "grazing")     \
    X(SEQUENCE, "sequence")   \
    X(PARADOX, "paradox")     \
    X(LIFT, "lift-off")

enum orbit_special {
#define ORBIT_SPECIAL_ENUM(name, word) ORBIT_SPECIAL_##name,
    ORBIT_SPECIAL_LIST(ORBIT_SPECIAL_ENUM)
#undef ORBIT_SPECIAL_ENUM
};

enum orbit_stability { ORBIT_STABLE, ORBIT_MARGINAL, ORBIT_UNSTABLE };

enum { ORBIT_NOTE_SIZE = 2 * ORBIT_SEQUENCE_SIZE + 32 };

struct orbit_point {
    bool periodic; /* else an equilibrium: no period, no multipliers */
    struct orbit_place place;
    char sequence[ORBIT_SEQUENCE_SIZE]; /* of an equilibrium: its mode */
    enum orbit_stability stability;
    size_t n_values;
    double complex values[SIM_MAX_STATES]; /* multipliers, or eigenvalues */
    struct orbit_measure measure;
    double force_n, a; /* of an equilibrium: normal force and A_s */
    enum orbit_special special;
    char note[ORBIT_NOTE_SIZE];
};

const char *orbit_special_word(enum orbit_special special);
const char *orbit_stability_word(enum orbit_stability stability);

/* by the excess of the worst multiplier over 1, or the worst real part */
enum orbit_stability orbit_stability_of(double excess, double tolerance);

#endif
