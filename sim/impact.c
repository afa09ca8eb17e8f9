/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/impact.h"

#include "sim/bilinear.h"
#include "sim/equations.h"
#include "sim/friction.h"
#include "sim/glide.h"
#include "sim/model.h"

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

/* whether friction changes along the impulse; where there is none it does not */
static bool glides(const struct SIM_NAME(sim_impact) * im)
{
    if (!im->surface || im->surface->friction == RIG_FRICTION_COULOMB)
        return false;
    return re(im->p[SIM_STATIC_FRICTION]) > 0 ||
           (im->surface->friction == RIG_FRICTION_STRIBECK && re(im->p[SIM_VISCOUS_FRICTION]) > 0);
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
static bool go_on(struct SIM_NAME(sim_impact) * im, int *slip, enum sim_goal goal, real target)
{
    static goal_fn *const wanted[] = {[SIM_GOAL_NORMAL] = until_compressed,
                                      [SIM_GOAL_IMPULSE] = until_impulse,
                                      [SIM_GOAL_WORK] = until_work};
    for (int n = 0; n < 4; n++) { /* slip, rest and one reversal at the most */
        bool rests;
        if (*slip && glides(im)) {
            if (!SIM_NAME(sim_glide)(im, *slip, goal, target, &rests))
                return false;
            if (!rests)
                return true;
            im->slip = 0;
            *slip = slip_from_rest(im);
            continue;
        }
        struct phase phase = phase_at(im, *slip);
        real rest = until_rest(im, &phase), end = wanted[goal](im, &phase, target);
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

/* Restitution of a tangential impact, which has no speed of approach: at that of the impact without
 * friction which has the same impulse of compression */
static real restitution_of(const struct SIM_NAME(sim_impact) * im)
{
    const real q_nn = im->q_hold + im->hold * im->hold * im->q_tt;
    if (!im->surface)
        return im->restitution;
    return SIM_NAME(sim_restitution_at)(im->surface, im->p, q_nn * im->impulse_n);
}

static bool restitute(enum rig_impact law, bool tangential, struct SIM_NAME(sim_impact) * im,
                      int slip)
{
    if (!go_on(im, &slip, SIM_GOAL_NORMAL, 0))
        return false;
    im->normal = 0;
    real e = tangential ? restitution_of(im) : im->restitution;
    if (law == RIG_IMPACT_NEWTON) /* of no approach: nothing */
        e = 0;
    if (law == RIG_IMPACT_POISSON) /* P_r = e P_c */
        return go_on(im, &slip, SIM_GOAL_IMPULSE, (1 + e) * im->impulse_n);
    return go_on(im, &slip, SIM_GOAL_WORK, (1 - e * e) * im->work); /* W_r = -e^2 W_c */
}

static bool darboux_keller(enum rig_impact law, struct SIM_NAME(sim_impact) * im)
{
    return restitute(law, false, im,
                     re(im->slip) > 0   ? 1
                     : re(im->slip) < 0 ? -1
                                        : slip_from_rest(im));
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

/* by how much the slip after the impact is faster than that whose friction the impact has */
static real faster(struct SIM_NAME(sim_impact) * im, int slip, real normal_change, real speed)
{
    im->friction = SIM_NAME(sim_friction_at)(im->surface, im->p, speed);
    impulses(im, slip, normal_change);
    return slip * (im->slip + im->q_tt * im->excess_t) - speed;
}

/* The friction of the slip after the impact, whose speed it decides: between rest and a speed that
 * is too fast. Then steps of Newton's method with a difference for the slope, which carry the
 * derivative. False: it does not slip that way */
static bool find_friction(struct SIM_NAME(sim_impact) * im, int slip, real normal_change)
{
    double low = 0, high = re(fabs(im->slip)) + re(fabs(im->normal));
    if (!(re(faster(im, slip, normal_change, 0)) > 0))
        return false;
    for (int i = 0; i < 1000 && re(faster(im, slip, normal_change, high)) > 0; i++)
        high *= 2;
    for (double middle; middle = low + 0.5 * (high - low), middle > low && middle < high;)
        *(re(faster(im, slip, normal_change, middle)) > 0 ? &low : &high) = middle;
    const double step = 1e-6 * high;
    const double slope = re(faster(im, slip, normal_change, high + step) -
                            faster(im, slip, normal_change, high - step)) /
                         (2 * step);
    real speed = high;
    for (int i = 0; i < 4; i++)
        speed -= faster(im, slip, normal_change, speed) / slope;
    im->friction = SIM_NAME(sim_friction_at)(im->surface, im->p, speed);
    return true;
}

/* Leine 2002 (2.17), (2.18): the friction law holds for the velocities after the
 * impact. Stick is tried first; without approach (the inconsistent mode) it is
 * the one answer with an impulse. */
static bool newton(struct SIM_NAME(sim_impact) * im)
{
    const real change = -(1 + im->restitution) * im->normal;
    const struct SIM_NAME(sim_impact) before = *im;
    static const int candidates[] = {0, 1, -1};
    for (int i = 0; i < 3; i++) {
        const int slip = candidates[i];
        if (slip && glides(im) && !find_friction(im, slip, change))
            continue;
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
    if (!glides(im))
        return false;
    /* friction that is more at speed than at rest may leave no answer: the impulse then grows until
     * the normal velocity is there (Routh) */
    *im = before;
    int slip = re(im->slip) > 0 ? 1 : re(im->slip) < 0 ? -1 : slip_from_rest(im);
    return go_on(im, &slip, SIM_GOAL_NORMAL, im->normal + change);
}

static void clear(struct SIM_NAME(sim_impact) * im)
{
    im->impulse_t = im->impulse_n = im->work = im->excess_t = 0;
}

/* the impulse after which a jam has its approach, in shares of that which would stop the slip */
static const double first_share = 1e-4;

/* The same where friction changes with the slip. In a jam A is zero, and falls as the slip does,
 * or what rises is rounding and pushed back: slip is followed to its rest, unless friction falls on
 * the way so that it does not come to rest */
static bool tangential_glide(enum rig_impact law, bool jam, struct SIM_NAME(sim_impact) * im)
{
    const struct SIM_NAME(sim_impact) before = *im;
    const real q_nn = im->q_hold + im->hold * im->hold * im->q_tt;
    int slip = re(im->slip) > 0 ? 1 : -1;
    bool rests = false;
    im->friction = SIM_NAME(sim_friction_at)(im->surface, im->p, slip * im->slip);
    const bool rises = re(phase_at(im, slip).normal_rate) >= 0;
    if (jam || rises)
        SIM_NAME(sim_glide)(im, slip, SIM_GOAL_IMPULSE, INFINITY, &rests);
    const bool stopped = rests;
    if (!stopped) {
        const real first = first_share * fabs(im->slip) / (q_nn + im->q_tt);
        *im = before;
        if (jam && (!SIM_NAME(sim_glide)(im, slip, SIM_GOAL_IMPULSE, first, &rests) || rests))
            return false;
        if (!SIM_NAME(sim_glide)(im, slip, SIM_GOAL_NORMAL, 0, &rests))
            return false;
    }
    if (stopped && re(im->normal) > 0) {
        const real back = -im->normal / im->q_hold;
        im->impulse_n += back;
        im->impulse_t += im->hold * back;
        im->normal = im->work = 0;
    }
    if (rests) {
        im->slip = 0;
        slip = slip_from_rest(im);
    }
    return restitute(law, true, im, slip);
}

/* Of a contact that gives way along the surface, what is given back is known after compression.
 * (Where that is nothing, slip goes on, slower by some factor, and strikes again: what they come to
 * is what any law without restitution does at once.) */
static bool tangential_bilinear(struct SIM_NAME(sim_impact) * im)
{
    if (im->surface && im->surface->restitution != RIG_RESTITUTION_CONSTANT) {
        struct SIM_NAME(sim_impact) compression = *im;
        compression.restitution = 0;
        if (!SIM_NAME(sim_bilinear_tangential)(&compression))
            return false;
        im->restitution = restitution_of(&compression);
    }
    return SIM_NAME(sim_bilinear_tangential)(im);
}

bool SIM_NAME(sim_impact_tangential)(enum rig_impact law, bool jam,
                                     struct SIM_NAME(sim_impact) * im)
{
    clear(im);
    im->normal = 0;
    if (glides(im))
        return tangential_glide(law, jam, im);
    if (law == RIG_IMPACT_BILINEAR && !jam && re(im->restitution) > 0)
        return tangential_bilinear(im);
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
    return restitute(law, true, im, slip_from_rest(im));
}

bool SIM_NAME(sim_impact_solve)(enum rig_impact law, struct SIM_NAME(sim_impact) * impact)
{
    clear(impact);
    if (law == RIG_IMPACT_BILINEAR && re(impact->friction) > 0) /* else nothing holds its foot */
        return SIM_NAME(sim_bilinear_solve)(impact);
    return law == RIG_IMPACT_NEWTON ? newton(impact) : darboux_keller(law, impact);
}
