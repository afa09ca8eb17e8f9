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

/* n: coordinates in use; p, x: parameters of the model and its state, complete (sim/values.h).
 * What is on a body that is not in use (lib/rig/description.h) is 0. */
enum error_code sim_pose_at(const struct rig_description *description, size_t n, const double *p,
                            const double *x, struct sim_pose *pose, struct error *err);

enum { SIM_POSE_OUTLINE = 64 };

/* Points of a body's outline in its own axes, SIM_POSE_OUTLINE at the most; returns how many: a
 * rod has two, a point mass one. */
size_t sim_pose_outline(const struct rig_description *description, size_t body, const double *p,
                        const double *x, double points[SIM_POSE_OUTLINE][2]);

/* a number of the description, with p as above */
double sim_pose_value(const struct rig_form *form, const double *p, const double *x);

#endif
