/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "tests/generator/motion.h"

#include <math.h>
#include <string.h>

/* Flights get shorter and shorter where restitution is below one; a tip that leaves more slowly
 * than this has come to rest on the rail (m/s). What it still would do is far below any noise. */
static const double slowest = 1e-7;
/* slip that is none, beside the rounding of a velocity (m/s) */
static const double no_slip = 1e-9;
/* of an impact with friction by slip, in Stribeck speeds */
static const double slip_step = 1e-3;

enum { MOST_EVENTS = 1000000 };

double generator_rail_speed(const struct generator_rail *rail, double t)
{
    double share = 1 + rail->drift * t;
    for (int i = 0; i < GENERATOR_WAVES; i++)
        share += rail->waves[i].share *
                 sin(2 * M_PI * rail->waves[i].frequency * t + rail->waves[i].phase);
    return rail->speed * share;
}

static double rail_rate(const struct generator_rail *rail, double t)
{
    double share = rail->drift;
    for (int i = 0; i < GENERATOR_WAVES; i++) {
        const double w = 2 * M_PI * rail->waves[i].frequency;
        share += rail->waves[i].share * w * cos(w * t + rail->waves[i].phase);
    }
    return rail->speed * share;
}

/* ---- the two-link rig, bar by bar */

static void two_link_terms(const void *parameters, const double q[2], const double v[2],
                           struct generator_terms *out)
{
    const struct generator_two_link *r = parameters;
    *out = (struct generator_terms){.gap = r->height};
    /* a point's Jacobian: x' and y' per theta1', theta2'; a bar's centre is half of it on */
    double jx[2] = {0, 0}, jy[2] = {0, 0}, cx = 0, cy = 0; /* at the joint before; J' v */
    for (int b = 0; b < 2; b++) {
        const double l = r->length[b], m = r->mass[b], s = sin(q[b]), c = cos(q[b]);
        double mx[2] = {jx[0], jx[1]}, my[2] = {jy[0], jy[1]};
        mx[b] += 0.5 * l * c;
        my[b] += 0.5 * l * s;
        const double ax = cx - 0.5 * l * s * v[b] * v[b], ay = cy + 0.5 * l * c * v[b] * v[b];
        for (int i = 0; i < 2; i++) {
            for (int j = 0; j < 2; j++)
                out->mass[i][j] += m * (mx[i] * mx[j] + my[i] * my[j]);
            out->h[i] -= m * (mx[i] * ax + my[i] * (ay + r->gravity));
        }
        out->mass[b][b] += m * l * l / 12;
        jx[b] += l * c;
        jy[b] += l * s;
        cx -= l * s * v[b] * v[b];
        cy += l * c * v[b] * v[b];
        out->gap -= l * c;
    }
    const double spring = r->stiffness * (q[0] - q[1] - r->rest_angle) +
                          r->damping[1] * (v[0] - v[1]);
    out->h[0] -= spring + r->damping[0] * v[0];
    out->h[1] += spring;
    memcpy(out->w_t, jx, sizeof jx);
    memcpy(out->w_n, jy, sizeof jy);
    out->s_t = cx;
    out->s_n = cy;
}

struct generator_two_link generator_two_link_of_paper(void)
{
    return (struct generator_two_link){.mass = {0.12, 0.12},
                                       .length = {0.21, 0.21},
                                       .height = 0.3775,
                                       .stiffness = 1.35,
                                       .gravity = 9.8,
                                       .damping = {0.005, 0.005},
                                       .rest_angle = NAN,
                                       .theta1 = 32 * M_PI / 180,
                                       .friction = 0.6,
                                       .restitution = 0.1,
                                       .rail = {.speed = -0.5}};
}

struct generator_mechanism generator_mechanism_two_link(struct generator_two_link *two_link)
{
    struct generator_two_link *r = two_link;
    const double theta2 = acos((r->height - r->length[0] * cos(r->theta1)) / r->length[1]);
    if (isnan(r->rest_angle))
        r->rest_angle = r->theta1 - theta2;
    return (struct generator_mechanism){.terms = two_link_terms,
                                        .parameters = r,
                                        .friction = r->friction,
                                        .restitution = r->restitution,
                                        .surface = r->surface,
                                        .contact_stiffness = r->contact_stiffness,
                                        .contact_damping = r->contact_damping,
                                        .rail = r->rail,
                                        .q = {r->theta1, theta2}};
}

