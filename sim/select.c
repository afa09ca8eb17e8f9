/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/select.h"

#include <float.h>
#include <math.h>

#include "sim/singular.h"

/* those speeds are taken as this at the least (m/s): an impact may have stopped much more */
static const double least_speed = 0.1;

/* roundings of the terms that the friction of stick is the sum of */
static const double cone_roundings = 16;

/* the same for A_s and B */
static const double singular_roundings = 16;

static enum sim_mode slip_mode(int sign) { return sign > 0 ? SIM_SLIP_PLUS : SIM_SLIP_MINUS; }

bool sim_select_at_rest(const struct sim_inputs *in, double t, const double *x)
{
    struct sim_motion m;
    struct sim_terms room;
    sim_motion_tip(in, t, x, &m);
    const struct sim_terms *k = sim_motion_terms(in, x, &room);
    double size = fabs(m.tip_t - m.slip);
    for (size_t i = 0; i < in->n; i++)
        size += fabs(k->w_t[i] * x[in->n + i]);
    return fabs(m.slip) <= SIM_NO_SLIP * (size + least_speed);
}

bool sim_select_aligned(const struct sim_contact *c)
{
    return c->q_tt * c->q_nn - c->q_tn * c->q_tn <= SIM_ALIGNED * c->q_tt * c->q_nn;
}

static int sign_of(double value) { return (value > 0) - (value < 0); }

/* the signs of A_s and B */
struct signs {
    int a, b;
};

/* Where one of them is zero to rounding it has the sign to which it goes: A along the motion, B
 * in free flight, which is what the sign of B decides about */
static struct signs signs_at(const struct sim_inputs *in, enum sim_mode mode, double t,
                             const double *x, const struct sim_motion *m)
{
    const struct sim_contact *c = &m->contact;
    const double rounding = singular_roundings * DBL_EPSILON;
    struct signs signs = {sign_of(m->a), sign_of(m->b)};
    struct sim_terms room;
    const struct sim_terms *k = sim_motion_terms(in, x, &room);
    double size = fabs(k->s_n);
    for (size_t i = 0; i < in->n; i++)
        size += fabs(k->w_n[i] * c->free[i]);
    const bool no_a = fabs(m->a) <= rounding * c->q_nn, no_b = fabs(m->b) <= rounding * size;
    if (!no_a && !no_b)
        return signs;
    struct sim_singular flow;
    sim_singular_at(in, mode, t, x, &flow);
    if (no_a)
        signs.a = sign_of(flow.value[0]);
    if (no_b)
        signs.b = sign_of(flow.lift);
    return signs;
}

/* slip that goes on: M2 slides, M1 and M3 take off, M4 strikes */
static enum sim_next while_slipping(const struct sim_inputs *in, double t, const double *x,
                                    int sign, enum sim_mode *mode)
{
    struct sim_motion m;
    sim_motion_at(in, slip_mode(sign), t, x, &m);
    const struct signs signs = signs_at(in, slip_mode(sign), t, x, &m);
    *mode = signs.b > 0 ? SIM_FLIGHT : slip_mode(sign);
    return signs.b > 0 || signs.a > 0 ? SIM_NEXT_MODE : SIM_NEXT_IMPACT;
}

/* slip that starts must be possible (M2) and speed up in its own direction */
static bool slip_starts(const struct sim_inputs *in, double t, const double *x, int sign,
                        bool on_the_rim)
{
    struct sim_motion m;
    sim_motion_at(in, slip_mode(sign), t, x, &m);
    bool slides = m.force_n >= -SIM_SPRING_NOISE * in->p[SIM_CONTACT_STIFFNESS];
    if (in->law == RIG_LAW_RIGID) {
        const struct signs signs = signs_at(in, slip_mode(sign), t, x, &m);
        slides = signs.a > 0 && signs.b <= 0;
    }
    return slides && (on_the_rim || sign * m.slip_rate > 0);
}

/* From rest with a regular Q some mode is always consistent: with B < 0, where the ray of the cone
 * along which A_s > 0 leads to no slip, the line of forces with gap'' = 0 never leaves the cone
 * again, and has the force of stick on it. So where none is, rounding has put stick outside of a
 * rim with A_s = 0. On that rim B = -A_s F_n: B is zero to the roundings of Q_nn F_n, and the tip
 * is free to leave. So it is where A_s < 0 on the rim at which stick has just ended: there the sign
 * of B is that of F_n, whatever an error of that time makes of a B and a force that vanish
 * together. `slip`: the motion along that ray. */
