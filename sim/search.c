/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/search.h"

#include <math.h>

enum { PARTS = 4, HALVINGS = 30, GOLDEN_STEPS = 60 };

/* a dip is looked into when its estimate falls below this share of its ends */
static const double dip_share = 0.25;

static double value_at(struct sim_search *search, double t, size_t guard)
{
    struct sim_search_point point = {.t = t};
    search->evaluate(search->context, &point);
    return point.value[guard];
}

/* the right end of a bracket [a, b] with value > 0 at a and <= 0 at b: regula
 * falsi (Illinois). An estimate goes no closer to an end than half the
 * tolerance, so that a good one closes the bracket from both sides; a bracket
 * that three of them do not halve is bisected. */
static double bracketed_zero(struct sim_search *search, size_t guard, double a, double value_a,
                             double b, double value_b)
{
    const double least = 0.5 * search->time_tolerance;
    double width = b - a;
    int kept = 0;
    for (int i = 1; b - a > search->time_tolerance; i++) {
        double t = b - value_b * (b - a) / (value_b - value_a);
        if (i % 3 == 0) {
            if (b - a > 0.5 * width)
                t = 0.5 * (a + b);
            width = b - a;
        }
        t = fmin(fmax(t, a + least), b - least);
        if (!(t > a && t < b))
            return b;
        double value = value_at(search, t, guard);
        if (value > 0) {
            a = t;
            value_a = value;
            value_b *= kept == 1 ? 0.5 : 1;
            kept = 1;
        } else {
            b = t;
            value_b = value;
            value_a *= kept == -1 ? 0.5 : 1;
            kept = -1;
        }
    }
    return b;
}

/* the lowest point of a guard in [a, b], by golden section */
static double lowest(struct sim_search *search, size_t guard, double a, double b, double *value)
{
    const double ratio = 0.6180339887498949;
    double left = b - ratio * (b - a), right = a + ratio * (b - a);
    double value_left = value_at(search, left, guard);
    double value_right = value_at(search, right, guard);
    for (int i = 0; i < GOLDEN_STEPS && b - a > search->time_tolerance; i++) {
        if (value_left < 0 || value_right < 0)
            break; /* below zero: a bracket is all that is wanted */
        if (value_left < value_right) {
            b = right;
            right = left;
            value_right = value_left;
            left = b - ratio * (b - a);
            value_left = value_at(search, left, guard);
        } else {
            a = left;
            left = right;
            value_left = value_right;
            right = a + ratio * (b - a);
            value_right = value_at(search, right, guard);
        }
    }
    *value = fmin(value_left, value_right);
    return value_left < value_right ? left : right;
}

/* lowest value of the cubic with these values and slopes at the ends of [0, h] */
static double cubic_lowest(double h, double v0, double r0, double v1, double r1)
{
    double best = fmin(v0, v1);
    for (int i = 1; i < 16; i++) {
        double x = i / 16.0, y = 1 - x;
        double v = y * y * (1 + 2 * x) * v0 + x * x * (3 - 2 * x) * v1 +
                   h * x * y * (y * r0 - x * r1);
        best = fmin(best, v);
    }
    return best;
}

/* whether a guard that is positive at both ends may dip to zero between them;
 * `before` and `after` are the neighbours (NULL at the rim), for slopes */
static bool may_dip(const struct sim_search_point *a, const struct sim_search_point *b,
                    const struct sim_search_point *before, const struct sim_search_point *after,
                    size_t g)
{
    double h = b->t - a->t, va = a->value[g], vb = b->value[g];
    double ra = a->rate[g], rb = b->rate[g];
    if (isnan(ra) && before)
        ra = (vb - before->value[g]) / (b->t - before->t);
    if (isnan(rb) && after)
        rb = (after->value[g] - va) / (after->t - a->t);
    if (isnan(ra))
        ra = 2 * (vb - va) / h - rb;
    if (isnan(rb))
        rb = 2 * (vb - va) / h - ra;
    if (!(ra < 0 && rb > 0))
        return false;
    return cubic_lowest(h, va, ra, vb, rb) < dip_share * fmax(va, vb);
}

