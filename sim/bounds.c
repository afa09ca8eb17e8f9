/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/bounds.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "sim/code.h"
#include "sim/roots.h"

/* rates of a gap, of other guards, and twice the second rate, that are zero but for rounding */
static const double still_gap = 1e-13, still = 1e-9;

_Static_assert((int)SIM_ROOTS_DEGREE >= (int)SIM_SERIES_ORDER, "a series is a polynomial");

static size_t column_of(enum sim_mode mode, size_t n_outline, enum sim_guard guard)
{
    switch (guard) {
    case SIM_GUARD_LIFT:
        return SIM_BOUND_LIFT;
    case SIM_GUARD_SLIP:
        return SIM_BOUND_SPEED;
    case SIM_GUARD_CONE_MINUS:
        return SIM_BOUND_MINUS;
    case SIM_GUARD_TIP_LOW:
        return sim_mode_bounds(mode) + n_outline;
    case SIM_GUARD_TIP_HIGH:
        return sim_mode_bounds(mode) + n_outline + 1;
    case SIM_GUARD_JAM:
    case SIM_GUARD_GAP:
    case SIM_GUARD_CONE_PLUS:
        return 0;
    default:
        return sim_mode_bounds(mode) + (size_t)(guard - SIM_GUARD_FLOOR);
    }
}

void sim_bounds_begin(struct sim_bounds *bounds, const struct sim_course *course)
{
    bounds->course = course;
    bounds->n = sim_motion_guards(&course->problem->inputs, course->mode, bounds->guards);
    for (size_t i = 0; i < bounds->n; i++) {
        bounds->columns[i] = column_of(course->mode, course->problem->inputs.model->n_outline,
                                       bounds->guards[i]);
        bounds->fresh[i] = course->motion.guard[bounds->guards[i]] <= SIM_FRESH_VALUE;
    }
}

static bool is_spring(const struct sim_bounds *bounds)
{
    return bounds->course->problem->inputs.law == RIG_LAW_COMPLIANT;
}

static bool is_cone(enum sim_guard guard)
{
    return guard == SIM_GUARD_CONE_PLUS || guard == SIM_GUARD_CONE_MINUS;
}

/* what a guard is less than the bound that is its series, at the most over the last step */
static double offset_of(const struct sim_bounds *bounds, enum sim_guard guard)
{
    const struct sim_course *course = bounds->course;
    const struct sim_inputs *in = &course->problem->inputs;
    const int slip = sim_mode_slip(course->mode);
    if (guard == SIM_GUARD_SLIP && in->belt) {
        const double t = sim_taylor_time_before(course->taylor) + in->belt_shift;
        double low, high;
        sim_belt_range(in->belt, t, t + sim_taylor_length(course->taylor), &low, &high);
        return slip > 0 ? high : -low;
    }
    if (guard == SIM_GUARD_SLIP)
        return slip * in->p[SIM_BELT_SPEED];
    if (guard == SIM_GUARD_JAM)
        return sim_motion_stretch_share() * course->motion.contact.q_nn;
    if (is_cone(guard) && is_spring(bounds)) /* as in sim/motion.c */
        return -sim_motion_cone_noise(in, sim_motion_holds(in, course->t));
    return 0;
}

/* how often zero is a zero of a guard: 1 after a bounce, 2 when stick takes off or lets go, 3 when
 * slip takes off */
static int multiplicity(const double *c, double h, bool gap)
{
    if (fabs(c[1]) > (gap ? still_gap : still) * h)
        return 1;
    return !gap || fabs(c[2]) > still * h * h ? 2 : 3;
}

/* A fresh guard that falls: at the start, unless it falls by rounding alone and rises */
static double fresh_fall(const double *c, int n, bool *at_start)
{
    double raised[SIM_ROOTS_DEGREE + 1];
    memcpy(raised, c, (size_t)(n + 1) * sizeof *c);
    raised[0] = fmax(c[0], 0) + SIM_FRESH_ROUNDING;
    const double end = sim_roots_first(raised, n);
    *at_start = false;
    if (isnan(end))
        return NAN;
    enum { PLACES = 16 };
    for (int i = 1; i < PLACES; i++) {
        const double x = end * i / PLACES, back = sim_roots_after(c, n, x);
        if (!isnan(back))
            return back;
    }
    *at_start = true;
    return 0;
}

