/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/friction_series.h"

#include <math.h>

#include "sim/model.h"

/* exponents: by how much one may change in a step, and of what is nothing beside 1 */
static const double change = 5, nothing = 40;

/* how far beyond its piece of a table a series may go, as a share of that */
static const double beyond = 1e-8;

bool sim_friction_series_set(struct sim_friction_series *series, const struct rig_surface *surface,
                             const double *p, int slip)
{
    series->surface = surface;
    series->p = p;
    series->slip = slip;
    if (surface->friction == RIG_FRICTION_TABLE) {
        series->powers = 3;
        series->factor = slip;
        return true;
    }
    const double exponent = p[SIM_STRIBECK_EXPONENT];
    if (!(exponent >= 1 && exponent <= SIM_FRICTION_POWERS) || exponent != rint(exponent))
        return false;
    series->powers = (int)exponent;
    series->factor = slip / p[SIM_STRIBECK_SPEED];
    return true;
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

/* e = exp(-x^n): e' = -(x^n)' e */
static double stribeck(struct sim_friction_series *s, int k, double velocity)
{
    const double *p = s->p, *power = s->power[s->powers - 1];
    raise(s, k, velocity);
    double sum = 0;
    for (int j = 1; j <= k; j++)
        sum -= j * power[j] * s->fall[k - j];
    s->fall[k] = k ? sum / k : exp(-power[0]);
    return (k ? 0 : p[SIM_FRICTION]) + (p[SIM_STATIC_FRICTION] - p[SIM_FRICTION]) * s->fall[k] +
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
    const double unit = s->p[SIM_STRIBECK_SPEED], n = s->powers;
    const double exponent = s->power[s->powers - 1][0];
    const double least = exponent > nothing + change ? nothing : exponent - change;
    if (least > 0)
        *low = unit * pow(least, 1 / n);
    if (exponent < nothing)
        *high = unit * pow(fmax(exponent, 0) + change, 1 / n);
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
