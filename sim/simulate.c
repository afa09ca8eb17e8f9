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

/* phases and changes up to the time t, or to where the motion is over */
static enum error_code follow_to(struct sim_course *course, double t)
{
    const double shortest = SIM_NO_TIME * (course->given->t_end - course->given->t_start);
    double last_event = -INFINITY;
    enum error_code code = ERROR_OK;
    course->own.t_end = t;
    while (!code && !course->over && t - course->t > shortest_rest) {
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
    return code;
}

static enum error_code play(struct sim_course *course)
{
    enum error_code code = sim_change_begin(course);
    if (!code)
        code = follow_to(course, course->given->t_end);
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

/* ---- the course of a motion */

static void course_free(struct sim_course *course)
{
    sim_stretch_free(course->stretch);
    sim_variation_free(course->variation);
    sim_taylor_free(course->taylor);
    free(course);
}

static void take_start(struct sim_course *course)
{
    const struct sim_problem *problem = course->given;
    course->problem = &course->own;
    course->own.since_slopes = course->since_slopes;
    course->total = course->width * (1 + problem->n_directions);
    course->x_before = course->y;
    sim_lagrange_chebyshev(SIM_SAMPLE_NODES, course->sample_nodes, &course->sample_basis[0][0]);
    memcpy(course->y, problem->x, course->width * sizeof *course->y);
    for (size_t d = 0; d < problem->n_directions; d++)
        memcpy(course->y + course->width * (1 + d), problem->directions[d].x,
               course->width * sizeof *course->y);
}

static enum error_code course_create(const struct sim_problem *problem, const struct sim_sink *sink,
                                     struct sim_statistics *statistics, struct sim_course **made,
                                     struct error *err)
{
    struct sim_course *course = *made = calloc(1, sizeof *course);
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
                                  .last_force = NAN,
                                  .hop = -INFINITY,
                                  .hop_time = INFINITY,
                                  .t = problem->t_start};
    course->own.inputs.site = &course->site;
    take_start(course);
    const double atol = SIM_ABSOLUTE_SHARE * problem->rtol;
    enum error_code code = sim_taylor_create(&problem->inputs, problem->rtol, atol, &course->taylor,
                                             err);
    if (!code && problem->n_directions)
        code = sim_variation_create(course->problem, course->sample_nodes, &course->variation, err);
    if (code) {
        course_free(course);
        *made = NULL;
    }
    return code;
}

static void count(const struct sim_course *course, struct sim_statistics *statistics)
{
    const long series = sim_taylor_steps(course->taylor);
    statistics->evaluations = series + sim_stretch_evaluations(course->stretch);
    statistics->stretched = sim_stretch_steps(course->stretch);
    statistics->steps = series + statistics->stretched;
}

enum error_code sim_simulate(const struct sim_problem *problem, const struct sim_sink *sink,
                             struct sim_statistics *statistics, struct error *err)
{
    struct sim_course *course;
    enum error_code code = course_create(problem, sink, statistics, &course, err);
    if (code)
        return code;
    code = play(course);
    count(course, statistics);
    course_free(course);
    return code;
}

/* ---- piece by piece */

struct sim_walk {
    struct sim_problem problem;
    struct sim_sink sink;
    struct sim_statistics statistics;
    struct sim_course *course;
};

enum error_code sim_walk_open(const struct sim_problem *problem, const struct sim_sink *sink,
                              struct sim_walk **made, struct error *err)
{
    struct sim_walk *walk = *made = calloc(1, sizeof *walk);
    if (!walk)
        return error_memory(err);
    walk->problem = *problem;
    walk->problem.inputs.p = walk->problem.p;
    walk->sink = *sink;
    enum error_code code = course_create(&walk->problem, &walk->sink, &walk->statistics,
                                         &walk->course, err);
    if (!code)
        code = sim_change_begin(walk->course);
    if (code) {
        sim_walk_close(walk);
        *made = NULL;
    }
    return code;
}

enum error_code sim_walk_to(struct sim_walk *walk, double t, struct error *err)
{
    walk->course->err = err;
    return follow_to(walk->course, fmin(t, walk->problem.t_end));
}

struct sim_walk_place sim_walk_place(const struct sim_walk *walk)
{
    const struct sim_course *course = walk->course;
    return (struct sim_walk_place){.t = course->t,
                                   .mode = course->mode,
                                   .x = course->y,
                                   .slopes = course->variation ? course->y + course->width : NULL,
                                   .over = course->over};
}

void sim_walk_close(struct sim_walk *walk)
{
    if (walk && walk->course)
        course_free(walk->course);
    free(walk);
}
