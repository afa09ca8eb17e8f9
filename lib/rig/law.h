/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The laws of contact and of impact that a rig file names and the simulator follows. */
#ifndef LIB_RIG_LAW_H
#define LIB_RIG_LAW_H

enum rig_law { RIG_LAW_RIGID, RIG_LAW_COMPLIANT };
enum rig_impact { RIG_IMPACT_POISSON, RIG_IMPACT_STRONGE, RIG_IMPACT_NEWTON };

/* What slip does that comes into A < 0, B > 0 (M3), where contact and flight are both solutions:
 * it goes on, as it has a force, or lets go */
enum rig_indeterminate { RIG_INDETERMINATE_SLIDE, RIG_INDETERMINATE_LIFT };

/* how the speed of a belt goes from one point of its table to the next */
enum rig_interpolation { RIG_INTERPOLATION_MONOTONE, RIG_INTERPOLATION_LINEAR };

#endif