/* ---- forces */

enum mode { FLIGHT, SLIP, STICK, SOFT /* in touch or not, as the gap says */ };

struct state {
    double t, q[2], v[2];
};

struct symmetric {
    double a11, a12, a22;
};

/* all that the mechanism says of a state, seen at the contact */
struct contact {
    struct generator_terms terms;
    struct symmetric inverse; /* of the mass */
    double tt, tn, nn;        /* Delassus: acceleration there per force there */
    double free_t, free_n;    /* acceleration there without a force, the rail's taken off */
    double tip_t, tip_n, slip;
};

static double dot(const double a[2], const double b[2]) { return a[0] * b[0] + a[1] * b[1]; }

static void times(struct symmetric matrix, const double x[2], double out[2])
{
    out[0] = matrix.a11 * x[0] + matrix.a12 * x[1];
    out[1] = matrix.a12 * x[0] + matrix.a22 * x[1];
}

static struct contact look(const struct generator_mechanism *m, const struct state *x)
{
    struct contact c;
    m->terms(m->parameters, x->q, x->v, &c.terms);
    const double m11 = c.terms.mass[0][0], m12 = c.terms.mass[0][1], m22 = c.terms.mass[1][1];
    const double det = m11 * m22 - m12 * m12;
    c.inverse = (struct symmetric){m22 / det, -m12 / det, m11 / det};
    double along_t[2], along_n[2], along_h[2];
    times(c.inverse, c.terms.w_t, along_t);
    times(c.inverse, c.terms.w_n, along_n);
    times(c.inverse, c.terms.h, along_h);
    c.tt = dot(c.terms.w_t, along_t);
    c.tn = dot(c.terms.w_t, along_n);
    c.nn = dot(c.terms.w_n, along_n);
    c.free_t = dot(c.terms.w_t, along_h) + c.terms.s_t - rail_rate(&m->rail, x->t);
    c.free_n = dot(c.terms.w_n, along_h) + c.terms.s_n;
    c.tip_t = dot(c.terms.w_t, x->v);
    c.tip_n = dot(c.terms.w_n, x->v);
    c.slip = c.tip_t - generator_rail_speed(&m->rail, x->t);
    return c;
}

/* normal acceleration per normal force in slip of sign s: the A of the papers */
static double slip_gain(const struct contact *c, double friction, int s)
{
    return c->nn - s * friction * c->tn;
}

/* at a speed of slip; at none it is what holds a contact that has just come to rest */
static double friction_at(const struct generator_mechanism *m, double slip)
{
    const struct generator_surface *s = &m->surface;
    const double v = fabs(slip);
    if (!(s->stribeck_speed > 0))
        return m->friction;
    return m->friction + (s->static_friction - m->friction) * exp(-v / s->stribeck_speed) +
           s->viscous * v;
}

/* what holds a contact that rests since then */
static double holding(const struct generator_mechanism *m, double since, double t)
{
    const struct generator_surface *s = &m->surface;
    const double at_rest = friction_at(m, 0);
    return s->ageing > 0 ? at_rest + s->ageing * log1p((t - since) / s->ageing_time) : at_rest;
}

static double restitution_at(const struct generator_mechanism *m, double approach)
{
    const struct generator_surface *s = &m->surface;
    if (s->restitution_power == 0)
        return m->restitution;
    return fmin(1, m->restitution * pow(approach / s->restitution_speed, -s->restitution_power));
}

