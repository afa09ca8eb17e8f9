/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The laws of contact and of impact that a rig file names and the simulator follows. */
#ifndef LIB_RIG_LAW_H
#define LIB_RIG_LAW_H

#include <stddef.h>

enum rig_law { RIG_LAW_RIGID, RIG_LAW_COMPLIANT };
enum rig_impact {
    RIG_IMPACT_POISSON,
    RIG_IMPACT_STRONGE,
    RIG_IMPACT_NEWTON,
    RIG_IMPACT_BILINEAR /* gives way along the surface too (sim/bilinear.h) */
};

/* The coefficient of friction by the speed of slip, what static friction does while the contact
 * rests, and restitution by the speed of approach. Their numbers are parameters of the rig
 * (sim/model.h); docs/physics.md has the formulas */
enum rig_friction { RIG_FRICTION_COULOMB, RIG_FRICTION_STRIBECK, RIG_FRICTION_TABLE };
enum rig_static { RIG_STATIC_CONSTANT, RIG_STATIC_AGEING };
enum rig_restitution { RIG_RESTITUTION_CONSTANT, RIG_RESTITUTION_POWER, RIG_RESTITUTION_TABLE };

/* values over speeds (m/s) that rise from 0 or above; what is between and beyond: sim/curve.h */
enum { RIG_CURVE_POINTS = 32 };
struct rig_curve {
    size_t n;
    double speed[RIG_CURVE_POINTS], value[RIG_CURVE_POINTS];
};

struct rig_surface {
    enum rig_friction friction;
    enum rig_static rest;
    enum rig_restitution restitution;
    struct rig_curve friction_table, restitution_table; /* without points where not used */
};

/* What slip does that comes into A < 0, B > 0 (M3), where contact and flight are both solutions:
 * it goes on, as it has a force, or lets go */
enum rig_indeterminate { RIG_INDETERMINATE_SLIDE, RIG_INDETERMINATE_LIFT };

/* how the speed of a belt goes from one point of its table to the next */
enum rig_interpolation { RIG_INTERPOLATION_MONOTONE, RIG_INTERPOLATION_LINEAR };

#endif
