/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/friction.h"

#include "sim/curve.h"
#include "sim/equations.h"
#include "sim/model.h"

/* a table's value; the curve tells its slope, which is all that a small step needs */
static real of_table(const struct rig_curve *curve, real speed)
{
    double slope;
    const double value = sim_curve_at(curve, re(speed), &slope);
    return value + slope * (speed - re(speed));
}

/* exp(-x^n) for x >= 0. Below, an even n has the same; any other goes on as 2 - exp(-|x|^n), whose
 * first derivative does not jump either */
static real falling(real x, real n)
{
    const double power = re(n);
    const bool even = power == 2 * rint(power / 2);
    const real at = exp(-pow(fabs(x), n));
    return re(x) < 0 && !even ? 2 - at : at;
}

static real stribeck(const real *p, real speed)
{
    const real x = speed / p[SIM_STRIBECK_SPEED];
    return p[SIM_FRICTION] +
           (p[SIM_STATIC_FRICTION] - p[SIM_FRICTION]) * falling(x, p[SIM_STRIBECK_EXPONENT]) +
           p[SIM_VISCOUS_FRICTION] * speed;
}

real SIM_NAME(sim_friction_at)(const struct rig_surface *surface, const real *p, real speed)
{
    switch (surface->friction) {
    case RIG_FRICTION_STRIBECK:
        return stribeck(p, speed);
    case RIG_FRICTION_TABLE:
        return p[SIM_FRICTION] * of_table(&surface->friction_table, speed);
    case RIG_FRICTION_COULOMB:
        break;
    }
    return p[SIM_FRICTION];
}

real SIM_NAME(sim_friction_rest)(const struct rig_surface *surface, const real *p, real age)
{
    real rest = p[SIM_STATIC_FRICTION];
    if (surface->friction == RIG_FRICTION_TABLE) {
        const real moving = SIM_NAME(sim_friction_at)(surface, p, 0);
        rest = re(moving) > re(rest) ? moving : rest;
    }
    if (surface->rest == RIG_STATIC_AGEING)
        rest += p[SIM_AGEING] * log1p(age / p[SIM_AGEING_TIME]);
    return rest;
}

real SIM_NAME(sim_restitution_at)(const struct rig_surface *surface, const real *p, real speed)
{
    real e = p[SIM_RESTITUTION];
    if (surface->restitution == RIG_RESTITUTION_TABLE)
        e *= of_table(&surface->restitution_table, speed);
    if (surface->restitution == RIG_RESTITUTION_POWER) {
        const real power = -p[SIM_RESTITUTION_POWER], share = speed / p[SIM_RESTITUTION_SPEED];
        if (re(speed) > 0)
            e *= pow(share, power);
        else if (re(power) != 0) /* the limit */
            e = re(power) < 0 && re(e) > 0 ? 1 : 0;
    }
    return re(e) < 1 ? e : 1;
}

double SIM_NAME(sim_friction_reach)(const struct rig_surface *surface, const real *p, double speed)
{
    const struct rig_curve *curve = &surface->friction_table;
    double narrowest = INFINITY;
    if (surface->friction == RIG_FRICTION_STRIBECK)
        narrowest = re(p[SIM_STRIBECK_SPEED]);
    for (size_t i = 0; surface->friction == RIG_FRICTION_TABLE && i + 1 < curve->n; i++)
        narrowest = fmin(narrowest, curve->speed[i + 1] - curve->speed[i]);
    return 0.5 * (re(fabs(speed)) + narrowest);
}

#ifndef SIM_COMPLEX

double sim_friction_slope(const struct rig_surface *surface, const double *p, double speed)
{
    double slope = 0;
    if (surface->friction == RIG_FRICTION_TABLE) {
        sim_curve_at(&surface->friction_table, speed, &slope);
        return p[SIM_FRICTION] * slope;
    }
    if (surface->friction == RIG_FRICTION_COULOMB)
        return 0;
    const double n = p[SIM_STRIBECK_EXPONENT], x = fabs(speed / p[SIM_STRIBECK_SPEED]);
    const double fall = -n * pow(x, n - 1) * exp(-pow(x, n)) / p[SIM_STRIBECK_SPEED];
    const int side = speed < 0 && n == 2 * rint(n / 2) ? -1 : 1;
    return (p[SIM_STATIC_FRICTION] - p[SIM_FRICTION]) * fall * side + p[SIM_VISCOUS_FRICTION];
}

#endif
