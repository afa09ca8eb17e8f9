/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where a motion settles: simulated for a while, then looked at. */
#ifndef ORBIT_ATTRACTOR_H
#define ORBIT_ATTRACTOR_H

#include "orbit/shoot.h"

enum orbit_attractor_kind {
    ORBIT_AT_REST,  /* an equilibrium: place.x is it */
    ORBIT_PERIODIC, /* place is a good guess of the orbit */
    ORBIT_OTHER     /* neither within what was looked at; place.x is on it */
};

struct orbit_attractor {
    enum orbit_attractor_kind kind;
    struct orbit_place place;
    enum sim_mode mode;                 /* at rest */
    size_t n_events;                    /* of a period */
    char sequence[ORBIT_SEQUENCE_SIZE]; /* of a period; at rest: the mode */
};

/* simulate for `settle` from x at the system's parameters, then look; `closed`:
 * x is put on the surface first */
enum error_code orbit_attractor_find(const struct orbit_system *system, const double *x,
                                     bool closed, double settle, struct orbit_attractor *attractor,
                                     struct error *err);

#endif
