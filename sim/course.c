/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/course.h"

#include <float.h>
#include <math.h>

#include "sim/reset.h"

/* what a step misses the end of slip by is less than this share of it or than the rounding of the
 * time, in which a large force stops it; or something else is wrong */
static const double end_slip_close = 1e-3;
enum { END_SLIP_TRIES = 2 };

const char sim_course_no_slopes_in_jam[] =
    "a jam: the derivatives grow beyond all bounds with the force";

void sim_course_end_slopes(struct sim_course *course, const char *why)
{
    if (!course->problem->n_directions || course->statistics->slopes_why)
        return;
    course->statistics->slopes_end = course->t;
    course->statistics->slopes_why = why;
    for (size_t i = course->width; i < course->total; i++)
        course->y[i] = NAN;
    for (size_t d = 0; d < course->problem->n_directions; d++)
        course->time_slopes[d] = NAN;
}

enum error_code sim_course_stopped(struct sim_course *course)
{
    return error_set(course->err, ERROR_INTERRUPTED,
                     "interrupted at t = %.9g s; everything up to then is kept", course->t);
}

void sim_course_end_slip(struct sim_course *course, double step)
{
    const struct sim_inputs *in = &course->problem->inputs;
    for (int i = 0; i < END_SLIP_TRIES && in->law == RIG_LAW_RIGID; i++) {
        struct sim_impact unused;
        struct sim_motion m;
        sim_reset_apply(in, SIM_RESET_CLOSE, course->problem->impact, course->t, course->y,
                        &unused);
        sim_motion_at(in, course->mode, course->t, course->y, &m);
        const double late = m.slip / m.slip_rate;
        if (!(fabs(late) <= fmax(end_slip_close * step, DBL_EPSILON * fabs(course->t))))
            return;
        for (size_t k = 0; k < course->n; k++) {
            course->y[k] -= late * course->y[course->n + k];
            course->y[course->n + k] -= late * m.acceleration[k];
        }
        course->t -= late;
        if (fabs(late) <= DBL_EPSILON * fabs(course->t))
            return;
    }
}
