/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Friction over the speed of slip, as points that were measured one by one: whether it changes with
 * speed, said, drawn, and as the table of a rig file. */
#ifndef CALIB_FRICTION_SPEED_H
#define CALIB_FRICTION_SPEED_H

#include <stdbool.h>

#include "calib/input.h"
#include "calib/output.h"

enum { CALIB_FRICTION_POINTS = 12 };

struct calib_friction_speed {
    size_t n;
    double speed[CALIB_FRICTION_POINTS], friction[CALIB_FRICTION_POINTS],
        uncertainty[CALIB_FRICTION_POINTS];
    struct calib_given slope; /* of a straight line through the points, s/m; NaN: too few */
    double degrees;           /* of freedom of its uncertainty */
    bool varies;              /* one value is not enough */
};

/* from the points; sorts them by speed */
void calib_friction_speed_judge(struct calib_friction_speed *points);

/* the slope as a result, and a remark where friction varies */
void calib_friction_speed_tell(const struct calib_friction_speed *points,
                               struct calib_output *output);

/* the points, and for a rig file with the parameter friction of that value the table */
void calib_friction_speed_print(const struct calib_friction_speed *points, double friction,
                                FILE *out);

void calib_friction_speed_draw(const struct calib_friction_speed *points, const char *name,
                               struct figure *figure, struct figure_panel *panel);

#endif
