/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/simulate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sim/change.h"
#include "sim/lagrange.h"
#include "sim/samples.h"
#include "sim/stretch.h"

/* a motion that ends sooner than this after an event ends with it (s) */
static const double shortest_rest = 1e-12;

static enum error_code play(struct sim_course *course)
{
    enum error_code code = sim_change_begin(course);
    const double shortest = SIM_NO_TIME * (course->problem->t_end - course->problem->t_start);
    double last_event = -INFINITY;
    while (!code && !course->over && course->problem->t_end - course->t > shortest_rest) {
        struct sim_met met;
        code = sim_phase_follow(course, &met);
        if (code || met.result == SIM_SEARCH_NONE)
            break;
        course->stalled = course->t > last_event + shortest ? 0 : course->stalled + 1;
        last_event = course->t;
        if (course->stalled > SIM_MAX_STALLED)
            return error_set(course->err, ERROR_NUMERIC,
                             "the contact switches without end at t = %.12g s; everything "
                             "up to then is kept",
                             course->t);
        code = sim_change_handle(course, &met);
    }
    if (code)
        return code;
    if (!course->over) { /* the end is given; else it is the time of the event that ended it */
        course->t = course->problem->t_end;
        for (size_t d = 0; d < course->problem->n_directions; d++)
            course->time_slopes[d] = 0;
    }
    code = sim_samples_give_last(course);
    if (code)
        return code;
    return sim_change_end(course);
}

enum error_code sim_simulate(const struct sim_problem *problem, const struct sim_sink *sink,
                             struct sim_statistics *statistics, struct error *err)
{
    struct sim_course *course = calloc(1, sizeof *course);
    if (!course)
        return error_memory(err);
    *statistics = (struct sim_statistics){.slopes_end = INFINITY, .least_det = INFINITY};
    *course = (struct sim_course){.given = problem,
                                  .own = *problem,
                                  .sink = sink,
                                  .statistics = statistics,
                                  .err = err,
                                  .n = problem->inputs.n,
                                  .width = 2 * problem->inputs.n,
                                  .t = problem->t_start};
    course->problem = &course->own;
    course->total = course->width * (1 + problem->n_directions);
    course->x_before = course->y;
    const struct sim_model *model = problem->inputs.model;
    for (size_t i = 0; model->outline && i < course->n; i++)
        course->turns[i] = strcmp(model->table.states[i].unit, "rad") == 0;
    sim_lagrange_chebyshev(SIM_SAMPLE_NODES, course->sample_nodes, &course->sample_basis[0][0]);
    memcpy(course->y, problem->x, course->width * sizeof *course->y);
    for (size_t d = 0; d < problem->n_directions; d++)
        memcpy(course->y + course->width * (1 + d), problem->directions[d].x,
               course->width * sizeof *course->y);
    enum error_code code = sim_dop853_create(course->width, sim_phase_rhs, course, problem->rtol,
                                             SIM_ABSOLUTE_SHARE * problem->rtol, &course->ode, err);
    if (!code && problem->n_directions)
        code = sim_variation_create(course->problem, &course->variation, err);
    if (!code)
        code = play(course);
    if (course->ode) {
        statistics->evaluations = sim_dop853_evaluations(course->ode) +
                                  sim_stretch_evaluations(course->stretch);
        statistics->stretched = sim_stretch_steps(course->stretch);
        statistics->steps = sim_dop853_steps(course->ode) + statistics->stretched;
    }
    sim_stretch_free(course->stretch);
    sim_variation_free(course->variation);
    sim_dop853_free(course->ode);
    free(course);
    return code;
}
