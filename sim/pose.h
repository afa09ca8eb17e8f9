/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where the parts of a described mechanism are at one state: for pictures of it. */
#ifndef SIM_POSE_H
#define SIM_POSE_H

#include "lib/base/error.h"
#include "lib/rig/description.h"
#include "sim/model.h"

struct sim_pose {
    struct {
        double origin[2], centre[2]; /* m, in the world's axes */
        double angle;
    } bodies[RIG_MAX_BODIES];
    double ends[RIG_MAX_SPRINGS][2][2]; /* of springs between points; of others 0 */
    double pushes[RIG_MAX_FORCES][2];   /* where forces act */
    double touch[2];                    /* what touches the surface, or would next */
    double slope;                       /* of the surface */
};

/* the description of a model, also of one that comes with Skitter; to be dropped */
enum error_code sim_pose_description(const struct sim_model *model,
                                     struct rig_description **description, struct error *err);

/* p, x: parameters of the model and its state of n coordinates, complete (sim/values.h). Bodies
 * that move with coordinates beyond n are nowhere */
enum error_code sim_pose_at(const struct rig_description *description, const double *p, size_t n,
                            const double *x, struct sim_pose *pose, struct error *err);

/* a number of the description, with p as above */
double sim_pose_value(const struct rig_form *form, const double *p, const double *x);

#endif