static bool nothing_presses(const struct sim_inputs *in, double t, const double *x,
                            const struct sim_motion *slip, bool on_the_rim)
{
    struct sim_motion stick;
    sim_motion_at(in, SIM_STICK, t, x, &stick);
    const struct sim_contact *c = &stick.contact;
    if (sim_select_aligned(c))
        return false;
    return (on_the_rim && slip->a <= 0) ||
           fabs(slip->b) <= singular_roundings * DBL_EPSILON * c->q_nn * fabs(stick.force_n);
}

static enum sim_next from_rest(const struct sim_inputs *in, double t, const double *x,
                               int force_sign, bool on_the_rim, enum sim_mode *mode)
{
    /* friction opposes the slip that begins: first against F_t */
    for (int turn = 0; turn < 2; turn++) {
        int sign = turn ? force_sign : -force_sign;
        if (slip_starts(in, t, x, sign, on_the_rim && !turn)) {
            *mode = slip_mode(sign);
            return SIM_NEXT_MODE;
        }
    }
    struct sim_motion m;
    *mode = SIM_FLIGHT;
    if (in->law == RIG_LAW_COMPLIANT) /* a spring that does not press lets go, whatever b is */
        return SIM_NEXT_MODE;
    const enum sim_mode slip = slip_mode(-force_sign);
    sim_motion_at(in, slip, t, x, &m);
    const bool leaves = signs_at(in, slip, t, x, &m).b >= 0 ||
                        nothing_presses(in, t, x, &m, on_the_rim);
    return leaves ? SIM_NEXT_MODE : SIM_NEXT_NOTHING;
}

/* The force by which rounding may put stick outside its cone. Without this allowance a tip that
 * is set down without any force would slip one way and the other by turns, without end */
static double cone_rounding(const struct sim_inputs *in, const double *x,
                            const struct sim_motion *m)
{
    const struct sim_contact *c = &m->contact;
    struct sim_terms room;
    const struct sim_terms *k = sim_motion_terms(in, x, &room);
    double size = fabs(k->s_t) + fabs(c->q_tn * m->force_n);
    for (size_t i = 0; i < in->n; i++)
        size += fabs(k->w_t[i] * c->free[i]);
    return cone_roundings * DBL_EPSILON * size / c->q_tt;
}

enum sim_next sim_select_stopped(const struct sim_inputs *in, double t, const double *x,
                                 enum sim_mode *mode)
{
    struct sim_motion m;
    sim_motion_at(in, SIM_STICK, t, x, &m);
    /* at a dead centre slip passes through zero and no force can hold it there */
    const bool dead_centre = in->law == RIG_LAW_RIGID && sim_select_aligned(&m.contact);
    const double inside = fmin(m.guard[SIM_GUARD_CONE_PLUS], m.guard[SIM_GUARD_CONE_MINUS]);
    if (!dead_centre && inside >= -cone_rounding(in, x, &m)) {
        *mode = SIM_STICK;
        return SIM_NEXT_MODE;
    }
    return from_rest(in, t, x, m.force_t > 0 ? 1 : -1, false, mode);
}

enum sim_next sim_select_mode(const struct sim_inputs *in, double t, const double *x,
                              enum sim_mode *mode)
{
    const bool frictionless = in->p[SIM_STATIC_FRICTION] == 0; /* nothing can stick */
    if (!frictionless && sim_select_at_rest(in, t, x))
        return sim_select_stopped(in, t, x, mode);
    struct sim_motion m;
    sim_motion_tip(in, t, x, &m);
    const int sign = m.slip < 0 ? -1 : 1;
    if (in->law == RIG_LAW_RIGID)
        return while_slipping(in, t, x, sign, mode);
    const double pull = in->p[SIM_CONTACT_STIFFNESS] * m.gap + in->p[SIM_CONTACT_DAMPING] * m.tip_n;
    *mode = pull > SIM_SPRING_NOISE * in->p[SIM_CONTACT_STIFFNESS] ? SIM_FLIGHT : slip_mode(sign);
    return SIM_NEXT_MODE;
}

enum sim_next sim_select_after_stick(const struct sim_inputs *in, double t, const double *x,
                                     int force_sign, enum sim_mode *mode)
{
    return from_rest(in, t, x, force_sign, true, mode);
}
