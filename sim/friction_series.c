/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/friction_series.h"

#include <math.h>

#include "sim/model.h"

/* exponents: by how much one may change in a step, and of what is nothing beside 1 */
static const double change = 5, nothing = 40;

/* how far beyond its piece of a table a series may go, as a share of that; and one near rest, where
 * the law is as good as nothing of it and speeds have few digits */
static const double beyond = 1e-8, beyond_rest = 0.1;

/* Up to the speed x v_s friction is wrong by x^n at the most, for a time that goes with x: what
 * slip gets from that goes with x^(n + 1) */
static const double share_of_rtol = 1e-2;

static void set_near(struct sim_friction_series *s, double exponent, double rtol)
{
    const double x = pow(share_of_rtol * rtol, 1 / (exponent + 1));
    s->near = x * s->p[SIM_STRIBECK_SPEED];
    s->chord = expm1(-pow(x, exponent)) / x;
}

void sim_friction_series_set(struct sim_friction_series *series, const struct rig_surface *surface,
                             const double *p, int slip, double rtol)
{
    series->surface = surface;
    series->p = p;
    series->slip = slip;
    if (surface->friction == RIG_FRICTION_TABLE) {
        series->powers = 3;
        series->factor = slip;
        return;
    }
    const double exponent = p[SIM_STRIBECK_EXPONENT];
    const bool whole = exponent >= 1 && exponent <= SIM_FRICTION_POWERS &&
                       exponent == rint(exponent);
    series->powers = whole ? (int)exponent : 0;
    series->shift = 0;
    if (!whole)
        set_near(series, exponent, rtol);
}

/* coefficient k of the powers of factor times the velocity, less the shift */
static void raise(struct sim_friction_series *s, int k, double velocity)
{
    s->power[0][k] = s->factor * velocity - (k ? 0 : s->shift);
    for (int i = 1; i < s->powers; i++) {
        double sum = 0;
        for (int j = 0; j <= k; j++)
            sum += s->power[i - 1][j] * s->power[0][k - j];
        s->power[i][k] = sum;
    }
}

/* y = x^n for any n: x y' = n x' y */
static void raise_to_any(struct sim_friction_series *s, int k)
{
    const double n = s->p[SIM_STRIBECK_EXPONENT], *x = s->power[0];
    double *y = s->power[1], sum = 0;
    for (int j = 1; j <= k; j++)
        sum += (n * j - (k - j)) * x[j] * y[k - j];
    y[k] = k ? sum / (k * x[0]) : pow(x[0], n);
}

/* the row of x^n */
static const double *exponent_of(const struct sim_friction_series *s)
{
    return s->power[s->powers ? s->powers - 1 : 1];
}

/* Slip that nothing holds goes on below zero, where the law is that of sim/friction.c: even powers
 * are the same, others the mirror image of what they are above */
static void choose_side(struct sim_friction_series *s, double speed)
{
    const double unit = s->p[SIM_STRIBECK_SPEED], least = s->powers ? beyond * unit : 0;
    s->side = speed < -least ? -1 : 1;
    s->factor = s->side * s->slip / unit;
    s->is_near = !s->powers && fabs(speed) < s->near;
}

/* exp(-x^n) on its side, e' = -(x^n)' e; the same near rest */
static double fall_of(struct sim_friction_series *s, int k, double velocity)
{
    const bool mirrored = s->side < 0 && (s->powers == 0 || s->powers % 2);
    const double *power = exponent_of(s);
    double sum = 0;
    raise(s, k, velocity);
    if (s->is_near)
        return (k ? 0 : 1) + s->side * s->chord * s->power[0][k];
    if (!s->powers)
        raise_to_any(s, k);
    for (int j = 1; j <= k; j++)
        sum -= j * power[j] * s->fall[k - j];
    s->fall[k] = k ? sum / k : exp(-power[0]);
    return mirrored ? (k ? 0 : 2) - s->fall[k] : s->fall[k];
}

static double stribeck(struct sim_friction_series *s, int k, double velocity)
{
    const double *p = s->p;
    if (k == 0)
        choose_side(s, s->slip * velocity);
    const double fall = fall_of(s, k, velocity);
    return (k ? 0 : p[SIM_FRICTION]) + (p[SIM_STATIC_FRICTION] - p[SIM_FRICTION]) * fall +
           p[SIM_VISCOUS_FRICTION] * s->slip * velocity;
}

static double of_table(struct sim_friction_series *s, int k, double velocity)
{
    if (k == 0) {
        s->piece = sim_curve_piece(&s->surface->friction_table, s->slip * velocity);
        s->shift = s->piece.origin;
    }
    raise(s, k, velocity);
    double sum = k ? 0 : s->piece.c[0];
    for (int i = 0; i < s->powers; i++)
        sum += s->piece.c[i + 1] * s->power[i][k];
    return s->p[SIM_FRICTION] * sum;
}

double sim_friction_series_next(void *context, int k, const double *velocity)
{
    struct sim_friction_series *s = context;
    return s->slip * (s->surface->friction == RIG_FRICTION_TABLE ? of_table(s, k, velocity[k])
                                                                 : stribeck(s, k, velocity[k]));
}

/* so far that the exponent of Stribeck's law changes by what its terms show: one that falls from 50
 * to 5 in a step has no term up to some tenth that tells. Where the law has nothing left of the
 * exponential, it need not be followed */
static void range_of_stribeck(const struct sim_friction_series *s, double *low, double *high)
{
    const double unit = s->p[SIM_STRIBECK_SPEED], n = s->p[SIM_STRIBECK_EXPONENT];
    const double exponent = exponent_of(s)[0];
    const double least = exponent > nothing + change ? nothing : exponent - change;
    double from = s->powers % 2 ? s->side < 0 ? 0 : -2 * beyond * unit : -INFINITY, to = INFINITY;
    if (s->is_near) {
        *high = s->near * (1 + beyond_rest);
        *low = -*high;
        return;
    }
    if (!s->powers)
        from = s->near * (1 - beyond_rest);
    if (least > 0)
        from = fmax(from, unit * pow(least, 1 / n));
    if (exponent < nothing)
        to = unit * pow(fmax(exponent, 0) + change, 1 / n);
    *low = s->side > 0 ? from : -to;
    *high = s->side > 0 ? to : -from;
}

void sim_friction_series_range(const struct sim_friction_series *s, double *low, double *high)
{
    *low = -INFINITY;
    *high = INFINITY;
    if (s->surface->friction != RIG_FRICTION_TABLE) {
        range_of_stribeck(s, low, high);
        return;
    }
    const struct rig_curve *curve = &s->surface->friction_table;
    const double margin = beyond * (curve->speed[curve->n - 1] - curve->speed[0]);
    *low = s->piece.from - margin;
    *high = s->piece.to + margin;
}
