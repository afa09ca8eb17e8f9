/* Motions to lay over a map: simulated ones, trajectories of skitter-sim, and
 * recorded runs. Each gives two curves, one in contact and one in flight. */
#ifndef SIM_MAP_OVERLAY_H
#define SIM_MAP_OVERLAY_H

#include "sim/map_curve.h"

struct sim_map_overlay {
    struct sim_map_curve contact, flight;
};

/* the rig's own motion between two times */
enum error_code sim_map_overlay_motion(const struct sim_map_place *place, double from,
                                       double to, struct sim_map_overlay *overlay,
                                       struct error *err);

/* a trajectory written by skitter-sim --output; both axes must be columns */
enum error_code sim_map_overlay_file(const struct sim_map_place *place, const char *path,
                                     struct sim_map_overlay *overlay, struct error *err);

/* a run directory with the tip's velocities, from the rig's start on. Two
 * coordinates follow from them: (tip_t, tip_n) = K^T v. What a vibrometer sees
 * does not say whether the tip touches; all of it is drawn as contact. */
enum error_code sim_map_overlay_run(const struct sim_map_place *place, const char *path,
                                    struct sim_map_overlay *overlay, struct error *err);

void sim_map_overlay_free(struct sim_map_overlay *overlay);

#endif
