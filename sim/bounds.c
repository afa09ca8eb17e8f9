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

static size_t column_of(enum sim_mode mode, enum sim_guard guard)
{
    switch (guard) {
    case SIM_GUARD_LIFT:
        return SIM_BOUND_LIFT;
    case SIM_GUARD_SLIP:
        return SIM_BOUND_SPEED;
    case SIM_GUARD_CONE_MINUS:
        return SIM_BOUND_MINUS;
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
    *bounds = (struct sim_bounds){.course = course};
    bounds->n = sim_motion_guards(&course->problem->inputs, course->mode, bounds->guards);
    for (size_t i = 0; i < bounds->n; i++) {
        bounds->columns[i] = column_of(course->mode, bounds->guards[i]);
        bounds->fresh[i] = course->motion.guard[bounds->guards[i]] <= SIM_FRESH_VALUE;
    }
}

/* what a guard is less than the bound that is its series */
static double offset_of(const struct sim_bounds *bounds, enum sim_guard guard)
{
    const struct sim_course *course = bounds->course;
    if (guard == SIM_GUARD_SLIP)
        return sim_mode_slip(course->mode) * course->problem->inputs.p[SIM_BELT_SPEED];
    if (guard == SIM_GUARD_JAM)
        return sim_motion_stretch_share() * course->motion.contact.q_nn;
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

static double fresh_zero(const struct sim_bounds *bounds, size_t i, const double *c, int n,
                         double h, bool *at_start)
{
    const bool gap = bounds->guards[i] == SIM_GUARD_GAP || bounds->guards[i] >= SIM_GUARD_FLOOR;
    double size = 0;
    *at_start = false;
    for (int k = 0; k <= n; k++)
        size += fabs(c[k]);
    if (size <= SIM_GUARD_NOISE)
        return NAN;
    const int m = multiplicity(c, h, gap);
    return c[m] > 0 ? sim_roots_first(c + m, n - m) : fresh_fall(c, n, at_start);
}

/* of one guard, in shares of the step */
static double zero_of(struct sim_bounds *bounds, size_t i, double h, enum sim_search_result *result,
                      bool *at_start)
{
    double c[SIM_ROOTS_DEGREE + 1];
    const int n = sim_taylor_bound(bounds->course->stepper.taylor, bounds->columns[i], c);
    c[0] -= offset_of(bounds, bounds->guards[i]);
    *result = SIM_SEARCH_ZERO;
    *at_start = false;
    if (bounds->fresh[i]) {
        double end = 0;
        for (int k = n; k >= 0; k--)
            end += c[k];
        bounds->fresh[i] = end <= SIM_GUARD_NOISE;
        return fresh_zero(bounds, i, c, n, h, at_start);
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

enum sim_search_result sim_bounds_step(struct sim_bounds *bounds, struct sim_search_found *found)
{
    const struct sim_taylor *taylor = bounds->course->stepper.taylor;
    const double t = sim_taylor_time(taylor), h = sim_taylor_length(taylor);
    const double tolerance = fmax(SIM_EVENT_TIME, SIM_EVENT_ROUNDINGS * DBL_EPSILON * fabs(t));
    double times[SIM_GUARDS];
    enum sim_search_result best = SIM_SEARCH_NONE;
    for (size_t i = 0; i < bounds->n; i++) {
        enum sim_search_result result;
        bool at_start;
        const double time = h * zero_of(bounds, i, h, &result, &at_start);
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
