/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/glide.h"

#include <float.h>

#include "sim/dop853_table.h"
#include "sim/equations.h"
#include "sim/friction.h"

/* error of a step in shares of the speeds */
static const double tolerance = 1e-14;
/* the first step, in shares of the impulse that would change the speeds by as much as they are */
static const double first_share = 0.02;
/* how steps follow each other, by the rules of sim/dop853.c */
static const double safety = 0.9, most_growth = 6, least_growth = 0.3, order = 8;
enum { MOST_STEPS = 100000, ROOT_STEPS = 100 };

typedef struct SIM_NAME(sim_impact) impact_t;

struct glide {
    const impact_t *from; /* where it began */
    int slip;
    enum sim_goal goal;
    real target;
    double size; /* of the speeds */
};

/* after the impulse `p` */
struct place {
    real p, slip, sum; /* integral of the slip by p */
};

static real slip_rate(const struct glide *g, real slip)
{
    const impact_t *im = g->from;
    const real mu = SIM_NAME(sim_friction_at)(im->surface, im->p, g->slip * slip);
    return (-g->slip * mu - im->hold) * im->q_tt;
}

static real normal_at(const struct glide *g, const struct place *at)
{
    const impact_t *im = g->from;
    return im->normal + im->q_hold * at->p - im->hold * (at->slip - im->slip);
}

static real work_at(const struct glide *g, const struct place *at)
{
    const impact_t *im = g->from;
    return im->work + (im->normal + im->q_hold * at->p / 2 + im->hold * im->slip) * at->p -
           im->hold * at->sum;
}

/* one step by the impulse h; returns its error in tolerances */
static double step(const struct glide *g, const struct place *from, real h, struct place *to)
{
    real slip[DOP853_STAGES], rate[DOP853_STAGES] = {0}, change = 0, way = 0, error5 = 0,
                              error3 = 0;
    for (int i = 0; i < DOP853_STAGES; i++) {
        real sum = 0;
        for (int j = 0; j < dop853_a[i].n; j++)
            sum += dop853_a[i].entry[j].weight * rate[dop853_a[i].entry[j].stage];
        slip[i] = from->slip + h * sum;
        rate[i] = slip_rate(g, slip[i]);
    }
    const struct dop853_row *b = &dop853_a[DOP853_STAGES];
    for (int j = 0; j < b->n; j++) {
        change += b->entry[j].weight * rate[b->entry[j].stage];
        way += b->entry[j].weight * slip[b->entry[j].stage];
    }
    for (int j = 0; j < dop853_error5.n; j++)
        error5 += dop853_error5.entry[j].weight * rate[dop853_error5.entry[j].stage];
    for (int j = 0; j < dop853_third.n; j++)
        error3 -= dop853_third.entry[j].weight * rate[dop853_third.entry[j].stage];
    error3 += change;
    *to = (struct place){
        .p = from->p + h, .slip = from->slip + h * change, .sum = from->sum + h * way};
    const double e5 = re(error5), e3 = re(error3);
    if (e5 == 0 && e3 == 0)
        return 0;
    const double lower = re(fabs(h)) * e5 * e5 / re(sqrt(e5 * e5 + 0.01 * e3 * e3));
    return lower / (tolerance * g->size);
}

/* a function that rises through zero where slip rests, or where the goal is met, and its rate */
struct end {
    real value, rate;
};

static struct end end_of(const struct glide *g, bool rests, const struct place *at)
{
    const real rate = slip_rate(g, at->slip);
    if (rests)
        return (struct end){-g->slip * at->slip, -g->slip * rate};
    if (g->goal == SIM_GOAL_NORMAL)
        return (struct end){normal_at(g, at) - g->target, g->from->q_hold - g->from->hold * rate};
    if (g->goal == SIM_GOAL_WORK)
        return (struct end){work_at(g, at) - g->target, normal_at(g, at)};
    return (struct end){g->from->impulse_n + at->p - g->target, 1};
}

/* The part of a step h across an end after which it is met: Newton's steps between two bounds, the
 * last of which carries the derivative */
static real part_of(const struct glide *g, bool rests, const struct place *from, double h,
                    struct place *to)
{
    double low = 0, high = h;
    real part = h;
    for (int i = 0; i < ROOT_STEPS; i++) {
        step(g, from, part, to);
        const struct end end = end_of(g, rests, to);
        *(re(end.value) < 0 ? &low : &high) = re(part);
        real next = part - end.value / end.rate;
        const bool inside = re(next) >= low && re(next) <= high;
        if (!inside)
            next = low + 0.5 * (high - low);
        const double moved = re(next) - re(part);
        part = next;
        if (inside && moved * moved <= DBL_EPSILON * h * h) /* its square is what is left */
            break;
    }
    step(g, from, part, to);
    const struct end end = end_of(g, rests, to);
    part -= end.value / end.rate;
    step(g, from, part, to);
    return part;
}

/* the first end within the step h, which leads across one or both */
static bool first_end(const struct glide *g, const struct place *from, double h, bool rest,
                      bool met, struct place *to)
{
    struct place place[2];
    real part[2];
    if (rest)
        part[1] = part_of(g, true, from, h, &place[1]);
    if (met)
        part[0] = part_of(g, false, from, h, &place[0]);
    const bool rests = rest && !(met && re(part[0]) <= re(part[1]));
    *to = place[rests];
    return rests;
}

static void arrive(impact_t *im, const struct glide *g, const struct place *at)
{
    const real normal = normal_at(g, at), work = work_at(g, at);
    const real excess = (at->slip - im->slip) / im->q_tt;
    im->normal = normal;
    im->work = work;
    im->slip = at->slip;
    im->impulse_n += at->p;
    im->excess_t += excess;
    im->impulse_t += im->hold * at->p + excess;
}

bool SIM_NAME(sim_glide)(impact_t *im, int slip, enum sim_goal goal, real target, bool *rests)
{
    const impact_t from = *im;
    const double q_nn = re(im->q_hold + im->hold * im->hold * im->q_tt);
    struct glide g = {.from = &from, .slip = slip, .goal = goal, .target = target};
    g.size = re(fabs(im->slip)) + re(fabs(im->normal)) + q_nn * re(im->impulse_n);
    struct place at = {.slip = im->slip};
    const struct end begin = end_of(&g, false, &at);
    *rests = false;
    if (re(begin.value) > 0 || (re(begin.value) == 0 && re(begin.rate) >= 0))
        return true;
    double h = first_share * g.size / (q_nn + re(fabs(slip_rate(&g, im->slip))));
    for (int i = 0; i < MOST_STEPS && h > 0; i++) {
        struct place to;
        const double reach = SIM_NAME(sim_friction_reach)(im->surface, im->p, re(at.slip));
        h = fmin(h, reach / re(fabs(slip_rate(&g, at.slip))));
        const double error = step(&g, &at, h, &to);
        if (!isfinite(error))
            return false;
        if (error <= 1) {
            const bool rest = slip * re(to.slip) <= 0;
            const bool met = re(end_of(&g, false, &to).value) >= 0;
            if (rest || met) {
                *rests = first_end(&g, &at, h, rest, met, &to);
                arrive(im, &g, &to);
                return true;
            }
            at = to;
        }
        h *= fmin(most_growth, fmax(least_growth, safety * re(pow(error, -1 / order))));
    }
    return false;
}
