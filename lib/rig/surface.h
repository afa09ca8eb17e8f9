/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The laws of the surface in rig files and run.json: friction by the speed of slip, restitution
 * by that of approach; private to lib/rig. */
#ifndef LIB_RIG_SURFACE_H
#define LIB_RIG_SURFACE_H

#include "lib/rig/rig.h"

/* A list of pairs of a speed and a value: numbers in m/s and 1, or texts with their units. NULL:
 * no points */
enum error_code rig_curve_read(const json_t *list, struct rig_curve *curve, struct error *err);

json_t *rig_surface_to_json(const struct rig_surface *surface); /* NULL: no memory */

/* whether the laws fit each other; `key` tells where they do not */
enum error_code rig_surface_check(const struct rig *rig, char *key, size_t size, struct error *err);

#endif
