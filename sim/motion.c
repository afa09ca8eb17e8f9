/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/motion.h"

#include "sim/contact_solve.h"
#include "sim/equations.h"
#include "sim/evaluate.h"
#include "sim/friction.h"

typedef struct SIM_NAME(sim_inputs) inputs;
typedef struct SIM_NAME(sim_motion) motion;
typedef struct SIM_NAME(sim_terms) terms;

INLINED void belt_at(const inputs *in, real t, real *speed, real *acceleration)
{
    *speed = in->p[SIM_BELT_SPEED];
    *acceleration = 0;
    if (in->belt) {
        double v[3];
        sim_belt_at(in->belt, re(t) + in->belt_shift, v);
        *speed = v[0] + v[1] * (t - re(t));
        *acceleration = v[1] + v[2] * (t - re(t));
    }
    if (in->way) {
        double w[3];
        sim_belt_at(in->way, re(t), w);
        *speed += in->moved * w[0];
        *acceleration += in->moved * w[1];
    }
}

INLINED real friction_of(const inputs *in, int slip, real speed)
{
    return in->surface ? SIM_NAME(sim_friction_at)(in->surface, in->p, slip * speed)
                       : in->p[SIM_FRICTION];
}

INLINED real holds(const inputs *in, real t)
{
    return in->surface ? SIM_NAME(sim_friction_rest)(in->surface, in->p, t - in->since)
                       : in->p[SIM_STATIC_FRICTION];
}

/* F_n of slip: -B/A (rigid), or the spring's */
INLINED void slip_forces(const inputs *in, int slip, motion *m)
{
    const struct SIM_NAME(sim_contact) *c = &m->contact;
    const real mu = friction_of(in, slip, m->slip);
    m->a = c->q_nn - slip * mu * c->q_tn;
    m->b = c->b_n;
    if (in->law == RIG_LAW_RIGID)
        m->force_n = -m->b / m->a;
    m->force_t = -slip * mu * m->force_n;
}

/* stick: F = -Q^-1 (b - (belt', 0)); compliant: F_n is the spring's */
INLINED void stick_forces(const inputs *in, real belt_rate, motion *m)
{
    const struct SIM_NAME(sim_contact) *c = &m->contact;
    const real b_t = c->b_t - belt_rate;
    if (in->law == RIG_LAW_RIGID) {
        const real det = c->q_tt * c->q_nn - c->q_tn * c->q_tn;
        m->force_n = -(c->q_tt * c->b_n - c->q_tn * b_t) / det;
    }
    m->force_t = -(b_t + c->q_tn * m->force_n) / c->q_tt;
    m->b = c->b_n;
}

/* The rounding of a spring's gap, by which its cone is wider: where nothing presses at all, stick
 * would otherwise begin and end without end. The factor keeps what is added below the rounding of
 * F_n and of F_t for any mu_s */
INLINED real cone_noise(const inputs *in, real mu)
{
    return mu / (1 + mu) * (SIM_SPRING_NOISE * in->p[SIM_CONTACT_STIFFNESS]);
}

/* the half width of the cone */
INLINED real cone_width(const inputs *in, real t, const motion *m)
{
    const real mu = holds(in, t), cone = mu * m->force_n;
    if (in->law == RIG_LAW_RIGID)
        return cone;
    return cone + cone_noise(in, mu);
}

/* a guard may be scaled by what is positive; it must be smooth where it is zero */
INLINED void set_guards(const inputs *in, int slip, real t, const terms *k, motion *m)
{
    const struct SIM_NAME(sim_contact) *c = &m->contact;
    if (slip) {
        m->guard[SIM_GUARD_SLIP] = slip * m->slip;
        m->guard[SIM_GUARD_JAM] = m->a / c->q_nn - SIM_STRETCH_SHARE;
        /* for a spring as a length, so that the rounding of the gap has the same size at any
         * stiffness */
        m->guard[SIM_GUARD_LIFT] = in->law == RIG_LAW_RIGID
                                       ? -m->b
                                       : m->force_n / in->p[SIM_CONTACT_STIFFNESS];
    } else {
        const real cone = cone_width(in, t, m);
        m->guard[SIM_GUARD_CONE_PLUS] = cone - m->force_t;
        m->guard[SIM_GUARD_CONE_MINUS] = cone + m->force_t;
    }
    if (in->model->line_contact) {
        m->force_l = c->line_free + c->line_t * m->force_t + c->line_n * m->force_n;
        /* scaled by A, since a step may look beyond A = 0, where the forces change their sign */
        const real scale = slip && in->law == RIG_LAW_RIGID ? m->a / c->q_nn : 1;
        m->guard[SIM_GUARD_TIP_LOW] = scale * (m->force_l - k->line_low * m->force_n);
        m->guard[SIM_GUARD_TIP_HIGH] = scale * (k->line_high * m->force_n - m->force_l);
    }
}

