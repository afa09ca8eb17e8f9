/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/stretch_slopes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sim/equations.h"

/* in one step of the motion: slopes that need more have grown beyond what they can tell. Tests are
 * built with other numbers, too */
#ifndef SIM_STRETCH_SLOPE_STEPS
#define SIM_STRETCH_SLOPE_STEPS 200
#endif

struct sim_stretch_slopes {
    struct sim_course *course;
    struct sim_dop853 *motion, *ode;
    int sign; /* of A */
};

/* derivative of (x', t') in one direction: of the state, and with it of the parameters */
static void along(const struct sim_stretch_slopes *s, size_t direction, const double *x,
                  const double *dx, double *out)
{
    const struct sim_problem *problem = s->course->problem;
    const size_t n = s->course->n;
    double complex p[SIM_MAX_PARAMETERS], z[SIM_MAX_STATES];
    for (size_t i = 0; i < problem->inputs.model->table.n_parameters; i++)
        p[i] = problem->p[i] + SIM_STEP * I * problem->directions[direction].p[i];
    for (size_t i = 0; i < 2 * n; i++)
        z[i] = x[i] + SIM_STEP * I * dx[i];
    struct sim_inputs_c inputs = sim_motion_inputs_c(&problem->inputs, p);
    inputs.belt = NULL;
    struct sim_motion_c m;
    sim_motion_at_c(&inputs, s->course->mode, 0, z, &m); /* A, B, U and W know no time */
    const double complex mu = sim_mode_slip(s->course->mode) * p[SIM_FRICTION];
    for (size_t i = 0; i < n; i++) {
        const double complex per_force = m.contact.along_n[i] - mu * m.contact.along_t[i];
        out[i] = s->sign * cimag(m.a * z[n + i]) / SIM_STEP;
        out[n + i] = s->sign * cimag(m.a * m.contact.free[i] - m.b * per_force) / SIM_STEP;
    }
    out[2 * n] = s->sign * cimag(m.a) / SIM_STEP;
}

static bool rates(void *context, int stage, double tau, const double *y, double *dy)
{
    (void)stage;
    const struct sim_stretch_slopes *s = context;
    const size_t row = s->course->width + 1, directions = s->course->problem->n_directions;
    double x[SIM_MAX_STATES + SIM_STRETCH_EXTRA], sum = 0;
    sim_dop853_dense(s->motion, tau, x);
    for (size_t d = 0; d < directions; d++)
        along(s, d, x, y + d * row, dy + d * row);
    for (size_t i = 0; i < directions * row; i++)
        sum += fabs(dy[i]);
    return isfinite(sum);
}

enum error_code sim_stretch_slopes_create(struct sim_course *course, struct sim_dop853 *motion,
                                          struct sim_stretch_slopes **slopes)
{
    struct sim_stretch_slopes *new = calloc(1, sizeof *new);
    if (!new)
        return error_memory(course->err);
    *slopes = new;
    new->course = course;
    new->motion = motion;
    const double rtol = course->problem->rtol;
    return sim_dop853_create((course->width + 1) * course->problem->n_directions, rates, new, rtol,
                             SIM_ABSOLUTE_SHARE * rtol, &new->ode, course->err);
}

void sim_stretch_slopes_free(struct sim_stretch_slopes *slopes)
{
    if (slopes)
        sim_dop853_free(slopes->ode);
    free(slopes);
}

/* from those at a fixed stretched time to those at a fixed time, along x' = U - F_n W */
static void to_fixed_time(const struct sim_stretch_slopes *s, const double *y, const double *x,
                          double force_n)
{
    struct sim_course *course = s->course;
    const size_t width = course->width;
    struct sim_singular flow;
    sim_singular_at(&course->problem->inputs, course->mode, course->t, x, &flow);
    for (size_t d = 0; d < course->problem->n_directions; d++) {
        const double *row = y + d * (width + 1);
        for (size_t i = 0; i < width; i++)
            course->y[width * (1 + d) + i] = row[i] -
                                             (flow.u[i] - force_n * flow.w[i]) * row[width];
    }
}

bool sim_stretch_slopes_follow(struct sim_stretch_slopes *s, int sign, double tau_end,
                               double force_n)
{
    struct sim_course *course = s->course;
    const size_t width = course->width;
    double y[SIM_COURSE_TOTAL + SIM_MAX_DIRECTIONS];
    double x[SIM_MAX_STATES + SIM_STRETCH_EXTRA];
    const double from = sim_dop853_time_before(s->motion);
    if (!isfinite(force_n))
        return false;
    if (!(tau_end > from))
        return true;
    s->sign = sign;
    for (size_t d = 0; d < course->problem->n_directions; d++) {
        memcpy(y + d * (width + 1), course->y + width * (1 + d), width * sizeof *y);
        y[d * (width + 1) + width] = 0;
    }
    if (!sim_dop853_start(s->ode, from, y, 0, tau_end - from))
        return false;
    for (int i = 0; sim_dop853_time(s->ode) < tau_end; i++)
        if (i == SIM_STRETCH_SLOPE_STEPS || !sim_dop853_step(s->ode, tau_end))
            return false;
    sim_dop853_dense(s->motion, tau_end, x);
    to_fixed_time(s, sim_dop853_state(s->ode), x, force_n);
    return true;
}
