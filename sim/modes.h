/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The contact of a mechanism in one mode as nodes of its graph: accelerations and what bounds the
 * mode, from the same equations as sim/motion.c. Behind the velocities are more inputs
 * (sim/series.h): what the belt does, its acceleration in stick and its speed in slip whose
 * friction changes with its speed, and then the coefficient of that friction. */
#ifndef SIM_MODES_H
#define SIM_MODES_H

#include "sim/assemble.h"
#include "sim/ways.h"

struct sim_mode_nodes {
    sim_node acceleration[SIM_MAX_COORDINATES];
    sim_node bounds[SIM_MAX_BOUNDS];
    size_t n_bounds;
    bool driven;    /* by the belt */
    sim_node speed; /* of slip, with its sign, that friction changes with; 0: with none */
};

/* v: the inputs that are velocities */
void sim_way_assemble(struct sim_graph *graph, const struct sim_assembled *all, size_t n,
                      size_t n_outline, bool line, const sim_node *v, int way,
                      struct sim_mode_nodes *out);

#endif
