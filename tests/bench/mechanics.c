/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/bench/mechanics.h"

#include <math.h>
#include <string.h>

/* ---- the mechanisms */

enum { MASS, LENGTH, HEIGHT, STIFFNESS, DAMPING, REST, GRAVITY };

/* Zhao 2008 (4), with the sign of R's second entry put right: equal links */
static void two_link(const double *p, const double *x, struct terms *k)
{
    const double m = p[MASS], l = p[LENGTH], g = p[GRAVITY];
    const double s1 = sin(x[0]), c1 = cos(x[0]), s2 = sin(x[1]), c2 = cos(x[1]);
    const double inertia = m * l * l, half = 0.5 * inertia, s12 = s1 * c2 - c1 * s2;
    const double joint = p[STIFFNESS] * (x[0] - x[1] - p[REST]) + p[DAMPING] * (x[2] - x[3]);
    k->m11 = 4 * inertia / 3;
    k->m12 = half * (c1 * c2 + s1 * s2);
    k->m22 = inertia / 3;
    k->h1 = -half * s12 * x[3] * x[3] - joint - p[DAMPING] * x[2] - 1.5 * m * g * l * s1;
    k->h2 = half * s12 * x[2] * x[2] + joint - 0.5 * m * g * l * s2;
    k->t1 = l * c1;
    k->t2 = l * c2;
    k->n1 = l * s1;
    k->n2 = l * s2;
    k->st = -l * (s1 * x[2] * x[2] + s2 * x[3] * x[3]);
    k->sn = l * (c1 * x[2] * x[2] + c2 * x[3] * x[3]);
    k->gap = p[HEIGHT] - l * (c1 + c2);
}

enum { MASS1, MASS2, STIFFNESS1, STIFFNESS2, DAMPING2, SINE, COSINE, GRAVITY1 };

/* Leine 2002 (5.2) to (5.4) with c1 = 0 */
static void simple_oscillator(const double *p, const double *x, struct terms *k)
{
    const double all = p[MASS1] + p[MASS2];
    k->m11 = p[MASS1];
    k->m12 = p[MASS1] * p[SINE];
    k->m22 = all;
    k->h1 = -p[STIFFNESS1] * x[0] - p[MASS1] * p[GRAVITY1] * p[SINE];
    k->h2 = -p[STIFFNESS2] * x[1] - p[DAMPING2] * x[3] - all * p[GRAVITY1];
    k->t1 = p[COSINE];
    k->t2 = 0;
    k->n1 = p[SINE];
    k->n2 = 1;
    k->st = k->sn = 0;
    k->gap = x[0] * p[SINE] + x[1];
}

/* ---- the contact */

struct contact {
    struct terms k;
    double free[2], along_t[2], along_n[2]; /* M^-1 of h, w_t, w_n */
    double qtt, qtn, qnn, bt, bn;
    double slip, normal; /* velocities */
};

static void solve(const struct terms *k, double a, double b, double *out)
{
    const double inverse = 1 / (k->m11 * k->m22 - k->m12 * k->m12);
    out[0] = (k->m22 * a - k->m12 * b) * inverse;
    out[1] = (k->m11 * b - k->m12 * a) * inverse;
}

static void contact_at(const struct mechanics *m, const double *x, struct contact *c)
{
    struct terms *k = &c->k;
    m->terms(m->values, x, k);
    solve(k, k->h1, k->h2, c->free);
    solve(k, k->t1, k->t2, c->along_t);
    solve(k, k->n1, k->n2, c->along_n);
    c->qtt = k->t1 * c->along_t[0] + k->t2 * c->along_t[1];
    c->qtn = k->t1 * c->along_n[0] + k->t2 * c->along_n[1];
    c->qnn = k->n1 * c->along_n[0] + k->n2 * c->along_n[1];
    c->bt = k->t1 * c->free[0] + k->t2 * c->free[1] + k->st;
    c->bn = k->n1 * c->free[0] + k->n2 * c->free[1] + k->sn;
    c->slip = k->t1 * x[2] + k->t2 * x[3] - m->belt;
    c->normal = k->n1 * x[2] + k->n2 * x[3];
}

static int sign_of(enum mode mode) { return (mode == SLIP_PLUS) - (mode == SLIP_MINUS); }

static double slip_a(const struct mechanics *m, const struct contact *c, int sign)
{
    return c->qnn - sign * m->friction * c->qtn;
}

static void stick_force(const struct contact *c, double *ft, double *fn)
{
    const double det = c->qtt * c->qnn - c->qtn * c->qtn;
    *ft = -(c->qnn * c->bt - c->qtn * c->bn) / det;
    *fn = -(c->qtt * c->bn - c->qtn * c->bt) / det;
}

