/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The laws of contact and of impact that a rig file names and the simulator follows. */
#ifndef LIB_RIG_LAW_H
#define LIB_RIG_LAW_H

enum rig_law { RIG_LAW_RIGID, RIG_LAW_COMPLIANT };
enum rig_impact { RIG_IMPACT_POISSON, RIG_IMPACT_STRONGE, RIG_IMPACT_NEWTON };

/* how the speed of a belt goes from one point of its table to the next */
enum rig_interpolation { RIG_INTERPOLATION_MONOTONE, RIG_INTERPOLATION_LINEAR };

#endif
