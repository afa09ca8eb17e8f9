/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Friction from a block that slides to rest or down an incline (Zhao 2008's slide
 * test): kinetic from the acceleration, of all of it and by its parts, over speed; static from the
 * angle where it lets go. */
#ifndef CALIB_SLIDE_H
#define CALIB_SLIDE_H

#include "calib/budget.h"
#include "calib/friction_speed.h"
#include "calib/input.h"
#include "calib/line.h"
#include "calib/output.h"

struct calib_slide_settings {
    const char *channel;        /* NULL: velocity or tip_t */
    struct calib_given gravity; /* NaN: the rig's */
    struct calib_given incline; /* rad, downhill positive; NaN: the channel angle, or 0 */
};

struct calib_slide {
    double *speed; /* magnitude, offset taken off */
    size_t n;
    size_t first, last; /* of the straight part that was fitted */
    struct calib_straight line;
    struct calib_budget kinetic;
    struct calib_friction_speed by_speed; /* of equal parts of the stretch */
    double time, period;
};

enum error_code calib_slide_find(const struct measure_channels *input,
                                 const struct calib_slide_settings *settings,
                                 struct calib_slide *slide, struct calib_output *output,
                                 struct error *err);
void calib_slide_free(struct calib_slide *slide);
void calib_slide_draw(const struct calib_slide *slide, struct figure *figure);

#endif
