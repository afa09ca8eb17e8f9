/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The motions that exist side by side at one value of a parameter, stable or not,
 * as paths in the space of states (Leine 2002, figure 6.5). */
#ifndef ORBIT_PHASE_H
#define ORBIT_PHASE_H

#include "orbit/diagram.h"

struct orbit_phase {
    struct orbit_point points[ORBIT_MAX_BRANCHES]; /* orbits, then equilibria */
    size_t n;
};

/* where the branches of the diagram pass the value */
enum error_code orbit_phase_find(struct orbit_system *system, const struct orbit_diagram *diagram,
                                 double value, struct orbit_phase *phase, struct error *err);

/* a period of an orbit, both sides of every jump included; an equilibrium is one point */
typedef enum error_code orbit_phase_sink(void *context, double t, enum sim_mode mode,
                                         const double *x, struct error *err);
enum error_code orbit_phase_walk(const struct orbit_system *system, const struct orbit_point *point,
                                 orbit_phase_sink *sink, void *context, struct error *err);

#endif
