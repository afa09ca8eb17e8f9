/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/curve.h"

#include <math.h>

static double secant(const struct rig_curve *c, size_t i)
{
    return (c->value[i + 1] - c->value[i]) / (c->speed[i + 1] - c->speed[i]);
}

/* Steffen's slope at a point (his (8) to (11)). At the ends it is zero: the curve is constant
 * beyond them, and is smooth there too */
static double slope_at(const struct rig_curve *c, size_t i)
{
    if (i == 0 || i + 1 == c->n)
        return 0;
    const double left = secant(c, i - 1), right = secant(c, i);
    const double a = c->speed[i] - c->speed[i - 1], b = c->speed[i + 1] - c->speed[i];
    const double middle = (left * b + right * a) / (a + b);
    if (left * right <= 0)
        return 0;
    return copysign(fmin(fmin(2 * fabs(left), 2 * fabs(right)), fabs(middle)), left);
}

double sim_curve_at(const struct rig_curve *c, double speed, double *slope)
{
    *slope = 0;
    if (!(speed > c->speed[0]))
        return c->value[0];
    if (speed >= c->speed[c->n - 1])
        return c->value[c->n - 1];
    size_t i = 0;
    while (speed >= c->speed[i + 1])
        i++;
    const double h = c->speed[i + 1] - c->speed[i], x = (speed - c->speed[i]) / h;
    const double rise = secant(c, i), from = slope_at(c, i), to = slope_at(c, i + 1);
    const double square = 3 * rise - 2 * from - to, cube = from + to - 2 * rise;
    *slope = from + x * (2 * square + 3 * cube * x);
    return c->value[i] + h * x * (from + x * (square + cube * x));
}