void mechanics_rate(const struct mechanics *m, enum mode mode, const double *x, double *rate)
{
    rate[0] = x[2];
    rate[1] = x[3];
    if (mode == FLIGHT) {
        struct terms k;
        m->terms(m->values, x, &k);
        solve(&k, k.h1, k.h2, rate + 2);
        return;
    }
    struct contact c;
    double ft, fn;
    contact_at(m, x, &c);
    if (mode == STICK) {
        stick_force(&c, &ft, &fn);
    } else {
        fn = -c.bn / slip_a(m, &c, sign_of(mode));
        ft = -sign_of(mode) * m->friction * fn;
    }
    rate[2] = c.free[0] + c.along_t[0] * ft + c.along_n[0] * fn;
    rate[3] = c.free[1] + c.along_t[1] * ft + c.along_n[1] * fn;
}

enum { GAP = 0, SLIP = 0, LIFT, JAM, CONE_PLUS = 0, CONE_MINUS };

void mechanics_guards(const struct mechanics *m, enum mode mode, const double *x, double *guards)
{
    struct contact c;
    guards[0] = guards[1] = guards[2] = 1;
    if (mode == FLIGHT) {
        m->terms(m->values, x, &c.k);
        /* right after take-off the gap is zero to rounding and may seem to close */
        if (fabs(c.k.gap) > 1e-9 || c.k.n1 * x[2] + c.k.n2 * x[3] < -1e-9)
            guards[GAP] = c.k.gap;
        return;
    }
    contact_at(m, x, &c);
    if (mode == STICK) {
        double ft, fn;
        stick_force(&c, &ft, &fn);
        guards[CONE_PLUS] = m->friction * fn - ft;
        guards[CONE_MINUS] = m->friction * fn + ft;
    } else {
        guards[SLIP] = sign_of(mode) * c.slip;
        guards[LIFT] = -c.bn;
        guards[JAM] = slip_a(m, &c, sign_of(mode));
    }
}

void mechanics_tip(const struct mechanics *m, const double *x, double *t, double *n)
{
    struct terms k;
    m->terms(m->values, x, &k);
    *t = k.t1 * x[2] + k.t2 * x[3];
    *n = k.n1 * x[2] + k.n2 * x[3];
}

/* ---- impacts */

/* Poisson with Darboux-Keller's phases; the impulses, or false when it does not end */
static bool poisson(const struct mechanics *m, const struct contact *c, double *pt, double *pn)
{
    double slip = c->slip, normal = c->normal, goal = INFINITY;
    *pt = *pn = 0;
    for (int phase = 0; phase < 6; phase++) {
        const bool holds = fabs(c->qtn) <= m->friction * c->qtt;
        const int sign = fabs(slip) > 1e-13 ? (slip > 0 ? 1 : -1)
                         : holds            ? 0
                                            : (c->qtn > 0 ? 1 : -1);
        const double rub = sign ? -sign * m->friction : -c->qtn / c->qtt;
        const double slip_rate = sign ? c->qtn + rub * c->qtt : 0;
        const double normal_rate = c->qnn + rub * c->qtn;
        double step = isinf(goal) ? (normal_rate > 0 ? -normal / normal_rate : INFINITY)
                                  : goal - *pn;
        const bool stops = sign && fabs(slip) > 1e-13 && slip * slip_rate < 0 &&
                           -slip / slip_rate < step;
        if (stops)
            step = -slip / slip_rate;
        if (isinf(step))
            return false;
        slip = stops ? 0 : slip + slip_rate * step;
        normal += normal_rate * step;
        *pn += step;
        *pt += rub * step;
        if (stops)
            continue;
        if (!isinf(goal))
            return true;
        goal = (1 + m->restitution) * *pn; /* compression has ended */
        normal = 0;
    }
    return false;
}

/* Leine 2002 (2.17), (2.18): friction by the slip after the impact */
static bool newton(const struct mechanics *m, const struct contact *c, double *pt, double *pn)
{
    const double det = c->qtt * c->qnn - c->qtn * c->qtn;
    const double change = -(1 + m->restitution) * c->normal;
    *pt = (-c->qnn * c->slip - c->qtn * change) / det;
    *pn = (c->qtt * change + c->qtn * c->slip) / det;
    if (*pn >= 0 && fabs(*pt) <= m->friction * *pn)
        return true;
    for (int sign = 1; sign >= -1; sign -= 2) {
        *pn = change / slip_a(m, c, sign);
        *pt = -sign * m->friction * *pn;
        if (*pn >= 0 && sign * (c->slip + c->qtt * *pt + c->qtn * *pn) > 0)
            return true;
    }
    return false;
}

static void push(const struct contact *c, double pt, double pn, double *x)
{
    x[2] += c->along_t[0] * pt + c->along_n[0] * pn;
    x[3] += c->along_t[1] * pt + c->along_n[1] * pn;
}

/* ---- changes of mode */

static const char *const stuck = "no mode of contact follows";

