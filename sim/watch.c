/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/watch.h"

#include <float.h>
#include <math.h>

#include "sim/belt.h"

static void fill_point(const struct sim_watch *watch, const struct sim_motion *m,
                       struct sim_search_point *point)
{
    const struct sim_inputs *in = &watch->course->problem->inputs;
    for (size_t i = 0; i < watch->n; i++) {
        const enum sim_guard guard = watch->guards[i];
        point->value[i] = m->guard[guard];
        point->rate[i] = NAN;
        if (guard == SIM_GUARD_GAP)
            point->rate[i] = m->tip_n;
        if (guard == SIM_GUARD_LIFT && in->law == RIG_LAW_COMPLIANT)
            point->rate[i] = -m->tip_n - in->p[SIM_CONTACT_DAMPING] / in->p[SIM_CONTACT_STIFFNESS] *
                                             m->gap_rate2;
        if (guard == SIM_GUARD_SLIP)
            point->rate[i] = sim_mode_slip(watch->course->mode) * m->slip_rate;
    }
}

_Static_assert((int)SIM_GUARDS <= (int)SIM_SEARCH_MAX, "the search has room for all of them");

static void evaluate_dense(void *context, struct sim_search_point *point)
{
    const struct sim_watch *watch = context;
    const struct sim_course *course = watch->course;
    double x[SIM_MAX_STATES];
    struct sim_motion m;
    sim_dop853_dense(course->stepper.ode, point->t, x);
    sim_motion_at(&course->problem->inputs, course->mode, point->t, x, &m);
    fill_point(watch, &m, point);
}

/* course->motion is the motion at the start of the phase */
void sim_watch_begin(struct sim_watch *watch, const struct sim_course *course)
{
    *watch = (struct sim_watch){.course = course};
    watch->n = sim_motion_guards(&course->problem->inputs, course->mode, watch->guards);
    watch->search = (struct sim_search){
        .n = watch->n, .evaluate = evaluate_dense, .context = watch, .noise = SIM_GUARD_NOISE};
    struct sim_search_point *from = &watch->points[0];
    from->t = course->t;
    fill_point(watch, &course->motion, from);
    for (size_t i = 0; i < watch->n; i++) {
        watch->search.fresh[i] = from->value[i] <= SIM_FRESH_VALUE;
        watch->search.graze[i] = watch->guards[i] == SIM_GUARD_GAP ? SIM_GRAZE_GAP : -1;
    }
}

/* the most parts into which a step is cut */
static const double most_parts = 10000;

/* Whether a step is to be searched piece by piece of the belt's curve so that no end of slip is
 * missed. The forces of slip do not depend on the belt, so that a step may be long while the
 * belt's speed turns many times. It need not where the belt cannot reach the tip's speed within
 * the step. */
static bool belt_may_catch_up(const struct sim_watch *watch, const struct sim_search_point *from,
                              const struct sim_search_point *to)
{
    const struct sim_inputs *in = &watch->course->problem->inputs;
    const int slip = sim_mode_slip(watch->course->mode);
    if (!in->belt || !slip)
        return false;
    size_t g = 0;
    while (g < watch->n && watch->guards[g] != SIM_GUARD_SLIP)
        g++;
    if (g == watch->n)
        return false;
    double before[3], after[3], low, high;
    const double t0 = from->t + in->belt_shift, t1 = to->t + in->belt_shift;
    sim_belt_at(in->belt, t0, before);
    sim_belt_at(in->belt, t1, after);
    sim_belt_range(in->belt, t0, t1, &low, &high);
    const double tip_before = from->value[g] + slip * before[0];
    const double tip_after = to->value[g] + slip * after[0];
    const double ahead = fmin(tip_before, tip_after) - fabs(tip_after - tip_before);
    return ahead <= (slip > 0 ? high : -low);
}

/* the stages of the step as points between its ends */
static void fill_points(struct sim_watch *watch)
{
    const struct sim_course *course = watch->course;
    struct sim_search_point *points = watch->points;
    const double end = sim_dop853_time(course->stepper.ode), length = end - points[0].t;
    for (size_t i = 0; i < SIM_DOP853_INNER; i++) {
        points[i + 1].t = points[0].t + sim_dop853_inner[i].share * length;
        fill_point(watch, &course->inner[i], &points[i + 1]);
    }
    points[SIM_WATCH_LAST].t = end;
    fill_point(watch, &course->motion, &points[SIM_WATCH_LAST]);
}

/* the first event of one of the step's parts */
static enum sim_search_result search_parts(struct sim_watch *watch, struct sim_search *search,
                                           struct sim_search_found *found)
{
    const struct sim_inputs *in = &watch->course->problem->inputs;
    const struct sim_search_point *from = &watch->points[0];
    const struct sim_search_point *to = &watch->points[SIM_WATCH_LAST];
    const double shortest = (to->t - from->t) / most_parts;
    struct sim_search_point a = *from, b;
    enum sim_search_result result = SIM_SEARCH_NONE;
    while (a.t < to->t && !result) {
        const double end = sim_belt_piece_end(in->belt, a.t + in->belt_shift) - in->belt_shift;
        b = *to;
        b.t = fmin(to->t, fmax(end, a.t + shortest));
        if (b.t < to->t)
            evaluate_dense(watch, &b);
        result = sim_search_first(search, &a, &b, found);
        a = b;
    }
    return result;
}

/* the event found in the whole step, or one in its parts if that is earlier */
enum sim_search_result sim_watch_step(struct sim_watch *watch, struct sim_search_found *found)
{
    fill_points(watch);
    const struct sim_search_point *from = &watch->points[0];
    const struct sim_search_point *to = &watch->points[SIM_WATCH_LAST];
    const bool by_parts = belt_may_catch_up(watch, from, to);
    if (!by_parts && sim_search_quiet(&watch->search, watch->points, SIM_WATCH_LAST + 1))
        return SIM_SEARCH_NONE;
    watch->search.time_tolerance = fmax(SIM_EVENT_TIME,
                                        SIM_EVENT_ROUNDINGS * DBL_EPSILON * fabs(to->t));
    struct sim_search fine = watch->search;
    const enum sim_search_result whole = sim_search_first(&watch->search, from, to, found);
    if (!by_parts)
        return whole;
    struct sim_search_found first;
    const enum sim_search_result part = search_parts(watch, &fine, &first);
    if (!part || (whole && first.t >= found->t - fine.time_tolerance))
        return whole;
    watch->search = fine;
    *found = first;
    return part;
}

void sim_watch_next(struct sim_watch *watch) { watch->points[0] = watch->points[SIM_WATCH_LAST]; }
