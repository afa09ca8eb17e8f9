/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/sim/outline.h"

#include <math.h>
#include <string.h>

enum { PARTS = 16 };

static double get(const struct sim_problem *problem, const char *name)
{
    const struct mechanism *table = &problem->inputs.model->table;
    return problem->inputs.p[quantity_find(table->parameters, table->n_parameters, name)];
}

/* a straight body from one height to another */
static double segment(double from, double to, double lowest)
{
    for (int i = 0; i <= PARTS; i++)
        lowest = fmin(lowest, from + (to - from) * i / PARTS);
    return lowest;
}

/* links that hang from a joint, angles from the downward vertical */
static double hanging(const struct sim_problem *problem, const double *q)
{
    static const char *const names[] = {"length",  "length2", "length3",
                                        "length4", "length5", "length6"};
    double height = get(problem, "height"), lowest = INFINITY;
    for (size_t i = 0; i < problem->inputs.n; i++) {
        const double next = height - get(problem, names[i]) * cos(q[i]);
        lowest = segment(height, next, lowest);
        height = next;
    }
    return lowest;
}

/* a rectangle about its centre, turned forward (clockwise) */
static double rectangle(double along, double over, double height, double tilt)
{
    double lowest = INFINITY;
    for (int corner = 0; corner < 4; corner++) {
        const double x = corner & 1 ? along : -along, y = corner & 2 ? over : -over;
        lowest = fmin(lowest, height - x * sin(tilt) + y * cos(tilt));
    }
    return lowest;
}

static double slider(const struct sim_problem *problem, const double *q)
{
    const double hinge = q[1] + get(problem, "hinge_height") * cos(q[3]);
    const double centre = q[1] - get(problem, "offset") * sin(q[3]);
    const double plate = rectangle(0.5 * get(problem, "slider_length"),
                                   0.5 * get(problem, "slider_thickness"), centre, q[3]);
    return segment(hinge, hinge + 2 * get(problem, "rod_half_length") * cos(q[2]), plate);
}

double outline_lowest(const struct sim_problem *problem, const double *x)
{
    const char *name = problem->inputs.model->table.name;
    if (strcmp(name, "two-link") == 0 || strcmp(name, "chain") == 0)
        return hanging(problem, x);
    if (strcmp(name, "rod") == 0) {
        const double half = get(problem, "half_length") * sin(x[2]);
        return segment(x[1] - half, x[1] + half, INFINITY);
    }
    if (strcmp(name, "box") == 0)
        return rectangle(0.5 * get(problem, "width"), 0.5 * get(problem, "height"), x[1], x[2]);
    if (strcmp(name, "oscillator") == 0) {
        const double hinge = x[1] + get(problem, "length");
        return segment(hinge, hinge - get(problem, "length") * cos(x[0]), INFINITY);
    }
    if (strcmp(name, "ipos") == 0)
        return slider(problem, x);
    return INFINITY;
}