static void contact_force(const struct generator_mechanism *m, const struct contact *c,
                          enum mode mode, int s, double *t, double *n)
{
    *t = *n = 0;
    if (mode == SLIP) {
        const double friction = friction_at(m, c->slip);
        *n = -c->free_n / slip_gain(c, friction, s);
        *t = -s * friction * *n;
    } else if (mode == SOFT && c->terms.gap < 0) {
        *n = fmax(0, -m->contact_stiffness * c->terms.gap - m->contact_damping * c->tip_n);
        *t = copysign(m->friction * *n, -c->slip);
    } else if (mode == STICK) {
        const double det = c->tt * c->nn - c->tn * c->tn;
        *t = -(c->nn * c->free_t - c->tn * c->free_n) / det;
        *n = -(c->tt * c->free_n - c->tn * c->free_t) / det;
    }
}

static void push(const struct contact *c, double t, double n, double v[2])
{
    const double force[2] = {c->terms.w_t[0] * t + c->terms.w_n[0] * n,
                             c->terms.w_t[1] * t + c->terms.w_n[1] * n};
    double change[2];
    times(c->inverse, force, change);
    v[0] += change[0];
    v[1] += change[1];
}

/* ---- one step of the classical Runge-Kutta method */

struct rate {
    double q[2], v[2];
};

static struct rate rate_of(const struct generator_mechanism *m, enum mode mode, int s,
                           const struct state *x)
{
    const struct contact c = look(m, x);
    struct rate rate = {.q = {x->v[0], x->v[1]}};
    double t, n;
    contact_force(m, &c, mode, s, &t, &n);
    times(c.inverse, c.terms.h, rate.v);
    push(&c, t, n, rate.v);
    return rate;
}

static struct state moved(const struct state *x, double h, const struct rate *rate)
{
    struct state to = {.t = x->t + h};
    for (int i = 0; i < 2; i++) {
        to.q[i] = x->q[i] + h * rate->q[i];
        to.v[i] = x->v[i] + h * rate->v[i];
    }
    return to;
}

static struct state step_of(const struct generator_mechanism *m, enum mode mode, int s,
                            const struct state *x, double h)
{
    struct rate k[4];
    k[0] = rate_of(m, mode, s, x);
    struct state at = moved(x, 0.5 * h, &k[0]);
    k[1] = rate_of(m, mode, s, &at);
    at = moved(x, 0.5 * h, &k[1]);
    k[2] = rate_of(m, mode, s, &at);
    at = moved(x, h, &k[2]);
    k[3] = rate_of(m, mode, s, &at);
    struct rate mean;
    for (int i = 0; i < 2; i++) {
        mean.q[i] = (k[0].q[i] + 2 * k[1].q[i] + 2 * k[2].q[i] + k[3].q[i]) / 6;
        mean.v[i] = (k[0].v[i] + 2 * k[1].v[i] + 2 * k[2].v[i] + k[3].v[i]) / 6;
    }
    return moved(x, h, &mean);
}

/* ---- modes and impacts */

struct follower {
    const struct generator_mechanism *m;
    struct state x;
    enum mode mode;
    int s;        /* sign of the slip */
    double since; /* when it came to rest */
    generator_take_piece *piece;
    generator_take_event *event;
    void *context;
    size_t n_events;
};

static void tell_piece(const struct follower *f, const struct state *from, const struct state *to)
{
    if (!f->piece)
        return;
    const struct state *const ends[2] = {from, to};
    struct generator_piece piece;
    for (int i = 0; i < 2; i++) {
        const struct contact c = look(f->m, ends[i]);
        piece.t[i] = ends[i]->t;
        piece.tip_t[i] = c.tip_t;
        piece.tip_n[i] = c.tip_n;
        piece.rail[i] = c.tip_t - c.slip;
        memcpy(piece.q[i], ends[i]->q, sizeof piece.q[i]);
        memcpy(piece.v[i], ends[i]->v, sizeof piece.v[i]);
    }
    f->piece(f->context, &piece);
}

static void tell_event(struct follower *f, enum generator_kind kind, const struct contact *before,
                       const struct contact *after)
{
    f->n_events++;
    const struct generator_event event = {.kind = kind,
                                          .t = f->x.t,
                                          .tip_t = {before->tip_t, after->tip_t},
                                          .tip_n = {before->tip_n, after->tip_n},
                                          .slip = before->slip};
    if (f->event)
        f->event(f->context, &event);
}

