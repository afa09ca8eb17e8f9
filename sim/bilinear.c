/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/bilinear.h"

#include "sim/equations.h"

enum {
    PHASES = 10000, /* a contact has some five; one that is hardly soft along the surface rings */
    STEPS = 100000  /* towards the end of a phase: some ten, more where it rings or grazes */
};
static const double apart = 1e-6; /* of two modes that are taken for one; its square is lost */

/* the contact at one instant: forces on the body, velocities of its point */
struct contact {
    real f_t, f_n, v_t, v_n;
};

/* what ends a phase: the first that falls below zero */
enum guard { GUARD_STAGE, GUARD_UP, GUARD_DOWN, GUARD_NONE };

/* a mode: w^2 of any sign, and w or the rate of growth, which serve a whole phase */
struct mode {
    real square, w;
};

/* v'' = -B v with B = Q K, whose modes have the squares mean + spread and mean - spread */
struct modes {
    real tt, tn, nt, nn, mean, spread;
    struct mode high, low;
};

/* how large forces and velocities can become; where they grow, within the time `reach` */
struct bounds {
    double f_t, f_n, v_t, v_n, reach;
};

struct phase {
    struct contact from;
    real q_tt, q_tn, q_nn; /* Delassus */
    real k_t, k_n;         /* stiffnesses */
    real friction;
    int slip;        /* sign of the slip of the foot, 0 where it sticks */
    bool release;    /* the normal spring gives back */
    enum guard edge; /* that begins at zero, where slip has just ended */
    /* what serves all of the phase */
    struct mode slipping;
    struct modes sticking;
    struct bounds bounds;
};

/* ---- closed forms */

/* cos(w t), sin(w t) / w and (1 - cos(w t)) / w^2 for a w^2 of any sign */
struct swing {
    real cosine, sine, rise;
};

static struct mode mode_of(real square)
{
    return (struct mode){square, sqrt(re(square) > 0 ? square : -square)};
}

static struct swing swing_at(const struct mode *mode, real t)
{
    const real square = mode->square, w = mode->w, s = square * t * t;
    if (re(fabs(s)) < 1e-4) /* the next terms are below rounding */
        return (struct swing){1 - s / 2 * (1 - s / 12 * (1 - s / 30)),
                              t * (1 - s / 6 * (1 - s / 20 * (1 - s / 42))),
                              t * t / 2 * (1 - s / 12 * (1 - s / 30 * (1 - s / 56)))};
    if (re(square) > 0) {
        const real half = sin(w * t / 2), other = cos(w * t / 2);
        return (struct swing){1 - 2 * half * half, 2 * half * other / w, 2 * half * half / square};
    }
    const real up = exp(w * t), down = exp(-w * t);
    return (struct swing){(up + down) / 2, (up - down) / (2 * w), (2 - up - down) / (2 * square)};
}

/* friction keeps to F_t = -slip mu F_n: one mode, v_n' = A F_n and F_n' = -k_n v_n */
static real slip_rate(const struct phase *p) { return p->q_nn - p->slip * p->friction * p->q_tn; }

static struct contact slip_at(const struct phase *p, real t)
{
    const real a = slip_rate(p), ratio = -p->slip * p->friction;
    const struct swing s = swing_at(&p->slipping, t);
    const real impulse = p->from.f_n * s.sine - p->k_n * p->from.v_n * s.rise;
    struct contact at = {.f_n = p->from.f_n * s.cosine - p->k_n * p->from.v_n * s.sine,
                         .v_n = p->from.v_n + a * impulse,
                         .v_t = p->from.v_t + (p->q_tn + ratio * p->q_tt) * impulse};
    at.f_t = ratio * at.f_n;
    return at;
}

static struct modes modes_of(const struct phase *p)
{
    struct modes b = {.tt = p->q_tt * p->k_t,
                      .tn = p->q_tn * p->k_n,
                      .nt = p->q_tn * p->k_t,
                      .nn = p->q_nn * p->k_n};
    const real half = (b.tt - b.nn) / 2, square = half * half + b.tn * b.nt;
    b.mean = (b.tt + b.nn) / 2;
    const double least = apart * re(b.mean);
    b.spread = re(square) > least * least ? sqrt(square) : (real)least;
    b.high = mode_of(b.mean + b.spread);
    b.low = mode_of(b.mean - b.spread);
    return b;
}

