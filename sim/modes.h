/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rigid contact of a mechanism in one mode as nodes of its graph: accelerations and what
 * bounds the mode, from the same equations as sim/motion.c. Stick has the belt's acceleration as
 * an input behind the velocities (sim/series.h). */
#ifndef SIM_MODES_H
#define SIM_MODES_H

#include "sim/assemble.h"
#include "sim/motion.h"

enum { SIM_MODES = SIM_STICK + 1 };

/* Columns of what bounds a mode, beside the heights of the outline, which follow:
 *     flight: the gap;  slip: A, -B, the tip's speed in the direction of the slip;
 *     stick: mu_s F_n - F_t, mu_s F_n + F_t
 * After them flight has both velocities of the tip, which bound nothing but are shown. */
enum { SIM_BOUND_GAP = 0, SIM_BOUND_A = 0, SIM_BOUND_LIFT, SIM_BOUND_SPEED };
enum {
    SIM_BOUND_PLUS = 0,
    SIM_BOUND_MINUS,
    SIM_TIP_COLUMNS = 2,
    SIM_MAX_BOUNDS = 3 + SIM_MAX_OUTLINE
};

struct sim_mode_nodes {
    sim_node acceleration[SIM_MAX_COORDINATES];
    sim_node bounds[SIM_MAX_BOUNDS];
    size_t n_bounds;
    bool driven; /* by the belt */
};

/* how many columns a mode has before those of the outline */
static inline size_t sim_mode_bounds(enum sim_mode mode)
{
    return mode == SIM_FLIGHT ? 1 : mode == SIM_STICK ? 2 : 3;
}

/* and with them */
static inline size_t sim_mode_columns(enum sim_mode mode, size_t n_outline)
{
    return sim_mode_bounds(mode) + n_outline + (mode == SIM_FLIGHT ? SIM_TIP_COLUMNS : 0);
}

/* v: the inputs that are velocities */
void sim_mode_assemble(struct sim_graph *graph, const struct sim_assembled *all, size_t n,
                       size_t n_outline, const sim_node *v, enum sim_mode mode,
                       struct sim_mode_nodes *out);

#endif