/* put the tip on the surface and take away the normal velocity and, for stick, the slip */
static void close_contact(const struct mechanics *m, bool stick, double *x, struct contact *c)
{
    contact_at(m, x, c);
    const double lift = -c->k.gap / c->qnn;
    x[0] += c->along_n[0] * lift;
    x[1] += c->along_n[1] * lift;
    contact_at(m, x, c);
    double pt = 0, pn = -c->normal / c->qnn;
    if (stick) {
        const double det = c->qtt * c->qnn - c->qtn * c->qtn;
        pt = (c->qtn * c->normal - c->qnn * c->slip) / det;
        pn = (c->qtn * c->slip - c->qtt * c->normal) / det;
    }
    push(c, pt, pn, x);
    contact_at(m, x, c);
}

static enum mode slip_mode(int sign) { return sign > 0 ? SLIP_PLUS : SLIP_MINUS; }

/* the slip that begins is against F_t; without a force it takes off */
static enum mode leave_stick(const struct mechanics *m, const struct contact *c, double ft)
{
    const int sign = ft > 0 ? -1 : 1;
    return slip_a(m, c, sign) > 0 && c->bn <= 0 ? slip_mode(sign) : FLIGHT;
}

static const char *strike(const struct mechanics *m, enum mode *mode, double *x);

/* the mode of a closed contact */
static const char *select_mode(const struct mechanics *m, enum mode *mode, double *x)
{
    struct contact c;
    contact_at(m, x, &c);
    if (fabs(c.slip) > 1e-12) {
        const int sign = c.slip > 0 ? 1 : -1;
        if (c.bn <= 0 && slip_a(m, &c, sign) <= 0)
            return strike(m, mode, x);
        *mode = c.bn > 0 ? FLIGHT : slip_mode(sign);
        return NULL;
    }
    double ft, fn;
    stick_force(&c, &ft, &fn);
    *mode = fn >= 0 && fabs(ft) <= m->friction * fn ? STICK : leave_stick(m, &c, ft);
    return NULL;
}

/* bounces that will all be over within a microsecond are over: v, e v, e^2 v, ... */
static bool settles(const struct mechanics *m, double normal, double lift)
{
    return lift < 0 && 2 * normal / (-lift * (1 - m->restitution)) < 1e-6;
}

static const char *strike(const struct mechanics *m, enum mode *mode, double *x)
{
    struct contact c;
    double pt = 0, pn = 0;
    contact_at(m, x, &c);
    if (!(m->newton ? newton : poisson)(m, &c, &pt, &pn))
        return stuck;
    push(&c, pt, pn, x);
    contact_at(m, x, &c);
    if (c.normal > 1e-12 && !settles(m, c.normal, c.bn)) {
        *mode = FLIGHT;
        return NULL;
    }
    close_contact(m, false, x, &c);
    return select_mode(m, mode, x);
}

const char *mechanics_change(const struct mechanics *m, int guard, enum mode *mode, double *x)
{
    struct contact c;
    if (guard < 0)
        return select_mode(m, mode, x);
    if (*mode == FLIGHT)
        return strike(m, mode, x);
    if (*mode == STICK) {
        close_contact(m, true, x, &c);
        *mode = leave_stick(m, &c, guard == CONE_PLUS ? 1 : -1);
        return NULL;
    }
    if (guard == JAM)
        return "the contact jams";
    close_contact(m, guard == SLIP, x, &c);
    if (guard == LIFT) {
        *mode = FLIGHT;
        return NULL;
    }
    return select_mode(m, mode, x);
}

/* ---- the cases */

static const double degree = 3.14159265358979323846 / 180;

/* the rig of Zhao 2008; the tip rests on the rail, the spring is unstressed */
static void rig(double height, double theta1, struct mechanics *m, double *x)
{
    *m = (struct mechanics){.terms = two_link,
                            .values = {[MASS] = 0.12,
                                       [LENGTH] = 0.21,
                                       [HEIGHT] = height,
                                       [STIFFNESS] = 1.35,
                                       [DAMPING] = 0.005,
                                       [GRAVITY] = 9.8},
                            .friction = 0.6,
                            .restitution = 0.1,
                            .belt = -0.5};
    x[0] = theta1;
    x[1] = acos(height / 0.21 - cos(theta1));
    x[2] = x[3] = 0;
    m->values[REST] = x[0] - x[1];
}

bool mechanics_case(const char *name, struct mechanics *m, double *x)
{
    if (!strcmp(name, "R1")) {
        rig(0.3775, 32 * degree, m, x);
    } else if (!strcmp(name, "R3")) {
        rig(0.314, 55 * degree, m, x);
    } else if (!strcmp(name, "R2")) {
        *m = (struct mechanics){.terms = simple_oscillator,
                                .values = {[MASS1] = 0.1,
                                           [MASS2] = 1,
                                           [STIFFNESS1] = 100,
                                           [STIFFNESS2] = 100,
                                           [DAMPING2] = 10,
                                           [SINE] = sin(22.5 * degree),
                                           [COSINE] = cos(22.5 * degree),
                                           [GRAVITY1] = 10},
                                .friction = 0.5,
                                .belt = -1,
                                .newton = true};
        memset(x, 0, 4 * sizeof *x);
    } else {
        return false;
    }
    return true;
}
