/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/reset.h"

#include <string.h>

#include "sim/equations.h"
#include "sim/friction.h"
#include "sim/hold.h"

typedef struct SIM_NAME(sim_motion) motion;
typedef struct SIM_NAME(sim_impact) impact_t;

/* impulses that leave no normal velocity and, for stick, no slip; a compliant
 * contact is not closed but pressed in, and only its slip is stopped */
static void closing_impulses(const motion *m, bool rigid, bool stick, impact_t *im)
{
    const struct SIM_NAME(sim_contact) *c = &m->contact;
    /* q_hold is det Q / Q_tt */
    const bool aligned = re(im->q_hold) <= SIM_ALIGNED * re(c->q_nn);
    if (rigid && stick && !aligned) {
        im->impulse_n = -(m->tip_n + im->hold * m->slip) / im->q_hold;
        im->excess_t = -m->slip / c->q_tt;
    } else if (rigid) {
        im->impulse_n = -m->tip_n / c->q_nn;
        im->excess_t = -im->hold * im->impulse_n;
    } else if (stick) {
        im->excess_t = -m->slip / c->q_tt;
    }
}

/* Bounces that take the time T press on the surface with the impulse F_n T - v_n / A in all, and
 * rub accordingly. Sliding for T gives the first term, this impulse the second */
static void settling_impulses(const struct SIM_NAME(sim_inputs) * in, const motion *m, impact_t *im)
{
    const int slip = re(m->slip) > 0 ? 1 : -1;
    const real mu = in->surface ? SIM_NAME(sim_friction_at)(in->surface, in->p, slip * m->slip)
                                : in->p[SIM_FRICTION];
    const real friction = -slip * mu;
    im->impulse_n = -m->tip_n / (m->contact.q_nn + friction * m->contact.q_tn);
    im->excess_t = (friction - im->hold) * im->impulse_n;
}

static bool strike(const struct SIM_NAME(sim_inputs) * in, const motion *m, enum sim_reset reset,
                   enum rig_impact law, impact_t *im)
{
    const struct SIM_NAME(sim_contact) *c = &m->contact;
    im->q_tt = c->q_tt;
    im->friction = in->p[SIM_FRICTION];
    im->static_friction = in->p[SIM_STATIC_FRICTION];
    im->restitution = in->p[SIM_RESTITUTION];
    im->slip = m->slip;
    im->normal = m->tip_n;
    im->compliance = in->p[SIM_TANGENTIAL_COMPLIANCE];
    if (in->surface) {
        im->surface = in->surface;
        im->p = in->p;
        im->friction = SIM_NAME(sim_friction_at)(in->surface, in->p, 0);
        im->static_friction = SIM_NAME(sim_friction_rest)(in->surface, in->p, 0);
        im->restitution = SIM_NAME(sim_restitution_at)(in->surface, in->p, -m->tip_n);
    }
    if (re(im->static_friction) < re(im->friction)) /* what stops the slip holds it */
        im->static_friction = im->friction;
    return reset == SIM_RESET_IMPACT
               ? SIM_NAME(sim_impact_solve)(law, im)
               : SIM_NAME(sim_impact_tangential)(law, reset == SIM_RESET_JAM, im);
}

/* close a rigid contact in position; the velocities' rows follow the new position */
static void close_gap(const struct SIM_NAME(sim_inputs) * in, real t, real *x, motion *m)
{
    SIM_NAME(sim_motion_contact)(in, t, x, m);
    if (in->law != RIG_LAW_RIGID)
        return;
    const real lift = -m->gap / m->contact.q_nn;
    bool moved = false;
    for (size_t i = 0; i < in->n; i++) {
        const real before = x[i];
        x[i] += m->contact.along_n[i] * lift;
        moved |= x[i] != before;
    }
    if (moved)
        SIM_NAME(sim_motion_contact)(in, t, x, m);
}

bool SIM_NAME(sim_reset_apply)(const struct SIM_NAME(sim_inputs) * in, enum sim_reset reset,
                               enum rig_impact law, real t, real *x, impact_t *im)
{
    *im = (impact_t){0};
    if (reset == SIM_RESET_NONE)
        return true;
    motion m;
    close_gap(in, t, x, &m);
    struct SIM_NAME(sim_hold) hold = {.q_hold = m.contact.q_nn};
    if (reset == SIM_RESET_CLOSE || reset == SIM_RESET_SETTLE) /* the slip need not be held */
        memcpy(hold.along, m.contact.along_n, sizeof hold.along);
    else
        SIM_NAME(sim_hold_at)(in, x, &m.contact, &hold);
    im->hold = hold.hold;
    im->q_hold = hold.q_hold;
    if (sim_reset_strikes(reset)) {
        if (!strike(in, &m, reset, law, im))
            return false;
    } else if (reset == SIM_RESET_SETTLE) {
        settling_impulses(in, &m, im);
    } else {
        closing_impulses(&m, in->law == RIG_LAW_RIGID, reset == SIM_RESET_STICK, im);
    }
    real *v = x + in->n;
    for (size_t i = 0; i < in->n; i++)
        v[i] += m.contact.along_t[i] * im->excess_t + hold.along[i] * im->impulse_n;
    return true;
}
