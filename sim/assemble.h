/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The equations of motion of a described mechanism (lib/rig/description.h) as nodes of a graph,
 * by the principle of virtual power: with the slopes J of the centres of mass,
 *     M = sum m J^T J + I w^T w,   h = sum J^T (m g - m a0) + springs, dampers, forces
 * where a0 is the acceleration while no velocity changes. */
#ifndef SIM_ASSEMBLE_H
#define SIM_ASSEMBLE_H

#include "lib/rig/description.h"
#include "sim/graph.h"
#include "sim/terms.h"

/* Time is a coordinate, the last, where forces or the base depend on it: it goes at the pace 1
 * because its inertia is without bound beside all that a mechanism has. So guards, events and
 * derivatives know of it as of any coordinate. */
#define SIM_CLOCK_INERTIA 1e30

/* where things are, in the order of struct sim_pose (sim/pose.h) */
struct sim_assembled_places {
    struct {
        sim_node origin[2], centre[2], angle;
    } bodies[RIG_MAX_BODIES];
    sim_node ends[RIG_MAX_SPRINGS][2][2];
    sim_node pushes[RIG_MAX_FORCES][2];
    sim_node touch[2], slope;
};
enum { SIM_PLACES = sizeof(struct sim_assembled_places) / sizeof(sim_node) };

struct sim_assembled {
    sim_node mass[SIM_MAX_COORDINATES][SIM_MAX_COORDINATES];
    sim_node h[SIM_MAX_COORDINATES];
    sim_node w_t[SIM_MAX_COORDINATES], w_n[SIM_MAX_COORDINATES], w_l[SIM_MAX_COORDINATES];
    sim_node s_t, s_n, gap, line_low, line_high;
    sim_node energy;                   /* kinetic, of gravity, of springs and of constant forces */
    sim_node dissipation;              /* power that the dampers take */
    sim_node stretch[RIG_MAX_SPRINGS]; /* of each spring, from zero and not from its rest */
    sim_node gyration[RIG_MAX_BODIES]; /* radius that the outline gives */
    sim_node floors[RIG_MAX_OUTLINE];  /* heights over the surface: other corners, floors */
    sim_node tilt;                     /* of a face, from the surface */
    sim_node pull[RIG_MAX_SPRINGS];    /* its force or torque, with the damper's */
    struct sim_assembled_places places;
    /* outputs of the description: a value, plus slopes times the accelerations */
    struct {
        sim_node value, slopes[SIM_MAX_COORDINATES];
    } shown[RIG_MAX_OUTPUTS];
};

/* which of the mechanisms that a description may mean */
struct sim_assemble_part {
    size_t n;      /* coordinates in use */
    bool flat;     /* while it lies on its face */
    size_t corner; /* of a body that touches with its corners: the one that does */
};

/* The graph's inputs: `first_own` parameters, the gravity among them, then those of the
 * description and of its schedules (sim/schedules.h), then coordinates and velocities. */
/* how many of them are fixed */
size_t sim_assemble_fixed(const struct rig_description *description, size_t first_own);

void sim_assemble(const struct rig_description *description, struct sim_assemble_part part,
                  size_t first_own, size_t gravity, struct sim_graph *graph,
                  struct sim_assembled *out);

#endif