/* A damped spring lets go before the gap is open. Until it is open the guard is the pull (as a
 * length) that the spring would have to exert, which rises from zero */
INLINED real touch_guard(const inputs *in, const motion *m)
{
    if (in->law == RIG_LAW_COMPLIANT && re(m->tip_n) > 0)
        return m->gap + in->p[SIM_CONTACT_DAMPING] / in->p[SIM_CONTACT_STIFFNESS] * m->tip_n;
    return m->gap;
}

INLINED void in_contact(const inputs *in, size_t n, enum sim_mode mode, real t, real belt_rate,
                        const terms *k, motion *m)
{
    const int slip = sim_mode_slip(mode);
    m->force_n = -in->p[SIM_CONTACT_STIFFNESS] * m->gap - in->p[SIM_CONTACT_DAMPING] * m->tip_n;
    if (slip)
        slip_forces(in, slip, m);
    else
        stick_forces(in, belt_rate, m);
    for (size_t i = 0; i < n; i++)
        m->acceleration[i] = m->contact.free[i] + m->contact.along_t[i] * m->force_t +
                             m->contact.along_n[i] * m->force_n;
    set_guards(in, slip, t, k, m);
}

INLINED bool is_there(const struct SIM_NAME(sim_site) * site, const inputs *in, size_t n,
                      const real *x)
{
    bool same = site->model == in->model;
    for (size_t i = 0; i < 2 * n; i++)
        same &= site->x[i] == x[i];
    return same;
}

INLINED void solve_site(size_t n, const real *x, struct SIM_NAME(sim_site) * site)
{
    real mass[SIM_MAX_COORDINATES][SIM_MAX_COORDINATES];
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            mass[i][j] = site->terms.mass[i][j];
    contact_solve(n, false, mass, &site->terms, &site->contact);
    for (size_t i = 0; i < 2 * n; i++)
        site->x[i] = x[i];
}

static void move_site(const inputs *in, const real *x, struct SIM_NAME(sim_site) * site)
{
    SIM_NAME(sim_terms_at)(in->model, in->p, in->n, x, x + in->n, &site->terms);
    if (in->n == 2)
        solve_site(2, x, site);
    else
        solve_site(in->n, x, site);
    site->model = in->model;
}

INLINED const struct SIM_NAME(sim_site) * site_at(const inputs *in, size_t n, const real *x)
{
    if (!is_there(in->site, in, n, x))
        move_site(in, x, in->site);
    return in->site;
}

/* a line contact has another solution in flight, where nothing closes the line */
INLINED bool is_remembered(const inputs *in) { return in->site && !in->model->line_contact; }

const terms *SIM_NAME(sim_motion_terms)(const inputs *in, const real *x, terms *room)
{
    if (is_remembered(in))
        return &(in->n == 2 ? site_at(in, 2, x) : site_at(in, in->n, x))->terms;
    SIM_NAME(sim_terms_at)(in->model, in->p, in->n, x, x + in->n, room);
    return room;
}

/* what contacts without a line have */
INLINED void copy_contact(size_t n, const struct SIM_NAME(sim_contact) * from,
                          struct SIM_NAME(sim_contact) * to)
{
    for (size_t i = 0; i < n; i++) {
        to->free[i] = from->free[i];
        to->along_t[i] = from->along_t[i];
        to->along_n[i] = from->along_n[i];
    }
    to->q_tt = from->q_tt;
    to->q_tn = from->q_tn;
    to->q_nn = from->q_nn;
    to->b_t = from->b_t;
    to->b_n = from->b_n;
}

/* terms and, in contact, its solution; else the free acceleration */
INLINED const terms *solve_at(const inputs *in, size_t n, enum sim_mode mode, const real *x,
                              bool remembered, terms *room, motion *out)
{
    if (remembered) {
        const struct SIM_NAME(sim_site) *site = site_at(in, n, x);
        for (size_t i = 0; i < n && mode == SIM_FLIGHT; i++)
            out->acceleration[i] = site->contact.free[i];
        if (mode != SIM_FLIGHT)
            copy_contact(n, &site->contact, &out->contact);
        return &site->terms;
    }
    SIM_NAME(sim_terms_at)(in->model, in->p, n, x, x + n, room);
    if (mode == SIM_FLIGHT)
        contact_free(n, room, out->acceleration);
    else
        contact_solve(n, in->model->line_contact, room->mass, room, &out->contact);
    return room;
}

/* returns the belt's acceleration */
INLINED real tip_of(const inputs *in, size_t n, const terms *k, real t, const real *v, motion *out)
{
    real belt, belt_rate;
    belt_at(in, t, &belt, &belt_rate);
    out->gap = k->gap;
    out->tip_t = dot(n, k->w_t, v);
    out->tip_n = dot(n, k->w_n, v);
    out->slip = out->tip_t - belt;
    return belt_rate;
}