/* f(B) x by Sylvester's formula, f given at both squares */
static void apply(const struct modes *b, real high, real low, const real x[2], real sum[2])
{
    const real mean = (high + low) / 2, slope = (high - low) / (2 * b->spread);
    sum[0] += mean * x[0] + slope * ((b->tt - b->mean) * x[0] + b->tn * x[1]);
    sum[1] += mean * x[1] + slope * (b->nt * x[0] + (b->nn - b->mean) * x[1]);
}

static struct contact stick_at(const struct phase *p, real t)
{
    const struct contact *from = &p->from;
    const struct modes *b = &p->sticking;
    const struct swing high = swing_at(&b->high, t), low = swing_at(&b->low, t);
    const real v[2] = {from->v_t, from->v_n};
    const real a[2] = {p->q_tt * from->f_t + p->q_tn * from->f_n,
                       p->q_tn * from->f_t + p->q_nn * from->f_n};
    real speed[2] = {0, 0}, way[2] = {0, 0};
    apply(b, high.cosine, low.cosine, v, speed);
    apply(b, high.sine, low.sine, a, speed);
    apply(b, high.sine, low.sine, v, way);
    apply(b, high.rise, low.rise, a, way);
    return (struct contact){.f_t = from->f_t - p->k_t * way[0],
                            .f_n = from->f_n - p->k_n * way[1],
                            .v_t = speed[0],
                            .v_n = speed[1]};
}

static struct contact contact_at(const struct phase *p, real t)
{
    return p->slip ? slip_at(p, t) : stick_at(p, t);
}

/* ---- what ends a phase */

/* the slip of the foot: what the point moves less what the spring gives way */
static real foot(const struct phase *p, const struct contact *at)
{
    return at->v_t + p->slip * p->friction * p->k_n * at->v_n / p->k_t;
}

static real guard(const struct phase *p, enum guard which, const struct contact *at)
{
    if (which == GUARD_STAGE)
        return p->release ? at->f_n : -at->v_n;
    if (p->slip)
        return p->slip * foot(p, at);
    return p->friction * at->f_n + (which == GUARD_UP ? at->f_t : -at->f_t);
}

/* guards are linear: of these they give their own rates */
static struct contact rates(const struct phase *p, const struct contact *at)
{
    return (struct contact){.f_t = p->slip ? p->slip * p->friction * p->k_n * at->v_n
                                           : -p->k_t * at->v_t,
                            .f_n = -p->k_n * at->v_n,
                            .v_t = p->q_tt * at->f_t + p->q_tn * at->f_n,
                            .v_n = p->q_tn * at->f_t + p->q_nn * at->f_n};
}

/* ---- the first zero, found for certain
 *
 * While |g''| <= M, g stays above g + g' h - M h^2 / 2: a step to where that is zero passes over
 * no zero of g, and close to one it is Newton's step. */

static double size(real x) { return re(fabs(x)); }

/* v.Q^-1 v + F.K^-1 F, twice the energy, is kept while the foot sticks */
static struct bounds stick_bounds(const struct phase *p, const struct contact *at)
{
    const double tt = re(p->q_tt), tn = re(p->q_tn), nn = re(p->q_nn);
    const double f_t = re(at->f_t), f_n = re(at->f_n), v_t = re(at->v_t), v_n = re(at->v_n);
    const double moving = (nn * v_t * v_t - 2 * tn * v_t * v_n + tt * v_n * v_n) /
                          (tt * nn - tn * tn);
    const double energy = moving + f_t * f_t / re(p->k_t) + f_n * f_n / re(p->k_n);
    return (struct bounds){.f_t = re(sqrt(energy * p->k_t)),
                           .f_n = re(sqrt(energy * p->k_n)),
                           .v_t = re(sqrt(energy * p->q_tt)),
                           .v_n = re(sqrt(energy * p->q_nn)),
                           .reach = INFINITY};
}

