/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Motions to lay over a map: simulated ones, trajectories of skitter-sim, and
 * recorded runs. Each gives two curves, one in contact and one in flight. */
#ifndef MAP_OVERLAY_H
#define MAP_OVERLAY_H

#include "map/curve.h"

struct map_overlay {
    struct map_curve contact, flight;
};

/* the rig's own motion between two times */
enum error_code map_overlay_motion(const struct map_place *place, double from, double to,
                                   struct map_overlay *overlay, struct error *err);

/* a trajectory written by skitter-sim --output; both axes must be columns */
enum error_code map_overlay_file(const struct map_place *place, const char *path,
                                 struct map_overlay *overlay, struct error *err);

/* a run directory with the tip's velocities, from the rig's start on. Two
 * coordinates follow from them: (tip_t, tip_n) = K^T v. What a vibrometer sees
 * does not say whether the tip touches; all of it is drawn as contact. */
enum error_code map_overlay_run(const struct map_place *place, const char *path,
                                struct map_overlay *overlay, struct error *err);

void map_overlay_free(struct map_overlay *overlay);

#endif