double sim_bounds_fresh(const double *c, int n, double h, bool gap, bool *at_start)
{
    double size = 0;
    *at_start = false;
    for (int k = 0; k <= n; k++)
        size += fabs(c[k]);
    if (size <= SIM_GUARD_NOISE)
        return NAN;
    const int m = multiplicity(c, h, gap);
    return c[m] > 0 ? sim_roots_first(c + m, n - m) : fresh_fall(c, n, at_start);
}

/* of one guard with those coefficients, in shares of the time h */
static double zero_of(struct sim_bounds *bounds, size_t i, const double *c, int n, double h,
                      enum sim_search_result *result, bool *at_start)
{
    *result = SIM_SEARCH_ZERO;
    *at_start = false;
    if (bounds->fresh[i]) {
        double end = 0;
        for (int k = n; k >= 0; k--)
            end += c[k];
        bounds->fresh[i] = end <= SIM_GUARD_NOISE;
        const bool gap = bounds->guards[i] == SIM_GUARD_GAP ||
                         bounds->guards[i] >= SIM_GUARD_FLOOR ||
                         (bounds->guards[i] == SIM_GUARD_LIFT && is_spring(bounds));
        return sim_bounds_fresh(c, n, h, gap, at_start);
    }
    if (c[0] <= 0)
        return 0;
    const double zero = sim_roots_first(c, n);
    if (bounds->guards[i] != SIM_GUARD_GAP)
        return zero;
    const double dip = sim_roots_dip(c, n, SIM_GRAZE_GAP);
    if (isnan(dip) || dip >= zero || dip * h < SIM_EVENT_TIME)
        return zero;
    *result = SIM_SEARCH_GRAZE;
    return dip;
}

/* The end of slip on a belt whose speed changes, piece by piece of its curve: the forces of slip do
 * not depend on the belt, so that a step may be long while the belt's speed turns many times */
static double zero_in_pieces(struct sim_bounds *bounds, size_t i, const double *c, int n, double h,
                             enum sim_search_result *result, bool *at_start)
{
    const struct sim_inputs *in = &bounds->course->problem->inputs;
    const int slip = sim_mode_slip(bounds->course->mode);
    const double begin = sim_taylor_time_before(bounds->course->taylor) + in->belt_shift;
    for (double from = 0, to; from < 1; from = to) {
        double part[SIM_ROOTS_DEGREE + 1], belt[SIM_ROOTS_DEGREE + 1], scale = slip;
        const double end = (sim_belt_piece_end(in->belt, begin + from * h) - begin) / h;
        to = end > from ? fmin(1, end) : 1;
        sim_roots_part(c, n, from, to, part);
        sim_belt_series(in->belt, begin + from * h, n, belt);
        for (int k = 0; k <= n; k++, scale *= (to - from) * h)
            part[k] -= scale * belt[k];
        const double zero = zero_of(bounds, i, part, n, (to - from) * h, result, at_start);
        if (!isnan(zero))
            return from + zero * (to - from);
    }
    return NAN;
}

/* The end of stick by a coefficient that is no parameter: its series times that of the normal
 * force. Columns are those of a coefficient of 1, F_n - F_t and F_n + F_t */
static double zero_of_cone(struct sim_bounds *bounds, size_t i, double h, bool *at_start)
{
    const struct sim_course *course = bounds->course;
    const struct sim_inputs *in = &course->problem->inputs;
    const struct sim_taylor *taylor = course->taylor;
    const int side = bounds->guards[i] == SIM_GUARD_CONE_PLUS ? -1 : 1;
    double plus[SIM_ROOTS_DEGREE + 1], minus[SIM_ROOTS_DEGREE + 1], mu[SIM_ROOTS_DEGREE + 1] = {0};
    double c[SIM_ROOTS_DEGREE + 1];
    enum sim_search_result unused;
    const int n = sim_taylor_bound(taylor, SIM_BOUND_PLUS, plus);
    sim_taylor_bound(taylor, SIM_BOUND_MINUS, minus);
    mu[0] = sim_motion_holds(in, sim_taylor_time_before(taylor));
    if (in->surface->rest == RIG_STATIC_AGEING) { /* ln(1 + x), x of the time that it has aged */
        const double age = sim_taylor_time_before(taylor) - in->since + in->p[SIM_AGEING_TIME];
        double power = -in->p[SIM_AGEING];
        for (int k = 1; k <= n; k++)
            mu[k] = (power *= -h / age) / k;
    }
    for (int k = 0; k <= n; k++) {
        c[k] = side * 0.5 * (minus[k] - plus[k]);
        for (int j = 0; j <= k; j++)
            c[k] += mu[j] * 0.5 * (minus[k - j] + plus[k - j]);
    }
    c[0] -= offset_of(bounds, bounds->guards[i]);
    return zero_of(bounds, i, c, n, h, &unused, at_start);
}

