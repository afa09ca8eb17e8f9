/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Vectors in the plane as nodes of a graph, each a sum of parts that turn with an angle: the
 * rotated vector R(angle) (x, y). Two parts of one angle have a product that does not depend on
 * it, so that the mass matrix of hinged bars has constants where it has them on paper. Angles
 * are linear in the coordinates; x and y are too, but for the motion of the base. */
#ifndef SIM_PLANE_H
#define SIM_PLANE_H

#include "sim/graph.h"
#include "sim/terms.h"

enum { SIM_PLANE_ANGLES = 32, SIM_PLANE_PARTS = 64 };

struct sim_plane_angle {
    sim_node value, sine, cosine;
    double slopes[SIM_MAX_COORDINATES]; /* by the coordinates */
    sim_node rate;
};

/* angle 0 is that of the world, which does not turn */
struct sim_plane {
    struct sim_graph *graph;
    size_t n; /* coordinates */
    sim_node v[SIM_MAX_COORDINATES];
    struct sim_plane_angle angles[SIM_PLANE_ANGLES];
    size_t n_angles;
};

/* a number that moves: its value, its derivatives by the coordinates, and what of its second
 * derivative in time the velocities make */
struct sim_plane_form {
    sim_node value;
    sim_node slopes[SIM_MAX_COORDINATES];
    sim_node bend;
};

struct sim_plane_point {
    size_t n;
    struct {
        size_t angle;
        struct sim_plane_form x, y;
    } parts[SIM_PLANE_PARTS];
};

struct sim_plane_vector {
    size_t n;
    struct {
        size_t angle;
        sim_node x, y;
    } parts[SIM_PLANE_PARTS];
};

void sim_plane_init(struct sim_plane *plane, struct sim_graph *graph, size_t n, const sim_node *v);

/* number of an angle; one that is there already is found again */
size_t sim_plane_angle(struct sim_plane *plane, sim_node value, const double *slopes);

void sim_plane_add(struct sim_plane_point *point, size_t angle, struct sim_plane_form x,
                   struct sim_plane_form y);

struct sim_plane_vector sim_plane_place(const struct sim_plane_point *point);
struct sim_plane_vector sim_plane_slope(const struct sim_plane *plane,
                                        const struct sim_plane_point *point, size_t coordinate);
struct sim_plane_vector sim_plane_velocity(const struct sim_plane *plane,
                                           const struct sim_plane_point *point);
/* acceleration while no velocity changes */
struct sim_plane_vector sim_plane_bias(const struct sim_plane *plane,
                                       const struct sim_plane_point *point);

/* x and y along an angle */
struct sim_plane_vector sim_plane_fixed(size_t angle, sim_node x, sim_node y);
struct sim_plane_vector sim_plane_minus(const struct sim_plane *plane, struct sim_plane_vector a,
                                        const struct sim_plane_vector *b);

sim_node sim_plane_dot(const struct sim_plane *plane, const struct sim_plane_vector *a,
                       const struct sim_plane_vector *b);

/* sine and cosine of angle b less angle a */
void sim_plane_between(const struct sim_plane *plane, size_t a, size_t b, sim_node *sine,
                       sim_node *cosine);

#endif
