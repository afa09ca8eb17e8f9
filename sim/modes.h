/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The contact of a mechanism in one mode as nodes of its graph: accelerations and what bounds the
 * mode, from the same equations as sim/motion.c. Behind the velocities are more inputs
 * (sim/series.h): what the belt does, its acceleration in stick and its speed in slip whose
 * friction changes with its speed, and then the coefficient of that friction. */
#ifndef SIM_MODES_H
#define SIM_MODES_H

#include "sim/assemble.h"
#include "sim/motion.h"

/* Columns of what bounds a mode, beside the heights of the outline, which follow:
 *     flight: the gap;  slip: A, -B, the tip's speed in the direction of the slip;
 *     stick: mu_s F_n - F_t, mu_s F_n + F_t
 * A spring has in slip the gap instead of A and its force over its stiffness instead of -B. After
 * them flight has both velocities of the tip, which bound nothing but are shown; of a line contact
 * slip and stick have how far the centre of pressure is inside its ends, as moments and, in slip of
 * a rigid contact, times A. The last column of a spring that presses is the tip's velocity off the
 * surface. */
enum { SIM_BOUND_GAP = 0, SIM_BOUND_A = 0, SIM_BOUND_LIFT, SIM_BOUND_SPEED };
enum { SIM_BOUND_PLUS = 0, SIM_BOUND_MINUS };
enum { SIM_TIP_COLUMNS = 2, SIM_LINE_COLUMNS = 2, SIM_SPRING_COLUMNS = 1 };
enum { SIM_MAX_BOUNDS = 3 + SIM_MAX_OUTLINE + SIM_LINE_COLUMNS + SIM_SPRING_COLUMNS };

struct sim_mode_nodes {
    sim_node acceleration[SIM_MAX_COORDINATES];
    sim_node bounds[SIM_MAX_BOUNDS];
    size_t n_bounds;
    bool driven;    /* by the belt */
    sim_node speed; /* of slip, with its sign, that friction changes with; 0: with none */
};

/* how many columns a mode has before those of the outline */
static inline size_t sim_mode_bounds(enum sim_mode mode)
{
    return mode == SIM_FLIGHT ? 1 : mode == SIM_STICK ? 2 : 3;
}

/* and with them, the outline of a mechanism and its line contact */
static inline size_t sim_way_columns(int way, size_t n_outline, bool line)
{
    const struct sim_way_kind kind = sim_way_kind(way);
    const size_t more = kind.mode == SIM_FLIGHT ? SIM_TIP_COLUMNS : line ? SIM_LINE_COLUMNS : 0;
    return sim_mode_bounds(kind.mode) + n_outline + more + (kind.spring ? SIM_SPRING_COLUMNS : 0);
}

/* v: the inputs that are velocities */
void sim_way_assemble(struct sim_graph *graph, const struct sim_assembled *all, size_t n,
                      size_t n_outline, bool line, const sim_node *v, int way,
                      struct sim_mode_nodes *out);

#endif