static struct bounds slip_bounds(const struct phase *p, const struct contact *at)
{
    const double a = re(slip_rate(p)), k = re(p->k_n), f = size(at->f_n), v = size(at->v_n);
    if (a > 0) /* v_n^2 + A F_n^2 / k_n is kept */
        return (struct bounds){.f_n = hypot(f, v * re(sqrt((real)(k / a)))),
                               .v_n = hypot(v, f * re(sqrt((real)(a / k)))),
                               .reach = INFINITY};
    const double w = re(sqrt((real)(k * fmax(-a, re(p->q_nn)))));
    const double even = 1.5431, odd = 1.1753; /* cosh 1 and sinh 1: of the growth up to 1 / w */
    return (struct bounds){
        .f_n = even * f + odd * k * v / w, .v_n = even * v + odd * w * f / k, .reach = 1 / w};
}

static double slip_bound(const struct phase *p, enum guard which, const struct bounds *x)
{
    const double k_n = re(p->k_n), a = size(slip_rate(p));
    const double v_t = size(p->q_tn - p->slip * p->friction * p->q_tt) * k_n * x->v_n;
    if (which != GUARD_STAGE)
        return v_t + re(p->friction) * k_n / re(p->k_t) * a * k_n * x->v_n;
    return a * k_n * (p->release ? x->f_n : x->v_n);
}

/* of a guard's second derivative while the foot sticks: forces turn by -K Q F, velocities by
 * -Q K v; of its third with the rates of these, K Q K v */
static double stick_bound(const struct phase *p, enum guard which, const struct bounds *x,
                          bool third)
{
    const double k_t = re(p->k_t), k_n = re(p->k_n);
    const double tt = re(p->q_tt), tn = size(p->q_tn), nn = re(p->q_nn);
    const double t = third ? k_t * x->v_t : x->f_t, n = third ? k_n * x->v_n : x->f_n;
    if (which != GUARD_STAGE)
        return re(p->friction) * k_n * (tn * t + nn * n) + k_t * (tt * t + tn * n);
    return p->release ? k_n * (tn * x->f_t + nn * x->f_n) : tn * k_t * x->v_t + nn * k_n * x->v_n;
}

/* how far no zero of the guard can be. A foot that has just come to stick is on the edge of the
 * cone with no rate, but g'' > 0: there a bound of the third derivative serves. */
static double safe_step(const struct phase *p, enum guard which, const struct contact *at,
                        const struct bounds *x)
{
    if (which == p->edge && at == &p->from) {
        const struct contact rate = rates(p, at), turn = rates(p, &rate);
        return 3 * re(guard(p, which, &turn)) / stick_bound(p, which, x, true);
    }
    const struct contact rate = rates(p, at);
    const double g = re(guard(p, which, at)), slope = re(guard(p, which, &rate));
    const double bound = p->slip ? slip_bound(p, which, x) : stick_bound(p, which, x, false);
    return g > 0 || slope > 0
               ? (slope + re(sqrt((real)(slope * slope + 2 * bound * fmax(g, 0))))) / bound
               : 0;
}

static void prepare(struct phase *p)
{
    if (p->slip) {
        p->slipping = mode_of(slip_rate(p) * p->k_n);
        p->bounds = slip_bounds(p, &p->from);
    } else {
        p->sticking = modes_of(p);
        p->bounds = stick_bounds(p, &p->from);
    }
}

/* the contact at the end of the phase and the guard that ends it; the instant moves with the
 * parameters as the guard's rate says */
static bool end_of(const struct phase *p, enum guard *which, struct contact *at)
{
    const enum guard last = p->slip ? GUARD_UP : GUARD_DOWN;
    const struct contact *now = &p->from;
    double t = 0;
    for (int i = 0; i < STEPS; i++) {
        const struct bounds x = isinf(p->bounds.reach) ? p->bounds : slip_bounds(p, now);
        double step = x.reach;
        for (enum guard g = GUARD_STAGE; g <= last; g++) {
            const double safe = safe_step(p, g, now, &x);
            *which = safe < step ? g : *which;
            step = fmin(step, safe);
        }
        if (!(step > 1e-15 * t)) {
            const struct contact rate = rates(p, now);
            const real slope = guard(p, *which, &rate);
            *at = contact_at(p, re(slope) != 0 ? t - guard(p, *which, now) / slope : (real)t);
            return t > 0;
        }
        t += step;
        *at = contact_at(p, t);
        now = at;
    }
    return false;
}