/* The gap that a damped spring has let go of while it was not open yet: until it is, the guard is
 * the pull that the spring would have to exert (sim/motion.c) */
static double zero_of_touch(struct sim_bounds *bounds, size_t i, const double *gap, int n, double h,
                            enum sim_search_result *result, bool *at_start)
{
    const struct sim_inputs *in = &bounds->course->problem->inputs;
    const double lag = in->p[SIM_CONTACT_DAMPING] / in->p[SIM_CONTACT_STIFFNESS];
    double pull[SIM_ROOTS_DEGREE + 1], closed[SIM_ROOTS_DEGREE + 1], open[SIM_ROOTS_DEGREE + 1];
    sim_taylor_bound(bounds->course->taylor, sim_mode_bounds(SIM_FLIGHT) + in->model->n_outline + 1,
                     pull);
    for (int k = 0; k <= n; k++) {
        pull[k] = gap[k] + lag * pull[k];
        closed[k] = -gap[k];
    }
    const double opens = gap[0] < 0 ? sim_roots_first(closed, n) : 0;
    const double zero = zero_of(bounds, i, pull, n, h, result, at_start);
    if (!(opens < 1) || zero < opens)
        return zero;
    *result = SIM_SEARCH_ZERO;
    sim_roots_part(gap, n, opens, 1, open);
    return opens + (1 - opens) * sim_bounds_fresh(open, n, (1 - opens) * h, true, at_start);
}

/* in shares of the step */
static double zero_in_step(struct sim_bounds *bounds, size_t i, double h,
                           enum sim_search_result *result, bool *at_start)
{
    const struct sim_course *course = bounds->course;
    double c[SIM_ROOTS_DEGREE + 1];
    const int n = sim_taylor_bound(course->taylor, bounds->columns[i], c);
    if (bounds->guards[i] == SIM_GUARD_SLIP && course->problem->inputs.belt)
        return zero_in_pieces(bounds, i, c, n, h, result, at_start);
    if (is_cone(bounds->guards[i]) && course->problem->inputs.surface)
        return zero_of_cone(bounds, i, h, at_start);
    if (bounds->guards[i] == SIM_GUARD_GAP && is_spring(bounds) && c[0] <= 0)
        return zero_of_touch(bounds, i, c, n, h, result, at_start);
    c[0] -= offset_of(bounds, bounds->guards[i]);
    return zero_of(bounds, i, c, n, h, result, at_start);
}

/* most guards of most steps: nothing to be looked for */
static bool stays_above(const struct sim_bounds *bounds, size_t i, double low)
{
    const double level = bounds->guards[i] == SIM_GUARD_GAP ? SIM_GRAZE_GAP : 0;
    if (is_cone(bounds->guards[i]) && bounds->course->problem->inputs.surface)
        return false;
    return !bounds->fresh[i] && low - offset_of(bounds, bounds->guards[i]) > level;
}

enum sim_search_result sim_bounds_step(struct sim_bounds *bounds, struct sim_search_found *found)
{
    const struct sim_taylor *taylor = bounds->course->taylor;
    const double t = sim_taylor_time(taylor), h = sim_taylor_length(taylor);
    const double tolerance = fmax(SIM_EVENT_TIME, SIM_EVENT_ROUNDINGS * DBL_EPSILON * fabs(t));
    double times[SIM_GUARDS], low[SIM_MAX_BOUNDS];
    enum sim_search_result best = SIM_SEARCH_NONE;
    sim_taylor_lowest(taylor, low);
    for (size_t i = 0; i < bounds->n; i++) {
        enum sim_search_result result = SIM_SEARCH_ZERO;
        bool at_start = false;
        times[i] = INFINITY;
        if (stays_above(bounds, i, low[bounds->columns[i]]))
            continue;
        const double time = h * zero_in_step(bounds, i, h, &result, &at_start);
        times[i] = result == SIM_SEARCH_ZERO && !isnan(time) ? time : INFINITY;
        if (isnan(time) || (best && !(time < found->t - tolerance)))
            continue;
        best = result;
        *found = (struct sim_search_found){.t = time, .guard = i, .at_start = at_start};
    }
    for (size_t i = 0; best && i < bounds->n; i++)
        found->together[i] = fabs(times[i] - found->t) <= tolerance;
    return best;
}
