/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/course.h"

#include <math.h>

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