/* ---- the whole contact */

static struct phase begin(const struct SIM_NAME(sim_impact) * im)
{
    return (struct phase){.from = {.v_t = im->slip, .v_n = im->normal},
                          .q_tt = im->q_tt,
                          .q_tn = -im->hold * im->q_tt,
                          .q_nn = im->q_hold + im->hold * im->hold * im->q_tt,
                          .k_t = 1 / im->compliance,
                          .k_n = 1,
                          .friction = im->friction,
                          .edge = GUARD_NONE};
}

static int sign_of(real x) { return re(x) > 0 ? 1 : re(x) < 0 ? -1 : 0; }

/* the foot slips at first where the force that would hold it grows faster than the cone */
static int first_slip(struct phase *p)
{
    p->slip = sign_of(p->from.v_t);
    return p->slip * re(foot(p, &p->from)) > 0 ? p->slip : 0;
}

static enum guard edge_after(int slip)
{
    return slip > 0 ? GUARD_UP : slip < 0 ? GUARD_DOWN : GUARD_NONE;
}

static bool follow(struct phase *p, real restitution, real *work)
{
    for (int i = 0; i < PHASES; i++) {
        enum guard which = GUARD_STAGE;
        struct contact at;
        prepare(p);
        if (!end_of(p, &which, &at))
            return false;
        p->from = at;
        if (which == GUARD_STAGE && p->release)
            return true;
        if (which == GUARD_STAGE) {
            /* F_n^2 / 2 was stored, of which e^2 comes back */
            *work = -(1 - restitution * restitution) * at.f_n * at.f_n / 2;
            p->from.v_n = 0;
            p->edge = GUARD_NONE;
            p->release = true;
            if (re(restitution) == 0)
                return true;
            p->k_n = 1 / (restitution * restitution);
        } else {
            p->edge = edge_after(p->slip);
            p->slip = p->slip ? 0 : which == GUARD_UP ? 1 : -1;
        }
    }
    return false;
}

static bool finish(struct SIM_NAME(sim_impact) * im, struct phase *p)
{
    if (!follow(p, im->restitution, &im->work))
        return false;
    im->excess_t = (p->from.v_t - im->slip) / im->q_tt;
    im->impulse_n = (p->from.v_n - im->normal + im->hold * (p->from.v_t - im->slip)) / im->q_hold;
    im->impulse_t = im->hold * im->impulse_n + im->excess_t;
    im->slip = p->from.v_t;
    im->normal = p->from.v_n;
    return true;
}

bool SIM_NAME(sim_bilinear_solve)(struct SIM_NAME(sim_impact) * im)
{
    struct phase p = begin(im);
    p.slip = first_slip(&p);
    return finish(im, &p);
}

/* Where A < 0 force and approach grow from nothing as exp(w t), w^2 = -A, until the foot stops:
 * v_n = -w F_n and v_t = slip + (q_tn - slip mu q_tt) F_n / w (Zhao 2015, section 3, has this
 * growth for a contact that gives way in the normal direction alone). */
bool SIM_NAME(sim_bilinear_tangential)(struct SIM_NAME(sim_impact) * im)
{
    struct phase p = begin(im);
    p.slip = sign_of(im->slip);
    const real a = slip_rate(&p);
    if (!(re(a) < 0))
        return false;
    const real w = sqrt(-a), ratio = -p.slip * p.friction;
    const real stop = (p.q_tn + ratio * p.q_tt) / w + ratio * w / p.k_t;
    p.from.f_n = -im->slip / stop;
    p.from.f_t = ratio * p.from.f_n;
    p.from.v_n = -w * p.from.f_n;
    p.from.v_t = im->slip + (p.q_tn + ratio * p.q_tt) * p.from.f_n / w;
    p.edge = edge_after(p.slip);
    p.slip = 0;
    return re(p.from.f_n) > 0 && finish(im, &p);
}
