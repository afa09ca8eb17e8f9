/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/impact.h"

#include "sim/equations.h"

/* one phase of slip or stick: the rates of slip and normal velocity by P, friction = F_t / F_n,
 * and the excess of that over the ratio that would hold the slip constant */
struct phase {
    int slip; /* sign of the slip, 0 for stick */
    real slip_rate, normal_rate, friction, excess;
};

static struct phase phase_at(const struct SIM_NAME(sim_impact) * im, int slip)
{
    struct phase phase = {.slip = slip};
    phase.friction = slip ? -slip * im->friction : im->hold;
    phase.excess = phase.friction - im->hold;
    phase.slip_rate = phase.excess * im->q_tt;
    phase.normal_rate = im->q_hold - im->hold * phase.slip_rate;
    return phase;
}

/* once slip has stopped: stick where friction can hold it, else it reverses */
static int slip_from_rest(const struct SIM_NAME(sim_impact) * im)
{
    if (re(fabs(im->hold)) <= re(im->static_friction))
        return 0;
    return re(im->hold) < 0 ? 1 : -1;
}

static void advance(struct SIM_NAME(sim_impact) * im, const struct phase *phase, real dp)
{
    im->work += (im->normal + 0.5 * phase->normal_rate * dp) * dp;
    im->slip += phase->slip_rate * dp;
    im->normal += phase->normal_rate * dp;
    im->impulse_n += dp;
    im->impulse_t += phase->friction * dp;
    im->excess_t += phase->excess * dp;
}

/* the impulse after which slip stops */
static real until_rest(const struct SIM_NAME(sim_impact) * im, const struct phase *phase)
{
    if (phase->slip * re(phase->slip_rate) >= 0)
        return INFINITY;
    return -im->slip / phase->slip_rate;
}

/* the impulse that is still wanted in a phase, infinity when no end is in sight */
typedef real goal_fn(const struct SIM_NAME(sim_impact) * im, const struct phase *phase,
                     real target);

static real until_compressed(const struct SIM_NAME(sim_impact) * im, const struct phase *phase,
                             real target)
{
    if (re(phase->normal_rate) <= 0)
        return INFINITY;
    return re(im->normal) < re(target) ? (target - im->normal) / phase->normal_rate : 0;
}

static real until_impulse(const struct SIM_NAME(sim_impact) * im, const struct phase *phase,
                          real target)
{
    (void)phase;
    return target - im->impulse_n;
}

/* dP with  v_n dP + a dP^2/2 = the work still wanted */
static real until_work(const struct SIM_NAME(sim_impact) * im, const struct phase *phase,
                       real target)
{
    real wanted = target - im->work;
    if (re(wanted) <= 0)
        return 0;
    real root = sqrt(im->normal * im->normal + 2 * phase->normal_rate * wanted);
    return (root - im->normal) / phase->normal_rate;
}

/* phases of slip and stick until the goal is met */
static bool go_on(struct SIM_NAME(sim_impact) * im, int *slip, goal_fn *goal, real target)
{
    for (int n = 0; n < 4; n++) { /* slip, rest and one reversal at the most */
        struct phase phase = phase_at(im, *slip);
        real rest = until_rest(im, &phase), end = goal(im, &phase, target);
        if (re(end) <= re(rest)) {
            if (!isfinite(re(end)))
                return false;
            advance(im, &phase, end);
            return true;
        }
        advance(im, &phase, rest);
        im->slip = 0;
        *slip = slip_from_rest(im);
    }
    return false;
}

static bool restitute(enum rig_impact law, struct SIM_NAME(sim_impact) * im, int slip)
{
    if (!go_on(im, &slip, until_compressed, 0))
        return false;
    im->normal = 0;
    const real e = law == RIG_IMPACT_NEWTON ? 0 : im->restitution; /* of no approach: nothing */
    if (law == RIG_IMPACT_POISSON)                                 /* P_r = e P_c */
        return go_on(im, &slip, until_impulse, (1 + e) * im->impulse_n);
    return go_on(im, &slip, until_work, (1 - e * e) * im->work); /* W_r = -e^2 W_c */
}

static bool darboux_keller(enum rig_impact law, struct SIM_NAME(sim_impact) * im)
{
    return restitute(law, im, re(im->slip) > 0 ? 1 : re(im->slip) < 0 ? -1 : slip_from_rest(im));
}

/* impulses that end with the given slip sign (0: stick) and normal velocity */
static void impulses(struct SIM_NAME(sim_impact) * im, int slip, real normal_change)
{
    const struct phase phase = phase_at(im, slip);
    if (slip == 0) {
        im->impulse_n = (normal_change - im->hold * im->slip) / im->q_hold;
        im->excess_t = -im->slip / im->q_tt;
    } else {
        im->impulse_n = normal_change / phase.normal_rate;
        im->excess_t = phase.excess * im->impulse_n;
    }
    im->impulse_t = im->hold * im->impulse_n + im->excess_t;
}

/* Leine 2002 (2.17), (2.18): the friction law holds for the velocities after the
 * impact. Stick is tried first; without approach (the inconsistent mode) it is
 * the one answer with an impulse. */
static bool newton(struct SIM_NAME(sim_impact) * im)
{
    const real change = -(1 + im->restitution) * im->normal;
    static const int candidates[] = {0, 1, -1};
    for (int i = 0; i < 3; i++) {
        const int slip = candidates[i];
        impulses(im, slip, change);
        real slip_after = im->slip + im->q_tt * im->excess_t;
        bool fits = slip ? slip * re(slip_after) > 0
                         : re(fabs(im->impulse_t)) <= re(im->static_friction * im->impulse_n);
        if (re(im->impulse_n) >= 0 && fits) {
            im->slip = slip ? slip_after : 0;
            im->work = im->normal * im->impulse_n + 0.5 * change * im->impulse_n;
            im->normal += change;
            return true;
        }
    }
    return false;
}

static void clear(struct SIM_NAME(sim_impact) * im)
{
    im->impulse_t = im->impulse_n = im->work = im->excess_t = 0;
}

bool SIM_NAME(sim_impact_tangential)(enum rig_impact law, bool jam,
                                     struct SIM_NAME(sim_impact) * im)
{
    clear(im);
    im->normal = 0;
    struct phase phase = phase_at(im, re(im->slip) > 0 ? 1 : -1);
    const real rest = until_rest(im, &phase);
    if (!isfinite(re(rest)))
        return false;
    if (jam || re(phase.normal_rate) > 0) { /* which is then rounding, and pushed back */
        const real back = -phase.normal_rate * rest / im->q_hold;
        im->impulse_n += back;
        im->impulse_t += im->hold * back;
        phase.normal_rate = 0;
    }
    advance(im, &phase, rest);
    im->slip = 0;
    return restitute(law, im, slip_from_rest(im));
}

bool SIM_NAME(sim_impact_solve)(enum rig_impact law, struct SIM_NAME(sim_impact) * impact)
{
    clear(impact);
    return law == RIG_IMPACT_NEWTON ? newton(impact) : darboux_keller(law, impact);
}