/* a fresh guard that is not positive at b: did it rise between a and b? */
static enum sim_search_result fresh_zero(struct sim_search *search, size_t g, double a,
                                         const struct sim_search_point *b,
                                         struct sim_search_found *found)
{
    double right = b->t, value_right = b->value[g];
    for (int i = 0; i < HALVINGS; i++) {
        double t = a + 0.5 * (right - a);
        if (t <= a || t >= right)
            break;
        double value = value_at(search, t, g);
        if (value > 0) {
            found->t = bracketed_zero(search, g, t, value, right, value_right);
            return SIM_SEARCH_ZERO;
        }
        right = t;
        value_right = value;
    }
    found->t = a;
    found->at_start = true;
    return SIM_SEARCH_ZERO;
}

/* Whether a fresh guard that falls at a, and is positive at b, was below zero between them: it is
 * looked at where the parabola through what is known is lowest */
static bool fresh_dips(struct sim_search *search, size_t g, const struct sim_search_point *a,
                       const struct sim_search_point *b)
{
    const double h = b->t - a->t, fall = a->rate[g] * h;
    if (!(fall < 0))
        return false;
    const double t = a->t - 0.5 * h * fall / (b->value[g] - a->value[g] - fall);
    return t > a->t && value_at(search, t, g) < -SIM_FRESH_ROUNDING;
}

/* the first zero of guard g in one part; neighbours help to see dips */
static enum sim_search_result part_zero(struct sim_search *search, size_t g,
                                        const struct sim_search_point *points, int i,
                                        struct sim_search_found *found)
{
    const struct sim_search_point *a = &points[i], *b = &points[i + 1];
    found->guard = g;
    found->at_start = false;
    if (search->fresh[g]) {
        const bool rising = b->value[g] >= -SIM_FRESH_ROUNDING && b->rate[g] >= -SIM_FRESH_ROUNDING;
        if (b->value[g] < -search->noise && !rising)
            return fresh_zero(search, g, a->t, b, found);
        if (fresh_dips(search, g, a, b)) {
            found->t = a->t;
            found->at_start = true;
            return SIM_SEARCH_ZERO;
        }
        search->fresh[g] = b->value[g] <= search->noise;
        return SIM_SEARCH_NONE;
    }
    if (b->value[g] <= 0) {
        found->t = bracketed_zero(search, g, a->t, a->value[g], b->t, b->value[g]);
        return SIM_SEARCH_ZERO;
    }
    const struct sim_search_point *before = i > 0 ? a - 1 : NULL;
    const struct sim_search_point *after = i + 2 <= PARTS ? b + 1 : NULL;
    if (!may_dip(a, b, before, after, g))
        return SIM_SEARCH_NONE;
    double value, t = lowest(search, g, a->t, b->t, &value);
    if (value <= 0) {
        found->t = bracketed_zero(search, g, a->t, a->value[g], t, value);
        return SIM_SEARCH_ZERO;
    }
    found->t = t;
    return value <= search->graze[g] ? SIM_SEARCH_GRAZE : SIM_SEARCH_NONE;
}

enum sim_search_result sim_search_first(struct sim_search *search,
                                        const struct sim_search_point *from,
                                        const struct sim_search_point *to,
                                        struct sim_search_found *found)
{
    struct sim_search_point points[PARTS + 1] = {[0] = *from, [PARTS] = *to};
    for (int i = 1; i < PARTS; i++) {
        points[i].t = from->t + (to->t - from->t) * i / PARTS;
        search->evaluate(search->context, &points[i]);
    }
    for (int i = 0; i < PARTS; i++) {
        enum sim_search_result best = SIM_SEARCH_NONE;
        double times[SIM_SEARCH_MAX];
        for (size_t g = 0; g < search->n; g++) {
            struct sim_search_found one = {0};
            enum sim_search_result result = part_zero(search, g, points, i, &one);
            times[g] = result == SIM_SEARCH_ZERO ? one.t : INFINITY;
            if (result && (!best || one.t < found->t - search->time_tolerance)) {
                best = result;
                *found = one;
            }
        }
        if (best) {
            for (size_t g = 0; g < search->n; g++)
                found->together[g] = fabs(times[g] - found->t) <= search->time_tolerance;
            return best;
        }
    }
    return SIM_SEARCH_NONE;
}