/* one straight phase of an impact: velocities per normal impulse, and the tangential impulse */
struct course {
    double slip, normal, tangential;
    bool sticks;
};

static struct course course_of(const struct contact *c, double friction, double slip)
{
    int s = (slip > 0) - (slip < 0);
    if (s == 0 && fabs(c->tn) <= friction * c->tt)
        return (struct course){0, c->nn - c->tn * c->tn / c->tt, -c->tn / c->tt, true};
    if (s == 0) /* it slides the way that the normal impulse drives it */
        s = c->tn > 0 ? 1 : -1;
    return (struct course){c->tn - s * friction * c->tt, slip_gain(c, friction, s), -s * friction,
                           false};
}

/* the course with friction at the middle of the next small step of slip */
static struct course mean_course(const struct generator_mechanism *m, const struct contact *c,
                                 double slip)
{
    const struct course first = course_of(c, friction_at(m, slip), slip);
    const double by = 0.5 * slip_step * m->surface.stribeck_speed;
    const double middle = slip + copysign(by, first.slip);
    if (first.sticks || !(by > 0) || middle * slip < 0)
        return first;
    return course_of(c, friction_at(m, middle), middle);
}

/* compression until the approach ends, then restitution of e times its impulse */
static void collide(struct follower *f, enum generator_kind kind)
{
    const struct contact before = look(f->m, &f->x);
    const struct state from = f->x;
    double slip = before.slip, normal = before.tip_n, along = 0, into = 0, left = INFINITY;
    while (left > 0) {
        const struct course course = mean_course(f->m, &before, slip);
        double turn = INFINITY, end = left, most = INFINITY;
        if (f->m->surface.stribeck_speed > 0 && !course.sticks && course.slip != 0)
            most = slip_step * f->m->surface.stribeck_speed / fabs(course.slip);
        if (!course.sticks && course.slip * slip < 0)
            turn = -slip / course.slip;
        const bool compresses = isinf(left);
        if (compresses && course.normal > 0)
            end = -normal / course.normal;
        const double impulse = fmin(most, fmin(turn, end));
        slip = turn <= fmin(end, most) ? 0 : slip + impulse * course.slip;
        normal += impulse * course.normal;
        along += impulse * course.tangential;
        into += impulse;
        left -= impulse;
        if (compresses && impulse == end) {
            normal = 0;
            /* without an approach: that of the frictionless impact with this impulse */
            const double approach = before.tip_n < 0 ? -before.tip_n : before.nn * into;
            left = restitution_at(f->m, approach) * into;
        }
    }
    push(&before, along, into, f->x.v);
    const struct contact after = look(f->m, &f->x);
    tell_piece(f, &from, &f->x);
    tell_event(f, kind, &before, &after);
}

/* exactly on the rail, and neither rising nor falling */
static void set_down(struct follower *f)
{
    for (int i = 0; i < 3; i++) {
        const struct contact c = look(f->m, &f->x);
        push(&c, 0, -c.terms.gap / c.nn, f->x.q);
    }
    const struct contact c = look(f->m, &f->x); /* its slip stays */
    const double det = c.tt * c.nn - c.tn * c.tn;
    push(&c, c.tip_n * c.tn / det, -c.tip_n * c.tt / det, f->x.v);
}

/* The tip is on the rail without normal velocity: what follows. Stick where its force is in the
 * cone; else slip, away from the force that would have to hold it. */
static enum mode choose(struct follower *f, bool *inconsistent)
{
    const struct contact c = look(f->m, &f->x);
    const double friction = friction_at(f->m, c.slip);
    *inconsistent = false;
    f->s = (c.slip > 0) - (c.slip < 0);
    if (fabs(c.slip) < no_slip) {
        double t, n;
        contact_force(f->m, &c, STICK, 0, &t, &n);
        const double hold = f->mode == STICK ? holding(f->m, f->since, f->x.t) : friction;
        if (n >= 0 && fabs(t) <= hold * n)
            return STICK;
        f->s = t > 0 ? -1 : 1;
    }
    if (c.free_n > 0)
        return FLIGHT;
    if (slip_gain(&c, friction, f->s) > 0)
        return SLIP;
    *inconsistent = true;
    return FLIGHT;
}

