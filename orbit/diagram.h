/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A bifurcation diagram: equilibria, orbits in both directions from every
 * attractor that a sweep finds and no branch has passed yet, and the sweep
 * itself as a cross-check. */
#ifndef ORBIT_DIAGRAM_H
#define ORBIT_DIAGRAM_H

#include "orbit/equilibrium.h"
#include "orbit/sweep.h"

struct orbit_branch {
    const char *kind; /* "equilibrium", "orbit", "up", "down" */
    int number;
    struct orbit_point *points;
    size_t n, room;
    char why[ERROR_MESSAGE_SIZE]; /* how it ended; "" for a sweep */
};

enum { ORBIT_MAX_BRANCHES = 24 };

struct orbit_diagram {
    struct orbit_branch branches[ORBIT_MAX_BRANCHES];
    size_t n;
    /* periodic attractors of the sweeps, and how many lie on a stable part of
     * a branch within `apart` of its peak */
    size_t attractors, met;
    double apart; /* largest difference among those, relative */
};

/* `state`: the one whose largest modulus the branches are compared by */
enum error_code orbit_diagram_make(const struct orbit_sweep *sweep, const struct orbit_range *range,
                                   size_t state, struct orbit_diagram *diagram, struct error *err);
void orbit_diagram_free(struct orbit_diagram *diagram);

#endif