/* outline: with the guards of the bodies' outline */
INLINED void motion_at(const inputs *in, size_t n, enum sim_mode mode, real t, const real *x,
                       bool outline, bool remembered, motion *out)
{
    const real *q = x, *v = x + n;
    terms room;
    const terms *k = solve_at(in, n, mode, x, remembered, &room, out);
    const real belt_rate = tip_of(in, n, k, t, v, out);
    out->force_l = 0;
    if (mode == SIM_FLIGHT) {
        out->force_t = out->force_n = out->a = 0;
        out->guard[SIM_GUARD_GAP] = touch_guard(in, out);
    } else {
        in_contact(in, n, mode, t, belt_rate, k, out);
    }
    out->slip_rate = dot(n, k->w_t, out->acceleration) + k->s_t - belt_rate;
    out->gap_rate2 = dot(n, k->w_n, out->acceleration) + k->s_n;
    if (mode == SIM_FLIGHT)
        out->b = out->gap_rate2;
    if (outline && in->model->n_outline)
        SIM_NAME(sim_outline_at)(in->model, in->p, n, q, k, &out->guard[SIM_GUARD_FLOOR]);
}

void SIM_NAME(sim_motion_at)(const inputs *in, enum sim_mode mode, real t, const real *x,
                             motion *out)
{
    if (in->n == 2)
        motion_at(in, 2, mode, t, x, true, is_remembered(in), out);
    else
        motion_at(in, in->n, mode, t, x, true, is_remembered(in), out);
}

void SIM_NAME(sim_motion_tip)(const inputs *in, real t, const real *x, motion *out)
{
    terms room;
    const terms *k = SIM_NAME(sim_motion_terms)(in, x, &room);
    if (in->n == 2)
        tip_of(in, 2, k, t, x + 2, out);
    else
        tip_of(in, in->n, k, t, x + in->n, out);
}

INLINED void contact_at(const inputs *in, size_t n, real t, const real *x, motion *out)
{
    terms room;
    const terms *k = solve_at(in, n, SIM_STICK, x, is_remembered(in), &room, out);
    tip_of(in, n, k, t, x + n, out);
}

void SIM_NAME(sim_motion_contact)(const inputs *in, real t, const real *x, motion *out)
{
    if (in->n == 2)
        contact_at(in, 2, t, x, out);
    else
        contact_at(in, in->n, t, x, out);
}

/* once inlined, the compiler drops what is not used of the motion */
void SIM_NAME(sim_motion_acceleration)(const inputs *in, enum sim_mode mode, real t, const real *x,
                                       real *acceleration)
{
    motion m;
    if (in->n == 2) {
        motion_at(in, 2, mode, t, x, false, false, &m);
        acceleration[0] = m.acceleration[0];
        acceleration[1] = m.acceleration[1];
        return;
    }
    motion_at(in, in->n, mode, t, x, false, false, &m);
    for (size_t i = 0; i < in->n; i++)
        acceleration[i] = m.acceleration[i];
}

#ifndef SIM_COMPLEX

double sim_motion_friction(const struct sim_inputs *in, enum sim_mode mode, double slip)
{
    return friction_of(in, sim_mode_slip(mode), slip);
}

double sim_motion_holds(const struct sim_inputs *in, double t) { return holds(in, t); }

double sim_motion_cone_noise(const struct sim_inputs *in, double mu) { return cone_noise(in, mu); }

struct sim_inputs_c sim_motion_inputs_c(const struct sim_inputs *in, const double complex *p)
{
    return (struct sim_inputs_c){.model = in->model,
                                 .n = in->n,
                                 .p = p,
                                 .belt = in->belt,
                                 .belt_shift = in->belt_shift,
                                 .law = in->law,
                                 .surface = in->surface,
                                 .since = in->since};
}

double sim_motion_stretch_share(void) { return SIM_STRETCH_SHARE; }

size_t sim_motion_guards(const struct sim_inputs *in, enum sim_mode mode,
                         enum sim_guard guards[SIM_GUARDS])
{
    size_t n = 0;
    if (mode == SIM_FLIGHT) {
        guards[n++] = SIM_GUARD_GAP;
    } else if (mode == SIM_STICK) {
        guards[n++] = SIM_GUARD_CONE_PLUS;
        guards[n++] = SIM_GUARD_CONE_MINUS;
    } else {
        if (in->law == RIG_LAW_RIGID)
            guards[n++] = SIM_GUARD_JAM;
        guards[n++] = SIM_GUARD_LIFT;
        if (in->p[SIM_STATIC_FRICTION] > 0) /* else both directions are one motion */
            guards[n++] = SIM_GUARD_SLIP;
    }
    if (in->model->line_contact && mode != SIM_FLIGHT) {
        guards[n++] = SIM_GUARD_TIP_LOW;
        guards[n++] = SIM_GUARD_TIP_HIGH;
    }
    for (size_t i = 0; i < in->model->n_outline; i++)
        guards[n++] = (enum sim_guard)(SIM_GUARD_FLOOR + i);
    return n;
}

#endif