/* settle into the mode that follows, through an impact without collision where need be */
static void enter(struct follower *f, bool told)
{
    const enum mode was = f->mode;
    bool inconsistent;
    set_down(f);
    const struct contact c = look(f->m, &f->x);
    f->mode = choose(f, &inconsistent);
    f->since = f->mode == STICK && was != STICK ? f->x.t : f->since;
    if (inconsistent)
        collide(f, GENERATOR_TANGENTIAL);
    else if (told && f->mode == FLIGHT)
        tell_event(f, GENERATOR_TAKEOFF, &c, &c);
    else if (told && f->mode == STICK && was != STICK)
        tell_event(f, GENERATOR_STICK, &c, &c);
    else if (told && f->mode == SLIP && was == STICK)
        tell_event(f, GENERATOR_SLIP, &c, &c);
}

/* a flight that begins slowly is over in 2 v / a: its steps are a tenth of it */
static double flight_step(const struct follower *f)
{
    const struct contact c = look(f->m, &f->x);
    return c.tip_n > 0 && c.free_n < 0 ? -0.2 * c.tip_n / c.free_n : INFINITY;
}

/* the tip came down */
static void land(struct follower *f)
{
    collide(f, GENERATOR_IMPACT);
    const struct contact c = look(f->m, &f->x);
    if (c.tip_n < slowest)
        enter(f, true);
}

/* ---- the course of events */

/* negative where the mode has come to its end */
static double guard(const struct follower *f, const struct state *x)
{
    const struct contact c = look(f->m, x);
    if (f->mode == SOFT)
        return f->s * c.slip;
    if (f->mode == FLIGHT)
        return c.tip_n < 0 ? c.terms.gap : 1;
    if (f->mode == SLIP)
        return fmin(f->s * c.slip, fmin(-c.free_n, slip_gain(&c, friction_at(f->m, c.slip), f->s)));
    double t, n;
    contact_force(f->m, &c, STICK, 0, &t, &n);
    return fmin(n, holding(f->m, f->since, x->t) * n - fabs(t));
}

/* one step, or up to the event within it; true when there was one */
static bool advance(struct follower *f, double h)
{
    const struct state from = f->x;
    struct state to = step_of(f->m, f->mode, f->s, &from, h);
    const bool ends = guard(f, &to) < 0;
    if (ends) {
        double low = 0, high = h;
        for (int i = 0; i < 60 && high - low > 1e-17; i++) {
            const double middle = 0.5 * (low + high);
            to = step_of(f->m, f->mode, f->s, &from, middle);
            *(guard(f, &to) < 0 ? &high : &low) = middle;
        }
        to = step_of(f->m, f->mode, f->s, &from, high);
    }
    tell_piece(f, &from, &to);
    f->x = to;
    return ends;
}

bool generator_follow(const struct generator_mechanism *mechanism, double duration, double step,
                      generator_take_piece *piece, generator_take_event *event, void *context)
{
    struct follower f = {
        .m = mechanism,
        .x = {.q = {mechanism->q[0], mechanism->q[1]}, .v = {mechanism->v[0], mechanism->v[1]}},
        .piece = piece,
        .event = event,
        .context = context};
    const struct contact c = look(mechanism, &f.x);
    f.mode = mechanism->contact_stiffness > 0 ? SOFT : FLIGHT;
    f.s = c.slip > 0 ? 1 : -1;
    if (f.mode == FLIGHT && c.terms.gap < 1e-12 && fabs(c.tip_n) < slowest)
        enter(&f, false);
    double most = f.mode == FLIGHT ? flight_step(&f) : INFINITY;
    while (f.x.t < duration && f.n_events < MOST_EVENTS) {
        if (!advance(&f, fmin(fmin(step, most), duration - f.x.t)))
            continue;
        if (f.mode == SOFT)
            return false;
        if (f.mode == FLIGHT)
            land(&f);
        else
            enter(&f, true);
        most = f.mode == FLIGHT ? flight_step(&f) : INFINITY;
    }
    return f.n_events < MOST_EVENTS;
}
